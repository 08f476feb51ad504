// SANITIZE
#include "check.h"

#include <stdexcept>

using std::sin;

// Calls through pointers that may throw, and that lead back here.
template <class T> using Fn = T (*)(const T *, int);
template <class T> static T total(const T *x, int n) {
  T s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
template <class T> static T checked(const T *x, int n) {
  if (n == 100)
    throw std::runtime_error("size");
  std::vector<T> y(x, x + n);
  T s = 1;
  for (T &v : y)
    s = s * (v + 2);
  return s;
}
template <class T> static T again(const T *x, int n);

// Variables of this file, set by a function of it.
template <class T> static Fn<T> current;
template <class T> static void select(Fn<T> f) { current<T> = f; }
template <class T> static T withCleanup(const T *x, int n) {
  static const Fn<T> all[] = {total<T>, checked<T>, again<T>};
  T s = 0;
  std::vector<T> copy(x, x + n);
  for (int i = 0; i < 3 * (n > 1); ++i)
    s += all[i % 3](copy.data(), n - 1) * sin(copy[i]);
  return s;
}
template <class T> static T again(const T *x, int n) {
  return withCleanup<T>(x, n - 1) * x[0];
}
template <class T> static T setter(const T *x, int n) {
  select<T>(n > 3 ? total<T> : checked<T>);
  T s = current<T>(x, n);
  select<T>(n > 3 ? checked<T> : total<T>);
  return s * current<T>(x, n);
}

int main() {
  Check check("cleanup");
  const std::vector<double> x = {0.7, 0.4, -0.5, 1.3, 0.9};
  check.program<withCleanup<double>, withCleanup<Dual>>("cleanup", x);
  check.program<setter<double>, setter<Dual>>("setter", x);
  return check.done();
}
