; RUN: %opt -passes=autodiff-early-marks,autodiff-early-marks,autodiff-remove-marks,verify -S %s | FileCheck %s --implicit-check-not=__autodiff_fcmp
; CHECK: %a = fcmp oeq double %x, 2.000000e+00
; CHECK: %b = fcmp nnan ninf une double %x, 3.000000e+00
; CHECK: %v = fcmp reassoc nsz arcp contract afn ueq <2 x float> %w, zeroinitializer
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define double @f(double %x) {
  %a = fcmp oeq double %x, 2.0
  %b = fcmp nnan ninf une double %x, 3.0
  %c = fcmp olt double %x, 4.0
  %d = select i1 %a, i1 %b, i1 %c
  %w = insertelement <2 x float> undef, float 1.0, i32 0
  %v = fcmp reassoc nsz arcp contract afn ueq <2 x float> %w, zeroinitializer
  %u = extractelement <2 x i1> %v, i32 0
  %d2 = and i1 %d, %u
  %e = select i1 %d2, double 4.0, double %x
  ret double %e
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
