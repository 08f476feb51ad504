//===- common.h - What the examples share besides derivatives --*- C++ -*-===//
//
// Random numbers, norms, differences, timing, and the command line: reading
// instances, printing and checking what an example computes of them.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_EXAMPLES_COMMON_H
#define AUTODIFF_EXAMPLES_COMMON_H

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
#include <vector>

namespace example {

inline double dot(const std::vector<double> &a, const std::vector<double> &b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

inline double norm(const std::vector<double> &a) {
  return std::sqrt(dot(a, a));
}

inline double distance(std::vector<double> a, const std::vector<double> &b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] -= b[i];
  return norm(a);
}

/// a + h * b
inline std::vector<double> moved(std::vector<double> a, double h,
                                 const std::vector<double> &b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] += h * b[i];
  return a;
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

/// The derivative of `at` at 0 by central differences, extrapolated to step 0
/// (C. J. F. Ridders, 1982): of the table's entries the one whose neighbours
/// differ least.
template <class F> double differenceAtZero(F at, double h = 0.02) {
  constexpr int Levels = 8;
  constexpr double Shrink = 1.6;
  double table[Levels][Levels];
  double best = 0, bestError = HUGE_VAL;
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

/// Prints the times of a primal and of its derivative, each a function that
/// returns a number of what it computed.
template <class Primal, class Derivative>
void printTimes(const char *what, Primal primal, Derivative derivative) {
  double sink = 0;
  const double before = medianTime([&] { sink += primal(); }, 7);
  const double after = medianTime([&] { sink += derivative(); }, 7);
  std::printf("  primal %.4g ms, %s %.4g ms, ratio %.2f%s\n", before * 1e3,
              what, after * 1e3, after / before,
              std::isnan(sink) ? " (NaN)" : "");
}

/// One line of a check; returns whether it holds.
inline bool verdict(const char *what, double error, double bound) {
  const bool holds = error <= bound; // false for NaN
  std::printf("  %-44s %.2e (at most %.0e)  %s\n", what, error, bound,
              holds ? "ok" : "WRONG");
  return holds;
}

/// The larger of the two, NaN if one is.
inline void widen(double &worst, double error) {
  if (!std::isnan(worst) && !(error <= worst))
    worst = error;
}

struct Options {
  bool timing = true;
  std::string printTo, compareWith;
  std::string model; // empty: beside the instance
  std::vector<std::string> files;
};

struct Program {
  const char *name;
  /// What an instance is, and what its derivative is called in options.
  const char *usage;
  const char *derivative;
  /// Writes an instance of these sizes and this seed to standard output;
  /// returns false if they are not sensible. May be null.
  std::vector<const char *> generatorArguments;
  bool (*generate)(const std::vector<long long> &);
  /// Prints and checks the derivative of one file.
  bool (*process)(const Program &, const std::string &, const Options &);
  bool hasModel = false;

  bool fail(const std::string &message) const {
    std::cerr << name << ": " << message << '\n';
    return false;
  }
};

/// The numbers of an instance file, one after the other.
class Reader {
public:
  Reader(const Program &program, const std::string &path)
      : program(program), path(path), in(path) {
    if (!in)
      failed = !program.fail("cannot open '" + path + "'");
  }

  bool good() const { return !failed; }
  bool fail(const std::string &what) {
    if (!failed)
      program.fail(path + ": " + what);
    failed = true;
    return false;
  }
  template <class Number> bool read(Number &number, const char *what) {
    if (!failed && !(in >> number))
      fail(std::string(what) + " is missing or not a number");
    return !failed;
  }
  bool read(std::vector<double> &numbers, std::size_t count, const char *what) {
    numbers.resize(count);
    for (double &number : numbers)
      if (!read(number, what))
        return false;
    return true;
  }
  /// What is left, as far as it is numbers; the rest is a failure.
  bool readAll(std::vector<double> &numbers) {
    for (double number; !failed && in >> number;)
      numbers.push_back(number);
    return !failed && (in.eof() || fail("what follows is not a number"));
  }
  /// Nothing but white space may follow.
  bool end() {
    std::string rest;
    return !failed && (!(in >> rest) || fail("there is text after the end"));
  }

private:
  const Program &program;
  std::string path;
  std::ifstream in;
  bool failed = false;
};

/// Writes the derivative where the options say so, and compares it.
inline bool exchange(const Program &program, const std::vector<double> &mine,
                     const Options &options) {
  bool good = true;
  if (!options.compareWith.empty()) {
    std::ifstream in(options.compareWith);
    const std::vector<double> other{std::istream_iterator<double>(in),
                                    std::istream_iterator<double>()};
    if (other.size() != mine.size())
      return program.fail("'" + options.compareWith + "' is not a " +
                          program.derivative + " of this instance");
    good = verdict("derivative - the one read / norm",
                   distance(other, mine) / norm(mine), 1e-12);
  }
  if (!options.printTo.empty()) {
    std::FILE *out = std::fopen(options.printTo.c_str(), "w");
    if (!out)
      return program.fail("cannot write '" + options.printTo + "'");
    for (double v : mine)
      std::fprintf(out, "%.17g\n", v);
    good &= std::fclose(out) == 0;
  }
  return good;
}

inline int usageError(const Program &program, const std::string &message) {
  program.fail(message);
  std::cerr << program.usage;
  return 2;
}

/// A whole number that is not negative; -1 if `text` is none.
inline long long parseNumber(const char *text) {
  char *end = nullptr;
  const long long value = std::strtoll(text, &end, 10);
  return *text && !*end && value >= 0 ? value : -1;
}

inline int generateInstance(const Program &program, int argc, char **argv) {
  const std::size_t count = program.generatorArguments.size();
  std::vector<long long> numbers;
  for (int i = 2; i < argc; ++i)
    numbers.push_back(parseNumber(argv[i]));
  if (std::strcmp(argv[1], "--generate") || numbers.size() != count) {
    std::string takes = "--generate takes";
    for (const char *name : program.generatorArguments)
      takes += std::string(" ") + name;
    return usageError(program, takes + " and nothing else");
  }
  if (std::count(numbers.begin(), numbers.end(), -1) ||
      !program.generate(numbers))
    return usageError(program, "--generate: not a sensible number");
  return 0;
}

/// Processes the files of the command line. 0: every check holds; 1: one does
/// not; 2: wrong usage.
inline int run(const Program &program, int argc, char **argv) {
  Options options;
  const std::string derivative = program.derivative;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    auto value = [&](const std::string &option, std::string &to) {
      if (argument.compare(0, option.size(), option))
        return false;
      to = argument.substr(option.size());
      return true;
    };
    if (argument == "--help") {
      std::cout << program.usage;
      return 0;
    }
    if (argument == "--generate" && program.generate)
      return generateInstance(program, argc, argv);
    if (argument == "--no-timing")
      options.timing = false;
    else if (value("--print-" + derivative + "=", options.printTo) ||
             value("--compare-" + derivative + "=", options.compareWith) ||
             (program.hasModel && value("--model=", options.model)))
      continue;
    else if (argument.size() > 1 && argument[0] == '-')
      return usageError(program, "unknown option '" + argument + "'");
    else
      options.files.push_back(argument);
  }
  if (options.files.empty())
    return usageError(program, "no instance given");
  if (options.files.size() > 1 &&
      !(options.printTo.empty() && options.compareWith.empty()))
    return usageError(
        program, derivative + "s are written and compared for one instance");

  bool good = true;
  for (const std::string &path : options.files) {
    const bool holds = program.process(program, path, options);
    std::printf("%s: %s\n", path.c_str(), holds ? "ok" : "FAIL");
    std::fflush(stdout);
    good &= holds;
  }
  return good ? 0 : 1;
}

} // namespace example

#endif
