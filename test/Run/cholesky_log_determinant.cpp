// SANITIZE
#include "check.h"

using std::log;
using std::sqrt;

constexpr int N = 3;

// log det of a symmetric positive definite matrix by an in-place Cholesky
// factorisation that reads the lower triangle.
template <class T> static T logDeterminant(const T *x, int) {
  T a[N * N];
  for (int i = 0; i < N * N; ++i)
    a[i] = x[i];
  T result = 0;
  for (int j = 0; j < N; ++j) {
    for (int k = 0; k < j; ++k)
      a[j * N + j] -= a[j * N + k] * a[j * N + k];
    a[j * N + j] = sqrt(a[j * N + j]);
    result += 2 * log(a[j * N + j]);
    for (int i = j + 1; i < N; ++i) {
      for (int k = 0; k < j; ++k)
        a[i * N + j] -= a[i * N + k] * a[j * N + k];
      a[i * N + j] /= a[j * N + j];
    }
  }
  return result;
}

int main() {
  Check check("Cholesky log determinant");
  const std::vector<double> a = {4, 1, 0.5, 1, 3, -0.7, 0.5, -0.7, 2};
  // d log det A / dA = A^-1: by cofactors; an off-diagonal entry of the lower
  // triangle stands for both.
  std::vector<double> want(9, 0.0);
  auto m = [&](int r, int c) { return a[r % 3 * 3 + c % 3]; };
  double determinant = 0;
  for (int c = 0; c < 3; ++c)
    determinant +=
        m(0, c) * (m(1, c + 1) * m(2, c + 2) - m(1, c + 2) * m(2, c + 1));
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c <= r; ++c)
      want[r * 3 + c] = (r == c ? 1 : 2) *
                        (m(r + 1, c + 1) * m(r + 2, c + 2) -
                         m(r + 1, c + 2) * m(r + 2, c + 1)) /
                        determinant;
  check.gradient<logDeterminant<double>>("cofactors", a, want);
  check.program<logDeterminant<double>, logDeterminant<Dual>>("dual", a);
  return check.done();
}
