// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

#include <csetjmp>

static std::jmp_buf place;

static double f(double x) {
  // CHECK: control_setjmp.cpp:[[@LINE+1]]:7: error: cannot differentiate a function that calls '_setjmp'; return normally instead
  if (setjmp(place))
    return x;
  return x * x;
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: control_setjmp.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<f>(x);
}
