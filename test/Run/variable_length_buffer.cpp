// SANITIZE
#include "check.h"

#include <alloca.h>

// Stack memory whose size is known at run time only.
static double total(const double *x, int n) {
  double *y = static_cast<double *>(alloca(n * sizeof(double)));
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[n - 1 - i];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * x[i];
  return sum;
}
static Dual reference(const Dual *x, int n) {
  Dual sum = 0;
  for (int i = 0; i < n; ++i) {
    Dual y = x[i] * x[n - 1 - i];
    sum += y * y * x[i];
  }
  return sum;
}

int main() {
  Check check("variable-length buffer");
  check.program<total, reference>("alloca", {0.5, -1.5, 2, 0.7, 1.2});
  return check.done();
}
