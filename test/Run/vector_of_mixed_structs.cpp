// SANITIZE
// VALGRIND
// Structs of numbers and integers, copied by the vector: the copy is of a size
// that is known only at run time.
#include "check.h"

#include <vector>

struct Sample {
  double value;
  int count;
  float weight;
};

static double total(const std::vector<Sample> &samples, double scale) {
  std::vector<Sample> copy(samples);
  for (Sample &s : copy)
    s.value *= scale;
  double sum = 0;
  for (const Sample &s : copy)
    sum += s.value * s.value * s.weight * s.count;
  return sum;
}

int main() {
  Check check("vector of mixed structs");
  const std::vector<Sample> samples = {
      {1.5, 2, 0.5f}, {-0.5, 3, 2.0f}, {2.0, 1, 0.25f}};
  const double scale = 1.25;
  auto [dsamples, dscale] = autodiff::gradient<total>(samples, scale);
  double wantScale = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample &s = samples[i];
    // v^2 k^2 w n
    check.near("value", dsamples[i].value,
               2 * s.value * scale * scale * s.weight * s.count);
    check.near("weight", dsamples[i].weight,
               s.value * s.value * scale * scale * s.count, 1e-6);
    wantScale += 2 * s.value * s.value * scale * s.weight * s.count;
  }
  check.near("scale", dscale, wantScale);
  return check.done();
}
