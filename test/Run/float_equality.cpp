// SANITIZE
#include "check.h"

// An optimiser may replace x by the constant it was compared with; the
// derivative must be that of the program as written.
static double branchAtTwo(double x, double y) {
  if (x == 2.0)
    return x * x * y;
  return x * y;
}
static double branchAtOne(double x) {
  if (x == 1.0)
    return 1.0;
  return x;
}
static double differs(double x) {
  if (x != 3.0)
    return x * x;
  return 5 * x;
}

int main() {
  Check check("equality of floats");
  auto [ax, ay] = autodiff::gradient<branchAtTwo>(2.0, 5.0);
  check.near("at 2 by x", ax, 20);
  check.near("at 2 by y", ay, 4);
  auto [bx, by] = autodiff::gradient<branchAtTwo>(3.0, 5.0);
  check.near("at 3 by x", bx, 5);
  check.near("at 3 by y", by, 3);
  check.near("constant branch", autodiff::derivative<branchAtOne>(1.0), 0);
  check.near("other branch", autodiff::derivative<branchAtOne>(1.5), 1);
  check.near("unequal", autodiff::derivative<differs>(2.0), 4);
  check.near("equal", autodiff::derivative<differs>(3.0), 5);
  return check.done();
}
