; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; A call through a table that is known is a comparison with each function of the
; call's type, and a trap for none.
; CHECK-LABEL: define internal void @f.ad(
; CHECK: [[P:%.*]] = load ptr, ptr
; CHECK: icmp eq ptr [[P]], @square
; CHECK-NOT: @other
; CHECK: icmp eq ptr [[P]], @negate
; CHECK-NOT: @other
; CHECK: call void @llvm.trap()
; CHECK-NEXT: unreachable
; CHECK-NOT: call double %
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
@table = internal global [3 x ptr] [ptr @square, ptr @other, ptr null]
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal double @square(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define internal double @negate(double %x) {
  %y = fneg double %x
  ret double %y
}
define internal double @other(double %x, double %y) {
  ret double %y
}
define void @change(i1 %c) {
  %new = select i1 %c, ptr @negate, ptr null
  store ptr %new, ptr getelementptr (i8, ptr @table, i64 16)
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
