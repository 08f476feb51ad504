// _Float16, __bf16 and __float128: arithmetic, conversions, memory and
// functions, against double or long double.
#include "check.h"

#include <cstring>

extern "C" {
// libgcc has it from GCC 13 on.
__attribute__((weak)) __bf16 __truncsfbf2(float x) {
  unsigned bits;
  std::memcpy(&bits, &x, sizeof bits);
  const unsigned short upper = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  __bf16 rounded;
  std::memcpy(&rounded, &upper, sizeof rounded);
  return rounded;
}
__float128 sinf128(__float128);
__float128 expf128(__float128);
__float128 lgammaf128(__float128);
__float128 modff128(__float128, __float128 *);
}

namespace {

/// A narrow program, and the same one in double.
template <class T> T polynomial(T x, T y) {
  T sum = 0;
  for (int i = 1; i <= 4; ++i)
    sum += x * y / T(float(i)) - (x - y) * x;
  return sum;
}
template <class T> T functions(T x) {
  return T(std::exp(float(x))) * T(std::sqrt(float(x))) + x / T(3.0f);
}
template <class T> float dot(const T *x, const T *y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += float(x[i]) * float(y[i]);
  return sum;
}
template <class T> void scale(const T *x, T *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
}

template <class T> void narrow(Check &check, double epsilon) {
  const T x = T(0.75f), y = T(1.5f);
  auto [dx, dy] = autodiff::gradient<polynomial<T>>(x, y);
  const double harmonic = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;
  check.near("polynomial by x", float(dx),
             1.5 * harmonic - 4 * (2 * 0.75 - 1.5), 8 * epsilon);
  check.near("polynomial by y", float(dy), 0.75 * harmonic + 4 * 0.75,
             8 * epsilon);
  const double slope =
      std::exp(0.75) * (std::sqrt(0.75) + 0.5 / std::sqrt(0.75)) + 1 / 3.0;
  check.near("functions", float(autodiff::derivative<functions<T>>(x)), slope,
             4 * epsilon);
  check.near("functions, forward",
             float(autodiff::jvp<functions<T>>(x, T(1.0f))), slope,
             4 * epsilon);
  T a[9], b[9], da[9] = {}, db[9] = {};
  for (int i = 0; i < 9; ++i)
    a[i] = T(0.25f * i), b[i] = T(2.0f - 0.125f * i);
  autodiff::gradient<dot<T>>(autodiff::active(a, da), autodiff::active(b, db),
                             9);
  for (int i = 0; i < 9; ++i) {
    check.near("dot by a", float(da[i]), float(b[i]), 0);
    check.near("dot by b", float(db[i]), float(a[i]), 0);
  }
  T dOut[9], dIn[9] = {};
  for (T &d : dOut)
    d = T(1.0f);
  autodiff::gradient<scale<T>>(autodiff::active(a, dIn),
                               autodiff::active(b, dOut), 9);
  for (int i = 0; i < 9; ++i)
    check.near("scale", float(dIn[i]), 0.5 * i, 0);
}

/// The intrinsics of the narrow type itself, whose partials are rounded once.
_Float16 halfFunctions(_Float16 x) {
  return __builtin_elementwise_exp(x) + __builtin_elementwise_sin(x) +
         __builtin_elementwise_log(x) + __builtin_elementwise_sqrt(x);
}
_Float16 halfPower(_Float16 x, _Float16 y) {
  return __builtin_elementwise_pow(x, y);
}

__float128 quad(__float128 x) {
  __float128 whole;
  return sinf128(x) * expf128(x) / x + lgammaf128(x) + modff128(x, &whole) +
         whole;
}
__float128 quadSlope(__float128 x) {
  const __float128 s = sinf128(x), c = 1 - 2 * sinf128(x / 2) * sinf128(x / 2);
  const __float128 e = expf128(x);
  // digamma(x) = lim log(n) - sum 1/(x + k), by its Taylor-free recurrence and
  // a difference of the library far out, where it is flat.
  __float128 psi = 0, y = x;
  for (; y < 3000; y += 1)
    psi -= 1 / y;
  const __float128 h = __float128(0.5);
  auto d = [&](int k) {
    return (lgammaf128(y + k * h) - lgammaf128(y - k * h)) / (2 * k * h);
  };
  psi += (56 * d(1) - 28 * d(2) + 8 * d(3) - d(4)) / 35;
  return (c + s) * e / x - s * e / (x * x) + psi + 1;
}
double throughQuad(double x) {
  const __float128 q = __float128(x) * x;
  return static_cast<double>(q * q) + static_cast<float>(q);
}
__float128 quadArray(const __float128 *x, int n) {
  __float128 product = 1;
  for (int i = 0; i < n; ++i)
    product *= x[i];
  return product;
}

} // namespace

int main() {
  Check check("half_and_quad_precision");
  narrow<_Float16>(check, 0x1p-10);
  narrow<__bf16>(check, 0x1p-7);
  const double x = 0.75, y = 2.5;
  // The sum of four partials, each rounded once.
  check.near("half functions", autodiff::derivative<halfFunctions>(_Float16(x)),
             std::exp(x) + std::cos(x) + 1 / x + 0.5 / std::sqrt(x),
             3 * 0x1p-11);
  auto [dx, dy] = autodiff::gradient<halfPower>(_Float16(x), _Float16(y));
  check.near("half power by x", dx, y * std::pow(x, y - 1), 0x1p-11);
  check.near("half power by y", dy, std::pow(x, y) * std::log(x), 0x1p-11);

  const __float128 at = __float128(7) / 3;
  const __float128 error = autodiff::derivative<quad>(at) - quadSlope(at);
  check.near("quad", static_cast<long double>(error), 0, 1e-27L);
  check.near("quad, forward",
             static_cast<long double>(autodiff::jvp<quad>(at, __float128(1)) -
                                      quadSlope(at)),
             0, 1e-27L);
  check.near("through quad", autodiff::derivative<throughQuad>(1.25),
             4 * 1.25 * 1.25 * 1.25 + 2 * 1.25);
  const __float128 factors[3] = {2, 3, __float128(1) / 7};
  __float128 dFactors[3] = {};
  autodiff::gradient<quadArray>(autodiff::active(factors, dFactors), 3);
  check.near("quad array", static_cast<long double>(dFactors[0] * 7 - 3), 0,
             1e-30L);
  check.near("quad array", static_cast<long double>(dFactors[2] - 6), 0,
             1e-30L);
  return check.done();
}
