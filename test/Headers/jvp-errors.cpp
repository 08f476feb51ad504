// Mistakes in the shapes of a jvp, a derivative and a value.
//
// RUN: %clangxx -std=c++17 %hdr -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#include <autodiff/autodiff.h>

double f(double x, double y);
double g(const std::vector<double> &x);
int integral(double x);
void step(const double *x, double *y);

void test(const double *x, double *y) {
  // expected-error@*:* {{autodiff: pass one tangent for each primal that has a derivative (none for integers, active() and constant())}}
  (void)autodiff::jvp<f>(std::tuple(1.0, 2.0), std::tuple(1.0));
  // expected-error@*:* {{autodiff: pass tangents of the types of their primals}}
  (void)autodiff::jvp<g>(std::vector<double>(3), std::vector<float>(3));
  // expected-error@*:* {{autodiff: jvp needs a function whose result is made of floating-point numbers, or that writes through active(y, dy)}}
  (void)autodiff::jvp<integral>(1.0, 1.0);
  // expected-error@*:* {{autodiff: derivative needs one floating-point argument; use autodiff::gradient for other arguments}}
  (void)autodiff::derivative<g>(std::vector<double>(3));
  // expected-error@*:* {{autodiff: a gradient needs a function that returns float, double or long double}}
  (void)autodiff::derivative<integral>(1.0);
  // expected-error@*:* {{autodiff: the function returns nothing; use autodiff::gradient in place of value_and_gradient}}
  (void)autodiff::value_and_gradient<step>(autodiff::active(x, y),
                                           autodiff::active(y, y));
}
