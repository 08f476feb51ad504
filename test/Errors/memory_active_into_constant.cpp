// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

static double f(double *scratch, double x) {
  // CHECK: memory_active_into_constant.cpp:[[@LINE+1]]:14: error: an active value is stored to memory that is held constant and read again; pass that memory with autodiff::active(p, dp)
  scratch[0] = x * x;
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += scratch[i];
  return s;
}

// CHECK: note: while differentiating 'f'
double user(double *scratch, double x) {
  // CHECK: memory_active_into_constant.cpp:[[@LINE+1]]:22: note: requested here
  return std::get<0>(autodiff::gradient<f>(autodiff::constant(scratch), x));
}
