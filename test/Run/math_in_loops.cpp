// SANITIZE
#include "check.h"

// Transcendental functions whose arguments are overwritten: what each rule
// needs must survive until the reverse sweep. By complex step (analytic F).
#include <complex>

using std::atan;
using std::cos;
using std::exp;
using std::log;
using std::pow;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tanh;

template <class T> static T chain(const T *x, int n) {
  T y = x[0];
  for (int i = 1; i < n; ++i) {
    y = sin(y) * exp(x[i]) + sqrt(y * y + 1.0);
    y = log(y * y + 2.0) + tanh(x[i] * y);
    y = y / cos(x[i] * 0.3) + pow(y * y + 1.0, 0.3) - sinh(y * 0.1);
    y = atan(y) * y;
  }
  return y;
}

int main() {
  Check check("math functions in loops");
  const std::vector<double> x = {0.3, 0.9, -0.7, 0.4, 1.1};
  std::vector<double> want(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<std::complex<double>> z(x.begin(), x.end());
    z[i] += std::complex<double>(0, 1e-30);
    want[i] = chain(z.data(), static_cast<int>(x.size())).imag() / 1e-30;
  }
  check.gradient<chain<double>>("complex step", x, want, 1e-11);
  return check.done();
}
