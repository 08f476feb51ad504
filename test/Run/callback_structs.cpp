// SANITIZE
#include "check.h"

using std::exp;
using std::sin;

// Functions beside what they work on: pointers to numbers, numbers, integers.
template <class T> struct Callback {
  T (*function)(T, const void *);
  const void *context;
  T factor;
  int times;
};
template <class T> static T tilt(T t, const void *context) {
  const T *x = static_cast<const T *>(context);
  return t * x[0] + x[1];
}
template <class T> static T bend(T t, const void *context) {
  return sin(t) * *static_cast<const T *>(context);
}

template <class T> static T inArray(const T *x, int n) {
  T offset = x[2] * x[2];
  Callback<T> all[3] = {{tilt<T>, x + 1, x[3], 1},
                        {bend<T>, &offset, x[0], 2},
                        {tilt<T>, x, offset, 3}};
  T t = x[n - 1];
  for (const Callback<T> &c : all)
    for (int i = 0; i < c.times; ++i)
      t = c.function(t, c.context) * c.factor;
  return t;
}

// On the heap, filled in a loop, run by a function that calls itself.
template <class T> static T run(const Callback<T> *all, int count, T t) {
  if (count == 0)
    return t;
  const T next = all->function(t, all->context) + all->factor * all->times;
  return next * run(all + 1, count - 1, t) + run(all + 1, count - 1, next);
}
template <class T> static T onHeap(const T *x, int n) {
  auto *all = new Callback<T>[n - 1];
  for (int i = 0; i < n - 1; ++i)
    all[i] = {i % 2 ? tilt<T> : bend<T>, x + i, x[i] / 2, i};
  const T result = run(all, n - 1, x[n - 1]);
  delete[] all;
  return result;
}

// Changed by a function that is not inlined.
template <class T> static void advance(Callback<T> &c, const T *x, int n) {
  c.function = c.function == tilt<T> ? bend<T> : tilt<T>;
  c.factor *= x[n];
  if (n > 0)
    advance(c, x, n - 1);
}
template <class T> static T changed(const T *x, int n) {
  Callback<T> c = {tilt<T>, x, x[1], 0};
  T t = x[0];
  for (int i = 0; i < n; ++i) {
    advance(c, x, i);
    t += c.function(t, c.context) * c.factor;
  }
  return t;
}

int main() {
  Check check("callbacks in structs");
  const std::vector<double> x = {0.7, 0.4, -0.5, 1.3, 0.9};
  check.program<inArray<double>, inArray<Dual>>("array", x);
  check.program<onHeap<double>, onHeap<Dual>>("heap", x);
  check.program<changed<double>, changed<Dual>>("changed", x);
  return check.done();
}
