// SANITIZE
#include "check.h"

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i] * b[i];
  return sum;
}
static double updates(double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = a[i] * 2;
    sum += a[i] * b[i];
  }
  return sum;
}

int main() {
  Check check("the same pointer twice");
  const double x[] = {2, 3};
  double dx[] = {0, 0};
  autodiff::gradient<dot>(autodiff::active(x, dx), autodiff::active(x, dx), 2);
  check.near("dx[0]", dx[0], 3 * 4);
  check.near("dx[1]", dx[1], 3 * 9);

  // b is a, so the product is (2a)^2.
  double y[] = {2, 3}, dy[] = {0, 0};
  autodiff::gradient<updates>(autodiff::active(y, dy), autodiff::active(y, dy),
                              2);
  check.near("dy[0]", dy[0], 8 * 2);
  check.near("dy[1]", dy[1], 8 * 3);
  check.near("y[0]", y[0], 4);
  return check.done();
}
