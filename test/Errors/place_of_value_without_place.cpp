// The load of the argument itself, which belongs to no line of the user's, is
// reported where the derivative is asked for; never in a header of ours.
//
// RUN: %refused -O0 %s | FileCheck %s --implicit-check-not="request.h"
// RUN: %refused -O2 %s | FileCheck %s --implicit-check-not="request.h"
#include <autodiff/autodiff.h>

#include <cstring>

static double f(double x) {
  unsigned long bits;
  std::memcpy(&bits, &x, sizeof(x));
  bits *= bits;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}

double user(double x) {
  // CHECK: place_of_value_without_place.cpp:[[@LINE+1]]:10: {{error: cannot differentiate through the bits|note: requested here}}
  return autodiff::derivative<f>(x);
}
