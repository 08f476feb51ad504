// SANITIZE
#include "check.h"

#include <array>
#include <cstring>

// Bytes that nothing is known of lie beside numbers: they are filled, passed
// and carried along.

struct Row {
  double first;
  float numbers[2];
};

// A fill whose length only the program knows may reach the next row.
static double fillsSome(Row *rows, int count) {
  std::memset(&rows[1].numbers[0], 0, (count & 3) * sizeof(float));
  return rows[0].first * rows[1].numbers[1] + rows[2].first * rows[1].first +
         double(rows[1].numbers[0]);
}

// Memory that is filled and never read.
static double scratch[6];
static double fillsOnly(const double *x) {
  for (double &e : scratch)
    e = std::sin(0.0);
  return x[0] * x[1] * x[1];
}

// The calling convention puts a character that is not used and a number into
// one integer.
struct Mixed {
  unsigned bits : 5;
  float number;
  char unused;
  float other;
};
__attribute__((noinline)) static double takesMixed(Mixed m, double x) {
  return x * m.other * m.other + m.bits * m.number;
}

// Numbers are moved as bits through joins.
static double movesBits(std::array<float, 4> v, const int *where, double x) {
  double y = v[where[0]];
  for (int k = 0; std::fabs(y) > 0.25 && k < 5; ++k) {
    v[where[(k + 1) % 3]] = float(std::sin(y * x));
    std::memmove(&v[0], &v[1], sizeof(float));
    y *= 0.5;
  }
  return y * v[0] + v[1] * x;
}

int main() {
  Check check("fields beside unknown bytes");
  Row rows[3] = {{2, {3, 5}}, {7, {11, 13}}, {17, {19, 23}}};
  Row adjoints[3] = {};
  autodiff::gradient<fillsSome>(autodiff::active(&rows[0], &adjoints[0]), 1);
  check.near("fill 0", adjoints[0].first, 13);
  check.near("fill 1", adjoints[1].first, 17);
  check.near("fill 1, filled", adjoints[1].numbers[0], 0);
  check.near("fill 1, kept", adjoints[1].numbers[1], 2);
  check.near("fill 2", adjoints[2].first, 7);

  double x[2] = {3, 5}, dx[2] = {};
  autodiff::gradient<fillsOnly>(autodiff::active(&x[0], &dx[0]));
  check.near("fill only 0", dx[0], 25);
  check.near("fill only 1", dx[1], 30);

  Mixed m{3, 0.5f, 'x', 4};
  auto [dm, dy] = autodiff::gradient<takesMixed>(m, 2.0);
  check.near("mixed number", dm.number, 3);
  check.near("mixed other", dm.other, 16);
  check.near("mixed y", dy, 16);

  // The last move makes v[0] = v[1] and y is v[0] / 4: y * v[1] + v[1] * x.
  int where[3] = {0, 2, 3};
  std::array<float, 4> v = {0.75f, 0.5f, 0.25f, 2};
  auto [dv, dt] =
      autodiff::gradient<movesBits>(v, autodiff::constant(&where[0]), 1.5);
  check.near("moves 0", dv[0], 0.5 / 4, 1e-6);
  check.near("moves 1", dv[1], 0.75 / 4 + 1.5, 1e-6);
  check.near("moves 2", dv[2], 0);
  check.near("moves x", dt, 0.5, 1e-6);
  return check.done();
}
