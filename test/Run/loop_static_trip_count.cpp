// SANITIZE
// VALGRIND
#include "check.h"

template <class T> static T logistic(const T *x, int) {
  T y = x[0];
  for (int i = 0; i < 10; ++i)
    y = x[1] * y * (1 - y);
  return y;
}
template <class T> static T large(const T *x, int) {
  T y = x[0];
  for (int i = 0; i < 1000; ++i)
    y = sin(y) + x[1] * 0.001;
  return y;
}

int main() {
  Check check("loop, static trip count");
  check.program<logistic<double>, logistic<Dual>>("logistic", {0.3, 2.9});
  check.program<large<double>, large<Dual>>("large", {0.7, 0.4}, 1e-11);
  return check.done();
}
