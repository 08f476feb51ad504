// SANITIZE
#include "check.h"

// 0 * inf must not appear: an unused or masked value gives no NaN.
static double unused(double x, double y) {
  const double r = std::sqrt(x) + 1 / x;
  return y > 0 ? y * y : r;
}
static double masked(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] > 0 ? std::log(x[i]) * x[i] : 0.0;
  return sum;
}
static double zeroFactor(double x, double y) {
  const double r = std::cbrt(x);
  return y * r;
}

int main() {
  Check check("a zero adjoint stays zero");
  auto [ux, uy] = autodiff::gradient<unused>(0.0, 3.0);
  check.near("unused", ux, 0);
  check.near("used", uy, 6);
  const double x[] = {0, -1, 2}, want[] = {0, 0, std::log(2.0) + 1};
  double dx[3] = {};
  autodiff::gradient<masked>(autodiff::active(x, dx), 3);
  for (int i = 0; i < 3; ++i)
    check.near("masked", dx[i], want[i]);
  // The factor y = 0 makes the seed of cbrt zero, where its slope is infinite.
  auto [zx, zy] = autodiff::gradient<zeroFactor>(0.0, 0.0);
  check.near("zero seed", zx, 0);
  check.near("by the factor", zy, 0);
  return check.done();
}
