// SANITIZE
#include "check.h"

using std::sin;

template <class T> static T separateCases(const T *x, int n) {
  T y = 1;
  for (int i = 0; i < n; ++i)
    switch (i % 4) {
    case 0:
      y = y * x[i];
      break;
    case 1:
      y = y + x[i];
      break;
    case 2:
      y = sin(y) - x[i];
      break;
    default:
      y = y / (2 + x[i]);
    }
  return y;
}
template <class T> static T fallthrough(const T *x, int n) {
  T y = 1;
  switch (n) {
  case 4:
    y *= x[3];
    [[fallthrough]];
  case 3:
    y = y + x[2] * x[2];
    [[fallthrough]];
  case 2:
    y = y * x[1];
    break;
  case 1:
    y = x[0] * 5;
    break;
  default:
    y = 2;
  }
  return y * x[0];
}
// Several edges of the switch lead to one block.
template <class T> static T sharedTargets(const T *x, int n) {
  T y = x[0];
  switch (n) {
  case 1:
  case 3:
  case 5:
    y = y * y;
    break;
  case 2:
  case 4:
    y = y * 3;
  }
  return y;
}

int main() {
  Check check("switch and fallthrough");
  const std::vector<double> x = {0.4, 1.3, -0.6, 2.1, 0.9};
  check.program<separateCases<double>, separateCases<Dual>>("cases", x);
  for (std::size_t n = 1; n <= x.size(); ++n) {
    const std::vector<double> head(x.begin(), x.begin() + n);
    check.program<fallthrough<double>, fallthrough<Dual>>("falls", head);
    check.program<sharedTargets<double>, sharedTargets<Dual>>("shared", head);
  }
  return check.done();
}
