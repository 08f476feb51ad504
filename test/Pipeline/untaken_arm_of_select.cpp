// What the optimiser turns into selects is still a branch: an arm that is not
// taken adds nothing, though its slope is infinite or not set.
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

static double powers(double x) {
  double sum = 0, last;
  for (int i = 0; i < 3; ++i) {
    double p = i ? x * last : x; // the first time, last is not set
    sum += p;
    last = p;
  }
  return sum;
}

int main(int argc, char **) {
  double infinity = std::numeric_limits<double>::infinity() * argc;
  auto [d] = autodiff::gradient<scaled>(2.0, autodiff::constant(infinity));
  if (d != 1)
    return 1;
  if (autodiff::derivative<inverse>(0.0 * argc) != 3)
    return 2;
  return autodiff::derivative<powers>(2.0 * argc) == 17 ? 0 : 3;
}
