// SANITIZE
#include "check.h"

static double ternary(double x) { return x > 1 ? x * x : 3 * x; }
static double nested(double x) {
  return x < 0 ? -x : x < 2 ? x * x * x : 8 + 5 * (x - 2);
}
// The arm that is not taken has an infinite slope where it is not taken.
static double guardedRoot(double x) { return x > 0 ? std::sqrt(x) : 0 * x; }
static double guardedQuotient(double x) { return x == 0 ? 1 : std::sin(x) / x; }

int main() {
  Check check("select and ternary");
  check.scalar<ternary>("taken", 2, 4);
  check.scalar<ternary>("not taken", 0.5, 3);
  check.scalar<nested>("first", -1, -1);
  check.scalar<nested>("second", 1.5, 3 * 2.25);
  check.scalar<nested>("third", 3, 5);
  check.scalar<guardedRoot>("root", 4, 0.25);
  check.near("root at 0", autodiff::derivative<guardedRoot>(0.0), 0);
  check.near("root below 0", autodiff::derivative<guardedRoot>(-1.0), 0);
  check.near("quotient at 0", autodiff::derivative<guardedQuotient>(0.0), 0);
  check.scalar<guardedQuotient>("quotient", 2,
                                std::cos(2.) / 2 - std::sin(2.) / 4);
  return check.done();
}
