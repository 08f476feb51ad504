; RUN: not %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; The address of the table goes to a function without a body, which may change
; what it holds.
; CHECK-LABEL: define internal void @f.ad(
; CHECK-NOT: icmp eq ptr
; CHECK: call double %function(
; CHECK-NOT: trap
; CHECK: ret void
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
@table = internal global [2 x ptr] [ptr @square, ptr null]
declare void @__autodiff_reverse(ptr, ptr, ...)
declare void @fill(ptr)
define internal double @square(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define void @change() {
  call void @fill(ptr @table)
  ret void
}
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %i.p) {
  %i = load i64, ptr %i.p
  %slot = getelementptr ptr, ptr @table, i64 %i
  %function = load ptr, ptr %slot
  %v = load double, ptr %x
  %y = call double %function(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %i) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %i, ptr null)
  ret void
}
