; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; CHECK-LABEL: define internal void @f.ad(
; CHECK: call double @power.ad(
; CHECK-LABEL: define internal double @power.ad(
; CHECK: call double @power.ad(
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define double @power(double %x, i64 %n) {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %one, label %more
one:
  ret double 1.0
more:
  %m = sub i64 %n, 1
  %p = call double @power(double %x, i64 %m)
  %y = fmul double %p, %x
  %z = call double @power(double %y, i64 %m)
  ret double %z
}
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @power(double %v, i64 3)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
