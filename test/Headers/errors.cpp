// Each mistake is one sentence that says what to write instead.
//
// RUN: %clangxx -std=c++17 %hdr -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#include <autodiff/autodiff.h>

#include <functional>

double f(double x, double y);
double loss(const double *w, int n);
int integral(double x);
void nothing(double x);
std::complex<double> complexValued(double x);
double onlyInteger(int n);
struct Holder {
  double *p;
};
double holds(Holder h);
double calls(const std::function<double(double)> &g, double x);

void test(const double *w, double *dw, const double *cdw, float *fdw) {
  // expected-error@*:* {{autodiff: pass one argument for each parameter of the function}}
  (void)autodiff::gradient<f>(1.0);
  // expected-error@*:* {{autodiff: pass arguments that convert to the types of the function's parameters}}
  (void)autodiff::gradient<f>(1.0, "2");
  // expected-error@*:* {{autodiff: wrap a pointer in autodiff::active(p, dp) or autodiff::constant(p)}}
  (void)autodiff::gradient<loss>(w, 3);
  // expected-error@*:* {{autodiff: this argument's type holds a pointer; pass autodiff::active(x, dx) with a shadow of your own, or autodiff::constant(x)}}
  (void)autodiff::gradient<holds>(Holder{dw});
  // expected-error@*:* {{autodiff: the members of this argument's class cannot be seen; define 'T zero_like(const T &)' beside the class, or pass autodiff::constant(x)}}
  (void)autodiff::gradient<calls>(std::function<double(double)>(), 2.0);
  // expected-error@*:* {{autodiff: no argument has a derivative; pass at least one floating-point value, or a pointer in autodiff::active(p, dp)}}
  (void)autodiff::gradient<onlyInteger>(3);
  // expected-error@*:* {{autodiff: the function returns nothing; pass its output as autodiff::active(y, dy), with the seed in dy}}
  (void)autodiff::gradient<nothing>(1.0);
  // expected-error@*:* 2 {{autodiff: a gradient needs a function that returns float, double or long double; use autodiff::jvp for another result}}
  (void)autodiff::gradient<integral>(1.0);
  (void)autodiff::gradient<complexValued>(1.0);
  // expected-error@*:* {{autodiff: pass arguments with which the callable can be called}}
  (void)autodiff::gradient([](auto x) -> decltype(x * 2) { return x; },
                           std::string("s"));
  // expected-error@*:* {{autodiff: the shadow of active(p, dp) is written to; make dp a pointer to non-const}}
  (void)autodiff::active(w, cdw);
  // expected-error@*:* {{autodiff: the shadow of active(p, dp) has the type of p without const}}
  (void)autodiff::active(w, fdw);
}
