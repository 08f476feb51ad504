// j0 j1 jn y0 y1 yn: the derivatives of those of the first kind against their
// power series, of the second kind through the Wronskian.
#include "check.h"

#include <limits>

namespace {

#define FUNCTIONS(T, suffix)                                                   \
  T bessel0(T x) { return j0##suffix(x); }                                     \
  T bessel1(T x) { return j1##suffix(x); }                                     \
  T besselN(T x, int n) { return jn##suffix(n, x); }                           \
  T second0(T x) { return y0##suffix(x); }                                     \
  T second1(T x) { return y1##suffix(x); }                                     \
  T secondN(T x, int n) { return yn##suffix(n, x); }
FUNCTIONS(float, f)
FUNCTIONS(double, )
FUNCTIONS(long double, l)

template <class T> T firstKind(T x, int n) { return besselN(x, n); }
template <class T> T firstKind0(T x) { return bessel0(x); }
template <class T> T firstKind1(T x) { return bessel1(x); }
template <class T> T secondKind(T x, int n) { return secondN(x, n); }
template <class T> T secondKind0(T x) { return second0(x); }
template <class T> T secondKind1(T x) { return second1(x); }

/// d/dx of the series sum (-1)^k (x/2)^(2k+n) / (k! (k+n)!).
long double slopeOfSeries(int n, long double x) {
  if (n < 0)
    return n % 2 ? -slopeOfSeries(-n, x) : slopeOfSeries(-n, x);
  long double sum = 0;
  for (int k = 0; k < 60; ++k) {
    const int power = 2 * k + n;
    if (power == 0)
      continue;
    long double term = power / 2.0L;
    for (int i = 1; i < power; ++i)
      term *= x / 2;
    for (int i = 1; i <= k; ++i)
      term /= i;
    for (int i = 1; i <= k + n; ++i)
      term /= i;
    sum += k % 2 ? -term : term;
  }
  return sum;
}

template <class T> void ofTheFirstKind(Check &check) {
  const T tolerance = 16 * std::numeric_limits<T>::epsilon();
  for (T x : {T(0), T(1e-5), T(0.5), T(1), T(2.40625), T(3.8125), T(7.5),
              T(-1.25), T(-6)}) {
    check.near("j0", autodiff::derivative<firstKind0<T>>(x),
               slopeOfSeries(0, x), tolerance);
    check.near("j1", autodiff::derivative<firstKind1<T>>(x),
               slopeOfSeries(1, x), tolerance);
    for (int n = -3; n <= 6; ++n) {
      auto [dx] = autodiff::gradient<firstKind<T>>(x, n);
      check.near("jn", dx, slopeOfSeries(n, x), tolerance);
      check.near(
          "jn, forward",
          autodiff::jvp<firstKind<T>>(std::make_tuple(x, n), std::tuple<T>(1)),
          slopeOfSeries(n, x), tolerance);
    }
  }
}

/// J Y' - J' Y = 2 / (pi x).
template <class T> void ofTheSecondKind(Check &check) {
  const T tolerance = 64 * std::numeric_limits<T>::epsilon();
  const long double pi = 3.14159265358979323846264338327950288L;
  for (T x : {T(0.125), T(0.5), T(1), T(2.5), T(7.5), T(30)}) {
    auto compare = [&](const char *what, T j, T dj, T y, T dy) {
      const long double scale = 1 + std::fabs(dj * y) + std::fabs(j * dy);
      check.near(what, (j * dy - dj * y) / scale, 2 / (pi * x) / scale,
                 tolerance);
    };
    compare("y0", bessel0(x), autodiff::derivative<firstKind0<T>>(x),
            second0(x), autodiff::derivative<secondKind0<T>>(x));
    compare("y1", bessel1(x), autodiff::derivative<firstKind1<T>>(x),
            second1(x), autodiff::derivative<secondKind1<T>>(x));
    for (int n = -3; n <= 5; ++n) {
      auto [dj] = autodiff::gradient<firstKind<T>>(x, n);
      auto [dy] = autodiff::gradient<secondKind<T>>(x, n);
      compare("yn", besselN(x, n), dj, secondN(x, n), dy);
    }
  }
}

} // namespace

int main() {
  Check check("bessel_functions");
  ofTheFirstKind<float>(check);
  ofTheFirstKind<double>(check);
  ofTheFirstKind<long double>(check);
  ofTheSecondKind<float>(check);
  ofTheSecondKind<double>(check);
  ofTheSecondKind<long double>(check);
  return check.done();
}
