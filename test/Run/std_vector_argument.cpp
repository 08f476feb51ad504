// SANITIZE
// VALGRIND
#include "check.h"

static double energy(const std::vector<double> &q, double k) {
  double sum = 0;
  for (std::size_t i = 1; i < q.size(); ++i) {
    const double stretch = q[i] - q[i - 1];
    sum += k * stretch * stretch / 2;
  }
  return sum;
}
static double rangeFor(std::vector<double> v) {
  double sum = 0, product = 1;
  for (double x : v) {
    sum += x;
    product *= x;
  }
  return sum * product;
}

int main() {
  Check check("std::vector argument");
  const std::vector<double> q = {0, 1, 4, 2};
  auto [dq, dk] = autodiff::gradient<energy>(q, 3.0);
  check.equal("size", static_cast<long long>(dq.size()), 4);
  check.near("q[0]", dq[0], -3);
  check.near("q[1]", dq[1], 3 - 9);
  check.near("q[2]", dq[2], 9 + 6);
  check.near("q[3]", dq[3], -6);
  check.near("k", dk, (1 + 9 + 4) / 2.0);

  const std::vector<double> v = {2, 3, 5};
  auto [dv] = autodiff::gradient<rangeFor>(v);
  for (int i = 0; i < 3; ++i)
    check.near("by value", dv[i], 30 + 10 * 30 / v[i]);
  check.near("v is kept", v[1], 3);

  auto [none, dk0] = autodiff::gradient<energy>(std::vector<double>{}, 3.0);
  check.equal("empty", static_cast<long long>(none.size()), 0);
  check.near("empty by k", dk0, 0);
  return check.done();
}
