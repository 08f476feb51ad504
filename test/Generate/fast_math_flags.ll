; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; contract, reassoc and arcp hold for the derivative; nnan and ninf do not.
; CHECK-LABEL: define void @user(
; CHECK: fmul nnan ninf nsz contract double %v.i, %w.i
; CHECK: [[A:%.*]] = load double, ptr %dr
; CHECK: fmul contract double {{.*}}[[A]]
; CHECK: fmul contract double {{.*}}[[A]]
; CHECK-NOT: {{nnan|ninf}}
; CHECK: ret void
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %v = load double, ptr %x
  %w = load double, ptr %y
  %z = fmul nnan ninf nsz contract double %v, %w
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr %dy) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr %dy)
  ret void
}
