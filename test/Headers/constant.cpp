// constant(x) in differentiated code is an opaque, pure call.
//
// RUN: %clangxx -std=c++17 %hdr -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %FileCheck %s
#include <autodiff/autodiff.h>

double scalar(double x) { return autodiff::constant(x) * 2; }
float single(float x) { return autodiff::constant(x); }
long double extended(long double x) { return autodiff::constant(x); }
const double *pointer(const double *p) { return autodiff::constant(p); }
int integer(int n) { return autodiff::constant(n); }
double object(const std::vector<double> &q) {
  return autodiff::constant(q).get()[0];
}

// CHECK-DAG: call double @__autodiff_constant_f64(double {{.*}}) [[CALL:#[0-9]+]]
// CHECK-DAG: call float @__autodiff_constant_f32(float
// CHECK-DAG: call x86_fp80 @__autodiff_constant_f80(x86_fp80
// CHECK-DAG: call ptr @__autodiff_constant_ptr(ptr
// CHECK-DAG: attributes [[CALL]] = { nounwind willreturn memory(none)
