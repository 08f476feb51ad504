// SANITIZE
// VALGRIND
#include "check.h"

static double polynomial(double x) { return ((2 * x - 3) * x + 5) * x - 7; }
static double quotient(double x) { return (x * x + 1) / (3 - x); }
static double reciprocalChain(double x) { return 1 / (1 + 1 / (1 + 1 / x)); }
static double negated(double x) { return -(-x * -x); }
static double constant(double) { return 4; }
static double identity(double x) { return x; }

static double product(double x, double y) { return x * y; }

int main() {
  Check check("scalar arithmetic, double");
  check.scalar<polynomial>("polynomial", 1.5, 6 * 2.25 - 9 + 5);
  check.scalar<quotient>("quotient", 0.5, (1 * 2.5 + 1.25) / 6.25);
  // 1 / (1 + 1/(1 + 1/x)) = (x + 1) / (2x + 1)
  check.scalar<reciprocalChain>("reciprocals", 2, -1.0 / 25);
  check.scalar<negated>("negated", 3, -6);
  check.scalar<constant>("constant", 3, 0);
  check.scalar<identity>("identity", 3, 1);
  auto [dx, dy] = autodiff::gradient<product>(3.0, 5.0);
  check.near("d(xy)/dx", dx, 5);
  check.near("d(xy)/dy", dy, 3);
  return check.done();
}
