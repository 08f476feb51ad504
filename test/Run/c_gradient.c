// SANITIZE
// VALGRIND
#include <autodiff/autodiff_c.h>

#include <math.h>
#include <stdio.h>

static double loss(const double *w, int n, double rate) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += rate * w[i] * w[i] * w[i];
  return sum;
}
AUTODIFF_GRADIENT(lossGradient, double, loss,
                  (AUTODIFF_POINTER, const double *, w, double *),
                  (AUTODIFF_FIXED, int, n), (AUTODIFF_SCALAR, double, rate))
AUTODIFF_JVP(lossJvp, double, loss,
             (AUTODIFF_POINTER, const double *, w, double *),
             (AUTODIFF_FIXED, int, n), (AUTODIFF_SCALAR, double, rate))

static void polar(const double *in, double *out) {
  out[0] = in[0] * cos(in[1]);
  out[1] = in[0] * sin(in[1]);
}
AUTODIFF_PULLBACK(polarPullback, polar,
                  (AUTODIFF_POINTER, const double *, in, double *),
                  (AUTODIFF_POINTER, double *, out, double *))
AUTODIFF_PUSHFORWARD(polarPushforward, polar,
                     (AUTODIFF_POINTER, const double *, in, double *),
                     (AUTODIFF_POINTER, double *, out, double *))

static int failed;
static void near(const char *what, double got, double want) {
  if (fabs(got - want) <= 1e-12 * (1 + fabs(want)))
    return;
  failed = 1;
  printf("%s: got %.17g, want %.17g\n", what, got, want);
}

int main(void) {
  const double w[] = {2, -1, 3};
  double dw[] = {0, 0, 0}, drate = 0;
  near("value", lossGradient(w, dw, 3, 0.5, &drate), 0.5 * (8 - 1 + 27));
  near("w[0]", dw[0], 0.5 * 3 * 4);
  near("w[1]", dw[1], 0.5 * 3 * 1);
  near("w[2]", dw[2], 0.5 * 3 * 9);
  near("rate", drate, 8 - 1 + 27);

  double tangent[] = {1, 10, 100}, dvalue = 0;
  near("value", lossJvp(w, tangent, 3, 0.5, 7, &dvalue), 17);
  near("tangent", dvalue, 6 + 15 + 1350 + 7 * 34);

  const double in[] = {2, 0.3};
  double din[] = {0, 0}, out[2] = {0, 0}, dout[] = {5, 11};
  polarPullback(in, din, out, dout);
  near("out[0]", out[0], 2 * cos(0.3));
  near("in[0]", din[0], 5 * cos(0.3) + 11 * sin(0.3));
  near("in[1]", din[1], -5 * 2 * sin(0.3) + 11 * 2 * cos(0.3));

  double din2[] = {1, 10}, dout2[] = {99, 99};
  polarPushforward(in, din2, out, dout2);
  near("out'[0]", dout2[0], cos(0.3) - 10 * 2 * sin(0.3));
  near("out'[1]", dout2[1], sin(0.3) + 10 * 2 * cos(0.3));
  return failed;
}
