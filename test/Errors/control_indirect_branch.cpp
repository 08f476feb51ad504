// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

static double f(double x, const int *program) {
  static void *const labels[] = {&&square, &&add, &&stop};
next:
  // CHECK: control_indirect_branch.cpp:[[@LINE+1]]:{{[0-9]+}}: error: cannot differentiate a computed goto; use a switch
  goto *labels[*program++];
square:
  x *= x;
  goto next;
add:
  x += 1;
  goto next;
stop:
  return x;
}

// CHECK: note: while differentiating 'f'
double user(double x, const int *program) {
  // CHECK: control_indirect_branch.cpp:[[@LINE+1]]:22: note: requested here
  return std::get<0>(autodiff::gradient<f>(x, autodiff::constant(program)));
}
