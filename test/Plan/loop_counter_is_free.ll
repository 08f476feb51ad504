; RUN: %opt -passes="print<ad-plan>" -disable-output %s 2>&1 | FileCheck %s
; The sweep has a counter of its own: neither it nor what follows from it is kept.
; CHECK: plan of f.ad:
; CHECK-NOT: ad.iv
; CHECK: recompute %k
; CHECK-NOT: bytes an iteration
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
entry:
  %n = load i64, ptr %y
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s2, %loop ]
  %k = uitofp i64 %i to double
  %v = load double, ptr %x
  %q = fmul double %v, %k
  %s2 = fadd double %s, %q
  store double %s2, ptr %r
  %i2 = add nuw i64 %i, 1
  %c = icmp ult i64 %i2, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
