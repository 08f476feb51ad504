// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

static double f(double x) {
  try {
    if (x > 0)
      // CHECK: exception_active.cpp:[[@LINE+1]]:{{[0-9]+}}: error: cannot differentiate an exception that carries an active value and is caught in the differentiated code; return the value instead
      throw x * 2;
  } catch (double y) {
    return y * y;
  }
  return x;
}

// CHECK: note: while differentiating 'f'
// CHECK: exception_active.cpp:[[@LINE+1]]:{{[0-9]+}}: note: requested here
double user(double x) { return autodiff::derivative<f>(x); }
