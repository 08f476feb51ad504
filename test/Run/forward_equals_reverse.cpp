// SANITIZE
#include "check.h"

// The dot-product test on a program with everything: v . reverse = forward(v)
// for random directions v.
struct Cell {
  double a;
  int kind;
  float b;
};

__attribute__((noinline)) static Cell step(Cell c, double x) {
  switch (c.kind % 3) {
  case 0:
    return {c.a * x + std::sin(c.a), c.kind + 1, c.b};
  case 1:
    return {c.a / (1 + x * x), c.kind + 1, c.b * 0.5f};
  default:
    return {std::sqrt(c.a * c.a + x * x), c.kind + 1, c.b + 1};
  }
}
static double everything(const double *x, int n) {
  double *scratch = new double[n];
  Cell c = {x[0], 0, 1.5f};
  for (int i = 0; i < n; ++i) {
    for (int k = i; k < n && c.a < 3; k += 2)
      c = step(c, x[k]);
    scratch[i] = c.a * c.b;
    c.a = i ? scratch[i - 1] * 0.3 + x[i] : x[i];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += scratch[i] * scratch[n - 1 - i];
  delete[] scratch;
  return sum;
}

int main() {
  Check check("forward equals reverse");
  constexpr int n = 12;
  unsigned state = 12345;
  auto random = [&] {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / double(1 << 23) - 1;
  };
  std::vector<double> x(n), dx(n), v(n);
  for (int trial = 0; trial < 5; ++trial) {
    for (int i = 0; i < n; ++i) {
      x[i] = 1.5 * random();
      dx[i] = 0;
    }
    autodiff::gradient<everything>(autodiff::active(x.data(), dx.data()), n);
    double norm = 0;
    for (double d : dx)
      norm += d * d;
    norm = std::sqrt(norm);
    check.isTrue("a gradient", norm > 1e-3);
    for (int direction = 0; direction < 5; ++direction) {
      double dot = 0;
      for (int i = 0; i < n; ++i) {
        v[i] = random();
        dot += v[i] * dx[i];
      }
      const double forward = autodiff::jvp<everything>(
          std::make_tuple(autodiff::active(x.data(), v.data()), n),
          std::tuple<>());
      check.near("dot product", forward / norm, dot / norm, 1e-12);
    }
  }
  return check.done();
}
