// SANITIZE
// VALGRIND
#include "check.h"

struct Point {
  double x, y;
};
struct Weighted {
  double weight;
  int times;
  float offset;
};
struct Big {
  double a[6];
};

static double cross(Point p, Point q) { return p.x * q.y - p.y * q.x; }
static double mixed(Weighted w, double x) {
  double y = w.offset;
  for (int i = 0; i < w.times; ++i)
    y += w.weight * x;
  return y * y;
}
static double big(Big b) {
  double product = 1;
  for (double v : b.a)
    product *= v;
  return product;
}

int main() {
  Check check("struct by value");
  auto [dp, dq] = autodiff::gradient<cross>(Point{2, 3}, Point{5, 7});
  check.near("p.x", dp.x, 7);
  check.near("p.y", dp.y, -5);
  check.near("q.x", dq.x, -3);
  check.near("q.y", dq.y, 2);

  auto [dw, dx] = autodiff::gradient<mixed>(Weighted{1.5, 4, 0.5f}, 2.0);
  const double y = 0.5 + 4 * 1.5 * 2;
  check.near("weight", dw.weight, 2 * y * 8);
  check.near("offset", dw.offset, 2 * y, 1e-6);
  check.near("x", dx, 2 * y * 6);

  auto [db] = autodiff::gradient<big>(Big{{1, 2, 3, 4, 5, 6}});
  for (int i = 0; i < 6; ++i)
    check.near("big", db.a[i], 720.0 / (i + 1));
  return check.done();
}
