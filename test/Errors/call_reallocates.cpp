// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

#include <cstdlib>

static double f(double *p, int n) {
  // CHECK: call_reallocates.cpp:[[@LINE+1]]:29: error: cannot differentiate 'realloc' of active memory that was allocated outside the differentiated function; allocate a new block and copy
  p = static_cast<double *>(std::realloc(p, 2 * n * sizeof(double)));
  p[n] = p[0] * p[0];
  double r = p[n];
  std::free(p);
  return r;
}

// CHECK: note: while differentiating 'f'
void user(double *p, double *dp, int n) {
  // CHECK: call_reallocates.cpp:[[@LINE+1]]:3: note: requested here
  autodiff::gradient<f>(autodiff::active(p, dp), n);
}
