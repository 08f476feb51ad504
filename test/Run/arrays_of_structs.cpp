// SANITIZE
// VALGRIND
#include "check.h"

struct Vector {
  double x, y, z;
};
struct Body {
  Vector at;
  int id;
  double mass;
};

// Potential energy of bodies; pairs whose ids are equal do not interact.
static double energy(const Body *bodies, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      if (bodies[i].id == bodies[j].id)
        continue;
      const Vector &a = bodies[i].at, &b = bodies[j].at;
      const Vector d = {a.x - b.x, a.y - b.y, a.z - b.z};
      sum -= bodies[i].mass * bodies[j].mass /
             std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    }
  return sum;
}

int main() {
  Check check("arrays of structs");
  Body bodies[3] = {{{0, 0, 0}, 1, 2}, {{1, 2, 2}, 2, 3}, {{4, 0, 3}, 1, 5}};
  Body shadow[3] = {};
  autodiff::gradient<energy>(autodiff::active(bodies, shadow), 3);
  // Pairs (1,0) at distance 3 and (2,1): (3,-2,1), distance sqrt(14).
  const double r = std::sqrt(14.0);
  check.near("mass 0", shadow[0].mass, -3.0 / 3);
  check.near("mass 1", shadow[1].mass, -2.0 / 3 - 5 / r);
  check.near("mass 2", shadow[2].mass, -3 / r);
  check.near("x 0", shadow[0].at.x, -6.0 * 1 / 27);
  check.near("y 0", shadow[0].at.y, -6.0 * 2 / 27);
  check.near("x 1", shadow[1].at.x, 6.0 * 1 / 27 - 15 * 3 / (r * r * r));
  check.near("z 1", shadow[1].at.z, 6.0 * 2 / 27 - 15 * 1 / (r * r * r));
  check.near("x 2", shadow[2].at.x, 15 * 3 / (r * r * r));
  check.near("y 2", shadow[2].at.y, 15 * -2 / (r * r * r));
  check.equal("ids are kept", bodies[2].id, 1);
  return check.done();
}
