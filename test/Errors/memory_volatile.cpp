// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

static double f(double x) {
  // CHECK: memory_volatile.cpp:[[@LINE+1]]:{{[0-9]+}}: error: cannot differentiate a volatile or atomic access to active data; use an ordinary variable
  volatile double y = x * x;
  return y;
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: memory_volatile.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<f>(x);
}
