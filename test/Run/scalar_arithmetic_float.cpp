// SANITIZE
#include "check.h"

static float cubic(float x) { return x * x * x - 2.0f * x; }
static float quotient(float x, float y) { return (x + y) / (x - y); }

int main() {
  Check check("scalar arithmetic, float");
  check.near("cubic", autodiff::derivative<cubic>(1.25f), 3 * 1.25 * 1.25 - 2,
             1e-6);
  auto [dx, dy] = autodiff::gradient<quotient>(3.0f, 1.0f);
  static_assert(std::is_same_v<decltype(dx), float>);
  // (x + y) / (x - y): -2y / (x - y)^2 and 2x / (x - y)^2
  check.near("quotient by x", dx, -0.5, 1e-6);
  check.near("quotient by y", dy, 1.5, 1e-6);
  return check.done();
}
