// SANITIZE
#include "check.h"

// What a call through a table would unwind to is gone when the table's
// functions are called by name; objects with destructors are around it.
struct Scales {
  double a;
  int n;
};
__attribute__((noinline)) static double shrink(double x) {
  return x - 0.125 * std::exp2(0.4 * x);
}
__attribute__((noinline)) static double flat(double) { return 0.25; }
static double climb(const double *p, int n, double x);
static double descend(const double *p, int n, double x) {
  return n <= 0 ? x : 0.5 * x + 0.5 * climb(p + 1, n - 1, p[0]);
}
static double climb(const double *p, int n, double x) {
  return n <= 0 ? x : std::sin(x) * p[0] + descend(p + 1, n - 1, x * p[0]);
}
static double recurse(double x) {
  double a[3] = {x, 2 * x, x * x};
  return descend(a, 3, x) * a[2];
}
static double apply(std::vector<double> p, const Scales &s,
                    std::vector<double> q) {
  static double (*const table[])(double) = {shrink, flat, recurse};
  return table[s.n % 3](q[1] * p[0] * s.a) * q[0];
}
template <int K> static double program(const double *x, int n) {
  return apply(std::vector<double>(x, x + n), {x[0], K},
               std::vector<double>(x + 1, x + n));
}

template <int K> static void compare(Check &check, const char *what) {
  const std::vector<double> x{0.5, -1.25, 0.75};
  std::vector<double> want(3);
  for (int i = 0; i < 3; ++i) {
    std::vector<double> at = x;
    want[i] = differenceAtZero([&](double h) {
      at[i] = x[i] + h;
      return program<K>(at.data(), 3);
    });
  }
  check.gradient<program<K>>(what, x, want, 1e-9);
}

int main() {
  Check check("function table beside destructors");
  compare<0>(check, "shrink");
  compare<1>(check, "flat");
  compare<2>(check, "recurse");
  return check.done();
}
