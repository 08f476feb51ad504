// rules.cpp - Is each row of MathRules.def the derivative of its function?
//
// Generated from the table itself: every row is differentiated in reverse and
// forward mode at points of its box and compared with central differences of
// the C library's long double function. A new row needs no edit here, but one
// with two results, which the library returns in ways of its own, its overloads
// below, and an intrinsic that the library lacks its test in test/unit.
// PRECISION picks the number type: 1 float, 2 double, 3 long double.
#include "differences.h"

#define MATH_RULE_1(name, ddx, singular, lo, hi)                               \
  namespace rule_##name {                                                      \
    static Real f(Real x) { return LIBM(name)(x); }                            \
    NOINLINE static void test(Check &check) {                                  \
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
    NOINLINE static void test(Check &check) {                                  \
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
    NOINLINE static void test(Check &check) {                                  \
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

#define INTEGER_RULE(name, Integer, function, reference, lo, hi, nlo, nhi)     \
  namespace rule_##name {                                                      \
    static Real f(Real x, Integer n) { return function(x, n); }                \
    NOINLINE static void test(Check &check) {                                  \
      Comparison byX(check, #name, 'x');                                       \
      forPoints([&](long double u, long double v, long double) {               \
        const Integer n = nlo + static_cast<int>(v * (nhi - nlo + 1));         \
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
  INTEGER_RULE(name, int, LIBM(name), name##l, lo, hi, nlo, nhi)
#define MATH_RULE_LONG(name, ddx, singular, lo, hi, nlo, nhi)                  \
  INTEGER_RULE(name, long, LIBM(name), name##l, lo, hi, nlo, nhi)
#define MATH_RULE_INTRINSIC(name, ddx, singular, lo, hi, nlo, nhi)             \
  INTEGER_RULE(name, int, LIBM(__builtin_##name), __builtin_##name##l, lo, hi, \
               nlo, nhi)
// The order comes first in the library, last here.
#define MATH_RULE_ORDER(name, ddx, singular, nlo, nhi, lo, hi)                 \
  static Real name##_of(Real x, int n) { return LIBM(name)(n, x); }            \
  static long double reference_##name(long double x, int n) {                  \
    return name##l(n, x);                                                      \
  }                                                                            \
  INTEGER_RULE(name, int, name##_of, reference_##name, lo, hi, nlo, nhi)

#define RESULT_1(name, what, function, reference, lo, hi)                      \
  namespace rule_##name {                                                      \
    NOINLINE static void test_##what(Check &check) {                           \
      Comparison byX(check, #name " (" #what ")", 'x');                        \
      forPoints([&](long double u, long double, long double) {                 \
        const Real x = inside(lo, hi, u);                                      \
        byX.compare(difference(reference<long double>, x, lo, hi), x,          \
                    autodiff::derivative<function<Real>>(x),                   \
                    autodiff::jvp<function<Real>>(x, Real(1)));                \
      });                                                                      \
    }                                                                          \
  }
#define MATH_RULE_PAIR(name, drdx, dsdx, singular, lo, hi)                     \
  RESULT_1(name, first, name##_first, name##_first, lo, hi)                    \
  RESULT_1(name, second, name##_second, name##_second, lo, hi)                 \
  namespace rule_##name {                                                      \
    NOINLINE static void test(Check &check) {                                  \
      test_first(check), test_second(check);                                   \
    }                                                                          \
  }
#define MATH_RULE_PAIR_INT(name, drdx, singular, lo, hi)                       \
  RESULT_1(name, first, name##_first, name##_first, lo, hi)                    \
  namespace rule_##name {                                                      \
    NOINLINE static void test(Check &check) { test_first(check); }             \
  }

/// The overload for float and long double of each function with two results.
#define OVERLOAD_NUMBERS(name, namef, namel)                                   \
  static float name##_of(float x, float *s) { return namef(x, s); }            \
  static double name##_of(double x, double *s) { return name(x, s); }          \
  static long double name##_of(long double x, long double *s) {                \
    return namel(x, s);                                                        \
  }
#define OVERLOAD_INTEGER(name, namef, namel)                                   \
  static float name##_of(float x, int *s) { return namef(x, s); }              \
  static double name##_of(double x, int *s) { return name(x, s); }             \
  static long double name##_of(long double x, int *s) { return namel(x, s); }
#define FIRST(name, Second)                                                    \
  template <class T> static T name##_first(T x) {                              \
    Second s;                                                                  \
    return name##_of(x, &s);                                                   \
  }
#define SECOND(name)                                                           \
  template <class T> static T name##_second(T x) {                             \
    T s;                                                                       \
    name##_of(x, &s);                                                          \
    return s;                                                                  \
  }

static float sincos_of(float x, float *c) {
  float s;
  return sincosf(x, &s, c), s;
}
static double sincos_of(double x, double *c) {
  double s;
  return sincos(x, &s, c), s;
}
static long double sincos_of(long double x, long double *c) {
  long double s;
  return sincosl(x, &s, c), s;
}
OVERLOAD_NUMBERS(modf, modff, modfl)
OVERLOAD_INTEGER(frexp, frexpf, frexpl)
OVERLOAD_INTEGER(lgamma_r, lgammaf_r, lgammal_r)
FIRST(sincos, T)
SECOND(sincos)
FIRST(modf, T)
SECOND(modf)
FIRST(frexp, int)
FIRST(lgamma_r, int)

// remquo is all of its kind.
#define MATH_RULE_PAIR_INT_2(name, drdx, drdy, singular, xlo, xhi, ylo, yhi)   \
  namespace rule_##name {                                                      \
    static Real f(Real x, Real y) {                                            \
      int s;                                                                   \
      return LIBM(name)(x, y, &s);                                             \
    }                                                                          \
    static long double reference(long double x, long double y) {               \
      int s;                                                                   \
      return name##l(x, y, &s);                                                \
    }                                                                          \
    NOINLINE static void test(Check &check) {                                  \
      Comparison byX(check, #name, 'x'), byY(check, #name, 'y');               \
      forPoints([&](long double u, long double v, long double) {               \
        const Real x = inside(xlo, xhi, u), y = inside(ylo, yhi, v);           \
        auto [dx, dy] = autodiff::gradient<f>(x, y);                           \
        const std::tuple<Real, Real> at(x, y), e1(1, 0), e2(0, 1);             \
        byX.compare(difference([&](long double t) { return reference(t, y); }, \
                               x, xlo, xhi),                                   \
                    x, dx, autodiff::jvp<f>(at, e1));                          \
        byY.compare(difference([&](long double t) { return reference(x, t); }, \
                               y, ylo, yhi),                                   \
                    y, dy, autodiff::jvp<f>(at, e2));                          \
      });                                                                      \
    }                                                                          \
  }

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
#define MATH_RULE_LONG(name, ddx, singular, lo, hi, nlo, nhi)                  \
  rule_##name::test(check);
#define MATH_RULE_ORDER(name, ddx, singular, nlo, nhi, lo, hi)                 \
  rule_##name::test(check);
#define MATH_RULE_INTRINSIC(name, ddx, singular, lo, hi, nlo, nhi)             \
  rule_##name::test(check);
#define MATH_RULE_PAIR(name, drdx, dsdx, singular, lo, hi)                     \
  rule_##name::test(check);
#define MATH_RULE_PAIR_INT(name, drdx, singular, lo, hi)                       \
  rule_##name::test(check);
#define MATH_RULE_PAIR_INT_2(name, drdx, drdy, singular, xlo, xhi, ylo, yhi)   \
  rule_##name::test(check);
#include "Rules/MathRules.def"
  return check.done();
}
