// SANITIZE
// VALGRIND
#include "check.h"

using std::sin;

template <class T> static T square(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      sum += sin(x[i] * x[j]);
  return sum;
}
template <class T> static T triangular(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    T row = 1;
    for (int j = 0; j < i; ++j)
      row *= x[j] * x[i] + 1;
    sum += row;
  }
  return sum;
}
template <class T> static T carried(const T *x, int n) {
  T y = 0.5;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      for (int k = 0; k < 2; ++k)
        y = sin(y + x[i] * x[j] - k * x[j]);
  return y;
}
template <class T> static T innerWhile(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    T y = x[i] * x[i] + 0.1;
    while (y < 3)
      y *= 2 + x[i] * 0.1;
    sum += y;
  }
  return sum;
}

int main() {
  Check check("loop nests");
  const std::vector<double> x = {0.3, -0.7, 1.1, 0.6, -0.2};
  check.program<square<double>, square<Dual>>("square", x);
  check.program<triangular<double>, triangular<Dual>>("triangular", x);
  check.program<carried<double>, carried<Dual>>("carried", x);
  check.program<innerWhile<double>, innerWhile<Dual>>("inner while", x);
  return check.done();
}
