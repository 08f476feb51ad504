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

#include "common.h"

#include <autodiff/autodiff.h>

#include <tuple>

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

using namespace example;

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

/// The derivative along `direction` by differences.
double differenceDerivative(const Instance &p,
                            const std::vector<double> &direction) {
  return differenceAtZero(
      [&](double h) { return evaluate(p, moved(p.variables, h, direction)); });
}

/// ADBench's format: "d k n", the alphas, the means, the factors, the points,
/// then the prior's gamma and m.
bool readInstance(const Program &program, const std::string &path,
                  Instance &p) {
  Reader in(program, path);
  if (!in.good())
    return false;
  if (!in.read(p.d, "d") || !in.read(p.k, "k") || !in.read(p.n, "n") ||
      p.d < 1 || p.k < 1 || p.n < 1)
    return in.fail("the first line is not three positive numbers d, k, n");
  if (p.d > 10000 || p.k > 1000000 || p.size() > (1u << 28) ||
      std::uint64_t(p.n) * p.d > (1u << 28))
    return in.fail("the sizes are too large");
  if (!in.read(p.variables, p.size(), "a weight, mean or factor") ||
      !in.read(p.x, std::size_t(p.n) * p.d, "a point") ||
      !in.read(p.wishart.gamma, "the prior's gamma") ||
      !in.read(p.wishart.m, "the prior's m"))
    return false;
  if (!(p.wishart.gamma > 0) || p.wishart.m < 0)
    return in.fail("the prior is not a positive gamma and a number m >= 0");
  return in.end();
}

/// Writes an instance: points around `k` centres, variables near but not at
/// what they were drawn from.
bool generate(const std::vector<long long> &sizes) {
  if (sizes[0] < 1 || sizes[0] > 1000 || sizes[1] < 1 || sizes[1] > 100000 ||
      sizes[2] < 1 || sizes[2] > 100000000)
    return false;
  const int d = static_cast<int>(sizes[0]), k = static_cast<int>(sizes[1]),
            n = static_cast<int>(sizes[2]);
  Random random(sizes[3]);
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
  return true;
}

/// Prints the value and the gradient of one file and checks them.
bool process(const Program &program, const std::string &path,
             const Options &options) {
  Instance p;
  if (!readInstance(program, path, p))
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
    widen(forwardError, std::fabs(forwardDerivative(p, v) - reverse));
    // A direction almost perpendicular to the gradient says little about it.
    const double scale = std::fmax(std::fabs(reverse), 1e-3 * length);
    widen(differenceError,
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

  good &= exchange(program, gradient, options);
  if (options.timing) {
    progress("timing");
    printTimes(
        "gradient", [&] { return evaluate(p, p.variables); },
        [&] { return reverseGradient(p)[0]; });
  }
  return good;
}

const Program Mixture = {
    "gmm",
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
    "  --help                   this text\n",
    "gradient",
    {"D", "K", "N", "SEED"},
    generate,
    process};

} // namespace

int main(int argc, char **argv) { return run(Mixture, argc, argv); }
