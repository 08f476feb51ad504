/* C takes the [[]] spelling in every standard, and the GNU one. */
// RUN: %clang -std=c99 -fsyntax-only -ferror-limit=0 -Xclang -verify -Wno-c23-extensions %s
// RUN: %clang -std=c23 -fsyntax-only -ferror-limit=0 -Xclang -verify -x c %s

[[autodiff::grad(x, y)]] double standard(double x, double y, int n);
__attribute__((autodiff_grad(x))) double gnu(double x, double y);
__attribute__((__autodiff_inactive__)) double underscores(double x);
struct [[autodiff::inactive]] options { double tolerance; };
struct __attribute__((autodiff_inactive)) gnu_options { double tolerance; };
struct behind { double tolerance; } __attribute__((autodiff_inactive));

[[autodiff::grad(z)]] double unknown(double x); // expected-error {{'z' is not a parameter of 'unknown'; its parameters are 'x'}}
[[autodiff::grad]] int integers(int n); // expected-error {{cannot differentiate 'integers': no parameter has a differentiable type}}
[[autodiff::grad]] double variadic(double x, ...); // expected-error {{cannot differentiate variadic function 'variadic'; declare its parameters, or remove 'autodiff::grad'}}
__attribute__((autodiff_grad)) double gnu_variadic(double x, ...); // expected-error {{cannot differentiate variadic function 'gnu_variadic'; declare its parameters, or remove 'autodiff_grad'}}
__attribute__((autodiff_grad)) double variable; // expected-error {{does not apply here}}
