// SANITIZE
// VALGRIND
#include "check.h"

#include <stdexcept>

// A throw comes out of the gradient as out of the function; nothing leaks.
static double product(const double *x, int n) {
  std::vector<double> seen;
  double y = 1;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      throw std::domain_error("negative");
    y = y * x[i] + y * y * 0.1;
    seen.push_back(y);
  }
  double sum = 0;
  for (double v : seen)
    sum += v;
  return sum;
}
static Dual reference(const Dual *x, int n) {
  Dual y = 1, sum = 0;
  for (int i = 0; i < n; ++i) {
    y = y * x[i] + y * y * 0.1;
    sum += y;
  }
  return sum;
}

int main() {
  Check check("throwing primal");
  check.program<product, reference>("no throw", {0.5, 1.5, 0.7, 1.1, 0.9});
  const double x[] = {0.5, 1.5, -1, 2};
  double dx[4] = {};
  bool caught = false;
  try {
    autodiff::gradient<product>(autodiff::active(x, dx), 4);
  } catch (const std::domain_error &) {
    caught = true;
  }
  check.isTrue("the exception arrives", caught);
  return check.done();
}
