// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

double first(double x);
double second(double x);

static double f(double x) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: cannot differentiate call to 'first'
  double y = first(x);
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: cannot differentiate call to 'second'
  return second(y) + x;
}

double user(double x) { return autodiff::derivative<f>(x); }
// CHECK: 2 errors generated.
