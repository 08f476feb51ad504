; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; Whatever their attributes and size, into the copy only.
; CHECK-LABEL: define internal void @f.ad(
; CHECK: fmul double
; CHECK-NOT: call
; CHECK: ret void
; CHECK-NOT: define
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define double @g(double %x) noinline {
  %y = fmul double %x, %x
  ret double %y
}
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @g(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
