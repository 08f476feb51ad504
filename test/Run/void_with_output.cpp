// SANITIZE
#include "check.h"

// No result: the adjoint of the output array is the seed.
static void rotate(const double *in, double *out, double angle) {
  out[0] = std::cos(angle) * in[0] - std::sin(angle) * in[1];
  out[1] = std::sin(angle) * in[0] + std::cos(angle) * in[1];
}

int main() {
  Check check("void with an output");
  const double in[] = {2, 3}, angle = 0.4, c = std::cos(angle),
               s = std::sin(angle);
  double out[2] = {}, din[2] = {}, dout[2] = {1, 10};
  auto [da] = autodiff::gradient<rotate>(autodiff::active(in, din),
                                         autodiff::active(out, dout), angle);
  check.near("out[0]", out[0], c * 2 - s * 3);
  check.near("out[1]", out[1], s * 2 + c * 3);
  check.near("in[0]", din[0], c + 10 * s);
  check.near("in[1]", din[1], -s + 10 * c);
  check.near("angle", da, -s * 2 - c * 3 + 10 * (c * 2 - s * 3));
  check.near("seed consumed", dout[0], 0);
  return check.done();
}
