// complex_rules.cpp - Is each row of ComplexRules.def the derivative of its
// function?
//
// Generated from the table: the real and the imaginary part of every row are
// differentiated by the parts of the operands in reverse and forward mode, and
// compared with differences of the long double function, one direction at a
// time. So it is tested, not assumed, that a row is holomorphic.
// PRECISION picks the number type, as in rules.cpp.
#include "differences.h"

// GNU's, which is not among the compiler's builtins.
extern "C" {
_Complex float clog10f(_Complex float);
_Complex double clog10(_Complex double);
_Complex long double clog10l(_Complex long double);
}
#define __builtin_clog10 clog10
#define __builtin_clog10l clog10l

namespace {

// The requests stand in functions of their own, which are small to compile.
template <auto F, class... Parts>
[[gnu::noinline]] auto reverseOf(Parts... at) {
  return autodiff::gradient<F>(at...);
}
template <auto F, class... Parts>
[[gnu::noinline]] auto forwardOf(std::tuple<Parts...> at,
                                 std::tuple<Parts...> seed) {
  return autodiff::jvp<F>(at, seed);
}

/// A real function of some parts, by one of them: reverse, forward and by
/// differences.
template <auto F, auto Wide, class... Parts>
void compareParts(Comparison *by, const long double *lo, const long double *hi,
                  Parts... at) {
  const Real x[] = {at...};
  constexpr unsigned count = sizeof...(at);
  const auto reverse = reverseOf<F>(at...);
  const Real partials[] = {std::get<0>(reverse), std::get<1>(reverse),
                           std::get<count - 2>(reverse),
                           std::get<count - 1>(reverse)};
  for (unsigned of = 0; of != count; ++of) {
    Real seed[count] = {};
    seed[of] = 1;
    Real forward;
    long double wide[4];
    std::copy(x, x + count, wide);
    auto alone = [&](long double t) {
      wide[of] = t;
      if constexpr (count == 2)
        return Wide(wide[0], wide[1]);
      else
        return Wide(wide[0], wide[1], wide[2], wide[3]);
    };
    if constexpr (count == 2)
      forward = forwardOf<F>(std::tuple(at...), std::tuple(seed[0], seed[1]));
    else
      forward = forwardOf<F>(std::tuple(at...),
                             std::tuple(seed[0], seed[1], seed[2], seed[3]));
    by[of].compare(difference(alone, x[of], lo[of], hi[of]), x[of],
                   partials[of], forward);
  }
}

} // namespace

#define PARTS_1(name, function)                                                \
  static Real name##Re(Real x, Real y) {                                       \
    return __real__ LIBM(function)(__builtin_complex(x, y));                   \
  }                                                                            \
  static Real name##Im(Real x, Real y) {                                       \
    return __imag__ LIBM(function)(__builtin_complex(x, y));                   \
  }                                                                            \
  static long double name##WideRe(long double x, long double y) {              \
    return __real__ function##l(__builtin_complex(x, y));                      \
  }                                                                            \
  static long double name##WideIm(long double x, long double y) {              \
    return __imag__ function##l(__builtin_complex(x, y));                      \
  }
#define PARTS_2(name, narrow, wide)                                            \
  static Real name##Re(Real x, Real y, Real u, Real v) {                       \
    const auto z = __builtin_complex(x, y), w = __builtin_complex(u, v);       \
    return __real__(narrow);                                                   \
  }                                                                            \
  static Real name##Im(Real x, Real y, Real u, Real v) {                       \
    const auto z = __builtin_complex(x, y), w = __builtin_complex(u, v);       \
    return __imag__(narrow);                                                   \
  }                                                                            \
  static long double name##WideRe(long double x, long double y, long double u, \
                                  long double v) {                             \
    const auto z = __builtin_complex(x, y), w = __builtin_complex(u, v);       \
    return __real__(wide);                                                     \
  }                                                                            \
  static long double name##WideIm(long double x, long double y, long double u, \
                                  long double v) {                             \
    const auto z = __builtin_complex(x, y), w = __builtin_complex(u, v);       \
    return __imag__(wide);                                                     \
  }
#define TEST_1(name, xlo, xhi, ylo, yhi)                                       \
  static void name##Test(Check &check) {                                       \
    const long double lo[] = {xlo, ylo}, hi[] = {xhi, yhi};                    \
    Comparison re[] = {{check, "Re " #name, 'x'}, {check, "Re " #name, 'y'}};  \
    Comparison im[] = {{check, "Im " #name, 'x'}, {check, "Im " #name, 'y'}};  \
    forPoints([&](long double a, long double b, long double) {                 \
      const Real x = inside(xlo, xhi, a), y = inside(ylo, yhi, b);             \
      compareParts<name##Re, name##WideRe>(re, lo, hi, x, y);                  \
      compareParts<name##Im, name##WideIm>(im, lo, hi, x, y);                  \
    });                                                                        \
  }
#define TEST_2(name, xlo, xhi, ylo, yhi)                                       \
  static void name##Test(Check &check) {                                       \
    const long double lo[] = {xlo, ylo, xlo, ylo},                             \
                      hi[] = {xhi, yhi, xhi, yhi};                             \
    Comparison re[] = {{check, "Re " #name, 'x'},                              \
                       {check, "Re " #name, 'y'},                              \
                       {check, "Re " #name, 'u'},                              \
                       {check, "Re " #name, 'v'}};                             \
    Comparison im[] = {{check, "Im " #name, 'x'},                              \
                       {check, "Im " #name, 'y'},                              \
                       {check, "Im " #name, 'u'},                              \
                       {check, "Im " #name, 'v'}};                             \
    forPoints([&](long double a, long double b, long double c) {               \
      const Real x = inside(xlo, xhi, a), y = inside(ylo, yhi, b),             \
                 u = inside(xlo, xhi, c), v = inside(ylo, yhi, 1 - a);         \
      compareParts<name##Re, name##WideRe>(re, lo, hi, x, y, u, v);            \
      compareParts<name##Im, name##WideIm>(im, lo, hi, x, y, u, v);            \
    });                                                                        \
  }

#define COMPLEX_RULE_1(name, ddz, singular, xlo, xhi, ylo, yhi)                \
  PARTS_1(name, __builtin_##name)                                              \
  TEST_1(name, xlo, xhi, ylo, yhi)
#define COMPLEX_RULE_2(name, ddz, ddw, singular, xlo, xhi, ylo, yhi)           \
  PARTS_2(name, LIBM(__builtin_##name)(z, w), __builtin_##name##l(z, w))       \
  TEST_2(name, xlo, xhi, ylo, yhi)
#define OPERATION_mul *
#define OPERATION_div /
#define COMPLEX_OPERATOR(name, ddz, ddw, singular)                             \
  PARTS_2(name, z OPERATION_##name w, z OPERATION_##name w)                    \
  TEST_2(name, 0.2L, 3.0L, -2.0L, 2.0L)
#define COMPLEX_TO_PAIR(name, re, im)                                          \
  PARTS_1(name, __builtin_##name)                                              \
  TEST_1(name, 0.2L, 3.0L, -2.0L, 2.0L)
#define COMPLEX_TO_REAL(name, value)                                           \
  static Real name##Re(Real x, Real y) {                                       \
    return LIBM(__builtin_##name)(__builtin_complex(x, y));                    \
  }                                                                            \
  static long double name##WideRe(long double x, long double y) {              \
    return __builtin_##name##l(__builtin_complex(x, y));                       \
  }                                                                            \
  static void name##Test(Check &check) {                                       \
    const long double lo[] = {0.2L, -2.0L}, hi[] = {3.0L, 2.0L};               \
    Comparison by[] = {{check, #name, 'x'}, {check, #name, 'y'}};              \
    forPoints([&](long double a, long double b, long double) {                 \
      const Real x = inside(lo[0], hi[0], a), y = inside(lo[1], hi[1], b);     \
      compareParts<name##Re, name##WideRe>(by, lo, hi, x, y);                  \
    });                                                                        \
  }
#include "Rules/ComplexRules.def"

int main() {
  Check check("complex rules");
#define COMPLEX_RULE_1(name, ddz, singular, xlo, xhi, ylo, yhi)                \
  name##Test(check);
#define COMPLEX_RULE_2(name, ddz, ddw, singular, xlo, xhi, ylo, yhi)           \
  name##Test(check);
#define COMPLEX_OPERATOR(name, ddz, ddw, singular) name##Test(check);
#define COMPLEX_TO_PAIR(name, re, im) name##Test(check);
#define COMPLEX_TO_REAL(name, value) name##Test(check);
#include "Rules/ComplexRules.def"
  return check.done();
}
