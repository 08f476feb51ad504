// SANITIZE
#include "check.h"

// Calls that stay calls: by pointer, by reference, void with an output, with
// an early return, in a loop.
__attribute__((noinline)) static void scaleInto(const double *in, double *out,
                                                int n, double s) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * s;
}
__attribute__((noinline)) static double dot(const double *a, const double *b,
                                            int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}
__attribute__((noinline)) static void square(double &x) { x = x * x; }
__attribute__((noinline)) static double clamp(double x) {
  if (x > 2)
    return 2;
  return x * x / 2;
}

static double program(const double *x, int n) {
  double y[8], z = 0;
  scaleInto(x, y, n, x[0]);
  for (int i = 0; i < n; ++i) {
    double t = y[i];
    square(t);
    z += clamp(t);
  }
  square(z);
  return z + dot(x, y, n);
}
static Dual reference(const Dual *x, int n) {
  Dual z = 0, d = 0;
  for (int i = 0; i < n; ++i) {
    Dual y = x[i] * x[0], t = y * y;
    z += t > 2 ? Dual(2) : t * t / 2;
    d += x[i] * y;
  }
  return z * z + d;
}

int main() {
  Check check("calls that are not inlined");
  check.program<program, reference>("calls", {0.9, -0.4, 1.2, 3.0});
  return check.done();
}
