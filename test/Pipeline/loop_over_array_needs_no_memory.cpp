// The inputs are read again: neither tape nor arena, and the loop is vectorised.
//
// RUN: %ad -std=c++17 -O2 -ffp-contract=off -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=invoke --implicit-check-not=__autodiff
#include <autodiff/autodiff.h>

static double norm(const double *__restrict x, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

// CHECK: define {{.*}}@gradient(
// CHECK-NOT: {{ call |alloca}}
// CHECK: fadd nsz <{{[0-9]+}} x double>
// CHECK-NOT: {{ call |alloca}}
// CHECK: ret void
extern "C" void gradient(const double *__restrict x, double *__restrict dx,
                         long n) {
  autodiff::gradient<norm>(autodiff::active(x, dx), n);
}
