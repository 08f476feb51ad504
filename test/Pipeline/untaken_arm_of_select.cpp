// What the optimiser turns into selects is still a branch: an arm that is not
// taken adds nothing, though its slope is infinite.
//
// RUN: %ad -std=c++17 -O0 %s -o %t && %t
// RUN: %ad -std=c++17 -O2 %s -o %t && %t
#include <autodiff/autodiff.h>

#include <limits>

static double scaled(double x, double s) { return s < 1e300 ? x * s : x; }

static double inverse(double x) {
  double y = 1 / x;
  return x > 0 ? y : 3 * x;
}

int main(int argc, char **) {
  double infinity = std::numeric_limits<double>::infinity() * argc;
  auto [d] = autodiff::gradient<scaled>(2.0, autodiff::constant(infinity));
  if (d != 1)
    return 1;
  return autodiff::derivative<inverse>(0.0 * argc) == 3 ? 0 : 2;
}
