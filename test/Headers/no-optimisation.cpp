// Wrappers are inlined also where nothing is optimised, and have no locations of
// their own, so that the marker call gets the user's line.
//
// RUN: %clangxx -std=c++17 %hdr -O0 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %FileCheck %s
#include <autodiff/autodiff.h>

double g(double x);

double user(double x) { return autodiff::derivative<g>(x); }

// CHECK: define linkonce_odr {{.*}}double @{{.*}}derivative{{.*}} [[WRAPPER:#[0-9]+]] comdat {
// CHECK: attributes [[WRAPPER]] = { alwaysinline
