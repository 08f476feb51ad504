// The C interface: plain signatures, the same markers.
//
// RUN: %clang -std=c99 %hdr -Wall -Wextra -pedantic -Werror -fsyntax-only %s
// RUN: %clang -std=c11 %hdr -Wall -Wextra -pedantic -Werror -fsyntax-only %s
// RUN: %clang -std=c23 %hdr -Wall -Wextra -pedantic -Werror -fsyntax-only %s
// RUN: %clangxx -x c++ -std=c++14 %hdr -Wall -Wextra -pedantic -Werror -fsyntax-only %s
// RUN: sh -c "command -v gcc > %t.which || exit 0; gcc -std=c99 %hdr -Wall -Wextra -pedantic -Werror -fsyntax-only %s"
// RUN: %clang -std=c99 %hdr -O1 -fno-discard-value-names -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %FileCheck %s
#include <autodiff/autodiff_c.h>

double loss(const double *w, int n, double rate);
void step(const double *x, double *y);
float eight(float a, float b, float c, float d, float e, float f, float g,
            const float h);

AUTODIFF_GRADIENT(loss_gradient, double, loss,
                  (AUTODIFF_POINTER, const double *, w, double *),
                  (AUTODIFF_FIXED, int, n), (AUTODIFF_SCALAR, double, rate))
AUTODIFF_JVP(loss_jvp, double, loss,
             (AUTODIFF_POINTER, const double *, w, double *),
             (AUTODIFF_FIXED, int, n), (AUTODIFF_SCALAR, double, rate))
AUTODIFF_PULLBACK(step_pullback, step,
                  (AUTODIFF_POINTER, const double *, x, double *),
                  (AUTODIFF_POINTER, double *, y, double *))
AUTODIFF_PUSHFORWARD(step_pushforward, step,
                     (AUTODIFF_POINTER, const double *, x, double *),
                     (AUTODIFF_POINTER, double *, y, double *))
AUTODIFF_GRADIENT(eight_gradient, float, eight, (AUTODIFF_SCALAR, float, a),
                  (AUTODIFF_FIXED, float, b), (AUTODIFF_SCALAR, float, c),
                  (AUTODIFF_FIXED, float, d), (AUTODIFF_FIXED, float, e),
                  (AUTODIFF_FIXED, float, f), (AUTODIFF_FIXED, float, g),
                  (AUTODIFF_FIXED, const float, h))

// CHECK-DAG: @loss_gradient_descriptor = internal constant {{.*}} { i32 1, i32 4, i32 1, i32 0, [4 x i32] [i32 1, i32 1, i32 0, i32 1] }
// CHECK-DAG: @step_pullback_descriptor = internal constant {{.*}} { i32 1, i32 2, i32 1, i32 0, [2 x i32] {{.*}}1

double use(const double *w, double *dw, double *y, double *dy) {
  double d_rate = 0, tangent;
  float da = 0, dc = 0;
  double value = loss_gradient(w, dw, 3, 0.5, &d_rate);
  value += loss_jvp(w, dw, 3, 0.5, 1.0, &tangent) + tangent;
  step_pullback(w, dw, y, dy);
  step_pushforward(w, dw, y, dy);
  value += eight_gradient(1, &da, 2, 3, &dc, 4, 5, 6, 7, 8);
  return value + d_rate + da + dc + autodiff_constant_f64(value);
}

// CHECK: define internal double @loss_gradient(ptr noundef %w, ptr noundef %d_w, i32 noundef %n, double noundef %rate, ptr noundef %d_rate)
// CHECK: call void (ptr, ptr, ...) @__autodiff_reverse(ptr noundef @loss_gradient_descriptor, ptr noundef @loss_gradient_trampoline, ptr noundef %autodiff_result, ptr noundef %autodiff_seed, ptr noundef %w.addr, ptr noundef %d_w.addr, ptr noundef %n.addr, ptr noundef null, ptr noundef %rate.addr, ptr noundef %{{.*}})
// CHECK: call void (ptr, ptr, ...) @__autodiff_forward(ptr noundef @loss_jvp_descriptor, ptr noundef @loss_jvp_trampoline,
