// SANITIZE
// VALGRIND
#include "check.h"

template <class T> static T breakAndContinue(const T *x, int n) {
  T y = 1;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      continue;
    if (y > 40)
      break;
    y *= x[i] + 0.5;
  }
  return y;
}
template <class T> static T returnInside(const T *x, int n) {
  T y = 0;
  for (int i = 0; i < n; ++i) {
    y += x[i] * x[i];
    if (y > 6)
      return y * x[i];
  }
  return y * 10;
}
template <class T> static T gotoOut(const T *x, int n) {
  T y = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      y += x[i] * x[j];
      if (y > 7) {
        y *= x[j];
        goto found;
      }
    }
  return y * y;
found:
  return y + x[0];
}
template <class T> static T gotoLoop(const T *x, int n) {
  T y = x[0];
  int i = 0;
again:
  y = y * 0.5 + x[i] * y;
  if (++i < n)
    goto again;
  return y;
}

int main() {
  Check check("loop, several exits");
  const std::vector<double> shorter = {1.2, -0.3, 0.8};
  const std::vector<double> longer = {1.2, -0.3, 2.8, 3.1, 4.4, 2.2, 5.0};
  check.program<breakAndContinue<double>, breakAndContinue<Dual>>("end",
                                                                  shorter);
  check.program<breakAndContinue<double>, breakAndContinue<Dual>>("break",
                                                                  longer);
  check.program<returnInside<double>, returnInside<Dual>>("end", shorter);
  check.program<returnInside<double>, returnInside<Dual>>("return", longer);
  check.program<gotoOut<double>, gotoOut<Dual>>("end", shorter);
  check.program<gotoOut<double>, gotoOut<Dual>>("goto", longer);
  check.program<gotoLoop<double>, gotoLoop<Dual>>("goto loop", longer);
  return check.done();
}
