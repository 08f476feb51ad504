; @outer differentiates what takes a derivative itself; it stands first in the
; module, and is resolved last.
; RUN: %opt -passes="print<ad-requests>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: reverse derivative of 'f' through @tramp_f
; CHECK: forward derivative of 'slope' through @tramp_slope
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare void @__autodiff_forward(ptr, ptr, ...)
define void @outer(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_forward(ptr @d, ptr @tramp_slope, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
define internal void @tramp_slope(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @slope(double %v)
  store double %y, ptr %r
  ret void
}
define double @slope(double %x) {
  %r = alloca double
  %dr = alloca double
  %p = alloca double
  %dx = alloca double
  store double %x, ptr %p
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp_f, ptr %r, ptr %dr, ptr %p, ptr %dx)
  %y = load double, ptr %dx
  ret double %y
}
define internal void @tramp_f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @f(double %v)
  store double %y, ptr %r
  ret void
}
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
