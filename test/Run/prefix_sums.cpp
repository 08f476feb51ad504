// SANITIZE
#include "check.h"

template <class T> static T weighted(const T *x, int n) {
  T prefix[16];
  prefix[0] = x[0];
  for (int i = 1; i < n; ++i)
    prefix[i] = prefix[i - 1] + x[i];
  T result = 0;
  for (int i = 0; i < n; ++i)
    result += prefix[i] * prefix[n - 1 - i];
  return result;
}
template <class T> static T products(const T *x, int n) {
  T a[16];
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  for (int i = 1; i < n; ++i)
    a[i] *= a[i - 1];
  T result = 0;
  for (int i = 0; i < n; ++i)
    result += a[i];
  return result;
}

int main() {
  Check check("prefix sums");
  const std::vector<double> x = {0.4, 1.3, -0.6, 0.9, 2.0, -1.1};
  check.program<weighted<double>, weighted<Dual>>("sums", x);
  check.program<products<double>, products<Dual>>("products", x);
  return check.done();
}
