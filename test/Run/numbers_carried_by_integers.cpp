// SANITIZE
#include "check.h"

#include <cstdint>
#include <cstring>

// Integers that only carry numbers along: halves in one word, pairs in a vector
// or a register, copies by words.
static std::uint64_t pack(float a, float b) {
  std::uint32_t lo, hi;
  std::memcpy(&lo, &a, 4);
  std::memcpy(&hi, &b, 4);
  return lo | static_cast<std::uint64_t>(hi) << 32;
}
static float low(std::uint64_t w) {
  const auto lo = static_cast<std::uint32_t>(w);
  float a;
  std::memcpy(&a, &lo, 4);
  return a;
}
static float high(std::uint64_t w) { return low(w >> 32); }

static double halves(const double *x, int n) {
  std::uint64_t words[4];
  for (int i = 0; i < n; ++i)
    words[i] = pack(static_cast<float>(x[i]), static_cast<float>(2 * x[i]));
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += low(words[i]) * high(words[n - 1 - i]);
  return sum;
}
template <class T> static T halvesPlain(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * T(2) * x[n - 1 - i];
  return sum;
}

struct Pair {
  float a, b;
};
struct Counted {
  double v;
  int n;
};
__attribute__((noinline)) static Pair turn(Pair p, int depth) {
  if (depth == 0)
    return p;
  return turn({p.b, p.a + p.b}, depth - 1);
}
__attribute__((noinline)) static Counted count(Counted c, double x) {
  if (c.n >= 5)
    return c;
  return count({c.v * x + c.n, c.n + 1}, x);
}
static double registers(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const Pair p = turn({static_cast<float>(x[i]), 1.0f}, 4);
    const Counted c = count({x[i], i}, x[n - 1 - i]);
    sum += p.a * p.b + c.v * c.n;
  }
  return sum;
}
template <class T> static T registersPlain(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    T a = x[i], b = 1, v = x[i];
    for (int k = 0; k < 4; ++k) {
      T s = a + b;
      a = b;
      b = s;
    }
    for (int k = i; k < 5; ++k)
      v = v * x[n - 1 - i] + T(k);
    sum += a * b + v * T(5);
  }
  return sum;
}

static double words(const double *x, int n) {
  double local[4], other[4];
  std::uint64_t raw[4];
  for (int i = 0; i < n; ++i)
    local[i] = x[i] * x[i];
  std::memcpy(raw, local, sizeof raw);
  for (int i = 0; i < n; ++i)
    std::swap(raw[i], raw[n - 1 - i]);
  std::memcpy(other, raw, sizeof other);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += other[i] * (i + 1);
  return sum;
}
template <class T> static T wordsPlain(const T *x, int n) {
  T sum = 0; // swapped twice: as it was
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * T(i + 1);
  return sum;
}

// A message: a count, then numbers, in a buffer of bytes.
static double message(const double *x, int n) {
  unsigned char buffer[128];
  unsigned char *p = buffer;
  std::memcpy(p, &n, sizeof n);
  p += sizeof n;
  for (int i = 0; i < n; ++i) {
    const double v = x[i] * 2;
    std::memcpy(p, &v, sizeof v);
    p += sizeof v;
    const float w = static_cast<float>(x[i]);
    std::memcpy(p, &w, sizeof w);
    p += sizeof w;
  }
  const unsigned char *q = buffer;
  int m;
  std::memcpy(&m, q, sizeof m);
  q += sizeof m;
  double sum = 0;
  for (int i = 0; i < m; ++i) {
    double v;
    float w;
    std::memcpy(&v, q, sizeof v);
    std::memcpy(&w, q + sizeof v, sizeof w);
    q += sizeof v + sizeof w;
    sum += v * w;
  }
  return sum;
}
template <class T> static T messagePlain(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += T(2) * x[i] * x[i];
  return sum;
}

int main() {
  Check check("numbers carried by integers");
  const std::vector<double> x{0.5, -1.5, 2, 0.75};
  check.program<halves, halvesPlain<Dual>>("halves", x, 1e-6);
  check.program<registers, registersPlain<Dual>>("registers", x, 1e-6);
  check.program<words, wordsPlain<Dual>>("words", x);
  check.program<message, messagePlain<Dual>>("message", x, 1e-6);
  return check.done();
}
