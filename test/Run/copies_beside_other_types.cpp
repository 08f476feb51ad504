// SANITIZE
#include "check.h"

#include <cstring>

// One pointer may lead to arrays of numbers and to structs with integers where
// an array has numbers: copies of the arrays are of numbers all the same.
template <class N> struct Item {
  N n;
  double a, b;
};

__attribute__((noinline)) static void square(double *to, const double *x,
                                             int n) {
  for (int i = 0; i < n; ++i)
    to[i] = x[i] * x[i];
}

template <class N>
static double fromCaller(const double *x, int n, double *copy, Item<N> *items) {
  double local[6];
  square(local, x, n);
  std::memmove(copy, local, sizeof local);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (x[i] > 0.5 ? items[i % 2].a : copy[i]) * (i + 1) +
           static_cast<double>(items[i % 2].n);
  return sum;
}

// Both ends of the copy are such memory.
template <class N>
static double between(const double *x, int n, double *to, double *from,
                      Item<N> *items) {
  square(from, x, n);
  std::memmove(to, from, 6 * sizeof(double));
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double *p = x[i] > 0.5 ? &items[i % 2].a : n > 9 ? from + i : to + i;
    sum += *p * (i + 1) + static_cast<double>(items[i % 2].n);
  }
  return sum;
}

static const std::vector<double> at{0.3, 0.7, 0.2, 0.6, 0.1, 0.4};

static void compare(Check &check, const char *what,
                    const std::vector<double> &got) {
  for (int i = 0; i < 6; ++i)
    check.near(what, got[i], at[i] > 0.5 ? 0 : 2 * at[i] * (i + 1));
}

template <class N> static void all(Check &check) {
  double to[6], from[6];
  Item<N> items[2] = {{2, 0.5, 1}, {3, 0.25, 2}};
  {
    std::vector<double> dx(6);
    double dTo[6] = {};
    Item<N> dItems[2] = {};
    autodiff::gradient<fromCaller<N>>(autodiff::active(at.data(), dx.data()), 6,
                                      autodiff::active(to, dTo),
                                      autodiff::active(items, dItems));
    compare(check, "the caller's", dx);
  }
  {
    std::vector<double> dx(6);
    double dTo[6] = {}, dFrom[6] = {};
    Item<N> dItems[2] = {};
    autodiff::gradient<between<N>>(
        autodiff::active(at.data(), dx.data()), 6, autodiff::active(to, dTo),
        autodiff::active(from, dFrom), autodiff::active(items, dItems));
    compare(check, "between", dx);
  }
}

int main() {
  Check check("copies beside other types");
  all<int>(check);
  all<long>(check);
  return check.done();
}
