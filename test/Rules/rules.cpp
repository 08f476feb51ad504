// rules.cpp - Is each row of MathRules.def the derivative of its function?
//
// Generated from the table itself: every row is differentiated in reverse and
// forward mode at points of its box and compared with central differences of
// the C library's long double function. A new row needs no edit here.
// PRECISION picks the number type: 1 float, 2 double, 3 long double.
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

namespace {

/// A derivative by differences, the second derivative (roughly), and how far
/// the first may be off.
struct Difference {
  long double first, second, error;
};

/// Central differences of order eight, for steps that halve; of two neighbours
/// that agree best the second. The stencil stays inside [lo, hi].
template <class F>
Difference difference(F f, long double x, long double lo, long double hi) {
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

  void compare(Difference want, long double x, Real reverse, Real forward) {
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

  ~Comparison() {
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
template <class F> void forPoints(F f) {
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

#define MATH_RULE_1(name, ddx, singular, lo, hi)                               \
  namespace rule_##name {                                                      \
    static Real f(Real x) { return LIBM(name)(x); }                            \
    static void test(Check &check) {                                           \
      Comparison byX(check, #name, 'x');                                       \
      forPoints([&](long double u, long double, long double) {                 \
        const Real x = inside(lo, hi, u);                                      \
        byX.compare(                                                           \
            difference([](long double t) { return name##l(t); }, x, lo, hi),   \
            x, autodiff::derivative<f>(x), autodiff::jvp<f>(x, Real(1)));      \
      });                                                                      \
    }                                                                          \
  }

#define MATH_RULE_2(name, ddx, ddy, singular, xlo, xhi, ylo, yhi)              \
  namespace rule_##name {                                                      \
    static Real f(Real x, Real y) { return LIBM(name)(x, y); }                 \
    static void test(Check &check) {                                           \
      Comparison byX(check, #name, 'x'), byY(check, #name, 'y');               \
      forPoints([&](long double u, long double v, long double) {               \
        const Real x = inside(xlo, xhi, u), y = inside(ylo, yhi, v);           \
        auto [dx, dy] = autodiff::gradient<f>(x, y);                           \
        const std::tuple<Real, Real> at(x, y), e1(1, 0), e2(0, 1);             \
        byX.compare(difference([&](long double t) { return name##l(t, y); },   \
                               x, xlo, xhi),                                   \
                    x, dx, autodiff::jvp<f>(at, e1));                          \
        byY.compare(difference([&](long double t) { return name##l(x, t); },   \
                               y, ylo, yhi),                                   \
                    y, dy, autodiff::jvp<f>(at, e2));                          \
      });                                                                      \
    }                                                                          \
  }

#define MATH_RULE_3(name, ddx, ddy, ddz, singular, lo, hi)                     \
  namespace rule_##name {                                                      \
    static Real f(Real x, Real y, Real z) { return LIBM(name)(x, y, z); }      \
    static void test(Check &check) {                                           \
      Comparison byX(check, #name, 'x'), byY(check, #name, 'y'),               \
          byZ(check, #name, 'z');                                              \
      forPoints([&](long double u, long double v, long double w) {             \
        const Real x = inside(lo, hi, u), y = inside(lo, hi, v),               \
                   z = inside(lo, hi, w);                                      \
        auto [dx, dy, dz] = autodiff::gradient<f>(x, y, z);                    \
        const std::tuple<Real, Real, Real> at(x, y, z), e1(1, 0, 0),           \
            e2(0, 1, 0), e3(0, 0, 1);                                          \
        byX.compare(                                                           \
            difference([&](long double t) { return name##l(t, y, z); }, x, lo, \
                       hi),                                                    \
            x, dx, autodiff::jvp<f>(at, e1));                                  \
        byY.compare(                                                           \
            difference([&](long double t) { return name##l(x, t, z); }, y, lo, \
                       hi),                                                    \
            y, dy, autodiff::jvp<f>(at, e2));                                  \
        byZ.compare(                                                           \
            difference([&](long double t) { return name##l(x, y, t); }, z, lo, \
                       hi),                                                    \
            z, dz, autodiff::jvp<f>(at, e3));                                  \
      });                                                                      \
    }                                                                          \
  }

#define INTEGER_RULE(name, function, reference, lo, hi, nlo, nhi)              \
  namespace rule_##name {                                                      \
    static Real f(Real x, int n) { return function(x, n); }                    \
    static void test(Check &check) {                                           \
      Comparison byX(check, #name, 'x');                                       \
      forPoints([&](long double u, long double v, long double) {               \
        const int n = nlo + static_cast<int>(v * (nhi - nlo + 1));             \
        const Real x = inside(lo, hi, u);                                      \
        auto [dx] = autodiff::gradient<f>(x, n);                               \
        byX.compare(                                                           \
            difference([&](long double t) { return reference(t, n); }, x, lo,  \
                       hi),                                                    \
            x, dx,                                                             \
            autodiff::jvp<f>(std::make_tuple(x, n), std::tuple<Real>(1)));     \
      });                                                                      \
    }                                                                          \
  }
#define MATH_RULE_INT(name, ddx, singular, lo, hi, nlo, nhi)                   \
  INTEGER_RULE(name, LIBM(name), name##l, lo, hi, nlo, nhi)
#define MATH_RULE_INTRINSIC(name, ddx, singular, lo, hi, nlo, nhi)             \
  INTEGER_RULE(name, LIBM(__builtin_##name), __builtin_##name##l, lo, hi, nlo, \
               nhi)

#include "Rules/MathRules.def"

int main() {
  Check check("rules");
#define MATH_RULE_1(name, ddx, singular, lo, hi) rule_##name::test(check);
#define MATH_RULE_2(name, ddx, ddy, singular, xlo, xhi, ylo, yhi)              \
  rule_##name::test(check);
#define MATH_RULE_3(name, ddx, ddy, ddz, singular, lo, hi)                     \
  rule_##name::test(check);
#define MATH_RULE_INT(name, ddx, singular, lo, hi, nlo, nhi)                   \
  rule_##name::test(check);
#define MATH_RULE_INTRINSIC(name, ddx, singular, lo, hi, nlo, nhi)             \
  rule_##name::test(check);
#include "Rules/MathRules.def"
  return check.done();
}
