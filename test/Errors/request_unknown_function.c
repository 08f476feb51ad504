// RUN: %refusedc -O0 %s | FileCheck %s
// RUN: %refusedc -O2 %s | FileCheck %s
struct Descriptor {
  unsigned version, slots, width, flags, activity[2];
};
extern void __autodiff_reverse(const void *, void *, ...);
static const struct Descriptor descriptor = {1, 2, 1, 0, {1, 1}};
void user(void *f, double *y, double *dy, double *x, double *dx) {
  // CHECK: request_unknown_function.c:[[@LINE+1]]:3: error: cannot differentiate a function that is not known at compile time; pass the function as a template argument, or a lambda by value
  __autodiff_reverse(&descriptor, f, y, dy, x, dx);
}
