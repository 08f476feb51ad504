// SANITIZE
#include "check.h"

#include <cstdint>
#include <cstring>

// Numbers handled through their bits.
static std::uint64_t bits(double v) {
  std::uint64_t b;
  std::memcpy(&b, &v, 8);
  return b;
}
static double number(std::uint64_t b) {
  double v;
  std::memcpy(&v, &b, 8);
  return v;
}
static std::uint32_t bits32(float v) {
  std::uint32_t b;
  std::memcpy(&b, &v, 4);
  return b;
}
static float number32(std::uint32_t b) {
  float v;
  std::memcpy(&v, &b, 4);
  return v;
}
static const std::uint64_t sign = std::uint64_t(1) << 63;
static const std::uint64_t fraction = (std::uint64_t(1) << 52) - 1;

static double absolute(double x) { return 3 * number(bits(x) & ~sign); }
static double flipped(double x) { return x * number(bits(x) ^ sign); }
static double signOf(double x) {
  return number((bits(x * x + 1) & ~sign) | (bits(x) & sign));
}
static double product(double x) { // |x| with the sign of x (x - 2)
  return number(bits(x) ^ (bits(x - 2) & sign));
}
static double eight(double x) {
  return number(bits(x) + (std::uint64_t(3) << 52));
}
static double mantissa(double x) {
  return number((bits(x) & fraction) | bits(1.0));
}
static double chopped(double x) { // high half, and what it leaves
  const double high = number(bits(x) & 0xffffffff00000000u);
  return high * high + 2 * high * (x - high) + (x - high) * (x - high);
}
static double inverseRoot(double x) {
  double y = number(0x5fe6eb50c7b537a9ull - (bits(x) >> 1));
  for (int i = 0; i < 6; ++i)
    y *= 1.5 - 0.5 * x * y * y;
  return y;
}
static double cubeRoot(double x) {
  double y = number(bits(x) / 3 + 0x2a9f7893782da1ceull);
  for (int i = 0; i < 6; ++i)
    y = (2 * y + x / (y * y)) / 3;
  return y;
}
static double exponent(double x) { // the integer part of the logarithm
  return x * static_cast<double>((bits(x) >> 52) & 2047);
}
static double logarithm(double x) { // in base 2, linear between powers of two
  return static_cast<double>(static_cast<std::int64_t>(bits(x)) -
                             static_cast<std::int64_t>(bits(1.0))) /
         4503599627370496.0;
}
static double choose(double x) {
  const std::uint64_t b = x > 1 ? bits(x) : bits(3 * x) ^ sign;
  return number(b) * x;
}
static double single(double x) {
  const float f = static_cast<float>(x);
  return number32(0x5f3759df - (bits32(f) >> 1)); // the guess itself
}
// A table of flips, in place.
static double inPlace(const double *x, int n) {
  double local[4];
  for (int i = 0; i < n; ++i)
    local[i] = x[i] * x[i] * x[i];
  for (int i = 0; i < n; ++i) {
    std::uint64_t b;
    std::memcpy(&b, local + i, 8);
    b ^= i % 2 ? sign : 0;
    std::memcpy(local + i, &b, 8);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += local[i];
  return sum;
}

typedef std::uint64_t __attribute__((may_alias)) Word;
static double punned(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    std::uint64_t b = *reinterpret_cast<const Word *>(x + i);
    b &= ~sign;
    sum += i * number(b);
  }
  return sum;
}

int main() {
  Check check("bits of numbers");
  check.scalar<absolute>("absolute", -0.8, -3);
  check.scalar<absolute>("absolute", 0.8, 3);
  check.scalar<flipped>("flipped", 0.8, -1.6);
  check.scalar<signOf>("sign", -0.8, 1.6);
  check.scalar<signOf>("sign", 0.8, 1.6);
  check.scalar<product>("product", 0.8, -1);
  check.scalar<product>("product", 2.8, 1);
  check.scalar<eight>("eight", 0.8, 8);
  check.scalar<mantissa>("mantissa", 6.5, 0.25);
  check.scalar<chopped>("chopped", 0.7, 1.4);
  check.scalar<inverseRoot>("inverse root", 2.3, -0.5 * std::pow(2.3, -1.5));
  check.scalar<cubeRoot>("cube root", 2.3, std::pow(2.3, -2. / 3) / 3);
  check.scalar<exponent>("exponent", 6.5, 1025);
  check.scalar<logarithm>("logarithm", 6.5, 0.25);
  check.scalar<logarithm>("logarithm", 0.3, 4);
  check.scalar<choose>("choose", 1.5, 3);
  check.scalar<choose>("choose", 0.7, -4.2);
  // Between powers of four the guess is linear: 2^-1 ulps of it an ulp.
  check.near("single, reverse", autodiff::derivative<single>(2.5), -0.125,
             1e-6);
  check.gradient<inPlace>("in place", {0.5, -1.5, 2, 0.75},
                          {3 * 0.25, -3 * 2.25, 12, -3 * 0.5625});
  check.gradient<punned>("punned", {0.5, -1.5, 2}, {0, -1, 2});
  return check.done();
}
