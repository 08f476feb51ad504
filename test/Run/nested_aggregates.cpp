// SANITIZE
#include "check.h"

#include <array>

struct Layer {
  std::array<double, 2> weights;
  double bias;
};
struct Network {
  Layer layers[2];
  bool squash;
  int scale;
};

static double run(Network net, double x) {
  for (const Layer &l : net.layers) {
    x = l.weights[0] * x + l.weights[1] * x * x + l.bias;
    if (net.squash)
      x = x / (1 + x * x);
  }
  return x * net.scale;
}

static Dual runDual(const Network &net, int active, Dual x) {
  for (int i = 0; i < 2; ++i) {
    const Layer &l = net.layers[i];
    Dual w0 = {l.weights[0], active == 3 * i ? 1. : 0.};
    Dual w1 = {l.weights[1], active == 3 * i + 1 ? 1. : 0.};
    Dual bias = {l.bias, active == 3 * i + 2 ? 1. : 0.};
    x = w0 * x + w1 * x * x + bias;
    if (net.squash)
      x = x / (1 + x * x);
  }
  return x * net.scale;
}

int main() {
  Check check("nested aggregates");
  for (bool squash : {false, true}) {
    const Network net = {{{{0.5, -0.3}, 0.2}, {{1.4, 0.7}, -0.6}}, squash, 3};
    auto [dnet, dx] = autodiff::gradient<run>(net, 0.8);
    for (int i = 0; i < 2; ++i) {
      check.near("w0", dnet.layers[i].weights[0], runDual(net, 3 * i, 0.8).d);
      check.near("w1", dnet.layers[i].weights[1],
                 runDual(net, 3 * i + 1, 0.8).d);
      check.near("bias", dnet.layers[i].bias, runDual(net, 3 * i + 2, 0.8).d);
    }
    check.near("x", dx, runDual(net, -1, {0.8, 1}).d);
  }
  return check.done();
}
