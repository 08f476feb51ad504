// SANITIZE
// VALGRIND
#include "check.h"

using std::sin;

template <class T> static T sumOfProducts(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i + 1 < n; ++i)
    sum += x[i] * x[i + 1] * x[i];
  return sum;
}
template <class T> static T recurrence(const T *x, int n) {
  T y = 0.5;
  for (int i = n - 1; i >= 0; --i)
    y = sin(y * x[i]) + x[i];
  return y;
}
template <class T> static T strided(const T *x, int n) {
  T y = 1;
  for (int i = 0; i < n; i += 3)
    y *= x[i] + 2;
  return y;
}
template <class T> static T unsignedCounter(const T *x, int n) {
  T y = 1;
  for (unsigned i = static_cast<unsigned>(n); i-- > 0;)
    y = y * 0.5 + x[i] * y;
  return y;
}

int main() {
  Check check("loop, symbolic trip count");
  const std::vector<double> x = {0.3, -1.2, 0.8, 1.7, -0.4, 0.9, 1.1};
  check.program<sumOfProducts<double>, sumOfProducts<Dual>>("sum", x);
  check.program<recurrence<double>, recurrence<Dual>>("recurrence", x);
  check.program<strided<double>, strided<Dual>>("strided", x);
  check.program<unsignedCounter<double>, unsignedCounter<Dual>>("unsigned", x);
  check.program<sumOfProducts<double>, sumOfProducts<Dual>>("one trip",
                                                            {2.0, 3.0});
  return check.done();
}
