; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; Forward mode keeps nothing: one tangent beside each value.
; CHECK-LABEL: define void @user(
; CHECK: [[DV:%.*]] = load double, ptr %dx
; CHECK: fmul double %v.i, %v.i
; CHECK: store double {{.*}}, ptr %r
; CHECK: store double {{.*}}, ptr %dr
; CHECK: ret void
; CHECK-NOT: @__autodiff
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_forward(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %z = fmul double %v, %v
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_forward(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
