// RUN: %refusedc -O0 %s | FileCheck %s
// RUN: %refusedc -O2 %s | FileCheck %s
// A function of the program that has the name of one that some C libraries add.
#include <autodiff/autodiff_c.h>

double gamma(double speed);

static double f(double x) {
  // CHECK: call_own_function_like_library.c:[[@LINE+1]]:14: error: cannot differentiate call to 'gamma': no body and no rule
  return x * gamma(x);
}
AUTODIFF_GRADIENT(slope, double, f, (AUTODIFF_SCALAR, double, x))

double user(double x) {
  double dx = 0;
  slope(x, &dx);
  return dx;
}
