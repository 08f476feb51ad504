// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

#include <cstring>

// Bytes that are numbers or something else, as the run decides.
static double f(const void *from, void *to, unsigned long bytes, double x) {
  // CHECK: memory_unknown_type.cpp:[[@LINE+1]]:3: error: cannot tell whether the many bytes copied here hold floating-point numbers, pointers or integers; copy element by element, or access the memory by its own type in this function
  std::memcpy(to, from, bytes);
  *static_cast<double *>(to) *= x;
  *static_cast<float *>(to) *= 2;
  return *static_cast<double *>(to);
}

// CHECK: note: while differentiating 'f'
double user(void *from, void *dfrom, void *to, void *dto, unsigned long n) {
  // CHECK: memory_unknown_type.cpp:[[@LINE+1]]:22: note: requested here
  return std::get<0>(autodiff::gradient<f>(autodiff::active(from, dfrom),
                                           autodiff::active(to, dto), n, 2.0));
}
