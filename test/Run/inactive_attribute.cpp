// SANITIZE
#include "check.h"

[[autodiff::inactive]] static double stopped(double x) { return x * x; }

struct Model {
  double weight;
  [[autodiff::inactive]] double temperature;
};

static double useFunction(double x) { return stopped(x) * x; }
static double useParameter(double x, [[autodiff::inactive]] double scale) {
  return x * x * scale;
}
static double useField(Model m, double x) {
  return m.weight * x / m.temperature;
}
static double useConstant(double x) {
  const double held = autodiff::constant(x);
  return held * x;
}

int main() {
  Check check("inactive");
  check.near("function", autodiff::derivative<useFunction>(3.0), 9);
  auto [dx, dscale] = autodiff::gradient<useParameter>(3.0, 5.0);
  check.near("parameter, the other", dx, 30);
  check.near("parameter", dscale, 0);
  auto [dm, dy] = autodiff::gradient<useField>(Model{2, 4}, 3.0);
  check.near("field, the other", dm.weight, 0.75);
  check.near("field", dm.temperature, 0);
  check.near("field, by x", dy, 0.5);
  check.near("constant", autodiff::derivative<useConstant>(3.0), 3);
  return check.done();
}
