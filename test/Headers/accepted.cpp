// What may be an argument, and the type of its entry in the result.
//
// RUN: %clangxx -std=c++17 %hdr -Wall -Wextra -pedantic -Werror -fsyntax-only %s
// RUN: %clangxx -std=c++20 %hdr -Wall -Wextra -pedantic -Werror -fsyntax-only %s
// RUN: %clangxx -std=c++23 %hdr -Wall -Wextra -pedantic -Werror -fsyntax-only %s
// RUN: %clangxx -std=c++17 %hdr -E %s -o %t.ii
// RUN: %clangxx -std=c++17 %hdr -M %s -o %t.d
// RUN: sh -c "command -v g++ > %t.which || exit 0; g++ -std=c++17 %hdr -Wall -Wextra -pedantic -fsyntax-only %s"
#include <autodiff/autodiff.h>

#include <list>
#include <map>
#include <random>
#include <sstream>
#include <string>

template <class T, class U> constexpr bool same = std::is_same_v<T, U>;
template <class... T> using Entries = std::tuple<T...>;

// Numbers: the parameter's type, whatever was passed.
double numbers(float, double, long double);
static_assert(same<decltype(autodiff::gradient<numbers>(1, 2.0f, 3)),
                   Entries<float, double, long double>>);
double square(double);
static_assert(same<decltype(autodiff::derivative<square>(2)), double>);
static_assert(same<decltype(autodiff::value_and_gradient<square>(2.0)),
                   std::pair<double, Entries<double>>>);

// A result by reference is taken by value.
const double &choose(const double &, const double &);
static_assert(same<decltype(autodiff::gradient<choose>(1.0, 2.0)),
                   Entries<double, double>>);

// Arguments without a derivative.
enum class Kind { A, B };
double carried(double, int, bool, Kind, std::string, std::string_view,
               const char *, double (*)(double), std::mt19937 &,
               std::ostream &, std::vector<int>);
Entries<double> carry(std::mt19937 &engine, std::ostream &out) {
  return autodiff::gradient<carried>(1.0, 2, true, Kind::A, "s",
                                     std::string("v"), "c", square, engine, out,
                                     std::vector<int>(3));
}

// Containers and aggregates.
struct Inner {
  double m[3][2];
  std::optional<double> o;
};
struct Outer {
  double x;
  Inner inner;
  std::vector<std::vector<float>> rows;
  std::string name;
  unsigned bits : 3;
  const char *label;
};
using Map = std::map<std::string, std::vector<double>>;
double containers(const Outer &, std::vector<double>, const double (&)[2],
                  std::array<float, 4>, std::pair<double, int>,
                  std::tuple<float, std::string>, std::complex<double>,
                  std::list<float>, Map, std::variant<int, double> &);
using ContainerEntries =
    Entries<Outer, std::vector<double>, std::array<double, 2>,
            std::array<float, 4>, std::pair<double, int>,
            std::tuple<float, std::string>, std::complex<double>,
            std::list<float>, Map, std::variant<int, double>>;
ContainerEntries contain(const Outer &o, const double (&a)[2],
                         std::variant<int, double> &v) {
  return autodiff::gradient<containers>(
      o, std::vector<double>(3), a, std::array<float, 4>(),
      std::pair<double, int>(), std::tuple<float, std::string>(), 1.0,
      std::list<float>(), Map(), v);
}

// A class with a zero_like, and a member function.
class Hidden {
  double x;

public:
  explicit Hidden(double x) : x(x) {}
  double get() const noexcept { return x; }
  double times(double y) { return x * y; }
  friend Hidden zero_like(const Hidden &) { return Hidden(0); }
};
Entries<Hidden> member(const Hidden &h) {
  return autodiff::gradient<&Hidden::get>(h);
}
Entries<Hidden, double> memberWithArgument(Hidden &h) {
  return autodiff::gradient<&Hidden::times>(h, 2.0);
}

// Pointers: no entry, so no result; value_and_gradient has the value.
double loss(const double *, int);
void copyTo(const float *, float *);
void pointers(const double *w, double *dw, float *y, float *dy) {
  static_assert(
      same<decltype(autodiff::gradient<loss>(autodiff::active(w, dw), 3)), void>);
  static_assert(same<decltype(autodiff::value_and_gradient<loss>(
                         autodiff::active(w, dw), 3)),
                     std::pair<double, Entries<>>>);
  static_assert(same<decltype(autodiff::gradient<copyTo>(
                         autodiff::active(y, dy), autodiff::active(y, dy))),
                     void>);
}

// Objects with the caller's shadow, pointers in a struct among them.
struct View {
  const double *p;
  int n;
};
double viewed(const View &, const std::vector<double> &);
void objects(const View &v, View &dv, const std::vector<double> &q,
             std::vector<double> &dq) {
  autodiff::gradient<viewed>(autodiff::active(v, dv), autodiff::active(q, dq));
  autodiff::gradient<viewed>(autodiff::constant(v), autodiff::active(q, dq));
  static_assert(same<decltype(autodiff::gradient<viewed>(
                         autodiff::constant(v), q)),
                     Entries<std::vector<double>>>);
}

// Callables.
template <class T> struct Cube {
  T operator()(T x) const { return x * x * x; }
};
struct Generic {
  template <class T> T operator()(T x) const { return x; }
};
double overloaded(double);
float overloaded(float);
double callables(double a) {
  double s = autodiff::derivative<Cube<double>>(2.0);
  s += autodiff::derivative<Generic>(2.0);
  s += autodiff::derivative<static_cast<double (*)(double)>(overloaded)>(a);
  s += autodiff::derivative([&](double t) { return a * t; }, a);
  s += autodiff::derivative([=](auto t) { return a * t; }, a);
  s += autodiff::derivative([a](double t) mutable { return a += t; }, a);
  s += autodiff::derivative(square, a);
  s += std::get<0>(autodiff::gradient(Cube<double>(), a));
#if __cplusplus >= 202002L
  s += autodiff::derivative<[](double t) { return t * t; }>(a);
#endif
  return s;
}

#if defined(__cpp_lib_span)
double spanned(std::span<const double>);
void spans(std::span<const double> x, std::span<double> dx) {
  autodiff::gradient<spanned>(autodiff::active(x, dx));
}
#endif
