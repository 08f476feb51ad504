// SANITIZE
// VALGRIND
#include "check.h"

#include <cstdlib>

static double squaresOnHeap(const double *x, int n) {
  double *y = static_cast<double *>(std::malloc(n * sizeof(double)));
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i] * x[i];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i];
  std::free(y);
  return sum;
}
// Entries that are never written stay zero and inactive.
static double histogram(const double *x, int n) {
  double *bins = static_cast<double *>(std::calloc(4, sizeof(double)));
  for (int i = 0; i < n; ++i)
    bins[i % 2] += x[i];
  double sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += bins[i] * bins[i] * (i + 1);
  std::free(bins);
  return sum;
}
static double perIteration(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double *pair = static_cast<double *>(std::malloc(2 * sizeof(double)));
    pair[0] = x[i];
    pair[1] = pair[0] * pair[0];
    pair[0] = pair[1] * pair[0];
    sum += pair[0] + pair[1];
    std::free(pair);
  }
  return sum;
}

int main() {
  Check check("malloc, calloc, free");
  const std::vector<double> x = {0.5, -2, 3};
  check.gradient<squaresOnHeap>("malloc", x, {0.75, 12, 27});
  // (x0 + x2)^2 + 2 x1^2
  check.gradient<histogram>("calloc", x, {7, -8, 7});
  check.gradient<perIteration>("per iteration", x, {0.75 + 1, 12 - 4, 27 + 6});
  return check.done();
}
