// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

static double storage[8];
double *buffer = storage;

static double f(double x, int n) {
  if (n > 4)
    buffer = new double[8];
  for (int i = 0; i < n; ++i)
    // CHECK: memory_global_pointer.cpp:{{[0-9]+}}:{{[0-9]+}}: error: cannot differentiate through the pointers in global variable 'buffer'; pass what they point to as a parameter
    buffer[i] = x * i;
  return buffer[n - 1];
}

// CHECK: note: while differentiating 'f'
double user(double x, int n) {
  return std::get<0>(autodiff::gradient<f>(x, n));
}
