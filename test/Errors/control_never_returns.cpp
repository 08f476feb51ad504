// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

// CHECK: error: cannot differentiate '{{f|spin}}': it never returns
static double f(double x) {
  for (;;)
    asm volatile("");
  return x;
}

double user(double x) { return autodiff::derivative<f>(x); }
