// SANITIZE
#include "check.h"

// A result and an output through a reference: the seed of the result is one,
// that of the output the caller's.
static double divide(double a, double b, double &remainder) {
  const double q = std::floor(a / b);
  remainder = a - q * b;
  return a / b;
}
static double viaDivide(double a, double b) {
  double rest;
  const double q = divide(a, b, rest);
  return q * rest;
}
static double outputSeeded(const double *x, double *square) {
  *square = *x * *x;
  return 3 * *x;
}

int main() {
  Check check("result and output");
  // floor(7/2) = 3: (a/b) (a - 3b)
  auto [da, db] = autodiff::gradient<viaDivide>(7.0, 2.0);
  check.near("by a", da, 0.5 * 1 + 3.5);
  check.near("by b", db, -7.0 / 4 * 1 + 3.5 * -3);
  double x = 5, dx = 0, square = 0, dsquare = 2;
  autodiff::gradient<outputSeeded>(autodiff::active(&x, &dx),
                                   autodiff::active(&square, &dsquare));
  check.near("both seeds", dx, 3 + 2 * 2 * 5);
  check.near("the output", square, 25);
  check.near("the seed is used up", dsquare, 0);
  return check.done();
}
