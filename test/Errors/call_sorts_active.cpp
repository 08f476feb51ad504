// The library moves active numbers without saying where.
// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>
#include <cstdlib>

static int compare(const void *a, const void *b) {
  const double x = *static_cast<const double *>(a),
               y = *static_cast<const double *>(b);
  return (x > y) - (x < y);
}

static double median(const double *x, int n) {
  double sorted[5];
  for (int i = 0; i < n; ++i)
    sorted[i] = x[i];
  // CHECK: call_sorts_active.cpp:[[@LINE+1]]:3: error: cannot differentiate call to 'qsort': no body and no rule
  qsort(sorted, n, sizeof(double), compare);
  return sorted[2];
}

void user(const double *x, double *dx) {
  autodiff::gradient<median>(autodiff::active(x, dx), 5);
}
