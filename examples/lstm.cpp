//===- lstm.cpp - The gradient of a recurrent network's loss --------------===//
//
// The loss of a stack of long short-term memory layers (S. Hochreiter,
// J. Schmidhuber, 1997) with diagonal weights, that predicts the characters of
// a text, each a vector of bits; and its gradient with respect to all weights.
// Reads ADBench's instance files.
//
// The function to differentiate is `loss`: ordinary C++. The call that
// differentiates it is in `reverseGradient`.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <autodiff/autodiff.h>

#include <tuple>

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// One layer reads `input`, changes its hidden and cell state, and replaces
/// `input` by what it hands to the next one. `weights` and `biases` hold those
/// of the forget gate, the input gate, the output gate and the change.
static void applyLayer(const double *weights, const double *biases,
                       double *hidden, double *cell,
                       std::vector<double> &input) {
  const std::size_t b = input.size();
  for (std::size_t i = 0; i < b; ++i) {
    const double forget = sigmoid(input[i] * weights[i] + biases[i]);
    const double admit = sigmoid(hidden[i] * weights[b + i] + biases[b + i]);
    const double emit =
        sigmoid(input[i] * weights[2 * b + i] + biases[2 * b + i]);
    const double change =
        std::tanh(hidden[i] * weights[3 * b + i] + biases[3 * b + i]);
    cell[i] = cell[i] * forget + admit * change;
    hidden[i] = emit * std::tanh(cell[i]);
    input[i] = hidden[i];
  }
}

/// The mean negative log-likelihood of the bits of `sequence`:
///
///   -1 / (b (c - 1)) sum_t s_{t+1} . (y_t - log(2 + sum exp(y_t)))
///
/// where y_t is what the network says after reading s_0 ... s_t. `main` holds a
/// row of 4b weights and a row of 4b biases per layer; `extra` the b weights of
/// the input, then the weights and the biases of the output; `state` the hidden
/// and the cell state at the beginning, b each per layer.
[[autodiff::grad(main, extra)]]
double loss(const std::vector<double> &main, const std::vector<double> &extra,
            const std::vector<double> &state,
            const std::vector<double> &sequence, int layers, int bits) {
  const std::size_t b = bits;
  std::vector<double> memory = state, x(b);
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t t = 0; t + b < sequence.size(); t += b) {
    for (std::size_t i = 0; i < b; ++i)
      x[i] = sequence[t + i] * extra[i];
    for (int l = 0; l < layers; ++l) {
      const double *weights = &main[8 * b * l];
      double *hidden = &memory[2 * b * l];
      applyLayer(weights, weights + 4 * b, hidden, hidden + b, x);
    }
    double total = 2;
    for (std::size_t i = 0; i < b; ++i) {
      x[i] = x[i] * extra[b + i] + extra[2 * b + i];
      total += std::exp(x[i]);
    }
    const double normaliser = std::log(total);
    for (std::size_t i = 0; i < b; ++i)
      sum += sequence[t + b + i] * (x[i] - normaliser);
    count += b;
  }
  return -sum / count;
}

namespace {

using namespace example;

struct Instance {
  int layers = 0, characters = 0, bits = 0;
  std::vector<double> main, extra, state, sequence;

  std::size_t size() const { return main.size() + extra.size(); }
};

double evaluate(const Instance &p) {
  return loss(p.main, p.extra, p.state, p.sequence, p.layers, p.bits);
}

std::vector<double> joined(std::vector<double> a,
                           const std::vector<double> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The gradient by reverse mode: main, then extra parameters.
std::vector<double> reverseGradient(const Instance &p) {
  auto [dMain, dExtra] = autodiff::gradient<loss>(
      p.main, p.extra, autodiff::constant(p.state),
      autodiff::constant(p.sequence), p.layers, p.bits);
  return joined(std::move(dMain), dExtra);
}

/// The derivative along `direction` by forward mode.
double forwardDerivative(const Instance &p,
                         const std::vector<double> &direction) {
  const auto middle = direction.begin() + p.main.size();
  return autodiff::jvp<loss>(
      std::make_tuple(p.main, p.extra, autodiff::constant(p.state),
                      autodiff::constant(p.sequence), p.layers, p.bits),
      std::make_tuple(std::vector<double>(direction.begin(), middle),
                      std::vector<double>(middle, direction.end())));
}

/// The derivative along `direction` by differences.
double differenceDerivative(const Instance &p,
                            const std::vector<double> &direction) {
  Instance q = p;
  return differenceAtZero([&](double h) {
    for (std::size_t i = 0; i < p.main.size(); ++i)
      q.main[i] = p.main[i] + h * direction[i];
    for (std::size_t i = 0; i < p.extra.size(); ++i)
      q.extra[i] = p.extra[i] + h * direction[p.main.size() + i];
    return evaluate(q);
  });
}

/// "layers characters bits", then the main and the extra parameters, the state
/// and the sequence.
bool readInstance(const Program &program, const std::string &path,
                  Instance &p) {
  Reader in(program, path);
  if (!in.read(p.layers, "the number of layers") ||
      !in.read(p.characters, "the number of characters") ||
      !in.read(p.bits, "the number of bits"))
    return false;
  if (p.layers < 1 || p.characters < 2 || p.bits < 1 || p.layers > 10000 ||
      p.bits > 10000 || double(p.characters) * p.bits > 1e9)
    return in.fail("the first line is not sensible");
  const std::size_t l = p.layers, c = p.characters, b = p.bits;
  return in.read(p.main, 8 * l * b, "a main parameter") &&
         in.read(p.extra, 3 * b, "an extra parameter") &&
         in.read(p.state, 2 * l * b, "a number of the state") &&
         in.read(p.sequence, c * b, "a bit of the sequence") && in.end();
}

bool generate(const std::vector<long long> &sizes) {
  const long long l = sizes[0], c = sizes[1], b = sizes[2];
  if (l < 1 || l > 1000 || c < 2 || c > 10000000 || b < 1 || b > 1000)
    return false;
  Random random(sizes[3]);
  auto rows = [&](long long count, long long length, auto number) {
    for (long long i = 0; i < count; ++i)
      for (long long j = 0; j < length; ++j)
        std::printf("%.6g%c", number(), j + 1 < length ? ' ' : '\n');
    std::printf("\n");
  };
  auto parameter = [&] { return 2 * random.uniform() - 1; };
  std::printf("%lld %lld %lld\n\n", l, c, b);
  rows(2 * l, 4 * b, parameter);
  rows(3, b, parameter);
  rows(2 * l, b, parameter);
  rows(c, b, [&] { return random.uniform() < 0.5 ? 0.0 : 1.0; });
  return true;
}

/// Prints the value and the gradient of one file and checks them.
bool process(const Program &program, const std::string &path,
             const Options &options) {
  Instance p;
  if (!readInstance(program, path, p))
    return false;
  const double value = evaluate(p);
  const std::vector<double> gradient = reverseGradient(p);
  const double length = norm(gradient);
  std::printf("%s: %d layers, %d characters, %d bits, %zu variables\n",
              path.c_str(), p.layers, p.characters, p.bits, p.size());
  std::printf("  value          %.17g\n", value);
  std::printf("  gradient norm  %.17g\n", length);

  Random random(1);
  double forwardError = 0, differenceError = 0;
  for (int i = 0; i < 4; ++i) {
    const std::vector<double> v = random.direction(p.size());
    const double reverse = dot(gradient, v);
    widen(forwardError, std::fabs(forwardDerivative(p, v) - reverse));
    widen(differenceError, std::fabs(differenceDerivative(p, v) - reverse));
  }
  bool good = verdict("reverse - forward, 4 directions / norm",
                      forwardError / length, 1e-12);
  good &= verdict("reverse - differences, 4 directions / norm",
                  differenceError / length, 1e-7);
  std::vector<double> forward(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    std::vector<double> v(p.size());
    v[i] = 1;
    forward[i] = forwardDerivative(p, v);
  }
  good &= verdict("reverse - forward, every variable / norm",
                  distance(forward, gradient) / length, 1e-12);
  good &= exchange(program, gradient, options);
  if (options.timing)
    printTimes(
        "gradient", [&] { return evaluate(p); },
        [&] { return reverseGradient(p)[0]; });
  return good;
}

const Program Lstm = {
    "lstm",
    "usage: lstm [options] instance.txt ...\n"
    "       lstm --generate LAYERS CHARACTERS BITS SEED > instance.txt\n"
    "\n"
    "Prints the loss of a recurrent network and the norm of its gradient,\n"
    "checks the gradient, and measures gradient time over primal time. Exit\n"
    "status: 0 if every check holds, 1 if one does not, 2 for wrong usage.\n"
    "\n"
    "  --no-timing              only the checks\n"
    "  --print-gradient=FILE    write the gradient, one entry a line (one\n"
    "                           instance only)\n"
    "  --compare-gradient=FILE  check the gradient against one that was\n"
    "                           written (one instance only)\n"
    "  --help                   this text\n",
    "gradient",
    {"LAYERS", "CHARACTERS", "BITS", "SEED"},
    generate,
    process};

} // namespace

int main(int argc, char **argv) { return run(Lstm, argc, argv); }
