; RUN: %opt -passes="print<ad-plan>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: keep {{.*}} (merges values)
; CHECK: keep last iteration of %loop at %exit (not repeatable)
; CHECK: loop %loop: 8 bytes an iteration, grown by chunks
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
entry:
  %v = load double, ptr %x
  br label %loop
loop:
  %s = phi double [ %v, %entry ], [ %s2, %loop ]
  %s2 = fmul double %s, %s
  %c = fcmp olt double %s2, 100.0
  br i1 %c, label %loop, label %exit
exit:
  store double %s2, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
