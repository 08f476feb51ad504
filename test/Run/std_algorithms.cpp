// SANITIZE
#include "check.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

static double algorithms(const double *x, int n) {
  std::array<double, 8> y{};
  std::transform(x, x + n, y.begin(), [](double v) { return v * v + v; });
  std::partial_sum(y.begin(), y.begin() + n, y.begin());
  std::reverse(y.begin(), y.begin() + n);
  return std::inner_product(x, x + n, y.begin(), 1.0) *
         std::accumulate(x, x + n, 0.5);
}
static Dual reference(const Dual *x, int n) {
  Dual dot = 1, sum = 0.5;
  for (int i = 0; i < n; ++i) {
    Dual y = 0;
    for (int j = 0; j < n - i; ++j)
      y += x[j] * x[j] + x[j];
    dot += x[i] * y;
    sum += x[i];
  }
  return dot * sum;
}

static std::pair<double, double> sortedPair(double a, double b) {
  return a < b ? std::make_pair(a, b) : std::make_pair(b, a);
}
static double spread(double a, double b) {
  auto [low, high] = sortedPair(a, b);
  return high * high - low;
}

int main() {
  Check check("standard algorithms");
  check.program<algorithms, reference>("pipeline", {0.4, -1.3, 0.6, 2.0, 0.9});
  auto [da, db] = autodiff::gradient<spread>(3.0, 2.0);
  check.near("high", da, 6);
  check.near("low", db, -1);
  auto [dc, dd] = autodiff::gradient<spread>(2.0, 3.0);
  check.near("low", dc, -1);
  check.near("high", dd, 6);
  return check.done();
}
