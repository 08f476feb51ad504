// SANITIZE
#include "check.h"

static double throughFloat(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f * f) * x;
}
static double throughLongDouble(double x) {
  const long double l = static_cast<long double>(x) * 3;
  return static_cast<double>(l * l);
}
static float mixed(float x, double y, long double z) {
  return static_cast<float>(x * y * z);
}

int main() {
  Check check("casts between precisions");
  check.near("through float", autodiff::derivative<throughFloat>(1.5),
             3 * 1.5 * 1.5, 1e-6);
  check.near("through long double",
             autodiff::derivative<throughLongDouble>(1.5), 18 * 1.5);
  auto [dx, dy, dz] = autodiff::gradient<mixed>(2.0f, 3.0, 5.0L);
  static_assert(std::is_same_v<decltype(dx), float>);
  static_assert(std::is_same_v<decltype(dy), double>);
  static_assert(std::is_same_v<decltype(dz), long double>);
  check.near("mixed by float", dx, 15, 1e-6);
  check.near("mixed by double", dy, 10, 1e-6);
  check.near("mixed by long double", dz, 6, 1e-6);
  return check.done();
}
