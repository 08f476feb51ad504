#include "check.h"

// Bit-fields in one register with a number: the integer part is an index.
struct Before {
  unsigned index : 5;
  float x;
  unsigned last : 2;
};
struct After {
  double x;
  unsigned index : 5;
  unsigned other : 2;
  float y;
};

static double before(const float *q, Before s) {
  return static_cast<double>(q[s.index]) * s.x + s.last;
}

static double after(After s, double factor) {
  double values[4] = {0.25, s.x, 1, s.y};
  const double *found = &values[0];
  return factor * values[1] + values[3] + 3 * found[s.index] * s.x;
}

// The word is used for several indices, each of which the optimiser may want to
// see frozen.
static double indices(After s, double scale) {
  double v[3] = {std::fabs(s.y), s.y, scale / (1 + s.y * s.y)};
  double &chosen = v[(s.index + 1) % 3];
  return 2 * v[(s.index + 2) % 3] + 3 * chosen + 5 * v[(s.other + 2) % 3];
}

int main() {
  Check check("bit fields beside numbers");
  const float q[4] = {1, 2, 3, 4};
  float dq[4] = {};
  const Before s{2, 1.5f, 1};
  auto [ds] = autodiff::gradient<before>(autodiff::active(&q[0], &dq[0]), s);
  const double want[4] = {0, 0, 1.5, 0};
  for (int i = 0; i < 4; ++i)
    check.near("before: q", dq[i], want[i]);
  check.near("before: x", ds.x, 3);
  float tangent[4] = {1, 10, 100, 1000};
  check.near(
      "before: forward",
      autodiff::jvp<before>(std::tuple(autodiff::active(&q[0], &tangent[0]), s),
                            std::tuple(Before{0, 2, 0})),
      100 * 1.5 + 3 * 2);

  // index 3: factor x + y + 3 y x
  const After a{0.5, 3, 1, -1.25f};
  auto [da, dfactor] = autodiff::gradient<after>(a, 2.0);
  check.near("after: x", da.x, 2 + 3 * -1.25);
  check.near("after: y", da.y, 1 + 3 * 0.5);
  check.near("after: factor", dfactor, 0.5);
  check.near("after: forward",
             autodiff::jvp<after>(std::tuple(a, 2.0),
                                  std::tuple(After{1, 0, 0, 10}, 100.0)),
             -1.75 + 25 + 50);

  // 2 v[2] + 3 v[1] + 5 v[0]
  const double y = -1.25, square = (1 + y * y) * (1 + y * y);
  auto [di, dscale] = autodiff::gradient<indices>(a, 2.0);
  check.near("indices: y", di.y, 2 * 2 * -2 * y / square + 3 - 5, 1e-6);
  check.near("indices: scale", dscale, 2 / (1 + y * y));
  check.near("indices: forward",
             autodiff::jvp<indices>(std::tuple(a, 2.0),
                                    std::tuple(After{0, 0, 0, 1}, 0.0)),
             2 * 2 * -2 * y / square + 3 - 5, 1e-6);
  return check.done();
}
