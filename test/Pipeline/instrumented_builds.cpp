// An instrumented build gives the same gradient.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %ad -O0 -fsanitize=address,undefined -g3 %s -o x0
// RUN: ./x0 | FileCheck %s
// RUN: %ad -O2 -fsanitize=address,undefined %s -o x1
// RUN: ./x1 | FileCheck %s
// RUN: %ad -O2 --coverage %s -o x2
// RUN: ./x2 | FileCheck %s
// RUN: %ad -O2 -fprofile-generate %s -o x3
// RUN: ./x3 | FileCheck %s
// RUN: %ad -O0 -fprofile-instr-generate -fcoverage-mapping %s -o x4
// RUN: ./x4 | FileCheck %s
#include <autodiff/autodiff.h>

#include <cmath>
#include <cstdio>
#include <vector>

static double branch(double x, int i) {
  switch (i % 3) {
  case 0:
    return x * x;
  case 1:
    return std::sin(x);
  default:
    return x > 1 ? std::log(x) : x;
  }
}
__attribute__((noinline)) static double chain(double x, int depth) {
  return depth ? chain(x * 0.5 + std::exp(-x), depth - 1) : x;
}
static double f(const std::vector<double> &x) {
  std::vector<double> y;
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    y.push_back(branch(x[i], static_cast<int>(i)));
  for (std::size_t i = 0; i < y.size(); ++i)
    sum += chain(y[i], 3) * y[y.size() - 1 - i];
  return sum;
}

int main() {
  const std::vector<double> x{0.5, 1.5, 2.5, 0.25, 0.75};
  auto [dx] = autodiff::gradient<f>(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double h = 1e-5;
    std::vector<double> up = x, down = x;
    up[i] += h;
    down[i] -= h;
    const double difference = (f(up) - f(down)) / (2 * h);
    std::printf("%s\n",
                std::fabs(dx[i] - difference) < 1e-8 ? "right" : "wrong");
  }
  // CHECK-COUNT-5: right
  // CHECK-NOT: wrong
}
