// The bits of a number, that a builtin works on, converted to a number of their own.
//
// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

#include <cstring>

static double f(double x) {
  unsigned long bits;
  std::memcpy(&bits, &x, sizeof(x));
  // CHECK: value_bits_builtin.cpp:[[@LINE+1]]:{{[0-9]+}}: error: cannot differentiate through the bits of a floating-point number; use arithmetic, or hold the value constant with autodiff::constant(x)
  return static_cast<double>(__builtin_bswap64(bits) >> 8);
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: value_bits_builtin.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<f>(x);
}
