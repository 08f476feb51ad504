// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
// RUN: %refused -O2 -ffp-model=strict %s | FileCheck %s
// RUN: %refused -O2 -ffp-model=strict -DFLAGS %s | FileCheck %s --check-prefix=FLAGS
#include <autodiff/autodiff.h>

#include <cfenv>

#ifdef FLAGS
static double f(double x) {
  double y = x * x;
  // FLAGS: float_environment.cpp:[[@LINE+1]]:10: error: cannot differentiate a function that calls 'fetestexcept': the derivative runs in one floating-point environment; set it before the derivative is asked for
  return std::fetestexcept(FE_OVERFLOW) ? x : y;
}
#else
static double f(double x) {
  // CHECK: float_environment.cpp:[[@LINE+1]]:3: error: cannot differentiate a function that calls 'fesetround': the derivative runs in one floating-point environment; set it before the derivative is asked for
  std::fesetround(FE_UPWARD);
  double y = x / 3;
  std::fesetround(FE_TONEAREST);
  return y;
}
#endif

double user(double x) { return autodiff::derivative<f>(x); }
