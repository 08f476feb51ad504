// SANITIZE
#include "check.h"

static double loss(const double *w, const double *data, int n, double rate) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += rate * w[i] * data[i] * w[i];
  return sum;
}

int main() {
  Check check("shadows accumulate, constants do not");
  const double w[] = {2, 3, 5}, data[] = {7, 11, 13};
  double dw[] = {100, 200, 300};
  auto [rate] = autodiff::gradient<loss>(autodiff::active(w, dw),
                                         autodiff::constant(data), 3, 0.5);
  check.near("dw[0]", dw[0], 100 + 2 * 7);
  check.near("dw[1]", dw[1], 200 + 3 * 11);
  check.near("dw[2]", dw[2], 300 + 5 * 13);
  check.near("rate", rate, 4 * 7 + 9 * 11 + 25 * 13);
  autodiff::gradient<loss>(autodiff::active(w, dw), autodiff::constant(data), 3,
                           autodiff::constant(0.5));
  check.near("again", dw[0], 100 + 4 * 7);

  double dd[3] = {};
  autodiff::gradient<loss>(autodiff::constant(w), autodiff::active(data, dd), 3,
                           autodiff::constant(0.5));
  for (int i = 0; i < 3; ++i)
    check.near("data", dd[i], 0.5 * w[i] * w[i]);
  return check.done();
}
