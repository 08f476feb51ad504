// Constrained operations, of a program that may run in another rounding mode:
// the same derivatives, and under the mode of the caller.
// FLAGS: -ffp-model=strict
// SANITIZE
#include "check.h"

#include <cfenv>

namespace {

double polynomial(double x) {
  double sum = 0;
  for (int i = 1; i < 6; ++i)
    sum += std::sin(x * i) / (x + i) - std::sqrt(x) * std::fma(x, x, -1.0);
  return sum;
}
double polynomialSlope(double x) {
  double sum = 0;
  for (int i = 1; i < 6; ++i)
    sum += i * std::cos(x * i) / (x + i) - std::sin(x * i) / (x + i) / (x + i) -
           (x * x - 1) / (2 * std::sqrt(x)) - std::sqrt(x) * 2 * x;
  return sum;
}
double branches(double x) {
  if (x == 2)
    return x * x * x; // its slope is that of the cube
  const float narrow = static_cast<float>(x);
  const int whole = static_cast<int>(x);
  return x < 1 ? -x : narrow * static_cast<double>(narrow) + whole + 1e-3 * x;
}
__attribute__((noinline)) double recursive(double x, int n) {
  return n == 0 ? x : std::exp(-x) * recursive(x * x, n - 1);
}
double calls(double x) { return recursive(x, 3); }
double parts(double x) {
  int e;
  double whole;
  return std::modf(x, &whole) * std::frexp(x, &e) + std::pow(x, 2.5) + e;
}
double quotient(double x, double y) { return x / y; }

} // namespace

int main() {
  Check check("strict_floating_point");
  check.scalar<polynomial>("polynomial", 1.25, polynomialSlope(1.25));
  check.near("equality", autodiff::derivative<branches>(2.0), 12);
  check.near("narrow", autodiff::derivative<branches>(3.5), 7.001L);
  check.near("left", autodiff::derivative<branches>(0.5), -1);
  const double x = 0.5; // x^8 exp(-(x + x^2 + x^4))
  const double value = std::pow(x, 8) * std::exp(-(x + x * x + x * x * x * x));
  check.scalar<calls>("recursion", x,
                      value * (8 / x - (1 + 2 * x + 4 * x * x * x)));
  check.scalar<parts>("parts", 3.25,
                      (2 * 3.25 - 3) / 4 + 2.5 * std::pow(3.25, 1.5));
  // The slope of a quotient is rounded as the caller asks.
  const volatile double three = 3;
  std::fesetround(FE_UPWARD);
  const double up = std::get<0>(autodiff::gradient<quotient>(1.0, three));
  std::fesetround(FE_DOWNWARD);
  const double down = std::get<0>(autodiff::gradient<quotient>(1.0, three));
  std::fesetround(FE_TONEAREST);
  check.isTrue("rounded up", up > down);
  return check.done();
}
