// SANITIZE
#include "check.h"

#include <cstdint>

enum class Kind : std::uint8_t { Linear, Square };
struct Term {
  Kind kind;
  float coefficient;
  bool negate;
  double shift;
  char name[3];
};

__attribute__((noinline)) static double evaluate(const Term &t, double x) {
  double y = x - t.shift;
  if (t.kind == Kind::Square)
    y *= y;
  y *= t.coefficient;
  return t.negate ? -y : y;
}
static double sum(const Term *terms, int n, double x, Kind last) {
  double result = 0;
  for (int i = 0; i < n; ++i) {
    Term copy = terms[i];
    if (i == n - 1)
      copy.kind = last;
    result += evaluate(copy, x);
  }
  return result;
}

int main() {
  Check check("enums and padding");
  const Term terms[] = {{Kind::Linear, 2, false, 0.5, "a"},
                        {Kind::Square, 3, true, -1, "b"},
                        {Kind::Square, 0.5f, false, 2, "c"}};
  Term d[3] = {};
  auto [dx] =
      autodiff::gradient<sum>(autodiff::active(terms, d), 3, 1.5, Kind::Linear);
  check.near("x", dx, 2 - 3 * 2 * 2.5 + 0.5);
  check.near("coefficient 0", d[0].coefficient, 1, 1e-6);
  check.near("coefficient 1", d[1].coefficient, -6.25, 1e-6);
  check.near("coefficient 2", d[2].coefficient, -0.5, 1e-6);
  check.near("shift 0", d[0].shift, -2);
  check.near("shift 1", d[1].shift, 3 * 2 * 2.5);
  check.near("shift 2", d[2].shift, -0.5);
  return check.done();
}
