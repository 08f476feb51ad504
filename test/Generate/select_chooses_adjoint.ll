; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; By a select; a masked zero stays zero, whatever the slope of the arm that was not taken.
; CHECK-LABEL: define void @user(
; CHECK: [[A:%.*]] = load double, ptr %dr
; CHECK: [[MASKED:%.*]] = select i1 %c.i, double [[A]], double {{-?0}}
; CHECK: [[SHARE:%.*]] = fmul double {{.*}}[[MASKED]]
; CHECK: [[ZERO:%.*]] = fcmp oeq double [[MASKED]], 0
; CHECK: select i1 [[ZERO]], double 0.000000e+00, double [[SHARE]]
; CHECK: store double {{.*}}, ptr %dx
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %v = load double, ptr %x
  %w = load double, ptr %y
  %c = fcmp olt double %w, 1.0e300
  %a = fmul double %v, %w
  %z = select i1 %c, double %a, double 1.0
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
