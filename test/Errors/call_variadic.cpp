// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

#include <cstdarg>

__attribute__((noinline)) static double sum(int n, ...) {
  va_list list;
  va_start(list, n);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += va_arg(list, double);
  va_end(list);
  return s;
}

static double f(double x) {
  // CHECK: call_variadic.cpp:[[@LINE+1]]:10: error: cannot differentiate variadic function 'sum'; give it a fixed parameter list
  return sum(2, x, x * x);
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: call_variadic.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<f>(x);
}
