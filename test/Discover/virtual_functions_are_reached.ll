; Through the table that a constructor names, and through the type of an indirect
; call.
; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s
; CHECK-LABEL: define i1 @in_table(
; CHECK: call i1 @__autodiff_fcmp_oeq_f64
; CHECK-LABEL: define i1 @of_type(
; CHECK: call i1 @__autodiff_fcmp_oeq_f64
; CHECK-LABEL: define i1 @of_other_type(
; CHECK: fcmp oeq
@vtable = constant [1 x ptr] [ptr @in_table]
@other = constant [2 x ptr] [ptr @of_type, ptr @of_other_type]
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define i1 @in_table(double %x) {
  %a = fcmp oeq double %x, 0.0
  ret i1 %a
}
define i1 @of_type(float %t, double %x) {
  %a = fcmp oeq double %x, 0.0
  ret i1 %a
}
define i1 @of_other_type(ptr %p, double %x) {
  %a = fcmp oeq double %x, 0.0
  ret i1 %a
}
define double @f(double %x) {
  %o = alloca ptr
  store ptr @vtable, ptr %o
  %fn = load ptr, ptr %o
  %a = call i1 %fn(float 1.0, double %x)
  %y = select i1 %a, double 0.0, double %x
  ret double %y
}
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @f(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
