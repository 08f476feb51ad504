// SANITIZE
#include "check.h"

using std::fabs;

// Square root by Newton's method until it no longer moves.
template <class T> static T root(const T *x, int) {
  T y = x[0];
  for (;;) {
    T next = 0.5 * (y + x[0] / y);
    if (fabs(next - y) < 1e-14)
      return next;
    y = next;
  }
}
// w exp(w) = x
static double lambert(double x) {
  double w = 0.5;
  for (int i = 0; i < 50; ++i) {
    double e = std::exp(w);
    double step = (w * e - x) / (e * (w + 1));
    w -= step;
    if (step < 1e-15 && step > -1e-15)
      break;
  }
  return w;
}

int main() {
  Check check("Newton iteration");
  check.gradient<root<double>>("root", {2.0}, {0.5 / std::sqrt(2.0)});
  check.program<root<double>, root<Dual>>("root", {7.3});
  const double w = lambert(2.0);
  check.scalar<lambert>("Lambert W", 2.0, w / (2.0 * (1 + w)));
  return check.done();
}
