// differences.h - What is the derivative of a library function, by differences?
//
// Central differences of the C library's long double function, to compare the
// derivatives of the three precisions with.
#ifndef AUTODIFF_TEST_DIFFERENCES_H
#define AUTODIFF_TEST_DIFFERENCES_H

#include "check.h"

#if PRECISION == 1
using Real = float;
#define LIBM(name) name##f
constexpr long double Tolerance = 2e-6L;
#elif PRECISION == 2
using Real = double;
#define LIBM(name) name
constexpr long double Tolerance = 2e-14L;
#else
using Real = long double;
#define LIBM(name) name##l
constexpr long double Tolerance = 2e-15L;
#endif

// Hundreds of small functions: inlined into one, they take minutes to optimise.
#define NOINLINE __attribute__((noinline))

namespace {

/// A derivative by differences, the second derivative (roughly), and how far
/// the first may be off.
struct Difference {
  long double first, second, error;
};

/// Central differences of order eight, for steps that halve; of two neighbours
/// that agree best the second. The stencil stays inside [lo, hi].
template <class F>
NOINLINE Difference difference(F f, long double x, long double lo,
                               long double hi) {
  auto first = [&](long double h) {
    return (4.0L / 5 * (f(x + h) - f(x - h)) -
            1.0L / 5 * (f(x + 2 * h) - f(x - 2 * h)) +
            4.0L / 105 * (f(x + 3 * h) - f(x - 3 * h)) -
            1.0L / 280 * (f(x + 4 * h) - f(x - 4 * h))) /
           h;
  };
  long double h = std::fmin((hi - lo) / 20, std::fmin(x - lo, hi - x) / 4.001L);
  Difference best = {0, 0, HUGE_VALL};
  long double last = first(h);
  for (int i = 0; i < 12; ++i) {
    h /= 2;
    const long double next = first(h);
    const long double error = std::fabs(next - last);
    if (error < best.error)
      best = {next, (f(x + h) - 2 * f(x) + f(x - h)) / (h * h), error};
    last = next;
  }
  return best;
}

/// The partials of one row with respect to one operand, over all points.
class Comparison {
public:
  Comparison(Check &check, const char *name, char operand)
      : check(check), name(name), operand(operand) {}

  NOINLINE void compare(Difference want, long double x, Real reverse,
                        Real forward) {
    // A change of x in its last digit changes the derivative by x times the
    // second derivative, relatively.
    const long double tolerance =
        Tolerance * (1 + std::fabs(want.first) + std::fabs(x * want.second));
    ++points;
    if (want.error > tolerance) // the stencil lies across a kink
      return;
    ++compared;
    char what[200];
    std::snprintf(what, sizeof what, "%s by %c at %.9Lg", name, operand, x);
    // The bound is absolute: near() scales by 1 + |want| itself.
    const long double bound = tolerance / (1 + std::fabs(want.first));
    check.near(what, reverse, want.first, bound);
    check.near(what, forward, want.first, bound);
  }

  NOINLINE ~Comparison() {
    char what[200];
    std::snprintf(what, sizeof what, "%s by %c: %d of %d points compared", name,
                  operand, compared, points);
    check.isTrue(what, compared * 5 >= points * 4);
  }

private:
  Check &check;
  const char *name;
  char operand;
  int points = 0, compared = 0;
};

/// 25 points of a box, spread by the multiples of irrational numbers.
template <class F> NOINLINE void forPoints(F f) {
  long double u = 0.31L, v = 0.17L, w = 0.73L;
  for (int i = 0; i < 25; ++i) {
    u = std::fmod(u + 0.8191725133961645L, 1.0L);
    v = std::fmod(v + 0.6710436067037893L, 1.0L);
    w = std::fmod(w + 0.5497004779019703L, 1.0L);
    f(u, v, w);
  }
}
Real inside(long double lo, long double hi, long double u) {
  return static_cast<Real>(lo + (0.02L + 0.96L * u) * (hi - lo));
}

} // namespace

#endif
