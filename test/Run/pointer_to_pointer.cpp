// SANITIZE
#include "check.h"

// Rows behind pointers in local memory, chosen by data.
static double viaRows(const double *x, int n) {
  const double *rows[4];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    rows[i] = x + (n - 1 - i);
  for (int i = 0; i < n; ++i)
    sum += *rows[i] * x[i];
  const double *larger = x[0] > x[1] ? rows[0] : rows[1];
  return sum * *larger;
}
static Dual reference(const Dual *x, int n) {
  Dual sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[n - 1 - i] * x[i];
  return sum * (x[0] > x[1] ? x[n - 1] : x[n - 2]);
}

int main() {
  Check check("pointer to pointer");
  check.program<viaRows, reference>("first", {2, 0.5, -1, 3});
  check.program<viaRows, reference>("second", {0.5, 2, -1, 3});
  return check.done();
}
