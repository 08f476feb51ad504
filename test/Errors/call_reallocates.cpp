// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

#include <cstdlib>

static double f(double x, int n) {
  double *p = static_cast<double *>(std::malloc(sizeof(double)));
  p[0] = x;
  // CHECK: call_reallocates.cpp:[[@LINE+1]]:29: error: cannot differentiate 'realloc' of memory that holds active data; allocate a new block and copy
  p = static_cast<double *>(std::realloc(p, (n + 1) * sizeof(double)));
  double r = p[0] * p[0];
  std::free(p);
  return r;
}

// CHECK: note: while differentiating 'f'
double user(double x, int n) {
  // CHECK: call_reallocates.cpp:[[@LINE+1]]:22: note: requested here
  return std::get<0>(autodiff::gradient<f>(x, n));
}
