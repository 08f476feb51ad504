// RUN: %refusedc -O0 %s | FileCheck %s
// RUN: %refusedc -O2 %s | FileCheck %s
struct Descriptor {
  unsigned version, slots, width, flags, activity[2];
};
extern void __autodiff_reverse(const void *, void *, ...);
static const struct Descriptor descriptor = {1, 2, 1, 0, {1, 1}};
extern void model(double *y, double *x);
void user(double *y, double *dy, double *x, double *dx) {
  // CHECK: request_no_body.c:[[@LINE+1]]:3: error: cannot differentiate 'model': its body is not in this translation unit; include its definition, or move it into a header
  __autodiff_reverse(&descriptor, (void *)model, y, dy, x, dx);
}
