// SANITIZE
#include "check.h"

static double fraction(double x) { return (x - std::floor(x)) * x; }
static double truncated(double x) { return static_cast<int>(x) * x; }
static double rounded(double x) {
  return std::round(x) + std::ceil(x) * x + std::trunc(x) * x * x;
}
static double onlySteps(double x) {
  return std::floor(x) + static_cast<int>(x);
}
static double byIndex(const double *x, int n) {
  const int i = static_cast<int>(x[0]) % n;
  return x[i] * x[i] + x[0];
}
static double fromInteger(double x, int k, bool b) {
  return x * k + (b ? static_cast<double>(k) : x * x);
}

int main() {
  Check check("integer-valued data");
  check.scalar<fraction>("floor", 2.3, 2.3 + 0.3);
  check.scalar<fraction>("floor of a negative", -1.4, -1.4 + 0.6);
  check.scalar<truncated>("cast", 3.7, 3);
  check.scalar<truncated>("cast of a negative", -3.7, -3);
  check.scalar<rounded>("round, ceil, trunc", 1.3, 2 + 2 * 1 * 1.3);
  check.scalar<onlySteps>("only steps", 1.3, 0);
  check.gradient<byIndex>("index", {2.4, 5, 7}, {1, 0, 14});
  auto [dx] = autodiff::gradient<fromInteger>(1.5, 4, false);
  check.near("integers carry nothing", dx, 4 + 3);
  auto [dt] = autodiff::gradient<fromInteger>(1.5, 4, true);
  check.near("bools carry nothing", dt, 4);
  return check.done();
}
