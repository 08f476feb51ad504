// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

#include <coroutine>

struct Task {
  struct promise_type {
    double *out;
    promise_type(double, double *out) : out(out) {}
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_value(double v) { *out = v; }
    void unhandled_exception() {}
  };
};

// CHECK: control_coroutine.cpp:[[@LINE+1]]:{{[0-9]+}}: error: cannot differentiate a coroutine; write it as an ordinary function
static Task square(double x, double *out) { co_return x * x; }

static double f(double x) {
  double y = 0;
  square(x, &y);
  return y;
}

// CHECK: note: while differentiating 'f'
double user(double x) {
  // CHECK: control_coroutine.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<f>(x);
}
