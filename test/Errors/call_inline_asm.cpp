// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

static double f(double x) {
  // CHECK: call_inline_asm.cpp:[[@LINE+1]]:3: error: cannot differentiate inline assembly that works on active data; write it in C++, or move it into a function marked {{\[\[}}autodiff::inactive]]
  asm("addsd %0, %0" : "+x"(x));
  return x * x;
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: call_inline_asm.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<f>(x);
}
