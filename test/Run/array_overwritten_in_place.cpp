// SANITIZE
// VALGRIND
#include "check.h"

using std::exp;
using std::sin;

// Each value is overwritten after a nonlinear use, so the reverse sweep needs
// what is no longer there.
template <class T> static T scratch(const T *x, int n) {
  T a[8];
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  for (int i = 0; i < n; ++i)
    a[i] = a[i] * a[i];
  for (int i = 0; i < n; ++i)
    a[i] = sin(a[i]) * a[(i + 1) % n];
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * a[i];
  return sum;
}
template <class T> static T oneCell(const T *x, int n) {
  T cell[1] = {1};
  for (int i = 0; i < n; ++i) {
    cell[0] = cell[0] * x[i];
    cell[0] = sin(cell[0]) + cell[0] * cell[0];
  }
  return cell[0];
}
template <class T> static T killed(const T *x, int) {
  T a[2];
  a[0] = exp(x[0]);
  a[1] = a[0] * x[1];
  a[0] = x[1];
  return a[0] * a[1];
}

// The caller's own array is updated: y becomes y^2 * s, then is summed.
static double updateArgument(double *y, int n, double s) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = y[i] * y[i] * s;
    sum += y[i];
  }
  return sum;
}

int main() {
  Check check("array overwritten in place");
  const std::vector<double> x = {0.4, 1.3, -0.6, 0.9};
  check.program<scratch<double>, scratch<Dual>>("scratch", x);
  check.program<oneCell<double>, oneCell<Dual>>("one cell", x);
  check.program<killed<double>, killed<Dual>>("killed", {0.4, 1.3});

  double y[] = {2, 3, 5}, dy[] = {0, 0, 0};
  auto [ds] =
      autodiff::gradient<updateArgument>(autodiff::active(y, dy), 3, 0.5);
  check.near("ds", ds, 4 + 9 + 25);
  check.near("dy[0]", dy[0], 2);
  check.near("dy[1]", dy[1], 3);
  check.near("dy[2]", dy[2], 5);
  check.near("y[0] as the primal leaves it", y[0], 2);
  check.near("y[2] as the primal leaves it", y[2], 12.5);
  return check.done();
}
