; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s
; CHECK-LABEL: define double @f(
; CHECK: %a = call i1 @__autodiff_fcmp_oeq_f64(double %x, double 2.000000e+00)
; CHECK: %b = call i1 @__autodiff_fcmp_une_f64_ni(double %x, double 3.000000e+00)
; CHECK: %c = fcmp olt
; CHECK-LABEL: define i1 @not_reached(
; CHECK: fcmp oeq <2 x float>
; CHECK: declare i1 @__autodiff_fcmp_oeq_f64(double, double) #[[A:[0-9]+]]
; CHECK: attributes #[[A]] = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define double @f(double %x) {
  %a = fcmp oeq double %x, 2.0
  %b = fcmp nnan ninf une double %x, 3.0
  %c = fcmp olt double %x, 4.0
  %d = select i1 %a, i1 %b, i1 %c
  %e = select i1 %d, double 4.0, double %x
  ret double %e
}
define i1 @not_reached(<2 x float> %x) {
  %a = fcmp oeq <2 x float> %x, zeroinitializer
  %b = extractelement <2 x i1> %a, i32 0
  ret i1 %b
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
