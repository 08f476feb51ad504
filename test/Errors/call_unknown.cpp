// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
// RUN: %refused -O2 -g %s | FileCheck %s
// RUN: cd %S && %refused -O2 call_unknown.cpp | FileCheck %s
#include <autodiff/autodiff.h>

double hash(double x);

static double layer(double x) {
  // CHECK: call_unknown.cpp:[[@LINE+1]]:14: error: cannot differentiate call to 'hash': no body and no rule; mark it {{\[\[}}autodiff::inactive]] or make its definition visible here
  return x * hash(x);
}

// CHECK: call_unknown.cpp:[[@LINE+3]]:14: note: while differentiating 'layer'
// CHECK: call_unknown.cpp:[[@LINE+1]]:1: note: while differentiating 'loss'
static double loss(double x) {
  return 2 * layer(x);
}

double user(double x) {
  // CHECK: call_unknown.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<loss>(x);
}
