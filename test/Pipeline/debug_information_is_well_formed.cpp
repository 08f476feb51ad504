// RUN: %ad -std=c++17 -O2 -g -S -emit-llvm %s -o - | %llvmbin/opt -passes=verify -S -o - | FileCheck %s
// RUN: %ad -std=c++17 -O1 -g -S -emit-llvm %s -o - | %llvmbin/opt -passes=verify -S -o - | FileCheck %s
#include <autodiff/autodiff.h>

__attribute__((noinline)) static double walk(double x, int n) {
  return n == 0 ? x : x * walk(x, n - 1) + walk(x / 2, n - 1);
}

static double f(double x, int n) { return walk(x, n) * x; }

// CHECK: define {{.*}}@user({{.*}} !dbg
// CHECK: call {{.*}}walk{{.*}}, !dbg
extern "C" double user(double x, int n) {
  return std::get<0>(autodiff::gradient<f>(x, n));
}
