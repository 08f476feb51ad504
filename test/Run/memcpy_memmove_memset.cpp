// SANITIZE
// VALGRIND
#include "check.h"

#include <cstring>

static double copied(const double *x, int n) {
  double a[8], b[8];
  std::memcpy(a, x, n * sizeof(double));
  for (int i = 0; i < n; ++i)
    a[i] *= a[i];
  std::memcpy(b, a, n * sizeof(double));
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += b[i] * x[i];
  return sum;
}
// Overlapping moves, both ways.
static double moved(const double *x, int n) {
  double a[8];
  std::memcpy(a, x, n * sizeof(double));
  std::memmove(a + 1, a, (n - 1) * sizeof(double));
  a[0] = a[0] * a[1];
  std::memmove(a, a + 1, (n - 1) * sizeof(double));
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * a[i] * a[i];
  return sum;
}
static double cleared(const double *x, int n) {
  double a[8];
  std::memcpy(a, x, n * sizeof(double));
  double before = 0, after = 0;
  for (int i = 0; i < n; ++i)
    before += a[i] * a[i];
  std::memset(a, 0, n / 2 * sizeof(double));
  for (int i = 0; i < n; ++i)
    after += a[i];
  return before * after;
}
struct Item {
  double value;
  int count;
  float factor;
};
static double structs(const double *x, int) {
  Item a = {x[0], 3, static_cast<float>(x[1])}, b;
  std::memcpy(&b, &a, sizeof a);
  b.value *= b.value;
  return b.value * b.count * b.factor;
}

int main() {
  Check check("memcpy, memmove, memset");
  const std::vector<double> x = {0.5, -2, 3, 1.5};
  std::vector<double> want(4);
  for (int i = 0; i < 4; ++i)
    want[i] = 3 * x[i] * x[i];
  check.gradient<copied>("memcpy", x, want);
  // After both moves a = {x0, x1, x2, x2}.
  check.gradient<moved>("memmove", x, {2 * x[0], 4 * x[1], (6 + 8) * x[2], 0});
  double before = 0;
  for (double v : x)
    before += v * v;
  const double after = x[2] + x[3];
  for (int i = 0; i < 4; ++i)
    want[i] = 2 * x[i] * after + (i < 2 ? 0 : before);
  check.gradient<cleared>("memset", x, want);
  check.gradient<structs>("structs", {0.5, 2}, {2 * 0.5 * 3 * 2, 0.75}, 1e-6);
  return check.done();
}
