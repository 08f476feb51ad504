//===- gmm.cpp - The gradient of a Gaussian mixture's log-likelihood ------===//
//
// The log-likelihood of a Gaussian mixture with a Wishart prior, as stated in
// F. Srajer, Z. Kukelova, A. Fitzgibbon, "A benchmark of selected algorithmic
// differentiation tools on some problems in computer vision and machine
// learning" (2018), and its gradient with respect to the weights, the means
// and the inverse-covariance factors. Reads ADBench's instance files.
//
// The function to differentiate is `logLikelihood`: ordinary C++. The call that
// differentiates it is in `reverseGradient`.
//
//===----------------------------------------------------------------------===//

#include <autodiff/autodiff.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

/// The Wishart prior's scale and its degrees of freedom beyond the least.
struct Wishart {
  double gamma;
  int m;
};

/// The logarithm of the multivariate gamma function of dimension `p` at `a`.
static double logMultivariateGamma(double a, int p) {
  double sum = 0.25 * p * (p - 1) * std::log(M_PI);
  for (int j = 1; j <= p; ++j)
    sum += std::lgamma(a + 0.5 * (1 - j));
  return sum;
}

/// log(sum(exp(x))), without overflow.
static double logSumExp(const double *x, int n) {
  double largest = x[0];
  for (int i = 1; i < n; ++i)
    largest = std::max(largest, x[i]);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i] - largest);
  return largest + std::log(sum);
}

/// The log-likelihood of `n` points `x` of dimension `d` under `k` Gaussians:
///
///   sum_i logsumexp_k(alpha_k + sum(q_k) - |Q_k (x_i - mu_k)|^2 / 2)
///     - n logsumexp(alpha) - n d log(2 pi) / 2 + prior(Q)
///
/// where Q_k is lower triangular: exp(q_k) on the diagonal, and below it l_k,
/// column by column. `icf` holds q_k, then l_k, for each k.
[[autodiff::grad(alphas, means, icf)]]
double logLikelihood(const double *alphas, const double *means,
                     const double *icf, const double *x, int d, int k, int n,
                     const Wishart &wishart) {
  const int factorSize = d * (d + 1) / 2;

  std::vector<double> diagonals(k * d), logDeterminants(k);
  double prior = 0;
  for (int j = 0; j < k; ++j) {
    const double *q = icf + j * factorSize;
    double logDeterminant = 0, squares = 0;
    for (int i = 0; i < d; ++i) {
      const double entry = std::exp(q[i]);
      diagonals[j * d + i] = entry;
      logDeterminant += q[i];
      squares += entry * entry;
    }
    for (int i = d; i < factorSize; ++i)
      squares += q[i] * q[i];
    logDeterminants[j] = logDeterminant;
    prior += 0.5 * wishart.gamma * wishart.gamma * squares -
             wishart.m * logDeterminant;
  }

  std::vector<double> centred(d), whitened(d), terms(k);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < k; ++j) {
      for (int r = 0; r < d; ++r) {
        centred[r] = x[i * d + r] - means[j * d + r];
        whitened[r] = diagonals[j * d + r] * centred[r];
      }
      const double *lower = icf + j * factorSize + d;
      for (int c = 0; c < d; ++c)
        for (int r = c + 1; r < d; ++r)
          whitened[r] += *lower++ * centred[c];
      double squares = 0;
      for (int r = 0; r < d; ++r)
        squares += whitened[r] * whitened[r];
      terms[j] = alphas[j] + logDeterminants[j] - 0.5 * squares;
    }
    sum += logSumExp(terms.data(), k);
  }

  const int freedom = d + wishart.m + 1;
  const double normaliser =
      freedom * d * (std::log(wishart.gamma) - 0.5 * std::log(2.0)) -
      logMultivariateGamma(0.5 * freedom, d);
  return sum - n * logSumExp(alphas, k) - n * d * 0.5 * std::log(2 * M_PI) +
         prior - k * normaliser;
}

namespace {

/// What the function depends on: the variables in one array (alphas, means,
/// icf, one after the other), the points and the prior.
struct Instance {
  int d = 0, k = 0, n = 0;
  std::vector<double> variables, x;
  Wishart wishart = {1, 0};

  std::size_t alphaCount() const { return k; }
  std::size_t meanCount() const { return std::size_t(k) * d; }
  std::size_t factorCount() const { return std::size_t(k) * d * (d + 1) / 2; }
  std::size_t size() const {
    return alphaCount() + meanCount() + factorCount();
  }
  const double *alphas(const std::vector<double> &v) const { return v.data(); }
  const double *means(const std::vector<double> &v) const {
    return v.data() + alphaCount();
  }
  const double *icf(const std::vector<double> &v) const {
    return v.data() + alphaCount() + meanCount();
  }
};

double evaluate(const Instance &p, const std::vector<double> &v) {
  return logLikelihood(p.alphas(v), p.means(v), p.icf(v), p.x.data(), p.d, p.k,
                       p.n, p.wishart);
}

/// The gradient by reverse mode, all variables at once.
std::vector<double> reverseGradient(const Instance &p) {
  const std::vector<double> &v = p.variables;
  std::vector<double> gradient(p.size());
  double *dAlphas = gradient.data();
  double *dMeans = dAlphas + p.alphaCount();
  double *dIcf = dMeans + p.meanCount();
  autodiff::gradient<logLikelihood>(autodiff::active(p.alphas(v), dAlphas),
                                    autodiff::active(p.means(v), dMeans),
                                    autodiff::active(p.icf(v), dIcf),
                                    autodiff::constant(p.x.data()), p.d, p.k,
                                    p.n, autodiff::constant(p.wishart));
  return gradient;
}

/// The derivative along `direction` by forward mode.
double forwardDerivative(const Instance &p, std::vector<double> direction) {
  const std::vector<double> &v = p.variables;
  double *dAlphas = direction.data();
  double *dMeans = dAlphas + p.alphaCount();
  double *dIcf = dMeans + p.meanCount();
  return autodiff::jvp<logLikelihood>(
      std::make_tuple(autodiff::active(p.alphas(v), dAlphas),
                      autodiff::active(p.means(v), dMeans),
                      autodiff::active(p.icf(v), dIcf),
                      autodiff::constant(p.x.data()), p.d, p.k, p.n,
                      autodiff::constant(p.wishart)),
      std::tuple<>());
}

/// The derivative along `direction` by central differences, extrapolated to
/// step 0 (C. J. F. Ridders, 1982): of the table's entries the one whose
/// neighbours differ least.
double differenceDerivative(const Instance &p,
                            const std::vector<double> &direction) {
  constexpr int Levels = 8;
  constexpr double Shrink = 1.6;
  std::vector<double> moved(p.size());
  auto at = [&](double h) {
    for (std::size_t i = 0; i < moved.size(); ++i)
      moved[i] = p.variables[i] + h * direction[i];
    return evaluate(p, moved);
  };

  double table[Levels][Levels];
  double best = 0, bestError = HUGE_VAL, h = 0.02;
  for (int i = 0; i < Levels; ++i, h /= Shrink) {
    table[i][0] = (at(h) - at(-h)) / (2 * h);
    double factor = Shrink * Shrink;
    for (int j = 1; j <= i; ++j, factor *= Shrink * Shrink) {
      table[i][j] =
          (factor * table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1);
      const double error =
          std::max(std::fabs(table[i][j] - table[i][j - 1]),
                   std::fabs(table[i][j] - table[i - 1][j - 1]));
      if (error < bestError) {
        bestError = error;
        best = table[i][j];
      }
    }
  }
  return best;
}

double dot(const std::vector<double> &a, const std::vector<double> &b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

double norm(const std::vector<double> &a) { return std::sqrt(dot(a, a)); }

double distance(std::vector<double> a, const std::vector<double> &b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] -= b[i];
  return norm(a);
}

/// Random numbers that are the same on every machine (G. Steele, D. Lea,
/// C. Flood, "Fast splittable pseudorandom number generators", 2014).
class Random {
public:
  explicit Random(std::uint64_t seed) : state(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// Uniform in (0, 1).
  double uniform() { return ((bits() >> 11) + 0.5) * 0x1p-53; }
  /// Standard normal, by the polar coordinates of two uniforms.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * M_PI * uniform());
  }
  std::vector<double> direction(std::size_t n) {
    std::vector<double> v(n);
    for (double &x : v)
      x = normal();
    const double length = norm(v);
    for (double &x : v)
      x /= length;
    return v;
  }

private:
  std::uint64_t state;
};

/// ADBench's format: "d k n", the alphas, the means, the factors, the points,
/// then the prior's gamma and m.
bool readInstance(const std::string &path, Instance &p) {
  std::ifstream in(path);
  if (!in) {
    std::cerr << "gmm: cannot open '" << path << "'\n";
    return false;
  }
  auto fail = [&](const char *what) {
    std::cerr << "gmm: " << path << ": " << what << '\n';
    return false;
  };
  if (!(in >> p.d >> p.k >> p.n) || p.d < 1 || p.k < 1 || p.n < 1)
    return fail("the first line is not three positive numbers d, k, n");
  if (p.d > 10000 || p.k > 1000000 || p.size() > (1u << 28) ||
      std::uint64_t(p.n) * p.d > (1u << 28))
    return fail("the sizes are too large");
  p.variables.resize(p.size());
  p.x.resize(std::size_t(p.n) * p.d);
  for (double &v : p.variables)
    if (!(in >> v))
      return fail("a weight, mean or factor is missing or not a number");
  for (double &v : p.x)
    if (!(in >> v))
      return fail("a point is missing or not a number");
  if (!(in >> p.wishart.gamma >> p.wishart.m) || !(p.wishart.gamma > 0) ||
      p.wishart.m < 0)
    return fail("the prior is not a positive gamma and a number m >= 0");
  std::string rest;
  if (in >> rest)
    return fail("there is text after the prior");
  return true;
}

/// Writes an instance: points around `k` centres, variables near but not at
/// what they were drawn from.
void generate(int d, int k, int n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> centres(std::size_t(k) * d);
  for (double &c : centres)
    c = 2 * random.normal();
  std::printf("%d %d %d\n", d, k, n);
  for (int j = 0; j < k; ++j)
    std::printf("%.6f\n", 0.5 * random.normal());
  for (int j = 0; j < k; ++j)
    for (int i = 0; i < d; ++i)
      std::printf("%.6f%c", centres[j * d + i] + 0.3 * random.normal(),
                  i + 1 < d ? ' ' : '\n');
  for (int j = 0; j < k; ++j)
    for (int i = 0, size = d * (d + 1) / 2; i < size; ++i)
      std::printf("%.6f%c", 0.3 * random.normal(), i + 1 < size ? ' ' : '\n');
  for (int i = 0; i < n; ++i) {
    const int j = static_cast<int>(random.uniform() * k);
    for (int r = 0; r < d; ++r)
      std::printf("%.6f%c", centres[j * d + r] + random.normal(),
                  r + 1 < d ? ' ' : '\n');
  }
  std::printf("1.000000 0\n");
}

/// The median time of one call, in seconds, of `samples` samples that each
/// last at least a millisecond.
template <class F> double medianTime(F f, int samples) {
  using Clock = std::chrono::steady_clock;
  auto seconds = [&](long calls) {
    const auto start = Clock::now();
    for (long i = 0; i < calls; ++i)
      f();
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  long calls = 1;
  while (calls < 1000000 && seconds(calls) < 1e-3)
    calls *= 2;
  std::vector<double> times(samples);
  for (double &t : times)
    t = seconds(calls) / calls;
  std::sort(times.begin(), times.end());
  return times[samples / 2];
}

struct Options {
  bool timing = true;
  std::string printTo, compareWith;
  std::vector<std::string> files;
};

bool writeGradient(const std::string &path, const std::vector<double> &g) {
  std::FILE *out = std::fopen(path.c_str(), "w");
  if (!out) {
    std::cerr << "gmm: cannot write '" << path << "'\n";
    return false;
  }
  for (double v : g)
    std::fprintf(out, "%.17g\n", v);
  return std::fclose(out) == 0;
}

/// One line of a check; returns whether it holds.
bool verdict(const char *what, double error, double bound) {
  const bool holds = error <= bound; // false for NaN
  std::printf("  %-44s %.2e (at most %.0e)  %s\n", what, error, bound,
              holds ? "ok" : "WRONG");
  return holds;
}

/// Prints the value and the gradient of one file and checks them.
bool process(const std::string &path, const Options &options) {
  Instance p;
  if (!readInstance(path, p))
    return false;
  const double work = double(p.n) * p.k * p.d * p.d;
  auto progress = [&](const char *what) {
    if (work > 2e6)
      std::fprintf(stderr, "gmm: %s: %s\n", path.c_str(), what);
  };

  progress("gradient");
  const double value = evaluate(p, p.variables);
  const std::vector<double> gradient = reverseGradient(p);
  const double length = norm(gradient);
  std::printf("%s: d = %d, K = %d, n = %d, %zu variables\n", path.c_str(), p.d,
              p.k, p.n, p.size());
  std::printf("  value          %.17g\n", value);
  std::printf("  gradient norm  %.17g\n", length);
  std::printf("  first entries ");
  for (std::size_t i = 0; i < std::min<std::size_t>(4, p.size()); ++i)
    std::printf(" %.12g", gradient[i]);
  std::printf("\n");

  bool good = std::isfinite(value) && std::isfinite(length);
  if (!good)
    std::printf("  the value or the gradient is not finite  WRONG\n");

  progress("checks");
  Random random(1);
  double forwardError = 0, differenceError = 0;
  for (int i = 0; i < 4; ++i) {
    const std::vector<double> v = random.direction(p.size());
    const double reverse = dot(gradient, v);
    forwardError =
        std::fmax(forwardError, std::fabs(forwardDerivative(p, v) - reverse));
    // A direction almost perpendicular to the gradient says little about it.
    const double scale = std::fmax(std::fabs(reverse), 1e-3 * length);
    differenceError =
        std::fmax(differenceError,
                  std::fabs(differenceDerivative(p, v) - reverse) / scale);
  }
  good &= verdict("reverse - forward, 4 directions / norm",
                  forwardError / length, 1e-12);
  if (p.size() <= 1000 && work * p.size() < 1e9) {
    std::vector<double> forward(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      std::vector<double> v(p.size());
      v[i] = 1;
      forward[i] = forwardDerivative(p, v);
    }
    good &= verdict("reverse - forward, every variable / norm",
                    distance(forward, gradient) / length, 1e-12);
  }
  good &= verdict("reverse - differences, 4 directions, relative",
                  differenceError, 1e-6);

  if (!options.compareWith.empty()) {
    std::ifstream in(options.compareWith);
    const std::vector<double> other{std::istream_iterator<double>(in),
                                    std::istream_iterator<double>()};
    if (other.size() != p.size()) {
      std::cerr << "gmm: '" << options.compareWith
                << "' is not a gradient of this instance\n";
      return false;
    }
    good &= verdict("reverse - the gradient read / norm",
                    distance(other, gradient) / length, 1e-12);
  }
  if (!options.printTo.empty())
    good &= writeGradient(options.printTo, gradient);

  if (options.timing) {
    progress("timing");
    double sink = 0;
    const double primal =
        medianTime([&] { sink += evaluate(p, p.variables); }, 7);
    const double reverse =
        medianTime([&] { sink += reverseGradient(p)[0]; }, 7);
    std::printf("  primal %.4g ms, gradient %.4g ms, ratio %.2f%s\n",
                primal * 1e3, reverse * 1e3, reverse / primal,
                std::isnan(sink) ? " (NaN)" : "");
  }
  std::fflush(stdout);
  return good;
}

const char *const Usage =
    "usage: gmm [options] instance.txt ...\n"
    "       gmm --generate D K N SEED > instance.txt\n"
    "\n"
    "Prints the log-likelihood of a Gaussian mixture and its gradient, checks\n"
    "the gradient, and measures gradient time over primal time. Exit status: "
    "0\n"
    "if every check holds, 1 if one does not, 2 for wrong usage.\n"
    "\n"
    "  --no-timing              only the checks\n"
    "  --print-gradient=FILE    write the gradient, one entry a line (one\n"
    "                           instance only)\n"
    "  --compare-gradient=FILE  check the gradient against one that was\n"
    "                           written (one instance only)\n"
    "  --generate D K N SEED    write a random instance of dimension D with K\n"
    "                           Gaussians and N points\n"
    "  --help                   this text\n";

int usageError(const std::string &message) {
  std::cerr << "gmm: " << message << '\n' << Usage;
  return 2;
}

/// A whole number of at least `least`; negative if `text` is none.
long long parseNumber(const char *text, long long least) {
  char *end = nullptr;
  const long long value = std::strtoll(text, &end, 10);
  return *text && !*end && value >= least ? value : -1;
}

/// The value of an option `--name=value`, or null.
const char *optionValue(const char *argument, const char *name) {
  const std::size_t length = std::strlen(name);
  return std::strncmp(argument, name, length) ? nullptr : argument + length;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--help") {
      std::cout << Usage;
      return 0;
    }
    if (argument == "--generate") {
      if (argc != 6 || i != 1)
        return usageError("--generate takes D K N SEED and nothing else");
      const long long d = parseNumber(argv[2], 1), k = parseNumber(argv[3], 1),
                      n = parseNumber(argv[4], 1),
                      seed = parseNumber(argv[5], 0);
      if (d < 0 || k < 0 || n < 0 || seed < 0 || d > 1000 || k > 100000 ||
          n > 100000000)
        return usageError("--generate: not a sensible number");
      generate(static_cast<int>(d), static_cast<int>(k), static_cast<int>(n),
               static_cast<std::uint64_t>(seed));
      return 0;
    }
    if (argument == "--no-timing")
      options.timing = false;
    else if (const char *path = optionValue(argv[i], "--print-gradient="))
      options.printTo = path;
    else if (const char *path = optionValue(argv[i], "--compare-gradient="))
      options.compareWith = path;
    else if (argument.size() > 1 && argument[0] == '-')
      return usageError("unknown option '" + argument + "'");
    else
      options.files.push_back(argument);
  }
  if (options.files.empty())
    return usageError("no instance given");
  if (options.files.size() > 1 &&
      !(options.printTo.empty() && options.compareWith.empty()))
    return usageError("gradients are written and compared for one instance");

  bool good = true;
  for (const std::string &path : options.files)
    good &= process(path, options);
  return good ? 0 : 1;
}
