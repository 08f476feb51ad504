// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

double (*chosen)(double);

static double f(double x) {
  // CHECK: call_indirect.cpp:[[@LINE+1]]:14: error: cannot differentiate a call through a function pointer that is not known at compile time; call the function directly, or pass a lambda
  return x * chosen(x);
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: call_indirect.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<f>(x);
}
