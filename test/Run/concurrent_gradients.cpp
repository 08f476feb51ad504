// SANITIZE
// FLAGS: -pthread
#include "check.h"

#include <algorithm>
#include <thread>

static double chaos(const double *x, int n) {
  double y = x[0];
  for (int k = 0; k < 20; ++k)
    for (int i = 0; i < n; ++i)
      y = std::sin(y * 1.1) + x[i] * 0.3;
  return y;
}

int main() {
  Check check("concurrent gradients");
  constexpr int Threads = 4, N = 50;
  std::vector<std::vector<double>> x(Threads), dx(Threads), want(Threads);
  for (int t = 0; t < Threads; ++t) {
    for (int i = 0; i < N; ++i)
      x[t].push_back(std::cos(i + 100.0 * t));
    dx[t].resize(N);
    want[t].resize(N);
    autodiff::gradient<chaos>(autodiff::active(x[t].data(), want[t].data()), N);
  }
  std::vector<std::thread> threads;
  for (int t = 0; t < Threads; ++t)
    threads.emplace_back([&, t] {
      for (int repeat = 0; repeat < 50; ++repeat) {
        std::fill(dx[t].begin(), dx[t].end(), 0.0);
        autodiff::gradient<chaos>(autodiff::active(x[t].data(), dx[t].data()),
                                  N);
      }
    });
  for (std::thread &t : threads)
    t.join();
  for (int t = 0; t < Threads; ++t)
    for (int i = 0; i < N; ++i)
      check.near("as alone", dx[t][i], want[t][i], 0);
  // One entry against a difference, so that agreement means something.
  std::vector<double> moved = x[1];
  check.near("difference", differenceAtZero([&](double h) {
               moved[N - 1] = x[1][N - 1] + h;
               return chaos(moved.data(), N);
             }),
             want[1][N - 1], 1e-7);
  return check.done();
}
