// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

double (*chosen)(double);

static double f(double x) {
  // CHECK: call_indirect.cpp:[[@LINE+1]]:14: error: cannot differentiate a call through a function pointer that is not known at compile time; call the function directly, or pass a lambda
  return x * chosen(x);
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: call_indirect.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<f>(x);
}

// One of the pointers of a table is not known.
static double square(double x) { return x * x; }
static double throughTable(double x) {
  double (*const table[])(double) = {square, chosen};
  double sum = 0;
  for (auto *function : table)
    // CHECK: call_indirect.cpp:[[@LINE+1]]:12: error: cannot differentiate a call through a function pointer that is not known at compile time
    sum += function(x);
  return sum;
}

// A variable that other files may set.
double (*replaceable[])(double) = {square, square};
static double throughVariable(double x, int which) {
  // CHECK: call_indirect.cpp:[[@LINE+1]]:10: error: cannot differentiate a call through a function pointer that is not known at compile time
  return replaceable[which](x);
}

double others(double x, int which) {
  return autodiff::derivative<throughTable>(x) +
         std::get<0>(autodiff::gradient<throughVariable>(x, which));
}
