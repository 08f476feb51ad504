; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; A zero adjoint stays zero, whatever the divisor is.
; CHECK-LABEL: define void @user(
; CHECK: [[A:%.*]] = load double, ptr %dr
; CHECK: [[ZERO:%.*]] = fcmp oeq double [[A]], 0.000000e+00
; CHECK: [[BY:%.*]] = select i1 [[ZERO]], double 1.000000e+00, double %w.i
; CHECK: fdiv double [[A]], [[BY]]
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %v = load double, ptr %x
  %w = load double, ptr %y
  %z = fdiv double %v, %w
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr %dy) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr %dy)
  ret void
}
