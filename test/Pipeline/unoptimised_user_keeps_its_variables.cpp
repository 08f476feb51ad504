// At -O0 the user's function is left for the debugger, and calls a derivative
// that is optimised.
//
// RUN: %ad -std=c++17 -O0 -g -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s
#include <autodiff/autodiff.h>

static double f(double x) { return x * x * x; }

// CHECK: define {{.*}}@user({{.*}} [[UNOPTIMISED:#[0-9]+]]
// CHECK: %local = alloca double
// CHECK: define internal void @{{.*}}.gradient(
// CHECK-NOT: alloca
// CHECK: ret void
// CHECK: attributes [[UNOPTIMISED]] = { {{.*}}optnone
extern "C" double user(double x) {
  double local = autodiff::derivative<f>(x);
  return local;
}
