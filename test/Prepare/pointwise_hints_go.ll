; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; What holds at one point of the primal only: assumptions, lifetimes, scopes.
; CHECK-LABEL: define internal void @f.ad(
; CHECK-NOT: {{assume|!noalias|!invariant.load|tail call}}
; CHECK: ret void
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare void @llvm.assume(i1)
declare double @llvm.sin.f64(double)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x, !invariant.load !0, !noalias !1
  %c = fcmp ogt double %v, 0.0
  call void @llvm.assume(i1 %c)
  %w = tail call double @llvm.sin.f64(double %v)
  %y = fmul double %v, %w
  store double %y, ptr %r, !alias.scope !1
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
!0 = !{}
!1 = !{!2}
!2 = distinct !{!2, !3}
!3 = distinct !{!3}
