// SANITIZE
#include "check.h"

static double banana(double x, double y) {
  return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x);
}

int main() {
  Check check("value and gradient");
  const double x = -1.2, y = 1;
  auto [value, gradient] = autodiff::value_and_gradient<banana>(x, y);
  auto [dx, dy] = gradient;
  check.near("value", value, 24.2);
  check.near("by x", dx, -2 * (1 - x) - 400 * x * (y - x * x));
  check.near("by y", dy, 200 * (y - x * x));
  return check.done();
}
