// The functions of vectors: each lane has the derivative of the scalar.
#include "check.h"

#include <limits>

namespace {

template <class T> using Four = T __attribute__((ext_vector_type(4)));

#define FUNCTION(name, dual, slope)                                            \
  template <class T> struct name##Of {                                         \
    static T sum(const T *x, const T *y) {                                     \
      Four<T> u, v;                                                            \
      for (int i = 0; i < 4; ++i)                                              \
        u[i] = x[i], v[i] = y[i];                                              \
      const Four<T> r = dual;                                                  \
      return r[0] + 2 * r[1] + 3 * r[2] + 4 * r[3];                            \
    }                                                                          \
    static long double by(long double x, long double y) {                      \
      (void)x, (void)y;                                                        \
      return slope;                                                            \
    }                                                                          \
    static const char *label() { return #name; }                               \
  };
#define ONE(name, slope) FUNCTION(name, __builtin_elementwise_##name(u), slope)
ONE(sin, std::cos(x))
ONE(cos, -std::sin(x))
ONE(tan, 1 / (std::cos(x) * std::cos(x)))
ONE(asin, 1 / std::sqrt(1 - x * x))
ONE(acos, -1 / std::sqrt(1 - x * x))
ONE(atan, 1 / (1 + x * x))
ONE(sinh, std::cosh(x))
ONE(cosh, std::sinh(x))
ONE(tanh, 1 / (std::cosh(x) * std::cosh(x)))
ONE(exp, std::exp(x))
ONE(exp2, std::exp2(x) * 0.693147180559945309417232L)
ONE(log, 1 / x)
ONE(log2, 1 / (x * 0.693147180559945309417232L))
ONE(log10, 1 / (x * 2.302585092994045684017991L))
ONE(sqrt, 0.5L / std::sqrt(x))
ONE(abs, 1)
ONE(floor, 0)
ONE(ceil, 0)
ONE(trunc, 0)
ONE(rint, 0)
ONE(nearbyint, 0)
ONE(roundeven, 0)
ONE(canonicalize, 1)
FUNCTION(pow, __builtin_elementwise_pow(u, v), y *std::pow(x, y - 1))
FUNCTION(fma, __builtin_elementwise_fma(u, v, u), y + 1)
FUNCTION(copysign, __builtin_elementwise_copysign(u, -v), y < 0 ? 1 : -1)
FUNCTION(min, __builtin_elementwise_min(u, v), x <= y)
FUNCTION(max, __builtin_elementwise_max(u, v), x >= y)
#if __has_builtin(__builtin_elementwise_fmod)
FUNCTION(fmod, __builtin_elementwise_fmod(u, v), 1)
#else
FUNCTION(fmod, u, 1)
#endif

template <class T, class F> void compare(Check &check) {
  const T x[4] = {T(0.25), T(0.5), T(0.625), T(0.875)};
  const T y[4] = {T(0.375), T(1.5), T(-2.5), T(0.75)};
  T dx[4] = {}, dy[4] = {};
  autodiff::gradient<F::sum>(autodiff::active(x, dx), autodiff::active(y, dy));
  for (int i = 0; i < 4; ++i) {
    const long double want = (i + 1) * F::by(x[i], y[i]);
    check.near(F::label(), dx[i], want, 4 * std::numeric_limits<T>::epsilon());
    T tangent[4] = {}, none[4] = {};
    tangent[i] = 1;
    check.near(F::label(),
               autodiff::jvp<F::sum>(std::tuple(autodiff::active(x, tangent),
                                                autodiff::active(y, none)),
                                     std::tuple()),
               want, 4 * std::numeric_limits<T>::epsilon());
  }
}

template <class T> void all(Check &check) {
  compare<T, sinOf<T>>(check), compare<T, cosOf<T>>(check);
  compare<T, tanOf<T>>(check), compare<T, asinOf<T>>(check);
  compare<T, acosOf<T>>(check), compare<T, atanOf<T>>(check);
  compare<T, sinhOf<T>>(check), compare<T, coshOf<T>>(check);
  compare<T, tanhOf<T>>(check), compare<T, expOf<T>>(check);
  compare<T, exp2Of<T>>(check), compare<T, logOf<T>>(check);
  compare<T, log2Of<T>>(check), compare<T, log10Of<T>>(check);
  compare<T, sqrtOf<T>>(check), compare<T, absOf<T>>(check);
  compare<T, floorOf<T>>(check), compare<T, ceilOf<T>>(check);
  compare<T, truncOf<T>>(check), compare<T, rintOf<T>>(check);
  compare<T, nearbyintOf<T>>(check), compare<T, roundevenOf<T>>(check);
  compare<T, powOf<T>>(check), compare<T, fmaOf<T>>(check);
  compare<T, copysignOf<T>>(check), compare<T, minOf<T>>(check);
  compare<T, maxOf<T>>(check), compare<T, fmodOf<T>>(check);
}

} // namespace

int main() {
  Check check("vector_functions");
  all<float>(check);
  all<double>(check);
#if __clang_major__ >= 22 // LLVM 19 has no code for it on x86
  compare<float, canonicalizeOf<float>>(check);
  compare<double, canonicalizeOf<double>>(check);
#endif
  return check.done();
}
