// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

__attribute__((weak)) double scale(double x) { return 3 * x; }

static double f(double x) {
  // CHECK: call_may_be_replaced.cpp:[[@LINE+1]]:14: error: cannot differentiate call to 'scale': its definition may be replaced at link time; make it static or inline
  return x * scale(x);
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: call_may_be_replaced.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<f>(x);
}
