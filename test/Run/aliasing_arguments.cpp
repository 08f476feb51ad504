// SANITIZE
#include "check.h"

// Input and output overlap or are the same array.
static double smooth(const double *in, double *out, int n) {
  for (int i = 0; i + 1 < n; ++i)
    out[i] = in[i] * in[i + 1];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += out[i];
  return sum;
}

int main() {
  Check check("aliasing arguments");
  // in == out: out[i] = x[i] x[i+1] with x[i+1] not yet overwritten.
  double x[] = {2, 3, 5}, dx[] = {0, 0, 0};
  autodiff::gradient<smooth>(autodiff::active(x, dx), autodiff::active(x, dx),
                             3);
  // x0 x1 + x1 x2 + x2
  check.near("same, 0", dx[0], 3);
  check.near("same, 1", dx[1], 2 + 5);
  check.near("same, 2", dx[2], 3 + 1);

  // out = in + 1: x[1] = x0 x1, x[2] = x[1] x2 = x0 x1 x2, then their sum with
  // x[3].
  double y[] = {2, 3, 5, 7}, dy[] = {0, 0, 0, 0};
  autodiff::gradient<smooth>(autodiff::active(y, dy),
                             autodiff::active(y + 1, dy + 1), 3);
  check.near("shifted, y[1]", y[1], 6);
  check.near("shifted, y[2]", y[2], 30);
  check.near("shifted, 0", dy[0], 3 + 3 * 5);
  check.near("shifted, 1", dy[1], 2 + 2 * 5);
  check.near("shifted, 2", dy[2], 2 * 3);
  check.near("shifted, 3", dy[3], 1);
  return check.done();
}
