// SANITIZE
#include "check.h"

template <class T> static T afterLoop(const T *x, int n) {
  T y = x[0] * x[0];
  for (int i = 1; i < n; ++i)
    y = y * x[i];
  return y * 3;
}
template <class T> static T whileNever(const T *x, int) {
  T y = x[0];
  while (y > 100)
    y = y * y;
  return y * x[0];
}
template <class T> static T innerNever(const T *x, int n) {
  T y = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 2; j < i; ++j)
      y += x[i] * x[j];
    y += x[i] * x[i];
  }
  return y;
}

int main() {
  Check check("loop, zero trips");
  check.program<afterLoop<double>, afterLoop<Dual>>("for", {1.5});
  check.program<whileNever<double>, whileNever<Dual>>("while", {1.5});
  check.program<innerNever<double>, innerNever<Dual>>("inner", {1.5, 2.0, 0.5});
  check.program<innerNever<double>, innerNever<Dual>>("inner, some",
                                                      {1.5, 2, 0.5, 3, 4});
  return check.done();
}
