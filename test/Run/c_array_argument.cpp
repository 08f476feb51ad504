// SANITIZE
#include "check.h"

static double weighted(const double (&x)[3], double (&scratch)[3]) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    scratch[i] = x[i] * x[i];
    sum += (i + 1) * scratch[i];
  }
  return sum;
}
static double matrix(const double (&m)[2][2]) {
  return m[0][0] * m[1][1] - m[0][1] * m[1][0];
}

int main() {
  Check check("C array argument");
  const double x[3] = {2, 3, 5};
  double scratch[3] = {};
  auto [dx, dscratch] = autodiff::gradient<weighted>(x, scratch);
  for (int i = 0; i < 3; ++i) {
    check.near("x", dx[i], 2 * (i + 1) * x[i]);
    check.near("scratch is overwritten", dscratch[i], 0);
    check.near("scratch as the primal leaves it", scratch[i], x[i] * x[i]);
  }
  const double m[2][2] = {{2, 3}, {5, 7}};
  auto [dm] = autodiff::gradient<matrix>(m);
  check.near("m[0][0]", dm[0][0], 7);
  check.near("m[0][1]", dm[0][1], -5);
  check.near("m[1][0]", dm[1][0], -3);
  check.near("m[1][1]", dm[1][1], 2);
  return check.done();
}
