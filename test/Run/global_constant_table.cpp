// SANITIZE
#include "check.h"

static const double nodes[] = {-0.7745966692414834, 0, 0.7745966692414834};
static const double weights[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
static const int order[] = {2, 0, 1};
static double scale = 2; // not const: read, never written

// Gauss quadrature of exp(x t) over [-1, 1].
static double quadrature(double x) {
  double sum = 0;
  for (int i : order)
    sum += weights[i] * std::exp(x * nodes[i]);
  return sum * scale;
}

int main() {
  Check check("global constant table");
  const double x = 0.8;
  double want = 0;
  for (int i = 0; i < 3; ++i)
    want += weights[i] * nodes[i] * std::exp(x * nodes[i]);
  check.scalar<quadrature>("quadrature", x, want * 2);
  return check.done();
}
