// SANITIZE
#include "check.h"

// x[0] is the point, the rest are coefficients, lowest first.
static double horner(const double *x, int n) {
  double y = 0;
  for (int i = n - 1; i > 0; --i)
    y = y * x[0] + x[i];
  return y;
}

int main() {
  Check check("Horner");
  const std::vector<double> x = {1.3, 2, -1, 0.5, 3, -0.25};
  std::vector<double> want(x.size());
  double power = 1, slope = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    want[i] = power;
    if (i + 1 < x.size())
      slope += i * x[i + 1] * power;
    power *= x[0];
  }
  want[0] = slope;
  check.gradient<horner>("polynomial", x, want);
  return check.done();
}
