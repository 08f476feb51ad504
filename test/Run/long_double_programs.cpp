// long double accumulators in programs of other precisions: sums, arrays,
// structs, calls that stay calls, memory.
// SANITIZE
#include "check.h"

#include <limits>

namespace {

double sumInLongDouble(const double *x, int n) {
  long double sum = 0;
  for (int i = 0; i < n; ++i) {
    const long double t = x[i];
    sum += std::exp(-t) * std::sinh(t / (i + 1)) + std::pow(t, 1.5L);
  }
  return static_cast<double>(sum);
}

struct Moments {
  float count;
  long double first, second;
};

__attribute__((noinline)) Moments momentsOf(const long double *x, int n) {
  if (n == 0)
    return {0, 0, 0};
  Moments m = momentsOf(x + 1, n - 1); // recursion stays a call
  m.count += 1;
  m.first += x[0];
  m.second += x[0] * x[0];
  return m;
}

long double variance(const long double *x, int n) {
  const Moments m = momentsOf(x, n);
  const long double mean = m.first / m.count;
  return m.second / m.count - mean * mean;
}

float throughAll(float x) {
  const double y = static_cast<double>(x) * x;
  const long double z = std::log(static_cast<long double>(y) + 1);
  return static_cast<float>(z * y);
}

long double inPlace(long double *x, int n) {
  for (int k = 1; k < n; ++k)
    for (int i = k; i < n; ++i)
      x[i] = x[i] * x[i - 1] + std::cos(x[i]);
  return x[n - 1];
}

} // namespace

int main() {
  Check check("long_double_programs");
  const std::vector<double> x = {0.25, 1.5, 2.0, 0.875};
  std::vector<double> want;
  for (int i = 0; i < 4; ++i) {
    const long double t = x[i], k = i + 1;
    want.push_back(
        double(std::exp(-t) * (std::cosh(t / k) / k - std::sinh(t / k)) +
               1.5L * std::sqrt(t)));
  }
  check.gradient<sumInLongDouble>("accumulator", x, want, 1e-15);

  const long double y[4] = {0.1L, 2.5L, -1.25L, 3.0L};
  long double dy[4] = {}, mean = 0;
  autodiff::gradient<variance>(autodiff::active(y, dy), 4);
  for (long double v : y)
    mean += v / 4;
  for (int i = 0; i < 4; ++i)
    check.near("variance", dy[i], (y[i] - mean) / 2, 1e-17L);

  const float a = 1.25f, b = a * a;
  check.near("through all", autodiff::derivative<throughAll>(a),
             2 * a * (b / (b + 1) + std::log(b + 1)), 1e-6L);

  // In place, against a difference in long double.
  long double start[4] = {0.5L, -0.25L, 1.5L, 0.75L}, dz[4] = {}, z[4];
  std::copy(start, start + 4, z);
  autodiff::gradient<inPlace>(autodiff::active(z, dz), 4);
  for (int i = 0; i < 4; ++i) {
    auto at = [&](long double h) {
      long double moved[4];
      std::copy(start, start + 4, moved);
      moved[i] += h;
      return inPlace(moved, 4);
    };
    const long double h = 1e-3L;
    const long double difference = 4.0L / 5 * (at(h) - at(-h)) -
                                   1.0L / 5 * (at(2 * h) - at(-2 * h)) +
                                   4.0L / 105 * (at(3 * h) - at(-3 * h)) -
                                   1.0L / 280 * (at(4 * h) - at(-4 * h));
    check.near("in place", dz[i], difference / h, 1e-14L);
  }
  return check.done();
}
