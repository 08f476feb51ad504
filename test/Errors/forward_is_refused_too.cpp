// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

double hash(double x);

static double f(double x) {
  // CHECK: forward_is_refused_too.cpp:[[@LINE+1]]:14: error: cannot differentiate call to 'hash'
  return x * hash(x);
}

double user(double x) {
  // CHECK: forward_is_refused_too.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::jvp<f>(std::tuple(x), std::tuple(1.0));
}
