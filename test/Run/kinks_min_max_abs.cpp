// SANITIZE
#include "check.h"

#include <algorithm>

static double absolute(double x) { return std::fabs(x); }
static double viaFmax(double x) { return std::fmax(x, 2) * x; }
static double viaFmin(double x) { return std::fmin(x * x, 4); }
static double viaStdMax(double x, double y) { return std::max(x, y) * x; }
static double clamped(double x) { return std::clamp(x, -1.0, 1.0) * 3; }
static double root(double x) { return std::sqrt(x); }
static double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return std::sqrt(sum);
}
static double distance(double x, double y) { return std::hypot(x, y); }
static double power(double x, double y) { return std::pow(x, y); }

int main() {
  Check check("kinks of min, max, abs");
  check.scalar<absolute>("fabs, right", 2, 1);
  check.scalar<absolute>("fabs, left", -2, -1);
  check.near("fabs at 0", autodiff::derivative<absolute>(0.0), 0);
  check.scalar<viaFmax>("fmax, variable", 3, 6);
  check.scalar<viaFmax>("fmax, constant", 1, 2);
  check.scalar<viaFmin>("fmin, variable", 1.5, 3);
  check.scalar<viaFmin>("fmin, constant", 3, 0);
  auto [ax, ay] = autodiff::gradient<viaStdMax>(3.0, 2.0);
  check.near("std::max, first, by x", ax, 6);
  check.near("std::max, first, by y", ay, 0);
  auto [bx, by] = autodiff::gradient<viaStdMax>(2.0, 3.0);
  check.near("std::max, second, by x", bx, 3);
  check.near("std::max, second, by y", by, 2);
  check.scalar<clamped>("clamp inside", 0.5, 3);
  check.scalar<clamped>("clamp outside", 1.5, 0);

  // The least-norm subgradient of norms.
  check.near("sqrt at 0", autodiff::derivative<root>(0.0), 0);
  check.scalar<root>("sqrt", 4, 0.25);
  const double zero[3] = {};
  double dzero[3] = {};
  autodiff::gradient<norm>(autodiff::active(zero, dzero), 3);
  for (double d : dzero)
    check.near("norm at 0", d, 0);
  check.gradient<norm>("norm", {3, 4}, {0.6, 0.8});
  auto [hx, hy] = autodiff::gradient<distance>(0.0, 0.0);
  check.near("hypot at 0 by x", hx, 0);
  check.near("hypot at 0 by y", hy, 0);

  // pow by its base is y * pow(x, y - 1); by its exponent 0 at x = 0, y > 0.
  auto [px, py] = autodiff::gradient<power>(0.0, 2.0);
  check.near("pow at 0 by x", px, 0);
  check.near("pow at 0 by y", py, 0);
  auto [qx, qy] = autodiff::gradient<power>(-2.0, 3.0);
  check.near("pow of a negative", qx, 12);
  (void)qy;
  auto [rx, ry] = autodiff::gradient<power>(0.0, 0.0);
  check.near("pow at 0, 0 by x", rx, 0);
  (void)ry;
  auto [sx, sy] = autodiff::gradient<power>(0.0, 1.0);
  check.near("pow at 0, 1 by x", sx, 1);
  (void)sy;
  return check.done();
}
