; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; A loop that is entered at two places gets one header, with a counter.
; CHECK-LABEL: define internal void @f.ad(
; CHECK: irr.guard:
; CHECK-NEXT: %ad.iv{{.*}} = phi i64 [ 0,
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %v = load double, ptr %x
  %k = load i1, ptr %y
  br i1 %k, label %a, label %b
a:
  %s = phi double [ %v, %0 ], [ %u, %b ]
  %t = fmul double %s, %v
  br label %b
b:
  %q = phi double [ %v, %0 ], [ %t, %a ]
  %u = call double @llvm.sin.f64(double %q)
  %c = fcmp olt double %u, 0.5
  br i1 %c, label %a, label %exit
exit:
  store double %u, ptr %r
  ret void
}
declare double @llvm.sin.f64(double)
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
