; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; CHECK-LABEL: define internal void @f.ad(
; CHECK-COUNT-1: ret void
; CHECK-NOT: ret void
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare double @llvm.sin.f64(double)
declare void @log_a()
declare void @log_b()
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %c = fcmp olt double %v, 0.0
  br i1 %c, label %a, label %b
a:
  store double %v, ptr %r
  ret void
b:
  %s = call double @llvm.sin.f64(double %v)
  store double %s, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
