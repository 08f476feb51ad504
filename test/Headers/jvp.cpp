// jvp calls the forward marker; a tangent is stored in its slot's shadow.
//
// RUN: %clangxx -std=c++17 %hdr -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %FileCheck %s
#include <autodiff/autodiff.h>

double g(double x);
double f(double x, int n, double y);
void step(const double *x, double *y);

// CHECK: @__autodiff_forward(
double one(double x) { return autodiff::jvp<g>(x, 1.0); }

// CHECK: @__autodiff_forward(
double tuples(double x) {
  return autodiff::jvp<f>(std::tuple(x, 3, 2.0), std::tuple(1.0, 0.5));
}

// CHECK: @__autodiff_forward(
void outputs(const double *x, double *dx, double *y, double *dy) {
  autodiff::jvp<step>(
      std::tuple(autodiff::active(x, dx), autodiff::active(y, dy)),
      std::tuple());
}

// CHECK: @__autodiff_forward(
double closure(double a) {
  return autodiff::jvp([&](double x) { return a * x; }, 2.0, 1.0);
}
