; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; The adjoint of a copy: added to the source's, taken from the copy's.
; CHECK-LABEL: define void @user(
; CHECK: [[A:%.*]] = load double, ptr %dr
; CHECK: store double 0.000000e+00, ptr %dr
; CHECK: [[OLD:%.*]] = load double, ptr %dx
; CHECK: [[NEW:%.*]] = fadd nsz double [[A]], [[OLD]]
; CHECK: store double [[NEW]], ptr %dx
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  store double %v, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
