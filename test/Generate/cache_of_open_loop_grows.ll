; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; The allocation is in the loop, where the last chunk is full.
; CHECK-LABEL: define void @user(
; CHECK: loop.i:
; CHECK: icmp
; CHECK: call {{.*}}@__autodiff_arena_alloc(
; CHECK: call void @llvm.memcpy
; CHECK: call void @__autodiff_arena_release(
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
