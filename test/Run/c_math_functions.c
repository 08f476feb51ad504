/* Functions of the C library beyond standard C, and a program's own of such a
 * name, in C. */
#include <autodiff/autodiff_c.h>

#include <math.h>
#include <stdio.h>

/* glibc: the logarithm of the gamma function, under its old name. */
extern double gamma(double) __attribute__((nothrow));
extern double significand(double) __attribute__((nothrow));
extern double drem(double, double) __attribute__((nothrow));
extern double j0(double) __attribute__((nothrow));
extern double y0(double) __attribute__((nothrow));
extern double y1(double) __attribute__((nothrow));

/* The program's own, which is differentiated as it is written. */
static double j1(double x) { return x * x; }

static double sum(const double *x, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    int e;
    double whole;
    const double m = frexp(x[i], &e), part = modf(x[i], &whole);
    total += gamma(x[i]) + significand(x[i]) + drem(x[i], 0.75) + y0(x[i]) +
             j0(x[i]) + j1(x[i]) + m * e + part * whole;
  }
  return total;
}
AUTODIFF_GRADIENT(sumGradient, double, sum,
                  (AUTODIFF_POINTER, const double *, x, double *),
                  (AUTODIFF_FIXED, int, n))

/* By its power series. */
static double besselJ1(double x) {
  double term = x / 2, total = 0;
  for (int k = 1; k < 20; ++k) {
    total += term;
    term *= -x * x / 4 / k / (k + 1);
  }
  return total;
}

int main(void) {
  /* digamma at 1/2, 1 and 3/2. */
  const double euler = 0.57721566490153286061, ln2 = 0.69314718055994530942;
  const double x[] = {0.5, 1, 1.5};
  const double digamma[] = {-euler - 2 * ln2, -euler, 2 - euler - 2 * ln2};
  const double binade[] = {2, 1, 1}; /* of the significand */
  const int exponent[] = {0, 1, 1};
  double dx[] = {0, 0, 0};
  int failed = 0;
  sumGradient(x, dx, 3);
  for (int i = 0; i < 3; ++i) {
    const double want = digamma[i] + binade[i] + 1 - y1(x[i]) - besselJ1(x[i]) +
                        2 * x[i] + exponent[i] / ldexp(1, exponent[i]) +
                        (i > 0);
    if (fabs(dx[i] - want) <= 1e-13 * (1 + fabs(want)))
      continue;
    failed = 1;
    printf("x[%d]: got %.17g, want %.17g\n", i, dx[i], want);
  }
  return failed;
}
