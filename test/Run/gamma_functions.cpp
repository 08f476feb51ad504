// lgamma, tgamma and lgamma_r on the whole line, against digamma by its
// recurrence, its reflection, its duplication and its values at rationals.
#include "check.h"

#include <limits>

namespace {

float logGamma(float x) { return lgammaf(x); }
double logGamma(double x) { return lgamma(x); }
long double logGamma(long double x) { return lgammal(x); }
float logGamma(float x, int *sign) { return lgammaf_r(x, sign); }
double logGamma(double x, int *sign) { return lgamma_r(x, sign); }
long double logGamma(long double x, int *sign) { return lgammal_r(x, sign); }

template <class T> T lg(T x) { return logGamma(x); }
template <class T> T lgSigned(T x) {
  int sign;
  const T value = logGamma(x, &sign);
  return sign * value;
}
template <class T> T tg(T x) { return std::tgamma(x); }

constexpr long double Euler = 0.577215664901532860606512090082402431L;
constexpr long double Pi = 3.14159265358979323846264338327950288L;
constexpr long double Ln2 = 0.693147180559945309417232121458176568L;

/// digamma in long double by another way than the compiler's: the limit of
/// log(N + x) - sum 1/(k + x), whose error an Euler-Maclaurin tail takes away.
long double digamma(long double x) {
  if (x < 0) {
    const long double t = x - std::round(x);
    return digamma(1 - x) - Pi / std::tan(Pi * t);
  }
  constexpr int N = 400;
  long double sum = 0;
  for (int k = N - 1; k >= 0; --k)
    sum += 1 / (x + k);
  const long double y = x + N;
  return std::log(y) - sum - 1 / (2 * y) - 1 / (12 * y * y) +
         1 / (120 * y * y * y * y);
}

template <class T> void onTheLine(Check &check) {
  const long double epsilon = std::numeric_limits<T>::epsilon();
  const long double tolerance = std::fmax(32 * epsilon, 4e-18L);
  for (long double at : {1e-6L,    0.03L,         0.5L,
                         1.0L,     1.3L,          1.4616321449683623L,
                         2.0L,     3.7L,          9.99L,
                         10.01L,   16.5L,         33.3L,
                         170.1L,   1e4L,          1e15L,
                         -1e-5L,   -0.2L,         -0.49L,
                         -0.501L,  -0.504083008L, -0.9L,
                         -1.0625L, -1.573498473L, -2.5L,
                         -3.001L,  -7.25L,        -20.3L,
                         -100.75L, -1000.125L}) {
    const T x = static_cast<T>(at);
    const long double want = digamma(x);
    check.near("lgamma", autodiff::derivative<lg<T>>(x), want, tolerance);
    check.near("lgamma, forward", autodiff::jvp<lg<T>>(x, T(1)), want,
               tolerance);
    int sign;
    lgammal_r(x, &sign);
    check.near("lgamma_r", autodiff::derivative<lgSigned<T>>(x), sign * want,
               tolerance);
    const T value = std::tgamma(x);
    if (std::isfinite(value) &&
        std::fabs(value) > std::numeric_limits<T>::min())
      check.near("tgamma", autodiff::derivative<tg<T>>(x) / value, want,
                 tolerance);
  }
}

/// Digamma identities that need no other implementation of it.
template <class T> void identities(Check &check) {
  auto psi = [](T x) { return autodiff::derivative<lg<T>>(x); };
  const T tolerance = 16 * std::numeric_limits<T>::epsilon();
  check.near("at 1", psi(1), -Euler, tolerance);
  check.near("at 1/2", psi(T(0.5)), -Euler - 2 * Ln2, tolerance);
  check.near("at 1/4", psi(T(0.25)), -Euler - Pi / 2 - 3 * Ln2, tolerance);
  check.near("at -1/2", psi(T(-0.5)), 2 - Euler - 2 * Ln2, tolerance);
  check.near("at -3/2", psi(T(-1.5)), 2 + T(2) / 3 - Euler - 2 * Ln2,
             tolerance);
  for (T x : {T(0.125), T(0.75), T(1.375), T(5.5), T(12.25), T(40.5)}) {
    check.near("recurrence", psi(x + 1) - psi(x), 1 / x, 4 * tolerance);
    check.near("duplication", 2 * psi(2 * x),
               psi(x) + psi(x + T(0.5)) + 2 * Ln2, 4 * tolerance);
    const T cotangent = std::cos(T(Pi) * x) / std::sin(T(Pi) * x);
    check.near("reflection", psi(1 - x) - psi(x), T(Pi) * cotangent,
               40 * tolerance);
  }
  const T infinity = std::numeric_limits<T>::infinity();
  check.near("at infinity", psi(infinity), infinity);
  check.near("at 0", psi(0), -infinity);
  check.near("at -0", psi(T(-0.0)), infinity);
  for (T pole : {T(-1), T(-2), T(-30), -infinity})
    check.isTrue("pole", std::isnan(psi(pole)));
}

double logBeta(double a, double b) {
  return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
}

/// A sum over data, whose derivative is called in a loop.
double logPoisson(const double *rate, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += i * std::log(rate[i]) - rate[i] - std::lgamma(rate[i] + 1);
  return sum;
}

} // namespace

int main() {
  Check check("gamma_functions");
  onTheLine<float>(check);
  onTheLine<double>(check);
  onTheLine<long double>(check);
  identities<float>(check);
  identities<double>(check);
  identities<long double>(check);
  auto [da, db] = autodiff::gradient<logBeta>(2.0, 3.0);
  check.near("beta by a", da, -0.5 - 1.0 / 3 - 0.25, 1e-14L);
  check.near("beta by b", db, -1.0 / 3 - 0.25, 1e-14L);
  std::vector<double> rate = {0.5, 1.5, 2.25, 30, 4}, want;
  for (int i = 0; i < 5; ++i)
    want.push_back(i / rate[i] - 1 - double(digamma(rate[i] + 1)));
  check.gradient<logPoisson>("Poisson", rate, want);
  return check.done();
}
