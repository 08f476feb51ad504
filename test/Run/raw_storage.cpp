// SANITIZE
#include "check.h"

#include <cstdint>
#include <cstring>

// Integers of a struct that serve as storage for numbers: what is declared is
// not what is there. The struct is copied whole, returned and assigned.
struct Words {
  std::uint64_t raw[3];
  int n;
};

struct Fields {
  long first, second;
  char tag;
};

template <class T> static void put(T *words, double x) {
  std::memcpy(words, &x, sizeof x);
}

template <class T> static double get(const T *words) {
  double x;
  std::memcpy(&x, words, sizeof x);
  return x;
}

__attribute__((noinline)) static Words packed(const double *x, int n) {
  Words w = {};
  for (int i = 0; i < n; ++i)
    put(&w.raw[i], x[i] * x[i]);
  w.n = n;
  return w;
}

static double words(const double *x, int n) {
  Words w = packed(x, n);
  Words copies[2] = {};
  copies[n % 2] = w;
  double sum = 0;
  for (int i = 0; i < copies[n % 2].n; ++i)
    sum += (i + 1) * get(&copies[n % 2].raw[i]);
  return sum;
}

static double constantPlaces(const double *x) {
  Words w = {};
  put(&w.raw[0], x[0] * x[1]);
  put(&w.raw[2], x[2]);
  Words copy = w;
  return get(&copy.raw[0]) + 3 * get(&copy.raw[2]);
}

static double fields(double x, double y) {
  Fields f = {};
  put(&f.first, x * y);
  put(&f.second, y);
  f.tag = 2;
  Fields many[2] = {f, f};
  many[1] = many[0];
  return get(&many[1].first) * many[1].tag + get(&many[0].second);
}

int main() {
  Check check("raw storage");
  const double x[3] = {0.5, -1.5, 2};
  {
    double dx[3] = {};
    autodiff::gradient<words>(autodiff::active(x, dx), 3);
    for (int i = 0; i < 3; ++i)
      check.near("words", dx[i], 2 * (i + 1) * x[i]);
  }
  {
    double dx[3] = {};
    autodiff::gradient<constantPlaces>(autodiff::active(x, dx));
    check.near("places 0", dx[0], x[1]);
    check.near("places 1", dx[1], x[0]);
    check.near("places 2", dx[2], 3);
  }
  auto [dx, dy] = autodiff::gradient<fields>(0.5, 3.0);
  check.near("fields x", dx, 6);
  check.near("fields y", dy, 2);
  return check.done();
}
