// SANITIZE
#include "check.h"

// Many gradients from one call site, in a loop of the user's.
static double bowl(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double d = x[i] - (i + 1);
    sum += (i + 1) * d * d + 0.1 * d * d * d * d;
  }
  return sum;
}

int main() {
  Check check("gradient descent");
  constexpr int n = 5;
  double x[n] = {}, dx[n];
  for (int step = 0; step < 400; ++step) {
    for (double &d : dx)
      d = 0;
    autodiff::gradient<bowl>(autodiff::active(x, dx), n);
    for (int i = 0; i < n; ++i)
      x[i] -= 0.02 * dx[i];
  }
  for (int i = 0; i < n; ++i)
    check.near("minimum", x[i], i + 1, 1e-5);
  return check.done();
}
