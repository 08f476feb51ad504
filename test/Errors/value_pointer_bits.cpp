// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

#include <cstdint>

static double f(double *p, std::uintptr_t key) {
  std::uintptr_t hidden = reinterpret_cast<std::uintptr_t>(p) ^ key;
  // CHECK: value_pointer_bits.cpp:[[@LINE+1]]:{{[0-9]+}}: error: cannot follow a pointer to active data through an integer; keep it a pointer
  double *q = reinterpret_cast<double *>(hidden ^ 0x2a);
  return q[0] * p[1];
}

// CHECK: note: while differentiating 'f'
void user(double *p, double *dp, std::uintptr_t key) {
  // CHECK: value_pointer_bits.cpp:[[@LINE+1]]:3: note: requested here
  autodiff::gradient<f>(autodiff::active(p, dp), key);
}
