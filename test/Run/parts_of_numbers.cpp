// frexp, modf, remquo, sincos and their like: functions with two results, one
// of them in memory; scaling, neighbours and integers. Values by closed forms.
// SANITIZE
#include "check.h"

#include <limits>

namespace {

template <class T> T mantissaSquared(T x) {
  int e;
  const T m = std::frexp(x, &e);
  return m * m + e; // m = x / 2^e
}
template <class T> T backTogether(T x) {
  int e;
  const T m = std::frexp(x, &e);
  return std::ldexp(m * m, e) + std::scalbn(m, e + 2) + std::scalbln(m, 3L);
}
template <class T> T fraction(T x) {
  T whole;
  const T part = std::modf(x, &whole);
  return part * part + 5 * whole;
}
template <class T> T overItself(T x) { // modf(x, &x)
  const T part = std::modf(x, &x);
  return part * part + x;
}
template <class T> T rest(T x, T y) {
  int quotient;
  const T r = std::remquo(x, y, &quotient);
  return r * r + quotient;
}
void sineAndCosine(float x, float *s, float *c) { sincosf(x, s, c); }
void sineAndCosine(double x, double *s, double *c) { sincos(x, s, c); }
void sineAndCosine(long double x, long double *s, long double *c) {
  sincosl(x, s, c);
}
template <class T> T angle(T x) {
  T s, c;
  sineAndCosine(x, &s, &c);
  return s * c * c;
}
template <class T> T stepped(T x) {
  return std::nextafter(x * x, T(1000)) + std::nexttoward(x, -1000.0L);
}
template <class T> T integers(T x) {
  return x * (std::lround(x) + std::llround(x) + std::lrint(x) +
              std::llrint(x) + std::ilogb(x)) +
         std::logb(x) + std::rint(x) + std::nearbyint(x);
}
template <class T> T distances(T x, T y) {
  return std::fdim(x, y) * x + std::remainder(x, y) * y + std::fma(x, y, x);
}

/// Both modes against a closed form.
template <class T, T (*F)(T)>
void one(Check &check, const char *what, T x, T want) {
  const T tolerance = 16 * std::numeric_limits<T>::epsilon();
  check.near(what, autodiff::derivative<F>(x), want, tolerance);
  check.near(what, autodiff::jvp<F>(x, T(1)), want, tolerance);
  check.near(what, autodiff::value_and_gradient<F>(x).first, F(x), 0);
}
template <class T, T (*F)(T, T)>
void two(Check &check, const char *what, T x, T y, T wantX, T wantY) {
  const T tolerance = 16 * std::numeric_limits<T>::epsilon();
  auto [dx, dy] = autodiff::gradient<F>(x, y);
  check.near(what, dx, wantX, tolerance);
  check.near(what, dy, wantY, tolerance);
  const std::tuple<T, T> at(x, y), along(1, 2);
  check.near(what, autodiff::jvp<F>(at, along), wantX + 2 * wantY, tolerance);
}

template <class T> void numbers(Check &check) {
  const T x = T(6.625), m = x / 8;
  one<T, mantissaSquared<T>>(check, "frexp", x, 2 * m / 8);
  one<T, mantissaSquared<T>>(check, "frexp, negative", -x, -2 * m / 8);
  one<T, mantissaSquared<T>>(check, "frexp of zero", 0, 0);
  one<T, backTogether<T>>(check, "ldexp of frexp", x, 2 * m + 4 + 1);
  one<T, fraction<T>>(check, "modf", x, 2 * T(0.625));
  one<T, fraction<T>>(check, "modf, negative", -x, -2 * T(0.625));
  one<T, overItself<T>>(check, "modf over its argument", x, 2 * T(0.625));
  two<T, rest<T>>(check, "remquo", x, 4, 2 * T(-1.375), -2 * 2 * T(-1.375));
  const T s = std::sin(x), c = std::cos(x);
  one<T, angle<T>>(check, "sincos", x, c * c * c - 2 * s * s * c);
  one<T, stepped<T>>(check, "nextafter", x, 2 * x + 1);
  one<T, integers<T>>(check, "integers", x, 4 * 7 + 2);
  two<T, distances<T>>(check, "distances", x, 4, 2 * x - 4 + 4 + 5,
                       -x + -T(1.375) - 4 * 2 + x);
}

/// User memory receives the bits that the library writes.
void splitAll(const double *x, double *parts, int *exponents, double *wholes,
              int n) {
  for (int i = 0; i < n; ++i) {
    parts[i] = std::frexp(x[i], &exponents[i]);
    parts[i] *= std::modf(x[i], &wholes[i]);
  }
}

void memoryOfTheUser(Check &check) {
  constexpr int n = 7;
  const double infinity = std::numeric_limits<double>::infinity();
  const double x[n] = {6.625, -0.0, 0.0, infinity, -infinity, -3.0, 1e-300};
  double parts[n], wholes[n], wantParts[n], wantWholes[n];
  int exponents[n], wantExponents[n];
  double dx[n] = {}, dParts[n], dWholes[n];
  for (int i = 0; i < n; ++i)
    dParts[i] = 1, dWholes[i] = 3;
  splitAll(x, wantParts, wantExponents, wantWholes, n);
  autodiff::gradient<splitAll>(
      autodiff::active(x, dx), autodiff::active(parts, dParts),
      autodiff::constant(exponents), autodiff::active(wholes, dWholes), n);
  for (int i = 0; i < n; ++i) {
    check.near("parts", parts[i], wantParts[i], 0);
    check.near("wholes", wholes[i], wantWholes[i], 0);
    check.equal("sign of part", std::signbit(parts[i]),
                std::signbit(wantParts[i]));
    check.equal("sign of whole", std::signbit(wholes[i]),
                std::signbit(wantWholes[i]));
    if (std::isfinite(x[i]))
      check.equal("exponents", exponents[i], wantExponents[i]);
  }
  // (x / 8) * (x - 6) and (x / 4) * (x + 3)
  check.near("slope", dx[0], (2 * 6.625 - 6) / 8);
  check.near("slope at an integer", dx[5], -0.75);
  check.near("slope of a small number", dx[6],
             2 * std::frexp(x[6], &exponents[0]));
}

} // namespace

int main() {
  Check check("parts_of_numbers");
  numbers<float>(check);
  numbers<double>(check);
  numbers<long double>(check);
  memoryOfTheUser(check);
  return check.done();
}
