// harness.cpp - Is the derivative of a random function right?
//
// The function with its outputs weighed is one number L of many. For each:
//   * reverse and forward agree:     g . d = L'(x; d)
//   * the gradient agrees with differences of the same text in long double
//   * both leave the primal's value and memory as the primal does
// One line for each function says the verdict and what another compiler or
// level must reproduce: L and g . d in two directions.
#include "harness.h"

#include <cstdio>
#include <unistd.h>

AnyEntry::AnyEntry(int index, bool isDouble)
    : index(index), isDouble(isDouble) {
  list().push_back(this);
}

std::vector<AnyEntry *> &AnyEntry::list() {
  static std::vector<AnyEntry *> all;
  return all;
}

static long double dot(const Numbers &x, const Numbers &y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0L);
}

namespace {

/// Multiples of 2^-16 in (-1.4, 1.4), so that a float holds them.
class Inputs {
public:
  explicit Inputs(int seed) : state(0x2545F4914F6CDD1Du + 77u * seed) {}
  Numbers operator()(std::size_t n) {
    Numbers x(n);
    for (long double &e : x) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      e = static_cast<int>((state >> 33) % 183501) / 65536.0L - 1.4L;
      e = std::round(e * 65536) / 65536;
    }
    return x;
  }

private:
  std::uint64_t state;
};

/// Checks one function; what differs is printed.
class Case {
public:
  explicit Case(const AnyEntry &e) : e(e), in(e.index) {
    const std::vector<bool> memory = e.inMemory();
    x = in(memory.size()), d = in(memory.size()), w = in(memory.size());
    second = in(memory.size());
    for (std::size_t i = 0; i < w.size(); ++i)
      if (!memory[i])
        w[i] = 0;
  }

  void check() {
    Numbers after = x;
    const long double value = e.plain(after);
    const long double L = value + dot(w, after);

    Numbers left = x, g = w;
    same("value by reverse", e.reverse(left, g), value);
    same("memory after reverse", left, after);
    long double size = 1;
    for (std::size_t i = 0; i < g.size(); ++i)
      size += std::fabs(g[i] * d[i]);
    const long double gd = dot(g, d);

    left = x;
    Numbers tangent = d;
    const long double result = e.forward(left, tangent);
    same("memory after forward", left, after);
    near("reverse and forward", gd, result + dot(w, tangent),
         (e.isDouble ? 1e-11L : 1e-3L) * size);

    // A sound primal is a condition of the other two.
    traced = 0;
    if (!agrees(L, wide(0), e.isDouble ? 1e-10L : 1e-3L))
      verdict = "unstable";
    else
      differences(gd, size);
    std::printf("%d %s %.17Lg %.17Lg %.17Lg\n", e.index, verdict, L, gd,
                dot(g, second));
  }

private:
  long double wide(long double h) {
    Numbers y = x;
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += h * d[i];
    wide_numbers::traced = 0;
    const long double value = e.wide(y);
    traced = wide_numbers::traced;
    return value + dot(w, y);
  }

  void differences(long double gd, long double size) {
    const std::uint64_t here = traced;
    for (long double h : {2e-4L, 1e-5L, 1e-6L, 1e-7L}) {
      static constexpr long double weight[] = {4.0L / 5, -1.0L / 5, 4.0L / 105,
                                               -1.0L / 280};
      long double slope = 0;
      bool alike = true;
      for (int k = 1; k <= 4 && alike; ++k) {
        slope += weight[k - 1] / h * wide(k * h), alike &= traced == here;
        slope -= weight[k - 1] / h * wide(-k * h), alike &= traced == here;
      }
      if (alike)
        return near("reverse and differences", gd, slope,
                    (e.isDouble ? 1e-8L : 2e-2L) * size);
    }
    if (verdict[0] == 'o')
      verdict = "kink";
  }

  static bool agrees(long double got, long double want, long double bound) {
    return std::isfinite(got) &&
           std::fabs(got - want) <= bound * (1 + std::fabs(want));
  }

  void near(const char *what, long double got, long double want,
            long double bound) {
    if (std::fabs(got - want) <= bound)
      return;
    std::printf("%d: %s: %.17Lg and %.17Lg\n", e.index, what, got, want);
    verdict = "wrong";
  }
  void same(const char *what, long double got, long double want) {
    near(what, got, want,
         (e.isDouble ? 1e-12L : 1e-4L) * (1 + std::fabs(want)));
  }
  void same(const char *what, const Numbers &got, const Numbers &want) {
    for (std::size_t i = 0; i < got.size(); ++i)
      same(what, got[i], want[i]);
  }

  const AnyEntry &e;
  Inputs in;
  Numbers x, d, w, second;
  std::uint64_t traced = 0;
  const char *verdict = "ok";
};

} // namespace

/// Runs the functions from the index in argv[1] on; each may take ten seconds.
int main(int argc, char **argv) {
  const int first = argc > 1 ? std::atoi(argv[1]) : 0;
  for (const AnyEntry *e : AnyEntry::list()) {
    if (e->index < first)
      continue;
    std::printf("%d starts\n", e->index);
    std::fflush(stdout);
    alarm(10);
    Case(*e).check();
  }
  return 0;
}
