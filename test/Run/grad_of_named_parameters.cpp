// SANITIZE
#include "check.h"

[[autodiff::grad(w, rate)]] static double
loss(const double *w, const double *data, int n, double rate, double fixed) {
  double sum = fixed * fixed;
  for (int i = 0; i < n; ++i)
    sum += rate * w[i] * data[i];
  return sum;
}
[[autodiff::grad]] static double all(double x, double y) { return x * y; }

int main() {
  Check check("grad of named parameters");
  const double w[] = {2, 3}, data[] = {5, 7};
  double dw[2] = {};
  auto [drate, dfixed] = autodiff::gradient<loss>(
      autodiff::active(w, dw), autodiff::constant(data), 2, 0.5, 4.0);
  check.near("w[0]", dw[0], 2.5);
  check.near("w[1]", dw[1], 3.5);
  check.near("rate", drate, 31);
  check.near("not named", dfixed, 0);
  auto [dx, dy] = autodiff::gradient<all>(2.0, 3.0);
  check.near("x", dx, 3);
  check.near("y", dy, 2);
  return check.done();
}
