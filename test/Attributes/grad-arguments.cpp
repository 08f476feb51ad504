// The argument list of grad is read in both spellings and from macros, and
// anything but parameter names in it is an error at the token.
// RUN: %clangxx -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

[[autodiff::grad]] double all(double x, double y);
[[autodiff::grad(x)]] double one(double x, double y);
[[autodiff::grad(y, x)]] double two(double x, double y);
[[using autodiff: grad(y)]] double shared_scope(double x, double y);
__attribute__((autodiff_grad)) double gnu_all(double x, double y);
__attribute__((autodiff_grad(x))) double gnu_one(double x, double y);
__attribute__((autodiff_grad(x), autodiff_grad(y))) double gnu_two(double x, double y);
double gnu_behind(double x, double y) __attribute__((__autodiff_grad__(y)));

#define GRAD_OF(...) [[autodiff::grad(__VA_ARGS__)]]
GRAD_OF(x, y) double macro_two(double x, double y);

template <class T> [[autodiff::grad(x)]] T generic(T x, int n);
struct S {
  [[autodiff::grad(x)]] double member(double x, int n) { return x; }
};

// In the body of a member function clang reads the tokens twice.
struct Twice {
  void f() {
    [[autodiff::grad(x)]] double local(double x, int n);
    [[autodiff::grad(z)]] double wrong(double x); // expected-error {{'z' is not a parameter of 'wrong'; its parameters are 'x'}}
  }
};

[[autodiff::grad(z)]] double unknown(double x, double y); // expected-error {{'z' is not a parameter of 'unknown'; its parameters are 'x', 'y'}}
[[autodiff::grad(x)]] double unnamed(double, double); // expected-error {{'x' is not a parameter of 'unnamed', which has no named parameter; name its parameters, or write 'autodiff::grad' alone for all of them}}
[[autodiff::grad(1)]] double number(double x); // expected-error {{expected the name of a parameter of 'number' in the arguments of 'autodiff::grad', not '1'}}
[[autodiff::grad("x")]] double text(double x); // expected-error {{expected the name of a parameter of 'text' in the arguments of 'autodiff::grad', not '"x"'}}
[[autodiff::grad('x')]] double character(double x); // expected-error {{not ''x''}}
[[autodiff::grad(int)]] double keyword(double x); // expected-error {{not 'int'}}
[[autodiff::grad(this)]] double self(double x); // expected-error {{not 'this'}}
[[autodiff::grad((x))]] double parens(double x); // expected-error {{not '('}}
[[autodiff::grad(,x)]] double leading(double x); // expected-error {{not ','}}
[[autodiff::grad(&x)]] double address(double x); // expected-error {{not '&'}}
[[autodiff::grad(x y)]] double comma(double x, double y); // expected-error {{expected ',' between two parameter names in the arguments of 'autodiff::grad', not 'y'}}
[[autodiff::grad(x + y)]] double sum(double x, double y); // expected-error {{not '+'}}
[[autodiff::grad(x...)]] double dots(double x); // expected-error {{not '...'}}
[[autodiff::grad(x::y)]] double scope(double x); // expected-error {{not '::'}}
[[autodiff::grad(x,)]] double trailing(double x); // expected-error {{expected the name of a parameter of 'trailing' after ','; remove the ','}}
[[autodiff::grad(x, x)]] double twice(double x); // expected-error {{parameter 'x' is named twice in the arguments of 'autodiff::grad'; remove one}}
[[autodiff::grad()]] double empty(double x); // expected-error {{attribute 'autodiff::grad' has an empty argument list; name parameters, or write 'autodiff::grad' alone for all of them}}
[[autodiff::grad(x]] double unclosed(double x); // expected-error {{the arguments of attribute 'autodiff::grad' lack their ')'; close the list}}
[[using autodiff: grad(z)]] double used(double x); // expected-error {{'z' is not a parameter of 'used'}}
GRAD_OF(x, 3) double macro_bad(double x); // expected-error {{expected the name of a parameter of 'macro_bad'}}
__attribute__((autodiff_grad(1))) double gnu_number(double x); // expected-error {{expected the name of a parameter of 'gnu_number' in the arguments of 'autodiff_grad', not '1'}}
__attribute__((autodiff_grad(z))) double gnu_unknown(double x); // expected-error {{'z' is not a parameter of 'gnu_unknown'}}
__attribute__((autodiff_grad())) double gnu_empty(double x); // expected-error {{attribute 'autodiff_grad' has an empty argument list}}
template <class... T> [[autodiff::grad(y)]] double pack(T... x, double y); // expected-error {{cannot name parameters of 'pack', which has a parameter pack; write 'autodiff::grad' alone for all parameters}}
[[autodiff::grad(x)]] double both([[autodiff::inactive]] double x); // expected-error {{parameter 'x' is marked inactive and cannot be differentiated with respect to; remove one of the two}}
