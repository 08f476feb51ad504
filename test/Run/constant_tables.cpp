// SANITIZE
// Numbers of constant tables have no tangent, wherever they are copied; tables
// of addresses lead to active memory.
#include "check.h"

#include <cstring>
#include <tuple>

static const double table[5] = {1, 2, 3, 4, 5};

static double copied(const double *x, int n) {
  double a[5];
  std::memcpy(a, table, sizeof a);
  std::memmove(a, x, (1 + unsigned(n) % 2u) * sizeof(double));
  for (int k = 1; k < n % 4; ++k)
    a[k] = a[k + 1];
  return a[0] * a[0] + a[unsigned(n) % 3u];
}

static double filled(const double *x, int n) {
  double *active = new double[n];
  double *held = new double[5];
  for (int i = 0; i < n; ++i)
    active[i] = x[i];
  for (int i = 0; i < 5; ++i)
    held[i] = table[n % 5];
  double r = held[unsigned(n) % 5u] * active[n - 1];
  delete[] held;
  delete[] active;
  return r;
}

static double first[3], second[3];
static double *const rows[2] = {first, second};

static double throughTable(double x, int k) {
  for (int i = 0; i < 3; ++i) {
    rows[k][i] = x * i;
    rows[1 - k][i] = x * x;
  }
  return rows[k][2] * rows[1 - k][0];
}

int main() {
  Check check("constant tables");
  const int n = 7;
  const double x[n] = {0.5, 1.5, -2, 0.25, 3, 1, 2};
  for (int i = 0; i < n; ++i) {
    double dx[n] = {}, direction[n] = {};
    direction[i] = 1;
    // n = 7: a = {x0, x1, 3, 4, 5}, then a[1] = 3, a[2] = 4; a[7 % 3] is a[1].
    const double want = i == 0 ? 2 * x[0] : 0;
    autodiff::gradient<copied>(autodiff::active(&x[0], &dx[0]), n);
    check.near("copied, reverse", dx[i], want);
    check.near("copied, forward",
               autodiff::jvp<copied>(
                   std::make_tuple(autodiff::active(&x[0], &direction[0]), n),
                   std::make_tuple()),
               want);
    double dy[n] = {};
    const double wantFilled = i == n - 1 ? table[n % 5] : 0;
    autodiff::gradient<filled>(autodiff::active(&x[0], &dy[0]), n);
    check.near("filled, reverse", dy[i], wantFilled);
    check.near("filled, forward",
               autodiff::jvp<filled>(
                   std::make_tuple(autodiff::active(&x[0], &direction[0]), n),
                   std::make_tuple()),
               wantFilled);
  }
  for (int k = 0; k < 2; ++k) // 2 x * x^2
    check.near("through a table of addresses",
               std::get<0>(autodiff::gradient<throughTable>(1.5, k)),
               6 * 1.5 * 1.5);
  return check.done();
}
