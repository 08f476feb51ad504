// VALGRIND
#include "check.h"

// Caches of many entries: growth where the trip count is not known, and all
// of it freed.
template <class T> static T knownCount(const T *x, int n) {
  T y = x[0];
  for (int i = 1; i < n; ++i)
    y = y * 0.5 + x[i] * x[i] * y * 0.25;
  return y;
}
static double unknownCount(double x) {
  double y = 1;
  while (y > 1e-3)
    y = y * (1 - 1e-4 * x * y);
  return y;
}
static Dual unknownCountDual(Dual x) {
  Dual y = 1;
  while (y > 1e-3)
    y = y * (1 - 1e-4 * x * y);
  return y;
}

int main() {
  Check check("large trip counts");
  constexpr int n = 5000;
  std::vector<double> x(n), dx(n);
  for (int i = 0; i < n; ++i)
    x[i] = 1.3 + 0.1 * std::sin(i);
  autodiff::gradient<knownCount<double>>(autodiff::active(x.data(), dx.data()),
                                         n);
  for (int i : {0, 1, 17, 2500, n - 1}) {
    std::vector<Dual> dual(x.begin(), x.end());
    dual[i].d = 1;
    check.near("known", dx[i], knownCount(dual.data(), n).d, 1e-10);
  }
  check.near("unknown", autodiff::derivative<unknownCount>(50.0),
             unknownCountDual({50, 1}).d, 1e-10);
  return check.done();
}
