; RUN: %opt -passes="print<ad-plan>" -disable-output %s 2>&1 | FileCheck %s
; Nothing is kept of a loop that has nothing to reverse, not even its count.
; CHECK: plan of f.ad:
; CHECK-NOT: last
; CHECK-NOT: bytes an iteration
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
entry:
  %v = load double, ptr %x
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %k2, %loop ]
  %l = load i64, ptr %y
  %k2 = mul i64 %k, %l
  store i64 %k2, ptr %y
  %c = icmp slt i64 %k2, 1000
  br i1 %c, label %loop, label %exit
exit:
  %d = sitofp i64 %k2 to double
  %z = fmul double %v, %d
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
