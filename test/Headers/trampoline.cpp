// One trampoline serves all calls of a function, whatever their arguments were;
// it calls the function with its slots' objects.
//
// RUN: %clangxx -std=c++17 %hdr -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %FileCheck %s
#include <autodiff/autodiff.h>

double f(double x, const double *w);

double user(double x, const double *w, double *dw) {
  auto [a] = autodiff::gradient<f>(x, autodiff::active(w, dw));
  auto [b] = autodiff::gradient<f>(2, autodiff::constant(w));
  return a + b;
}

// CHECK-DAG: constant {{.*}} { i32 1, i32 3, i32 1, i32 0, [3 x i32] {{(splat \(i32 1\)|\[i32 1, i32 1, i32 1\])}} }
// CHECK-DAG: constant {{.*}} { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
// CHECK: call {{.*}}@__autodiff_reverse(ptr noundef @{{[^,]+}}, ptr noundef [[T:@[A-Za-z0-9_]+]],
// CHECK: call {{.*}}@__autodiff_reverse(ptr noundef @{{[^,]+}}, ptr noundef [[T]],
