// SANITIZE
#include "check.h"

#include <complex>
#include <limits>

template <class T> using C = std::complex<T>;

// Holomorphic functions, and their derivatives by other functions.
template <class T> C<T> rational(C<T> z) {
  const C<T> i(0, 1);
  return (z + T(1)) * (z - T(2) * i) / (z * z + T(3));
}
template <class T> C<T> rationalSlope(C<T> z) {
  const C<T> i(0, 1), p = (z + T(1)) * (z - T(2) * i), q = z * z + T(3);
  return ((z + T(1)) + (z - T(2) * i)) / q - p * T(2) * z / (q * q);
}
template <class T> C<T> transcendental(C<T> z) {
  return std::exp(std::sin(z)) * std::log(z) + std::sqrt(z) / std::cosh(z);
}
template <class T> C<T> transcendentalSlope(C<T> z) {
  return std::exp(std::sin(z)) * (std::cos(z) * std::log(z) + T(1) / z) +
         T(0.5) / (std::sqrt(z) * std::cosh(z)) -
         std::sqrt(z) * std::tanh(z) / std::cosh(z);
}
template <class T> C<T> inverse(C<T> z) {
  return std::asin(z) * std::acos(z) + std::atanh(z) * std::acosh(z + T(2));
}
template <class T> C<T> inverseSlope(C<T> z) {
  const C<T> root = std::sqrt(T(1) - z * z), s = z + T(2);
  return (std::acos(z) - std::asin(z)) / root + std::acosh(s) / (T(1) - z * z) +
         std::atanh(z) / (std::sqrt(s - T(1)) * std::sqrt(s + T(1)));
}
template <class T> C<T> powers(C<T> z) {
  return std::pow(z, 3) + std::pow(z, T(1.5)) + std::pow(T(2), z) +
         std::pow(z, z);
}
template <class T> C<T> powersSlope(C<T> z) {
  return T(3) * z * z + T(1.5) * std::sqrt(z) +
         std::exp(z * std::log(T(2))) * std::log(T(2)) +
         std::exp(z * std::log(z)) * (std::log(z) + T(1));
}
template <class T> C<T> iterated(C<T> c) {
  C<T> z = c;
  for (int i = 0; i < 9; ++i)
    z = z * z + c;
  return z;
}
template <class T> C<T> iteratedSlope(C<T> c) {
  C<T> z = c, slope = 1;
  for (int i = 0; i < 9; ++i) {
    slope = T(2) * z * slope + T(1);
    z = z * z + c;
  }
  return slope;
}
// A cube root by Newton's method, left when it has converged.
template <class T> C<T> newton(C<T> a) {
  C<T> z(1, 1);
  for (;;) {
    const C<T> step = (z * z * z - a) / (T(3) * z * z);
    z -= step;
    if (std::abs(step) < 30 * std::numeric_limits<T>::epsilon())
      return z;
  }
}
template <class T> C<T> newtonSlope(C<T> a) {
  const C<T> z = newton(a);
  return T(1) / (T(3) * z * z);
}

template <class T, C<T> (*F)(C<T>)> T realPart(C<T> z) { return F(z).real(); }
template <class T, C<T> (*F)(C<T>)> T imaginaryPart(C<T> z) {
  return F(z).imag();
}

template <class T, C<T> (*F)(C<T>)>
void holomorphic(Check &check, const char *what, C<T> z, C<T> want) {
  const long double tolerance = 4000 * std::numeric_limits<T>::epsilon();
  auto [re] = autodiff::gradient<realPart<T, F>>(z);
  check.near(what, re.real(), want.real(), tolerance);
  check.near(what, re.imag(), -want.imag(), tolerance);
  auto [im] = autodiff::gradient<imaginaryPart<T, F>>(z);
  check.near(what, im.real(), want.imag(), tolerance);
  check.near(what, im.imag(), want.real(), tolerance);
  const C<T> dz(T(0.25), T(-2));
  const C<T> along = autodiff::jvp<F>(std::tuple(z), std::tuple(dz));
  check.near(what, along.real(), (want * dz).real(), tolerance);
  check.near(what, along.imag(), (want * dz).imag(), tolerance);
}

template <class T> void holomorphicFunctions(Check &check) {
  const C<T> z(T(0.4), T(0.7));
  holomorphic<T, rational<T>>(check, "rational", z, rationalSlope(z));
  holomorphic<T, transcendental<T>>(check, "transcendental", z,
                                    transcendentalSlope(z));
  holomorphic<T, inverse<T>>(check, "inverse", z, inverseSlope(z));
  holomorphic<T, powers<T>>(check, "powers", z, powersSlope(z));
  const C<T> c(T(-0.2), T(0.4));
  holomorphic<T, iterated<T>>(check, "iterated", c, iteratedSlope(c));
  holomorphic<T, newton<T>>(check, "newton", z, newtonSlope(z));
}

// Functions that are real, or not holomorphic.
static double lengths(std::complex<double> z, std::complex<double> w) {
  return std::abs(z - w) + std::arg(z) * std::norm(w) +
         std::real(std::conj(z) * w) + std::imag(std::proj(z) * z);
}
static double polar(double r, double phi) {
  const auto z = std::polar(r, phi) * std::complex<double>(2, 1);
  return z.real() - 3 * z.imag();
}

// The energy of one frequency of a signal.
static double energy(const std::vector<std::complex<double>> &signal, int k) {
  std::complex<double> sum = 0;
  const double step = -2 * M_PI * k / double(signal.size());
  for (std::size_t n = 0; n < signal.size(); ++n)
    sum += signal[n] * std::exp(std::complex<double>(0, step * double(n)));
  return std::norm(sum);
}

// x of A x = b for two unknowns, by elimination in place.
static double solved(const std::complex<double> *a,
                     const std::complex<double> *b) {
  std::complex<double> m[4] = {a[0], a[1], a[2], a[3]}, x[2] = {b[0], b[1]};
  const auto factor = m[2] / m[0];
  m[3] -= factor * m[1];
  x[1] -= factor * x[0];
  x[1] /= m[3];
  x[0] = (x[0] - m[1] * x[1]) / m[0];
  return x[0].real() + 2 * x[1].imag();
}

static void realFunctions(Check &check) {
  using D = std::complex<double>;
  const D z(1.5, -0.5), w(0.25, 2);
  auto [dz, dw] = autodiff::gradient<lengths>(z, w);
  const double distance = std::abs(z - w), square = std::norm(z);
  check.near("lengths, Re z", dz.real(),
             (z - w).real() / distance - z.imag() / square * std::norm(w) +
                 w.real() + 2 * z.imag());
  check.near("lengths, Im z", dz.imag(),
             (z - w).imag() / distance + z.real() / square * std::norm(w) +
                 w.imag() + 2 * z.real());
  check.near("lengths, Re w", dw.real(),
             -(z - w).real() / distance + 2 * std::arg(z) * w.real() +
                 z.real());
  check.near("lengths, Im w", dw.imag(),
             -(z - w).imag() / distance + 2 * std::arg(z) * w.imag() +
                 z.imag());
  auto [dr, dphi] = autodiff::gradient<polar>(3.0, 0.6);
  const double c = std::cos(0.6), s = std::sin(0.6);
  check.near("polar, r", dr, (2 * c - s) - 3 * (2 * s + c));
  check.near("polar, phi", dphi, 3 * ((-2 * s - c) - 3 * (2 * c - s)));

  std::vector<D> signal;
  for (int n = 0; n < 24; ++n)
    signal.push_back(D(std::sin(n * n), std::cos(3 * n)));
  auto [dsignal] = autodiff::gradient<energy>(signal, 5);
  D sum = 0;
  for (int n = 0; n < 24; ++n)
    sum += signal[n] * std::polar(1.0, -2 * M_PI * 5 * n / 24);
  for (int n = 0; n < 24; ++n) {
    const D want = 2.0 * sum * std::polar(1.0, 2 * M_PI * 5 * n / 24);
    check.near("energy, Re", dsignal[n].real(), want.real());
    check.near("energy, Im", dsignal[n].imag(), want.imag());
  }

  // Of a functional Re(v . x) of A x = b: A^T u = v, then by b it is u and by
  // A it is -u x^T.
  const D a[4] = {D(2, 1), D(-1, 0.5), D(0.25, -2), D(3, 1)};
  const D b[2] = {D(1, -1), D(0.5, 2)}, v[2] = {D(1, 0), D(0, -2)};
  D da[4] = {}, db[2] = {};
  autodiff::gradient<solved>(autodiff::active(a, da), autodiff::active(b, db));
  const D det = a[0] * a[3] - a[1] * a[2];
  const D u[2] = {(v[0] * a[3] - v[1] * a[2]) / det,
                  (v[1] * a[0] - v[0] * a[1]) / det};
  const D x[2] = {(b[0] * a[3] - b[1] * a[1]) / det,
                  (b[1] * a[0] - b[0] * a[2]) / det};
  for (int i = 0; i < 2; ++i) {
    check.near("solved, Re b", db[i].real(), u[i].real());
    check.near("solved, Im b", db[i].imag(), -u[i].imag());
    for (int j = 0; j < 2; ++j) {
      const D want = -u[i] * x[j];
      check.near("solved, Re A", da[2 * i + j].real(), want.real());
      check.near("solved, Im A", da[2 * i + j].imag(), -want.imag());
    }
  }
}

// A derivative is differentiated like any other code.
template <class T> T along(T x) {
  const C<T> z(x, T(0.3));
  return std::real(std::exp(z) * z + std::log(z) / z);
}
template <class T> T slopeAlong(T x) {
  return autodiff::derivative<along<T>>(x);
}
template <class T> void secondDerivative(Check &check) {
  const C<T> z(T(0.7), T(0.3));
  const C<T> want =
      std::exp(z) * (z + T(2)) + (T(2) * std::log(z) - T(3)) / (z * z * z);
  check.near("second derivative", autodiff::derivative<slopeAlong<T>>(z.real()),
             want.real(), 4000 * std::numeric_limits<T>::epsilon());
}

int main() {
  Check check("std::complex");
  holomorphicFunctions<double>(check);
  holomorphicFunctions<float>(check);
  holomorphicFunctions<long double>(check);
  realFunctions(check);
  secondDerivative<double>(check);
  secondDerivative<float>(check);
  secondDerivative<long double>(check);
  return check.done();
}
