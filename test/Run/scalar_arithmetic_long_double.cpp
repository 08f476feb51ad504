#include "check.h"

static long double cubic(long double x) { return x * x * x - 2 * x; }
static long double rational(long double x) { return x / (1 + x * x); }

int main() {
  Check check("scalar arithmetic, long double");
  const long double x = 1.1L;
  check.near("cubic", autodiff::derivative<cubic>(x), 3 * x * x - 2, 1e-18L);
  const long double s = 1 + x * x;
  check.near("rational", autodiff::derivative<rational>(x),
             (1 - x * x) / (s * s), 1e-18L);
  return check.done();
}
