// SANITIZE
#include "check.h"

#include <utility>

constexpr int N = 3;

// Solves A z = b (A in x[0..9), b in x[9..12)) with row exchanges; z . z.
template <class T> static T solve(const T *x, int) {
  T a[N][N], z[N];
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j)
      a[i][j] = x[i * N + j];
    z[i] = x[N * N + i];
  }
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i) {
      T big = a[pivot][k] < 0 ? -a[pivot][k] : a[pivot][k];
      T now = a[i][k] < 0 ? -a[i][k] : a[i][k];
      if (now > big)
        pivot = i;
    }
    if (pivot != k) {
      for (int j = 0; j < N; ++j)
        std::swap(a[k][j], a[pivot][j]);
      std::swap(z[k], z[pivot]);
    }
    for (int i = k + 1; i < N; ++i) {
      T factor = a[i][k] / a[k][k];
      for (int j = k; j < N; ++j)
        a[i][j] -= factor * a[k][j];
      z[i] -= factor * z[k];
    }
  }
  T sum = 0;
  for (int i = N - 1; i >= 0; --i) {
    for (int j = i + 1; j < N; ++j)
      z[i] -= a[i][j] * z[j];
    z[i] /= a[i][i];
    sum += z[i] * z[i];
  }
  return sum;
}

int main() {
  Check check("LU solve with pivoting");
  check.program<solve<double>, solve<Dual>>(
      "exchanges", {0.2, 1.5, -0.8, 2.0, -0.4, 0.9, 1.1, 0.6, 1.7, 1, -2, 0.5},
      1e-11);
  check.program<solve<double>, solve<Dual>>(
      "no exchange", {4, 1, 0.5, 0.3, 3, -0.2, 0.1, 0.2, 2, 1, 1, -1}, 1e-11);
  return check.done();
}
