// SANITIZE
#include <autodiff/autodiff_c.h>

#include <complex.h>
#include <math.h>
#include <stdio.h>

// The admittance of a circuit: R, L and C in series.
static double admittance(double r, double l, double c, double omega) {
  const double _Complex z = r + I * omega * l + 1 / (I * omega * c);
  return cabs(1 / z);
}
AUTODIFF_GRADIENT(admittanceGradient, double, admittance,
                  (AUTODIFF_SCALAR, double, r), (AUTODIFF_SCALAR, double, l),
                  (AUTODIFF_SCALAR, double, c), (AUTODIFF_FIXED, double, omega))

static double root(double _Complex z, double _Complex w) {
  return creal(csqrt(z) * conj(w)) + carg(w);
}
AUTODIFF_GRADIENT(rootGradient, double, root,
                  (AUTODIFF_SCALAR, double _Complex, z),
                  (AUTODIFF_SCALAR, double _Complex, w))

static float narrow(const float _Complex *z, int n) {
  float _Complex product = 1;
  for (int i = 0; i < n; ++i)
    product *= cexpf(z[i]) / z[i];
  return cimagf(product);
}
AUTODIFF_GRADIENT(narrowGradient, float, narrow,
                  (AUTODIFF_POINTER, const float _Complex *, z,
                   float _Complex *),
                  (AUTODIFF_FIXED, int, n))

static long double _Complex wide(long double _Complex z) {
  return cpowl(z, z) * cprojl(z);
}
AUTODIFF_JVP(wideJvp, long double _Complex, wide,
             (AUTODIFF_SCALAR, long double _Complex, z))

static int failed;
static void near(const char *what, long double got, long double want,
                 long double tolerance) {
  if (fabsl(got - want) <= tolerance * (1 + fabsl(want)))
    return;
  failed = 1;
  printf("%s: got %.20Lg, want %.20Lg\n", what, got, want);
}
static void nearComplex(const char *what, long double _Complex got,
                        long double _Complex want, long double tolerance) {
  near(what, creall(got), creall(want), tolerance);
  near(what, cimagl(got), cimagl(want), tolerance);
}

int main(void) {
  double dr = 0, dl = 0, dc = 0;
  const double x = 3 * 0.5 - 1 / (3 * 0.2), size = hypot(1.5, x);
  near("admittance", admittanceGradient(1.5, &dr, 0.5, &dl, 0.2, &dc, 3),
       1 / size, 1e-12L);
  const double slope = -1 / (size * size * size);
  near("r", dr, slope * 1.5, 1e-12L);
  near("l", dl, slope * x * 3, 1e-12L);
  near("c", dc, slope * x / (3 * 0.2 * 0.2), 1e-12L);

  // An adjoint holds the partials by the real and by the imaginary part.
  const double _Complex z = 1.5 - 2 * I, w = -0.5 + I;
  double _Complex dz = 0, dw = 0;
  near("root", rootGradient(z, &dz, w, &dw),
       creal(csqrt(z) * conj(w)) + carg(w), 1e-12L);
  nearComplex("root by z", dz, conj(conj(w) / (2 * csqrt(z))), 1e-12L);
  nearComplex("root by w", dw, csqrt(z) + I * w / (cabs(w) * cabs(w)), 1e-12L);

  const float _Complex list[] = {1 + 0.5f * I, 0.25f - I, -0.5f + 2 * I};
  float _Complex dlist[] = {0, 0, 0};
  double _Complex product = 1;
  for (int i = 0; i < 3; ++i)
    product *= cexp(list[i]) / list[i];
  near("narrow", narrowGradient(list, dlist, 3), cimag(product), 2e-6L);
  for (int i = 0; i < 3; ++i) {
    // Of the imaginary part of a function with the derivative s: i * conj(s).
    const double _Complex s = product * (1 - 1 / (double _Complex)list[i]);
    nearComplex("narrow by z", dlist[i], I * conj(s), 2e-6L);
  }

  const long double _Complex v = 0.75L + 1.25L * I, dv = 2 - I;
  long double _Complex dvalue = 0;
  const long double _Complex value = cexpl(v * clogl(v)) * v;
  nearComplex("wide", wideJvp(v, dv, &dvalue), value, 1e-17L);
  nearComplex("wide along", dvalue, value * (clogl(v) + 1 + 1 / v) * dv,
              1e-17L);
  if (!failed)
    puts("all right");
  return failed;
}
