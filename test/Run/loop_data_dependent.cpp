// SANITIZE
// VALGRIND
#include "check.h"

using std::sqrt;

template <class T> static T growUntil(const T *x, int) {
  T y = x[0];
  while (y < 50)
    y = y * x[1] + 1;
  return y;
}
template <class T> static T doWhile(const T *x, int) {
  T y = x[0];
  int steps = 0;
  do {
    y = sqrt(y + x[1]);
    ++steps;
  } while (steps < 30 && y > 1.9);
  return y * steps;
}
template <class T> static T collatz(const T *x, int) {
  long n = static_cast<long>(valueOf(x[0]) * 10);
  T y = x[0];
  while (n != 1) {
    if (n % 2 == 0) {
      n /= 2;
      y = y * x[1];
    } else {
      n = 3 * n + 1;
      y = y + x[1] * x[1];
    }
  }
  return y;
}

int main() {
  Check check("loop, data dependent");
  check.program<growUntil<double>, growUntil<Dual>>("grow", {0.7, 1.37});
  check.program<growUntil<double>, growUntil<Dual>>("no trip", {70, 1.3});
  check.program<doWhile<double>, doWhile<Dual>>("do while", {9.0, 1.5});
  check.program<collatz<double>, collatz<Dual>>("collatz", {0.75, 0.9});
  return check.done();
}
