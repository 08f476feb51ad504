// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

static double walk(double x, int depth) {
  if (depth == 0)
    throw x;
  return x * walk(x, depth - 1);
}

static double f(double x, int depth) {
  try {
    // CHECK: call_throws_active.cpp:[[@LINE+1]]:12: error: cannot differentiate a call to 'walk' whose exception is caught in a function that goes on; catch outside the differentiated function
    return walk(x, depth);
  } catch (double) {
    return x;
  }
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: call_throws_active.cpp:[[@LINE+1]]:22: note: requested here
  return std::get<0>(autodiff::gradient<f>(x, 3));
}
