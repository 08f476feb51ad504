// SANITIZE
#include "check.h"

#include <cstdlib>

using std::cos;
using std::exp;
using std::sin;

// Adaptive quadrature by recursion, with the integrand and its parameters
// passed down (Simpson's rule, halved where it differs).
template <class T> using Integrand = T (*)(T, const void *);
template <class T>
static T simpson(Integrand<T> f, const void *data, T a, T b) {
  return (b - a) / 6 * (f(a, data) + 4 * f((a + b) / 2, data) + f(b, data));
}
template <class T>
static T adapt(Integrand<T> f, const void *data, T a, T b, T whole, int depth) {
  const T middle = (a + b) / 2;
  const T left = simpson(f, data, a, middle),
          right = simpson(f, data, middle, b);
  const T difference = left + right - whole;
  if (depth == 0 || (valueOf(difference) < 1e-6 && valueOf(difference) > -1e-6))
    return left + right + difference / 15;
  return adapt(f, data, a, middle, left, depth - 1) +
         adapt(f, data, middle, b, right, depth - 1);
}
template <class T> struct Parameters {
  T rate, phase;
};
template <class T> static T decay(T t, const void *data) {
  const auto *p = static_cast<const Parameters<T> *>(data);
  return exp(T(0) - p->rate * t) + p->phase;
}
template <class T> static T oscillation(T t, const void *data) {
  const auto *p = static_cast<const Parameters<T> *>(data);
  return sin(p->rate * t * 3 + p->phase);
}
template <class T> static T quadrature(const T *x, int) {
  const Parameters<T> p = {x[0], x[1]};
  T sum = 0;
  for (Integrand<T> f : {decay<T>, oscillation<T>})
    sum += adapt<T>(f, &p, x[2], x[3], simpson<T>(f, &p, x[2], x[3]), 6);
  return sum;
}

// Mutual recursion through pointers: each step says what comes next.
template <class T> struct State;
template <class T> using Step = void (*)(State<T> &, int);
template <class T> struct State {
  const T *x;
  T value;
};
template <class T> static void grow(State<T> &s, int n);
template <class T> static void turn(State<T> &s, int n) {
  static Step<T> const next[] = {grow<T>, turn<T>};
  s.value = cos(s.value) * s.x[n % 4];
  if (n > 0)
    next[n % 3 == 0](s, n - 1);
  s.value += s.x[1];
}
template <class T> static void grow(State<T> &s, int n) {
  static Step<T> const next[] = {turn<T>, grow<T>};
  s.value = s.value * s.value / 4 + s.x[n % 3];
  if (n > 0)
    next[n & 1](s, n - 1);
}
template <class T> static T machine(const T *x, int) {
  State<T> s = {x, x[3]};
  grow(s, 9);
  return s.value;
}

// Functions known where they are called only after a choice of the run.
template <class T> static T twice(T x) { return 2 * x; }
template <class T> static T cube(T x) { return x * x * x; }
template <class T> static auto choose(int which) -> T (*)(T) {
  return which > 1 ? (which > 2 ? twice<T> : cube<T>)
                   : static_cast<T (*)(T)>(sin);
}
template <class T> static T chosen(const T *x, int n) {
  T result = 1;
  for (int i = 0; i < n; ++i)
    result = result * choose<T>(i)(x[i]) + x[i];
  return result;
}

// The library calls back with numbers that are held constant.
static int ascending(const void *a, const void *b) {
  const double x = *static_cast<const double *>(a),
               y = *static_cast<const double *>(b);
  return (x > y) - (x < y);
}
template <class T> static T weightedByRank(const T *x, int n) {
  double keys[4] = {3, -1, 8, 2};
  std::qsort(keys, 4, sizeof(double), ascending);
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += keys[i] * x[i] * x[i];
  return sum;
}

int main() {
  Check check("callbacks");
  const std::vector<double> x = {0.7, 0.4, -0.5, 1.3};
  check.program<quadrature<double>, quadrature<Dual>>("quadrature", x);
  check.program<machine<double>, machine<Dual>>("machine", x);
  check.program<chosen<double>, chosen<Dual>>("chosen", x);
  check.program<weightedByRank<double>, weightedByRank<Dual>>("ranks", x);
  // sum keys[i] x[i]^2 with the keys in order.
  check.gradient<weightedByRank<double>>("ranks", x, {-1.4, 1.6, -3, 20.8});
  return check.done();
}
