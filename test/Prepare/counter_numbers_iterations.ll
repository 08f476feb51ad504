; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; The header has a counter from 0; the affine recurrence is a function of it.
; CHECK-LABEL: define internal void @f.ad(
; CHECK: [[IV:%ad.iv.*]] = phi i64 [ 0, %{{.*}} ], [ [[NEXT:%ad.iv.next.*]], %{{.*}} ]
; CHECK-NEXT: %s = phi double
; CHECK-NEXT: [[SCALED:%.*]] = mul i64 [[IV]], 3
; CHECK-NEXT: add i64 5, [[SCALED]]
; CHECK: [[NEXT]] = add nuw nsw i64 [[IV]], 1
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 5, %entry ], [ %i2, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s2, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %e = call double @llvm.exp.f64(double %v)
  %s2 = fadd double %s, %e
  %i2 = add i64 %i, 3
  %c = fcmp olt double %s2, 100.0
  br i1 %c, label %loop, label %exit
exit:
  store double %s2, ptr %r
  ret void
}
declare double @llvm.exp.f64(double)
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
