// SANITIZE
// Zeros, branch cuts and the ends of the range.
#include "check.h"

#include <complex>
#include <limits>

using C = std::complex<double>;

static double length(C z) { return std::abs(z); }
static double angle(C z) { return std::arg(z); }
static double root(C z) { return std::sqrt(z).real(); }
static double rootBelow(C z) { return std::sqrt(z).imag(); }
static double logarithm(C z) { return std::log(z).real(); }
static double arcsine(C z) { return std::asin(z).imag(); }
static double power(C z, C w) { return std::pow(z, w).real(); }
static double quotient(C z, C w) { return (z / w).real(); }
static double product(C z, C w) { return (z * w).real(); }
static double tangent(C z) { return std::tan(z).real(); }
static double arctangent(C z) { return std::atan(z).real(); }
static double cube(C z) { return std::pow(z, 3.0).imag(); }
static double realCube(C z) { return std::pow(z, 3.0).real(); }
// The logarithm of 0 does not reach the result.
static double guarded(C z) {
  const C all = std::log(z) + std::sqrt(z) + 1.0 / z + std::pow(z, C(-1, 1));
  return z == 0.0 ? z.real() : all.real();
}
static double weighted(C z, double weight) {
  return weight * std::log(z).real() + z.imag();
}

static void expect(Check &check, const char *what, C got, C want) {
  check.near(what, got.real(), want.real(), 1e-13L);
  check.near(what, got.imag(), want.imag(), 1e-13L);
}
/// Relatively, for numbers far from 1.
static void expectScaled(Check &check, const char *what, C got, C want) {
  const double size = std::abs(want);
  expect(check, what, C(got.real() / size, got.imag() / size),
         C(want.real() / size, want.imag() / size));
}

int main() {
  Check check("complex kinks");
  const double inf = std::numeric_limits<double>::infinity();
  expect(check, "abs at 0", std::get<0>(autodiff::gradient<length>(C(0))), 0);
  expect(check, "sqrt at 0", std::get<0>(autodiff::gradient<root>(C(0))), 0);
  check.near("log at 0",
             std::get<0>(autodiff::gradient<weighted>(C(0), 0.0)).real(), 0);
  check.near("log at 0",
             std::get<0>(autodiff::gradient<weighted>(C(0), 0.0)).imag(), 1);
  expect(check, "unused log at 0",
         std::get<0>(autodiff::gradient<guarded>(C(0))), 1);
  check.near("log at 0 is steep",
             std::get<0>(autodiff::gradient<logarithm>(C(0))).real(), inf);

  // pow by z and w where the real function has a convention.
  auto [square, squareW] = autodiff::gradient<power>(C(0), C(2));
  expect(check, "0^2 by z", square, 0);
  expect(check, "0^2 by w", squareW, 0);
  auto [line, lineW] = autodiff::gradient<power>(C(0), C(1));
  expect(check, "0^1 by z", line, 1);
  expect(check, "0^1 by w", lineW, 0);
  auto [flat, flatW] = autodiff::gradient<power>(C(2, 1), C(0));
  expect(check, "z^0 by z", flat, 0);
  expect(check, "z^0 by w", flatW, std::conj(std::log(C(2, 1))));

  // libstdc++ takes the real function on the real axis, where z^3 depends on
  // the imaginary part as anywhere else.
  auto [value, cubeZ] = autodiff::value_and_gradient<cube>(C(2, 0));
  check.near("cube, value", value, 0);
  expect(check, "cube on the real axis", std::get<0>(cubeZ), C(0, 12));
  check.near("cube along i",
             autodiff::jvp<cube>(std::tuple(C(2, 0)), std::tuple(C(0, 1))), 12);
  auto [realValue, realZ] = autodiff::value_and_gradient<realCube>(C(2, 0));
  check.near("real cube, value", realValue, 8, 1e-15L);
  expect(check, "real cube on the real axis", std::get<0>(realZ), C(12, 0));

  // Above and below a branch cut, told apart by the sign of a zero.
  expect(check, "sqrt above",
         std::get<0>(autodiff::gradient<rootBelow>(C(-4, 0.0))), C(-0.25, 0));
  expect(check, "sqrt below",
         std::get<0>(autodiff::gradient<rootBelow>(C(-4, -0.0))), C(0.25, 0));
  const double slope = 1 / std::sqrt(3.0);
  expect(check, "asin above",
         std::get<0>(autodiff::gradient<arcsine>(C(2, 0.0))), C(slope, 0));
  expect(check, "asin below",
         std::get<0>(autodiff::gradient<arcsine>(C(2, -0.0))), C(-slope, 0));

  // Squares of these overflow or vanish.
  expect(check, "abs of large",
         std::get<0>(autodiff::gradient<length>(C(3e300, 4e300))), C(0.6, 0.8));
  expect(check, "abs of small",
         std::get<0>(autodiff::gradient<length>(C(3e-300, 4e-300))),
         C(0.6, 0.8));
  for (const double scale : {1e250, 1e-250}) {
    const C z(3 * scale, 4 * scale), inverse(0.12 / scale, -0.16 / scale);
    expectScaled(check, "arg, scaled",
                 std::get<0>(autodiff::gradient<angle>(z)),
                 C(-0.16 / scale, 0.12 / scale));
    expectScaled(check, "log, scaled",
                 std::get<0>(autodiff::gradient<logarithm>(z)),
                 std::conj(inverse));
    auto [dz, dw] = autodiff::gradient<quotient>(C(2 * scale, scale), z);
    expectScaled(check, "quotient by z, scaled", dz, std::conj(inverse));
    expectScaled(check, "quotient by w, scaled", dw,
                 std::conj(-C(0.4, -0.2) * inverse));
  }
  auto [px, py] = autodiff::gradient<product>(C(1e200, 1), C(1e100, -2));
  expectScaled(check, "product by z", px, C(1e100, 2));
  expectScaled(check, "product by w", py, C(1e200, -1));
  // Where cos(z) overflows tan is flat; 1 + z * z would overflow in atan.
  expect(check, "tan far away",
         std::get<0>(autodiff::gradient<tangent>(C(1, 900))), 0);
  expectScaled(check, "tan near i",
               std::get<0>(autodiff::gradient<tangent>(C(0.5, 20))),
               std::conj(4.0 * std::exp(C(0, 2) * C(0.5, 20))));
  const C far(3e150, 4e150);
  expectScaled(
      check, "atan far away", std::get<0>(autodiff::gradient<arctangent>(far)),
      std::conj(C((0.12 * 0.12 - 0.16 * 0.16), -2 * 0.12 * 0.16) * 1e-300));
  return check.done();
}
