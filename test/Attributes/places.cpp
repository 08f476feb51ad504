// An attribute in a wrong place is an error, by us or by clang itself.
// RUN: %clangxx -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

[[autodiff::inactive]] double function(double);
void parameter([[autodiff::inactive]] double x);
[[autodiff::inactive]] double variable;
struct [[autodiff::inactive]] Record { [[autodiff::inactive]] double field; };
class [[autodiff::inactive]] Class;
union [[autodiff::inactive]] Union { double d; };
template <class T> struct [[autodiff::inactive]] Template { T field; };
void body() {
  [[autodiff::inactive]] double local;
  [[autodiff::inactive]] static double fixed;
}

[[autodiff::grad]] double grad_variable; // expected-error {{attribute 'autodiff::grad' does not apply here; write it on functions}}
struct [[autodiff::grad]] GradRecord { // expected-error {{does not apply here}}
  [[autodiff::grad]] double field; // expected-error {{does not apply here}}
};
void grad_parameter([[autodiff::grad]] double x); // expected-error {{does not apply here}}
namespace [[autodiff::grad]] grad_namespace {} // expected-error {{does not apply here}}
__attribute__((autodiff_grad)) double gnu_variable; // expected-error {{attribute 'autodiff_grad' does not apply here; write it on functions}}

namespace [[autodiff::inactive]] n {} // expected-error {{attribute 'autodiff::inactive' does not apply here; write it on functions, parameters, variables, fields, structs, classes and unions}}
enum [[autodiff::inactive]] Enum { // expected-error {{does not apply here}}
  Enumerator [[autodiff::inactive]] // expected-error {{does not apply here}}
};
using Alias [[autodiff::inactive]] = double; // expected-error {{does not apply here}}
[[autodiff::inactive]] typedef double Typedef; // expected-error {{does not apply here}}
[[autodiff::inactive]]; // expected-error {{does not apply here}}
double [[autodiff::inactive]] type; // expected-error {{cannot be applied to types}}
struct Derived : [[autodiff::inactive]] Record {}; // expected-error {{cannot be applied to a base specifier}}
void statements(double x) {
  [[autodiff::inactive]] x = 1; // expected-error {{cannot be applied to a statement}}
  [[autodiff::inactive]] label: return; // expected-error {{does not apply here}}
}
[[autodiff::grat]] double misspelt(double x); // expected-warning {{unknown attribute}}
