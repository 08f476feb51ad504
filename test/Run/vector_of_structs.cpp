// SANITIZE
// VALGRIND
#include "check.h"

struct Sample {
  double x;
  int label;
  float weight;
};

static double loss(const std::vector<Sample> &samples, double slope) {
  double sum = 0;
  for (const Sample &s : samples) {
    const double miss = slope * s.x - s.label;
    sum += s.weight * miss * miss;
  }
  return sum;
}
static double rows(const std::vector<std::vector<double>> &m) {
  double sum = 0;
  for (const std::vector<double> &row : m) {
    double product = 1;
    for (double v : row)
      product *= v;
    sum += product;
  }
  return sum;
}

int main() {
  Check check("vector of structs, vector of vectors");
  const std::vector<Sample> samples = {{1, 2, 0.5f}, {2, 3, 2}, {3, 1, 1}};
  auto [ds, dslope] = autodiff::gradient<loss>(samples, 1.5);
  double want = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample &s = samples[i];
    const double miss = 1.5 * s.x - s.label;
    check.near("x", ds[i].x, 2 * s.weight * miss * 1.5);
    check.near("weight", ds[i].weight, miss * miss, 1e-6);
    want += 2 * s.weight * miss * s.x;
  }
  check.near("slope", dslope, want);

  auto [dm] = autodiff::gradient<rows>(
      std::vector<std::vector<double>>{{2, 3}, {}, {5, 7, 11}});
  check.equal("rows", static_cast<long long>(dm.size()), 3);
  check.near("m[0][0]", dm[0][0], 3);
  check.near("m[0][1]", dm[0][1], 2);
  check.equal("empty row", static_cast<long long>(dm[1].size()), 0);
  check.near("m[2][1]", dm[2][1], 55);
  return check.done();
}
