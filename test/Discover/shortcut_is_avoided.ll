; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s --check-prefix=EARLY
; RUN: %opt -passes=autodiff-early-marks,autodiff -S %s | FileCheck %s --implicit-check-not=@__autodiff_fcmp
; libstdc++'s pow of a complex and a real number is the real function on the
; real axis. The comparison that chooses it is hidden from the optimiser, decided
; for the general formula in the derivative, and as before everywhere else.
; EARLY-LABEL: define double @_ZSt3powIdESt7complexIT_ERKS2_RKS1_(
; EARLY: call i1 @__autodiff_fcmp_shortcut_oeq_f64_n(double %y, double 0.000000e+00)
; CHECK-LABEL: define double @_ZSt3powIdESt7complexIT_ERKS2_RKS1_(
; CHECK: fcmp nnan oeq double %y, 0.000000e+00
; CHECK-LABEL: define void @user(
; CHECK-NOT: fcmp
; CHECK: fmul double %{{.*}}, 3.000000e+00
; CHECK-NOT: fcmp
; CHECK: ret void
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define double @_ZSt3powIdESt7complexIT_ERKS2_RKS1_(double %y) {
  %shortcut = fcmp nnan oeq double %y, 0.0
  %general = fmul double %y, 3.0
  %r = select i1 %shortcut, double 0.0, double %general
  ret double %r
}
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @_ZSt3powIdESt7complexIT_ERKS2_RKS1_(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
