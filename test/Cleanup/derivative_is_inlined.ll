; RUN: %opt -passes=autodiff -S %s | FileCheck %s --implicit-check-not="call void (ptr, ptr, ...)" --implicit-check-not="@f."
; Into the function that asked; marker, copies and derivative are gone.
; CHECK-LABEL: define void @user(
; CHECK-NOT: call
; CHECK: ret void
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %z = fmul double %v, %v
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
