// FLAGS: -msse4.1
#include "check.h"

#include <cstring>

#if defined(__x86_64__)
#include <smmintrin.h>

// x * x where x > 1/4, 1/16 elsewhere, by a mask; then the larger of that and
// 1/2, the smaller of that and 2.
static double masks(const double *x, int n) {
  const __m128d quarter = _mm_set1_pd(0.25);
  __m128d sum = _mm_setzero_pd();
  for (int i = 0; i < n; i += 2) {
    const __m128d v = _mm_loadu_pd(x + i);
    const __m128d keep = _mm_cmpgt_pd(v, quarter);
    const __m128d w =
        _mm_or_pd(_mm_and_pd(keep, v), _mm_andnot_pd(keep, quarter));
    __m128d s = _mm_mul_pd(w, w);
    s = _mm_max_pd(s, _mm_set1_pd(0.5));
    s = _mm_min_pd(s, _mm_set1_pd(2.0));
    sum = _mm_add_pd(
        sum, _mm_mul_pd(s, _mm_sqrt_pd(_mm_add_pd(_mm_mul_pd(v, v), quarter))));
  }
  return _mm_cvtsd_f64(_mm_add_sd(sum, _mm_unpackhi_pd(sum, sum)));
}
template <class T> static T masksPlain(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    T w = x[i] > T(0.25) ? x[i] : T(0.25);
    T s = w * w;
    s = s > T(0.5) ? s : T(0.5);
    s = s < T(2) ? s : T(2);
    sum += s * sqrt(x[i] * x[i] + T(0.25));
  }
  return sum;
}

static double lowest(const double *x, int n) {
  double product = 1;
  for (int i = 0; i + 1 < n; ++i) {
    const __m128d a = _mm_set_sd(x[i]), b = _mm_set_sd(x[i + 1]);
    const __m128d big = _mm_max_sd(a, b), small = _mm_min_sd(a, b);
    product += _mm_cvtsd_f64(big) * _mm_cvtsd_f64(big) * _mm_cvtsd_f64(small);
  }
  return product;
}
template <class T> static T lowestPlain(const T *x, int n) {
  T product = 1;
  for (int i = 0; i + 1 < n; ++i) {
    T big = x[i] > x[i + 1] ? x[i] : x[i + 1];
    T small = x[i] < x[i + 1] ? x[i] : x[i + 1];
    product += big * big * small;
  }
  return product;
}

// Neighbours, blends by sign, floors.
static double shuffles(const double *x, int n) {
  __m128d sum = _mm_setzero_pd();
  for (int i = 0; i < n; i += 2) {
    const __m128d v = _mm_loadu_pd(x + i), w = _mm_mul_pd(v, v);
    const __m128d h = _mm_hadd_pd(v, w); // v0 + v1, w0 + w1
    const __m128d d = _mm_hsub_pd(w, v); // w0 - w1, v0 - v1
    const __m128d a = _mm_addsub_pd(h, d);
    const __m128d b = _mm_blendv_pd(a, w, v); // w where v is negative
    const __m128d f = _mm_sub_pd(b, _mm_floor_pd(b));
    sum = _mm_add_pd(sum, _mm_mul_pd(f, b));
  }
  return _mm_cvtsd_f64(_mm_hadd_pd(sum, sum));
}
template <class T> static T shufflesPlain(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; i += 2) {
    T v[2] = {x[i], x[i + 1]}, w[2] = {v[0] * v[0], v[1] * v[1]};
    T a[2] = {v[0] + v[1] - (w[0] - w[1]), w[0] + w[1] + (v[0] - v[1])};
    for (int k = 0; k < 2; ++k) {
      T b = v[k] < T(0) ? w[k] : a[k];
      sum += (b - T(std::floor(valueOf(b)))) * b;
    }
  }
  return sum;
}

static double floats(const double *x, int n) {
  __m128 sum = _mm_setzero_ps();
  for (int i = 0; i < n; i += 4) {
    const __m128 low = _mm_cvtpd_ps(_mm_loadu_pd(x + i));
    const __m128 high = _mm_cvtpd_ps(_mm_loadu_pd(x + i + 2));
    const __m128 v = _mm_movelh_ps(low, high);
    const __m128 magnitude = _mm_andnot_ps(_mm_set1_ps(-0.0f), v);
    sum = _mm_add_ps(sum,
                     _mm_mul_ps(_mm_max_ps(v, _mm_set1_ps(0.6f)), magnitude));
  }
  sum = _mm_hadd_ps(sum, sum);
  return _mm_cvtss_f32(_mm_hadd_ps(sum, sum));
}
template <class T> static T floatsPlain(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (x[i] > T(0.6) ? x[i] : T(0.6)) * fabs(x[i]);
  return sum;
}

int main() {
  Check check("vector intrinsics");
  const std::vector<double> x{0.5, -1.25, 2, 0.9, 1.2, 0.1, -0.3, 1.3};
  check.program<masks, masksPlain<Dual>>("masks", x);
  check.program<lowest, lowestPlain<Dual>>("lowest", x);
  check.program<shuffles, shufflesPlain<Dual>>("shuffles", x);
  check.near("floats", floats(x.data(), 8), floatsPlain(x.data(), 8), 1e-6);
  std::vector<double> dx(8, 0.0);
  autodiff::gradient<floats>(autodiff::active(x.data(), dx.data()), 8);
  for (int i = 0; i < 8; ++i) {
    std::vector<Dual> dual(x.begin(), x.end());
    dual[i].d = 1;
    check.near("floats, reverse", dx[i], floatsPlain(dual.data(), 8).d, 1e-6);
  }
  return check.done();
}
#else
int main() {}
#endif
