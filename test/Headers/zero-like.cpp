// zero_like keeps sizes, integers and strings, and zeroes the numbers.
//
// RUN: %clangxx -std=c++17 %hdr -Wall -Werror %s -o %t
// RUN: %t
#include <autodiff/autodiff.h>

#include <cassert>
#include <list>
#include <map>

struct Base {
  double m[2][2];
  int n;
};
struct Body {
  Base base;
  std::vector<std::vector<double>> rows;
  std::string name;
  unsigned bits : 3;
  std::optional<float> present, absent;
  std::variant<int, double> number;
  std::map<double, double> table;
  std::list<std::complex<float>> terms;
  std::pair<int, double> pair;
  std::vector<bool> flags;
};

namespace user {
class Fixed {
  double x;

public:
  explicit Fixed(double x) : x(x) {}
  double get() const { return x; }
};
Fixed zero_like(const Fixed &) { return Fixed(-0.0); }
} // namespace user

int main() {
  Body b{{{{1, 2}, {3, 4}}, 5}, {{1, 2}, {3}}, "name", 6,   7.f,   {},
         8.0,                   {{9, 10}},     {{1, 2}}, {3, 4}, {true}};
  Body z = autodiff::zero_like(b);
  assert(z.base.m[0][0] == 0 && z.base.m[1][1] == 0 && z.base.n == 5);
  assert(z.rows.size() == 2 && z.rows[0].size() == 2 && z.rows[1].size() == 1);
  assert(z.rows[0][1] == 0 && z.rows[1][0] == 0);
  assert(z.name == "name" && z.bits == 6 && z.flags == b.flags);
  assert(z.present && *z.present == 0 && !z.absent);
  assert(std::get<double>(z.number) == 0);
  assert(z.table.count(9) == 1 && z.table[9] == 0);
  assert(z.terms.front() == std::complex<float>());
  assert(z.pair.first == 3 && z.pair.second == 0);
  assert(b.rows[0][1] == 2 && b.base.m[1][1] == 4);

  const double a[2][2] = {{1, 2}, {3, 4}};
  std::array<std::array<double, 2>, 2> za = autodiff::zero_like(a);
  assert(za[1][1] == 0);

  std::vector<user::Fixed> fixed(2, user::Fixed(3));
  assert(autodiff::zero_like(fixed)[1].get() == 0);
}
