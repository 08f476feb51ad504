// RUN: %refusedc -O0 %s | FileCheck %s
// RUN: %refusedc -O2 %s | FileCheck %s
struct Descriptor {
  unsigned version, slots, width, flags, activity[2];
};
extern void __autodiff_reverse(const void *, void *, ...);
static const struct Descriptor descriptor = {999, 2, 1, 0, {1, 1}};
static void trampoline(double *restrict y, double *restrict x) { *y = *x * *x; }
void user(double *y, double *dy, double *x, double *dx) {
  // CHECK: request_malformed.c:[[@LINE+1]]:3: error: malformed derivative request: the headers speak version 999 of the contract, the plugin version 1; call it through <autodiff/autodiff.h>
  __autodiff_reverse(&descriptor, (void *)trampoline, y, dy, x, dx);
}
