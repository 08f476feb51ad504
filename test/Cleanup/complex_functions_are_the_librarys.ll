; RUN: %opt -passes=autodiff -S %s | FileCheck %s --implicit-check-not="@__autodiff_{{re|im|pair}}_"
; One call for both parts, in the primal and in the derivative of exp alike; a
; product is clang's formula, with the helper where that is not a number.
; CHECK-LABEL: define void @user(
; CHECK: call { double, double } @cexp(double %{{.*}}, double %{{.*}})
; CHECK-NOT: @cexp(
; CHECK: fcmp uno double
; CHECK: fcmp uno double
; CHECK: br i1
; CHECK: call { double, double } @__muldc3(
; CHECK-NOT: call
; CHECK: ret void
target triple = "x86_64-unknown-linux-gnu"
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare { double, double } @__muldc3(double, double, double, double)
declare { double, double } @cexp(double, double)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %a = load double, ptr %x
  %b = load double, ptr %y
  %e = call { double, double } @cexp(double %a, double %b)
  %e.re = extractvalue { double, double } %e, 0
  %e.im = extractvalue { double, double } %e, 1
  %h = call { double, double } @__muldc3(double %e.re, double %e.im, double %a, double %b)
  %h.re = extractvalue { double, double } %h, 0
  store double %h.re, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr %dy) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr %dy)
  ret void
}
