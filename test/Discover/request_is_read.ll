; RUN: %opt -passes="print<ad-requests>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: forward derivative of 'f' through @tramp
; CHECK-NEXT: slots: active inactive
; CHECK-NEXT: requested in @user
; CHECK-NOT: derivative
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 0] }
declare void @__autodiff_forward(ptr, ptr, ...)
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @f(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x) {
  call void (ptr, ptr, ...) @__autodiff_forward(ptr @d, ptr @tramp, ptr %r, ptr %dr, ptr %x, ptr null)
  ret void
}
