// rules.cpp - Is each row of MathRules.def the derivative of its function?
//
// Generated from the table itself: every row is differentiated in reverse and
// forward mode at points of its box and compared with central differences of
// the C library's long double function. A new row needs no edit here.
// PRECISION picks the number type: 1 float, 2 double, 3 long double.
#include "differences.h"

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
