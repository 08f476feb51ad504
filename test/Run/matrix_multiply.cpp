// SANITIZE
// VALGRIND
#include "check.h"

// C += A B, and the adjoints A' += C' B^T, B' += A^T C'.
static void multiply(const double *a, const double *b, double *c, int n, int m,
                     int p) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < p; ++j)
      for (int k = 0; k < m; ++k)
        c[i * p + j] += a[i * m + k] * b[k * p + j];
}

static double sumOfSquares(const double *a, const double *b, double *c, int n,
                           int m, int p) {
  multiply(a, b, c, n, m, p);
  double sum = 0;
  for (int i = 0; i < n * p; ++i)
    sum += c[i] * c[i];
  return sum;
}

int main() {
  Check check("matrix multiply");
  constexpr int n = 3, m = 4, p = 2;
  double a[n * m], b[m * p], c[n * p] = {}, product[n * p] = {};
  double da[n * m] = {}, db[m * p] = {}, dc[n * p] = {};
  for (int i = 0; i < n * m; ++i)
    a[i] = 0.3 * i - 1.1;
  for (int i = 0; i < m * p; ++i)
    b[i] = 0.7 - 0.2 * i;
  multiply(a, b, product, n, m, p);

  autodiff::gradient<sumOfSquares>(autodiff::active(a, da),
                                   autodiff::active(b, db),
                                   autodiff::active(c, dc), n, m, p);
  for (int i = 0; i < n * p; ++i)
    check.near("c", c[i], product[i]);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) {
      double want = 0;
      for (int j = 0; j < p; ++j)
        want += 2 * product[i * p + j] * b[k * p + j];
      check.near("A'", da[i * m + k], want);
    }
  for (int k = 0; k < m; ++k)
    for (int j = 0; j < p; ++j) {
      double want = 0;
      for (int i = 0; i < n; ++i)
        want += 2 * product[i * p + j] * a[i * m + k];
      check.near("B'", db[k * p + j], want);
    }
  return check.done();
}
