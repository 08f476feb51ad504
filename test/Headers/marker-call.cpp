// The marker call of a gradient: constant descriptor and trampoline, then pairs
// of slot and shadow, with a null shadow where an argument has no derivative.
//
// RUN: %clangxx -std=c++17 %hdr -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %FileCheck %s
#include <autodiff/autodiff.h>

double f(double x, int n);

double user(double x) {
  auto [dx] = autodiff::gradient<f>(x, 3);
  return dx;
}

// CHECK: [[DESCRIPTOR:@.*descriptor.*]] = linkonce_odr {{.*}}constant {{.*}} { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
// CHECK: call void (ptr, ptr, ...) @__autodiff_reverse(ptr noundef [[DESCRIPTOR]], ptr noundef [[TRAMPOLINE:@[A-Za-z0-9_]+]], ptr noundef %{{[^,]+}}, ptr noundef %{{[^,]+}}, ptr noundef %{{[^,]+}}, ptr noundef %{{[^,]+}}, ptr noundef %{{[^,]+}}, ptr noundef %{{[^,)]+}})
// CHECK: declare void @__autodiff_reverse(ptr noundef, ptr noundef, ...) [[ATTRIBUTES:#[0-9]+]]
// CHECK: define linkonce_odr {{.*}}void [[TRAMPOLINE]](ptr noalias noundef %{{[^,]+}}, ptr noalias noundef %{{[^,]+}}, ptr noalias noundef %{{[^)]+}})
// CHECK: attributes [[ATTRIBUTES]] = { "dontcall-error"="derivatives need the clang-ad plugin:
