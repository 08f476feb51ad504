// check.h - Is this derivative right?
//
// Compares with values that owe nothing to the compiler: closed forms, dual
// numbers (below), differences of the primal. Each comparison that fails prints
// a line; done() is main's result.
#ifndef AUTODIFF_TEST_CHECK_H
#define AUTODIFF_TEST_CHECK_H

#include <autodiff/autodiff.h>

#include <cmath>
#include <cstdio>
#include <tuple>
#include <vector>

/// A value with its tangent in one direction: the reference of programs that
/// are written as templates over the number type.
struct Dual {
  double v = 0, d = 0;
  Dual() = default;
  Dual(double v) : v(v) {}
  Dual(double v, double d) : v(v), d(d) {}
  Dual &operator+=(Dual o) { return v += o.v, d += o.d, *this; }
  Dual &operator-=(Dual o) { return v -= o.v, d -= o.d, *this; }
  Dual &operator*=(Dual o) { return d = d * o.v + v * o.d, v *= o.v, *this; }
  Dual &operator/=(Dual o) {
    return d = (d - v / o.v * o.d) / o.v, v /= o.v, *this;
  }
};
inline Dual operator+(Dual a, Dual b) { return a += b; }
inline Dual operator-(Dual a, Dual b) { return a -= b; }
inline Dual operator*(Dual a, Dual b) { return a *= b; }
inline Dual operator/(Dual a, Dual b) { return a /= b; }
inline Dual operator-(Dual a) { return {-a.v, -a.d}; }
inline bool operator<(Dual a, Dual b) { return a.v < b.v; }
inline bool operator>(Dual a, Dual b) { return a.v > b.v; }
inline bool operator<=(Dual a, Dual b) { return a.v <= b.v; }
inline bool operator>=(Dual a, Dual b) { return a.v >= b.v; }
inline Dual sin(Dual a) { return {std::sin(a.v), std::cos(a.v) * a.d}; }
inline Dual cos(Dual a) { return {std::cos(a.v), -std::sin(a.v) * a.d}; }
inline Dual exp(Dual a) { return {std::exp(a.v), std::exp(a.v) * a.d}; }
inline Dual log(Dual a) { return {std::log(a.v), a.d / a.v}; }
inline Dual sqrt(Dual a) { return {std::sqrt(a.v), a.d / 2 / std::sqrt(a.v)}; }
inline Dual fabs(Dual a) { return a.v < 0 ? -a : a; }
inline double valueOf(double x) { return x; }
inline double valueOf(Dual x) { return x.v; }

/// Derivative at 0 of F, by a central difference of order eight.
template <class F>
[[gnu::noinline]] double differenceAtZero(F f, double h = 4e-3) {
  return (4.0 / 5 * (f(h) - f(-h)) - 1.0 / 5 * (f(2 * h) - f(-2 * h)) +
          4.0 / 105 * (f(3 * h) - f(-3 * h)) -
          1.0 / 280 * (f(4 * h) - f(-4 * h))) /
         h;
}

class Check {
public:
  explicit Check(const char *name) : name(name) {}

  // What checks is compiled once: inlined, it costs most of the time of a test.
  [[gnu::noinline]] void near(const char *what, long double got,
                              long double want,
                              long double tolerance = 1e-12L) {
    ++total;
    // Two NaNs agree, and so do equal infinities; a NaN fails the comparison.
    if (std::isnan(want) ? std::isnan(got) : got == want)
      return;
    if (std::fabs(got - want) <= tolerance * (1 + std::fabs(want)))
      return;
    ++failed;
    std::printf("%s: %s: got %.18Lg, want %.18Lg\n", name, what, got, want);
  }

  void equal(const char *what, long long got, long long want) {
    ++total;
    if (got == want)
      return;
    ++failed;
    std::printf("%s: %s: got %lld, want %lld\n", name, what, got, want);
  }

  void isTrue(const char *what, bool condition) { equal(what, condition, 1); }

  /// F: double(double). Reverse, forward and a difference of F against WANT.
  template <auto F>
  [[gnu::noinline]] void scalar(const char *what, double x, double want,
                                double tolerance = 1e-12) {
    near(label(what, "value by reverse", 0),
         std::get<0>(autodiff::value_and_gradient<F>(x)), F(x), tolerance);
    near(label(what, "reverse", 0), autodiff::derivative<F>(x), want,
         tolerance);
    near(label(what, "forward", 0),
         autodiff::jvp<F>(std::make_tuple(x), std::make_tuple(1.0)), want,
         tolerance);
    near(label(what, "difference", 0),
         differenceAtZero([&](double h) { return F(x + h); }), want, 1e-7);
  }

  /// F: double(const double *, int). Reverse, forward and a difference of F
  /// against WANT, entry by entry.
  template <auto F>
  [[gnu::noinline]] void
  gradient(const char *what, const std::vector<double> &x,
           const std::vector<double> &want, double tolerance = 1e-12) {
    const int n = static_cast<int>(x.size());
    std::vector<double> dx(x.size(), 0.0);
    autodiff::gradient<F>(autodiff::active(x.data(), dx.data()), n);
    for (int i = 0; i < n; ++i) {
      near(label(what, "reverse", i), dx[i], want[i], tolerance);
      std::vector<double> tangent(x.size(), 0.0);
      tangent[i] = 1;
      near(label(what, "forward", i),
           autodiff::jvp<F>(
               std::make_tuple(autodiff::active(x.data(), tangent.data()), n),
               std::tuple<>()),
           want[i], tolerance);
      std::vector<double> moved = x;
      near(label(what, "difference", i), differenceAtZero([&](double h) {
             moved[i] = x[i] + h;
             return F(moved.data(), n);
           }),
           want[i], std::fmax(1e-7, 100 * tolerance));
    }
  }

  /// The same with WANT from dual numbers: G is F over Dual.
  template <auto F, auto G>
  [[gnu::noinline]] void program(const char *what, const std::vector<double> &x,
                                 double tolerance = 1e-12) {
    std::vector<double> want(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      std::vector<Dual> dual(x.begin(), x.end());
      dual[i].d = 1;
      want[i] = G(dual.data(), static_cast<int>(x.size())).d;
    }
    gradient<F>(what, x, want, tolerance);
  }

  int done() const {
    std::printf("%s: %d of %d comparisons failed\n", name, failed, total);
    return failed || !total ? 1 : 0;
  }

private:
  const char *label(const char *what, const char *how, int i) {
    std::snprintf(buffer, sizeof buffer, "%s, %s [%d]", what, how, i);
    return buffer;
  }

  const char *name;
  char buffer[200];
  int failed = 0, total = 0;
};

#endif
