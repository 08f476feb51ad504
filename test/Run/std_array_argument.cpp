// SANITIZE
#include "check.h"

#include <array>

static double norm(const std::array<double, 3> &v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
static double bilinear(std::array<double, 2> a,
                       const std::array<double, 2> &b) {
  return a[0] * b[1] * 2 + a[1] * b[0];
}
static float floats(const std::array<float, 4> &v) {
  float product = 1;
  for (float f : v)
    product *= f;
  return product;
}

int main() {
  Check check("std::array argument");
  auto [dv] = autodiff::gradient<norm>(std::array<double, 3>{2, 3, 6});
  check.near("v[0]", dv[0], 2.0 / 7);
  check.near("v[1]", dv[1], 3.0 / 7);
  check.near("v[2]", dv[2], 6.0 / 7);
  const std::array<double, 2> a = {3, 5}, b = {7, 11};
  auto [da, db] = autodiff::gradient<bilinear>(a, b);
  check.near("a[0]", da[0], 22);
  check.near("a[1]", da[1], 7);
  check.near("b[0]", db[0], 5);
  check.near("b[1]", db[1], 6);
  auto [df] = autodiff::gradient<floats>(std::array<float, 4>{1, 2, 3, 4});
  for (int i = 0; i < 4; ++i)
    check.near("floats", df[i], 24.0 / (i + 1), 1e-6);
  return check.done();
}
