// RUN: %refused -O2 -fexperimental-strict-floating-point %s | FileCheck %s
#include <autodiff/autodiff.h>

#pragma STDC FENV_ROUND FE_UPWARD
static double f(double x) {
  // CHECK: float_rounding.cpp:[[@LINE+1]]:14: error: cannot differentiate an operation with a rounding mode of its own; set the mode with fesetround before the derivative is asked for
  return x / 3 + x;
}
#pragma STDC FENV_ROUND FE_DYNAMIC

double user(double x) { return autodiff::derivative<f>(x); }
