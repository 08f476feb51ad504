// The same opcodes as the derivative written by hand. (Contraction depends on
// what stands in one expression of the source.)
//
// RUN: %ad -std=c++17 -O2 -ffp-contract=off -S -emit-llvm %s -o %t.ll
// RUN: %{python} %S/Inputs/same-opcodes.py %t.ll squareByUs squareByHand
// RUN: %{python} %S/Inputs/same-opcodes.py %t.ll quadraticByUs quadraticByHand
// RUN: %{python} %S/Inputs/same-opcodes.py %t.ll cubicByUs cubicByHand
// RUN: %ad -std=c++17 -O3 -ffp-contract=off -S -emit-llvm %s -o %t.ll
// RUN: %{python} %S/Inputs/same-opcodes.py %t.ll cubicByUs cubicByHand
#include <autodiff/autodiff.h>

static double square(double x) { return x * x; }

static double quadratic(double x) { return x * x + 3 * x + 1; }

static double cubic(double x) { return ((3 * x - 2) * x + 1) * x - 7; }

extern "C" {
double squareByUs(double x) { return autodiff::derivative<square>(x); }
double squareByHand(double x) { return x + x; }

double quadraticByUs(double x) { return autodiff::derivative<quadratic>(x); }
double quadraticByHand(double x) { return x + x + 3; }

double cubicByUs(double x) { return autodiff::derivative<cubic>(x); }
double cubicByHand(double x) {
  double a = 3 * x - 2;
  double b = a * x + 1;
  return (b + a * x) + x * x * 3;
}
}
