// SANITIZE
// VALGRIND
#include "check.h"

// The ways the ABI returns a struct: two registers, one packed register, a
// float and an integer register, memory. noinline keeps the calls.
struct Pair {
  double a, b;
};
struct FloatPair {
  float a, b;
};
struct Tagged {
  double value;
  int tag;
};
struct Big {
  double a[5];
};

__attribute__((noinline)) static Pair rotate(double x, double y) {
  return {x * x - y * y, 2 * x * y};
}
__attribute__((noinline)) static FloatPair scale(float x, float y) {
  return {x * 3, x * y};
}
__attribute__((noinline)) static Tagged classify(double x) {
  if (x > 1)
    return {x * x, 2};
  return {x, 1};
}
__attribute__((noinline)) static Big powers(double x) {
  Big b;
  b.a[0] = 1;
  for (int i = 1; i < 5; ++i)
    b.a[i] = b.a[i - 1] * x;
  return b;
}

static double usePair(double x, double y) {
  Pair p = rotate(x, y);
  return p.a * p.b;
}
static float useFloatPair(float x, float y) {
  FloatPair p = scale(x, y);
  return p.a * p.b;
}
static double useTagged(double x) {
  Tagged t = classify(x);
  return t.value * t.tag * t.value;
}
static double useBig(double x) {
  Big b = powers(x);
  double sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += (i + 1) * b.a[i];
  return sum;
}

int main() {
  Check check("struct returned");
  // (x^2 - y^2) 2xy = 2x^3 y - 2x y^3
  auto [dx, dy] = autodiff::gradient<usePair>(2.0, 3.0);
  check.near("pair by x", dx, 6 * 4 * 3 - 2 * 27);
  check.near("pair by y", dy, 2 * 8 - 6 * 2 * 9);
  // 3x * xy
  auto [fx, fy] = autodiff::gradient<useFloatPair>(2.0f, 5.0f);
  check.near("float pair by x", fx, 60, 1e-6);
  check.near("float pair by y", fy, 12, 1e-6);
  check.scalar<useTagged>("tag 2", 3, 8 * 27);
  check.scalar<useTagged>("tag 1", 0.5, 1);
  const double x = 1.1;
  check.scalar<useBig>("big", x, 2 + 6 * x + 12 * x * x + 20 * x * x * x);
  return check.done();
}
