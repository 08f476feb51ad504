// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

struct Pair {
  double a;
  long b;
};
[[autodiff::grad(x)]] static double f(double x, Pair p) { return x * p.a; }

double user(double x, Pair p) {
  // CHECK: grad_parameters.cpp:[[@LINE+1]]:{{[0-9]+}}: error: cannot hold the other parameters of 'f' constant, as grad(...) asks: some parameters are passed in pieces; pass them by reference, or use autodiff::constant at the call
  return std::get<0>(autodiff::gradient<f>(x, p));
}
