// SANITIZE
#include "check.h"

static double apply(double x) {
  auto square = [](double t) { return t * t; };
  auto shifted = [=](double t) { return square(t + x); };
  return shifted(x) * x;
}

int main() {
  Check check("lambdas by value");
  check.scalar<apply>("inside", 1.5, 12 * 1.5 * 1.5);

  const double a = 3;
  int power = 3;
  auto monomial = [a, power](double t) {
    double y = a;
    for (int i = 0; i < power; ++i)
      y *= t;
    return y;
  };
  auto [dt] = autodiff::gradient(monomial, 2.0);
  check.near("captures by value", dt, 36);
  auto [du] =
      autodiff::gradient([&](double t) { return a * std::sin(t); }, 0.4);
  check.near("captures by reference", du, 3 * std::cos(0.4));
  auto [dx, dy] =
      autodiff::gradient([](double x, double y) { return x / y; }, 6.0, 2.0);
  check.near("two arguments, first", dx, 0.5);
  check.near("two arguments, second", dy, -1.5);
  return check.done();
}
