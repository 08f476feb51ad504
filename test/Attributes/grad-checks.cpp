// A function marked grad that cannot have a derivative is an error in the front
// end, at the declaration.
// RUN: %clangxx -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

struct Opaque;
struct Vector { double a; int n; };
struct Integers { int n; int *p; Integers *next; };
struct Span { double *p; int n; };
struct ConstSpan { const double *p; int n; };
struct [[autodiff::inactive]] Settings { double tolerance; };
struct Cache { mutable double last; };

[[autodiff::grad]] int no_input(int n); // expected-error {{cannot differentiate 'no_input': no parameter has a differentiable type; give it a parameter of floating-point type, or a pointer or reference to one}}
[[autodiff::grad]] double integers(int *, Integers, Integers &, unsigned char, bool); // expected-error {{no parameter has a differentiable type}}
[[autodiff::grad]] double nothing(); // expected-error {{no parameter has a differentiable type}}
[[autodiff::grad]] double callback(double (*)(double)); // expected-error {{no parameter has a differentiable type}}
[[autodiff::grad]] double settings(const Settings &); // expected-error {{no parameter has a differentiable type}}
[[autodiff::grad]] double inactive([[autodiff::inactive]] double x, int n); // expected-error {{no parameter has a differentiable type}}

[[autodiff::grad]] void no_output(double, const double *, const Vector &, ConstSpan); // expected-error {{cannot differentiate 'no_output': it has neither a differentiable result nor an output parameter; return a floating-point value, or write one through a pointer or reference to non-const}}
[[autodiff::grad]] int by_value(Vector); // expected-error {{neither a differentiable result nor an output parameter}}
[[autodiff::grad]] auto deduced(double x) { return 1; } // expected-error {{neither a differentiable result nor an output parameter}}

[[autodiff::grad]] double variadic(double, ...); // expected-error {{cannot differentiate variadic function 'variadic'; declare its parameters, or remove 'autodiff::grad'}}
[[autodiff::grad(n)]] double named(double x, int n); // expected-error {{cannot differentiate 'named' with respect to 'n' of type 'int': the type holds no floating-point value; remove it from the arguments of 'autodiff::grad'}}

[[autodiff::grad(x)]] double conflict(double x, double y);
[[autodiff::grad(y)]] double conflict(double x, double y); // expected-error {{'conflict' is marked 'autodiff::grad' with different parameters on different declarations; write the same list on each}}
[[autodiff::grad(x)]] double agreed(double x, double y);
double agreed(double x, double y);
[[autodiff::grad(x)]] double agreed(double x, double y);
[[using autodiff: grad, inactive]] double both(double x); // expected-error {{'both' is marked both 'autodiff::grad' and inactive; remove one of the two}}

[[autodiff::grad]] void pointer(double, double *);
[[autodiff::grad]] void span(double, Span);
[[autodiff::grad]] void reference(double, Vector &);
[[autodiff::grad]] void opaque(double, Opaque *);
[[autodiff::grad]] void memory(const void *, void *);
[[autodiff::grad]] void through_const(const Cache &);
[[autodiff::grad]] double array(const double (&)[3], float, long double);
[[autodiff::grad]] _Complex double complex(_Complex double);
[[autodiff::grad(x)]] double named_float(double x, int n);
[[autodiff::grad]] auto deduced_float(double x) { return x; }

template <class T> [[autodiff::grad]] T generic(T x) { return x; } // expected-error {{cannot differentiate 'generic<int>': no parameter}}
double good = generic(1.0);
int bad = generic(1); // expected-note {{in the instantiation of 'generic<int>' requested here}}

template <class T> struct Model {
  T weight;
  [[autodiff::grad]] double evaluate(int n) { return weight * n; } // expected-error {{cannot differentiate 'Model<int>::evaluate': no parameter}}
  [[autodiff::grad(t)]] static double fixed(T t) { return t; } // expected-error {{cannot differentiate 'Model<int>::fixed' with respect to 't' of type 'int'}}
};
double a = Model<double>().evaluate(1) + Model<double>::fixed(2);
double b = Model<int>().evaluate(1); // expected-note {{in the instantiation of 'Model<int>::evaluate' requested here}}
double c = Model<int>::fixed(1); // expected-note {{in the instantiation of 'Model<int>::fixed' requested here}}

template <class T> [[autodiff::grad]] T explicitly(T x) { return x; } // expected-error {{cannot differentiate 'explicitly<int>'}}
template double explicitly<double>(double);
template int explicitly<int>(int); // expected-note {{requested here}}

struct Net {
  double weight;
  [[autodiff::grad]] double evaluate(int n);
  [[autodiff::grad]] void train(int n);
  [[autodiff::grad]] void look(int n) const; // expected-error {{cannot differentiate 'Net::look': it has neither}}
  [[autodiff::grad]] static double fixed(int n); // expected-error {{cannot differentiate 'Net::fixed': no parameter}}
};

namespace n {
[[autodiff::grad]] double inside(int); // expected-error {{cannot differentiate 'n::inside'}}
extern "C" {
[[autodiff::grad]] double in_c(int); // expected-error {{cannot differentiate 'n::in_c'}}
}
} // namespace n

[[autodiff::grad]] double redeclared(int);
[[autodiff::grad]] double redeclared(int); // expected-error {{cannot differentiate 'redeclared'}}

void body() {
  struct Local {
    [[autodiff::grad]] double f(int) { return 0; } // expected-error {{cannot differentiate 'body()::Local::f'}}
  };
}
