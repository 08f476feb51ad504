// harness.h - What does a file of random functions need?
//
// The names that a function may use, once in the types that it is written in
// and once in long double, and an entry that harness.cpp can check.
#ifndef AUTODIFF_TEST_RANDOM_HARNESS_H
#define AUTODIFF_TEST_RANDOM_HARNESS_H

#include <autodiff/autodiff.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

/// The program as the user has it.
namespace plain_numbers {
using D = double;
using F = float;
using Real = double;
using std::fabs, std::fmax, std::fmin, std::fdim, std::copysign, std::max,
    std::min, std::floor, std::round;
} // namespace plain_numbers

/// The program in long double, with a trace of its decisions.
namespace wide_numbers {
using D = long double;
using F = long double;
using Real = long double;

inline std::uint64_t traced;
template <class X> X trace(X x) {
  traced = (traced ^ static_cast<std::uint64_t>(x)) * 0x9E3779B97F4A7C15u + 1;
  return x;
}
inline D fabs(D x) { return trace(x < 0) ? -x : x; }
inline D fmax(D x, D y) { return trace(x >= y) ? x : y; }
inline D fmin(D x, D y) { return trace(x <= y) ? x : y; }
inline D max(D x, D y) { return fmax(x, y); }
inline D min(D x, D y) { return fmin(x, y); }
inline D fdim(D x, D y) { return trace(x > y) ? x - y : 0; }
inline D copysign(D x, D y) { return trace(y < 0) ? -fabs(x) : fabs(x); }
inline D floor(D x) { return trace(static_cast<long>(std::floor(x))); }
inline D round(D x) { return trace(static_cast<long>(std::round(x))); }
} // namespace wide_numbers

// The others are the same in both; long double has overloads.
using std::acos, std::asin, std::asinh, std::atan, std::atan2, std::atanh,
    std::cbrt, std::cos, std::cosh, std::erf, std::exp, std::exp2, std::expm1,
    std::hypot, std::log, std::log1p, std::log2, std::pow, std::sin, std::sinh,
    std::sqrt, std::tan, std::tanh;

using Numbers = std::vector<long double>;

/// Sets or reads the numbers of a function's arguments, in order. Memory is
/// what the caller sees after the call; other numbers are passed by value.
class Visitor {
public:
  explicit Visitor(const Numbers *from = nullptr) : from(from) {}
  template <class X> void operator()(X &x, bool memory) {
    if (from)
      x = static_cast<X>((*from)[found.size()]);
    found.push_back(x);
    inMemory.push_back(memory);
  }
  void integer(long) {}

  Numbers found;
  std::vector<bool> inMemory;

private:
  const Numbers *from;
};

/// What the harness knows of a function; the list of all is in order.
class AnyEntry {
public:
  AnyEntry(int index, bool isDouble);
  virtual ~AnyEntry() = default;
  static std::vector<AnyEntry *> &list();
  virtual std::vector<bool> inMemory() const = 0;
  /// The result; X holds the numbers after the call.
  virtual long double plain(Numbers &x) const = 0;
  virtual long double wide(Numbers &x) const = 0;
  /// S is the shadow before and after.
  virtual long double reverse(Numbers &x, Numbers &s) const = 0;
  virtual long double forward(Numbers &x, Numbers &s) const = 0;

  const int index;
  const bool isDouble;
};

template <class Args> void set(Args &a, const Numbers &x) {
  Visitor v(&x);
  a.visit(v);
}
template <class Args> Numbers get(Args &a) {
  Visitor v;
  a.visit(v);
  return std::move(v.found);
}

template <class Plain, class Wide> class Entry final : public AnyEntry {
public:
  using Derivative = double (*)(Plain &, Plain &);
  Entry(int index, bool isDouble, double (*f)(Plain &),
        long double (*w)(Wide &), Derivative r, Derivative j)
      : AnyEntry(index, isDouble), f(f), w(w), r(r), j(j) {}

  std::vector<bool> inMemory() const override {
    Plain a;
    Visitor v;
    a.visit(v);
    return v.inMemory;
  }
  long double plain(Numbers &x) const override { return run<Plain>(f, x); }
  long double wide(Numbers &x) const override { return run<Wide>(w, x); }
  long double reverse(Numbers &x, Numbers &s) const override {
    return derive(r, x, s);
  }
  long double forward(Numbers &x, Numbers &s) const override {
    return derive(j, x, s);
  }

private:
  template <class Args, class Function>
  static long double run(Function function, Numbers &x) {
    Args a;
    set(a, x);
    long double value = function(a);
    x = get(a);
    return value;
  }
  static long double derive(Derivative derivative, Numbers &x, Numbers &s) {
    Plain a, shadow;
    set(a, x);
    set(shadow, s);
    long double value = derivative(a, shadow);
    x = get(a);
    s = get(shadow);
    return value;
  }

  double (*const f)(Plain &);
  long double (*const w)(Wide &);
  const Derivative r, j;
};

#endif // AUTODIFF_TEST_RANDOM_HARNESS_H
