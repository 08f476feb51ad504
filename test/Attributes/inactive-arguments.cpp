// inactive has no argument list in any spelling.
// RUN: %clangxx -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

[[autodiff::inactive]] double plain(double x);
[[autodiff::inactive()]] double empty(double x); // expected-error {{attribute 'autodiff::inactive' takes no arguments; write 'autodiff::inactive' alone}}
[[autodiff::inactive(x)]] double name(double x); // expected-error {{attribute 'autodiff::inactive' takes no arguments}}
[[autodiff::inactive(1, "a" +)]] double garbage(double x); // expected-error {{attribute 'autodiff::inactive' takes no arguments}}
[[autodiff::inactive(x]] double unclosed(double x); // expected-error {{the arguments of attribute 'autodiff::inactive' lack their ')'; close the list}}
__attribute__((autodiff_inactive(1))) double gnu(double x); // expected-error {{attribute 'autodiff_inactive' takes no arguments; write 'autodiff_inactive' alone}}
void parameter([[autodiff::inactive(x)]] double x); // expected-error {{takes no arguments}}
struct [[autodiff::inactive(S)]] S { // expected-error {{takes no arguments}}
  [[autodiff::inactive(2)]] double field; // expected-error {{takes no arguments}}
};
