// SANITIZE
#include "check.h"

// Structs of numbers, integers, characters and bit-fields, with padding between
// and behind them: passed and returned by value (two fields in one register),
// merged in loops, emptied by `= {}`, indexed by a variable.
struct Bits {
  char tag;
  unsigned few : 2;
  float x;
  unsigned more : 5;
};

static Bits step(Bits b, float by) {
  b.x = b.x * by;
  b.more = (b.more + 1) % 8;
  return b;
}

// The struct goes around a loop in two registers.
static float around(Bits *b, float by, int n) {
  for (int i = 0; i < n; ++i) {
    b[0] = step(b[0], by);
    b[1].x += b[0].x * static_cast<float>(b[0].few);
  }
  return b[1].x * static_cast<float>(b[0].more) + static_cast<float>(b[0].tag);
}

struct Floats {
  float first, rest[2];
  int sign;
};

static float inRegisters(const Floats *in, float x) {
  Floats f = *in;
  float sum = f.sign < 0 ? -f.rest[1] : f.rest[1];
  Floats g = f;
  g.rest[(f.sign + 3) % 2] *= x;
  return sum + g.rest[0] * g.first + g.rest[1];
}

struct Marked {
  double x;
  char mark;
  double rest[3];
  char last;
};

static double indexed(Marked *m, Marked by) {
  by.rest[(m->mark + by.last) % 3] = m->x * m->x;
  Marked copy = by;
  m->rest[copy.mark % 3] = copy.rest[m->last % 3] * copy.x;
  return m->rest[0] + 2 * m->rest[1] + 3 * m->rest[2];
}

struct Tail {
  double rest[3], x;
  int n;
};

__attribute__((noinline)) static double useTail(const Tail *t, int i) {
  return t->rest[(t->n + i) % 3] * t->x;
}

static double emptied(double x, int n) {
  if (n == 0)
    return x;
  Tail t = {};
  t.rest[0] = x * x;
  t.rest[n % 3] += x;
  t.x = 3;
  t.n = n;
  Tail u = t;
  return useTail(&u, n) + emptied(2 * x, n - 1);
}

struct Sliced {
  float f;
  double d[3];
  int n;
};

static double slices(Sliced *s, double x) {
  Sliced t = s[2];
  t.d[t.n % 3] *= x;
  s[t.n % 2] = t;
  Sliced u = s[1];
  return u.d[0] + u.d[1] + u.d[2] * u.f;
}

struct Base {
  double d;
  char c;
};

// Clang puts it into the tail of the base.
struct Derived : Base {
  Derived(double x, char c, float g) : Base{x, c}, f(g) {}
  float f;
};

static double derived(double x, double y) {
  Derived d(x * y, 2, static_cast<float>(y));
  Derived e = d;
  Base b = e;
  Derived many[2] = {d, e};
  many[1] = many[0];
  return many[1].f * many[1].c + b.d * b.c;
}

int main() {
  Check check("mixed structs by value");
  {
    Bits b[2] = {{1, 3, 0.5f, 2}, {2, 1, 0.25f, 1}}, db[2] = {};
    auto [by] = autodiff::gradient<around>(autodiff::active(b, db), 2.0f, 2);
    // ((x by) + (x by by)) * 3 * 4 + x1 * 4
    check.near("around by", by, 0.5 * (1 + 2 * 2.0) * 12, 1e-6);
    check.near("around x", db[0].x, (2.0 + 4.0) * 12, 1e-6);
    check.near("around x1", db[1].x, 4, 1e-6);
  }
  {
    Floats f = {2, {3, 5}, -1}, df = {};
    auto [dx] =
        autodiff::gradient<inRegisters>(autodiff::active(&f, &df), 7.0f);
    // -r1 + r0 x first + r1
    check.near("registers x", dx, 3 * 2, 1e-6);
    check.near("registers first", df.first, 3 * 7, 1e-6);
    check.near("registers rest 0", df.rest[0], 7 * 2, 1e-6);
    check.near("registers rest 1", df.rest[1], 0, 1e-6);
  }
  {
    Marked m = {3, 1, {1, 2, 4}, 2}, by = {5, 2, {1, 1, 1}, 1}, dm = {};
    auto [dby] = autodiff::gradient<indexed>(autodiff::active(&m, &dm), by);
    // rest = {m0, m1, m.x^2 by.x}
    check.near("indexed x", dm.x, 3 * 2 * 3 * 5);
    check.near("indexed rest 0", dm.rest[0], 1);
    check.near("indexed rest 1", dm.rest[1], 2);
    check.near("indexed rest 2", dm.rest[2], 0);
    check.near("indexed by", dby.x, 3 * 9);
    check.near("indexed by rest", dby.rest[2], 0);
  }
  {
    // n = 2: rest = {x^2, 0, x}, index 1; n = 1: {4 x^2, 2 x, 0}, index 2; 4 x
    auto [dx] = autodiff::gradient<emptied>(0.5, 2);
    check.near("emptied 2", dx, 4);
    // n = 3: rest = {x^2 + x, 0, 0}, index 0; then emptied(2 x, 2)
    auto [d3] = autodiff::gradient<emptied>(0.5, 3);
    check.near("emptied 3", d3, 3 * (2 * 0.5 + 1) + 2 * 4);
  }
  {
    Sliced s[3] = {{1, {1, 2, 3}, 0}, {2, {4, 5, 6}, 1}, {3, {7, 8, 9}, 1}};
    Sliced ds[3] = {};
    auto [dx] = autodiff::gradient<slices>(autodiff::active(s, ds), 10.0);
    check.near("slices x", dx, 8);
    check.near("slices d0", ds[2].d[0], 1);
    check.near("slices d1", ds[2].d[1], 10);
    check.near("slices d2", ds[2].d[2], 3);
    check.near("slices f", ds[2].f, 9, 1e-6);
    check.near("slices overwritten", ds[1].d[0], 0);
  }
  {
    auto [dx, dy] = autodiff::gradient<derived>(3.0, 0.5);
    check.near("derived x", dx, 0.5 * 2);
    check.near("derived y", dy, 2 + 3.0 * 2, 1e-6);
  }
  return check.done();
}
