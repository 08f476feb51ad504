// SANITIZE
#include "check.h"

#include <algorithm>
#include <cstring>

// Copies and fills whose length is not a constant: among the fields of a struct
// they are bounded, and else the parameters of what copies tell what is copied.
struct Fields {
  double first, many[3], last;
  float single;
};

static double fill(Fields *s, double x, int n) {
  s[1].many[n % 3] *= x;
  std::memset(&s[1].many[0], 0,
              static_cast<std::size_t>((n + 2) % 3) * sizeof(double));
  s[0].many[0] += s[1].single;
  return s[1].first * x + s[1].many[0] + 2 * s[1].many[1] + 3 * s[1].many[2] +
         s[1].last;
}

static double copyWithin(Fields *s, double x, int n) {
  s[0].many[0] = x * x;
  std::memcpy(&s[1].many[0], &s[0].many[0],
              static_cast<std::size_t>(n % 4) * sizeof(double));
  return s[1].many[0] + s[1].many[1] * s[1].last + s[1].single;
}

// Nothing looks at the copies of the numbers.
static double unused(std::vector<double> v, double x) {
  std::vector<double> w = v;
  return x * x * static_cast<double>(v.size() + w.size());
}

// They are looked at where the copy was copied to.
static double moved(const std::vector<double> &v, int n) {
  std::vector<double> w(v), u(w.size());
  std::copy(w.begin(), w.begin() + n, u.begin());
  std::vector<double> t = u;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += t[i] * t[i];
  return sum;
}

int main() {
  Check check("copies of variable length");
  {
    Fields s[2] = {{1, {2, 3, 4}, 5, 6}, {7, {8, 9, 10}, 11, 12}}, ds[2] = {};
    auto [dx] = autodiff::gradient<fill>(autodiff::active(s, ds), 3.0, 2);
    // n = 2: many[2] *= x, the first of them becomes 0
    check.near("fill x", dx, 7 + 3 * 10);
    check.near("fill first", ds[1].first, 3);
    check.near("fill many 0", ds[1].many[0], 0);
    check.near("fill many 1", ds[1].many[1], 2);
    check.near("fill many 2", ds[1].many[2], 9);
    check.near("fill last", ds[1].last, 1);
  }
  {
    Fields s[2] = {{1, {2, 3, 4}, 5, 6}, {7, {8, 9, 10}, 11, 12}}, ds[2] = {};
    auto [dx] = autodiff::gradient<copyWithin>(autodiff::active(s, ds), 3.0, 6);
    // n % 4 = 2: two numbers are copied
    check.near("within x", dx, 6);
    check.near("within from", ds[0].many[1], 11);
    check.near("within to", ds[1].many[1], 0);
    check.near("within last", ds[1].last, 3);
    check.near("within single", ds[1].single, 1, 1e-6);
  }
  {
    std::vector<double> v{1, 2, 3}, dv(3);
    auto [dx] = autodiff::gradient<unused>(autodiff::active(v, dv), 0.5);
    check.near("unused x", dx, 6);
    check.near("unused v", dv[1], 0);
  }
  {
    std::vector<double> v{1, 2, 3}, dv(3);
    autodiff::gradient<moved>(autodiff::active(v, dv), 2);
    check.near("moved 1", dv[1], 4);
    check.near("moved 2", dv[2], 0);
  }
  return check.done();
}
