// SANITIZE
#include "check.h"

struct Polynomial {
  double c[3];
  double at(double x) const { return (c[2] * x + c[1]) * x + c[0]; }
};
class Accumulator {
  double sum = 0, weight = 1;

public:
  Accumulator &add(double x) {
    sum += weight * x * x;
    weight *= 0.5;
    return *this;
  }
  double result() const { return sum * sum; }
};
static double accumulated(double x, double y) {
  return Accumulator().add(x).add(y).add(x * y).result();
}

int main() {
  Check check("member functions");
  auto [dp, dx] =
      autodiff::gradient<&Polynomial::at>(Polynomial{{2, 3, 5}}, 4.0);
  check.near("c[0]", dp.c[0], 1);
  check.near("c[1]", dp.c[1], 4);
  check.near("c[2]", dp.c[2], 16);
  check.near("x", dx, 2 * 5 * 4 + 3);
  const double x = 1.5, y = -0.5;
  const double sum = x * x + y * y / 2 + x * y * x * y / 4;
  auto [da, db] = autodiff::gradient<accumulated>(x, y);
  check.near("by x", da, 2 * sum * (2 * x + x * y * y / 2));
  check.near("by y", db, 2 * sum * (y + x * x * y / 2));
  return check.done();
}
