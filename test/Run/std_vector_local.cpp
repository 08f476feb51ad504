// SANITIZE
// VALGRIND
#include "check.h"

using std::sin;

template <class T> static T scratch(const T *x, int n) {
  std::vector<T> y(n), z(n, T(1));
  for (int i = 0; i < n; ++i)
    y[i] = sin(x[i]) * x[i];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      z[i] *= y[j] + 2;
  T sum = 0;
  for (const T &v : z)
    sum += v;
  return sum;
}
// A vector per iteration.
template <class T> static T insideLoop(const T *x, int n) {
  T sum = 0;
  for (int i = 1; i <= n; ++i) {
    std::vector<T> part(i);
    for (int j = 0; j < i; ++j)
      part[j] = x[j] * x[i - 1];
    for (int j = 0; j < i; ++j)
      sum += part[j] * part[i - 1 - j];
  }
  return sum;
}

int main() {
  Check check("std::vector, local");
  const std::vector<double> x = {0.4, 1.3, -0.6, 0.9, 2.0};
  check.program<scratch<double>, scratch<Dual>>("scratch", x, 1e-11);
  check.program<insideLoop<double>, insideLoop<Dual>>("inside a loop", x);
  return check.done();
}
