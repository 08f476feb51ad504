// Entry points stop a compile without the pass at the user's line, and have no
// locations of their own, so that the marker call gets it when they are inlined.
//
// RUN: %clangxx -std=c++17 %hdr -O0 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %FileCheck %s
#include <autodiff/autodiff.h>

double g(double x);

double user(double x) { return autodiff::derivative<g>(x); }

// CHECK: define linkonce_odr {{.*}}double @{{.*}}derivative{{.*}} [[WRAPPER:#[0-9]+]] comdat {
// CHECK: attributes [[WRAPPER]] = {{.*}}noinline{{.*}}"dontcall-error"="derivatives need the clang-ad plugin
