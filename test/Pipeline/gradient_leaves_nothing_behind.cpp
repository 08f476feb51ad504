// No call, no allocation, no local memory, no trampoline: one function.
//
// RUN: %ad -std=c++17 -O2 -ffp-contract=off -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not="define " --implicit-check-not=invoke
// RUN: %ad -std=c++17 -O3 -ffp-contract=off -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not="define " --implicit-check-not=invoke
#include <autodiff/autodiff.h>

#include <array>

static double energy(const std::array<double, 3> &p, double k, double r) {
  double e = 0;
  for (int i = 0; i < 3; ++i) {
    double d = p[i] - p[(i + 1) % 3];
    double stretch = d * d - r * r;
    double force = k * stretch;
    if (stretch < 0)
      force *= 2;
    e += force * stretch;
  }
  return e / 4;
}

// CHECK: define {{.*}}@gradient(
// CHECK-NOT: {{ call |alloca|malloc|_Znwm}}
// CHECK: ret
extern "C" void gradient(const std::array<double, 3> &p, double k, double r,
                         double *out) {
  auto [dp, dk, dr] = autodiff::gradient<energy>(p, k, r);
  for (int i = 0; i < 3; ++i)
    out[i] = dp[i];
  out[3] = dk;
  out[4] = dr;
}
