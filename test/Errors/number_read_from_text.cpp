// A number that was printed and read again would lose its derivative unseen.
//
// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>
#include <cstdio>
#include <cstdlib>

static double f(double x) {
  char text[64];
  std::snprintf(text, sizeof text, "%.17g", x * x);
  // CHECK: number_read_from_text.cpp:[[@LINE+1]]:{{[0-9]+}}: error: cannot differentiate call to 'strtod'
  return std::strtod(text, nullptr);
}

// CHECK: note: while differentiating 'f'
double user(double x) { return autodiff::derivative<f>(x); }
