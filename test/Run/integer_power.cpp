// SANITIZE
#include "check.h"

static double cubed(double x) { return std::pow(x, 3); }
static double byInt(double x, int n) { return __builtin_powi(x, n); }
static double inverse(double x) { return std::pow(x, -2.0); }
static double half(double x) { return std::pow(x, 0.5); }

int main() {
  Check check("integer power");
  check.scalar<cubed>("pow 3", 1.7, 3 * 1.7 * 1.7);
  check.scalar<cubed>("pow 3 of a negative", -1.7, 3 * 1.7 * 1.7);
  check.near("pow 3 at 0", autodiff::derivative<cubed>(0.0), 0);
  check.scalar<inverse>("pow -2", 1.6, -2 / (1.6 * 1.6 * 1.6));
  check.scalar<half>("pow 0.5", 2.25, 0.5 / 1.5);
  for (int n = -3; n <= 4; ++n) {
    auto [dx] = autodiff::gradient<byInt>(-1.5, n);
    check.near("powi", dx, n == 0 ? 0 : n * std::pow(-1.5, n - 1));
  }
  return check.done();
}
