; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; No local memory, no call, no arena: what a person would write.
; CHECK-LABEL: define void @user(
; CHECK-NEXT: %v.i = load double, ptr %x
; CHECK-NEXT: %w.i = load double, ptr %y
; CHECK-NEXT: %z.i = fmul double %v.i, %w.i
; CHECK-NEXT: store double %z.i, ptr %r
; CHECK-NEXT: [[A:%.*]] = load double, ptr %dr
; CHECK-NEXT: store double 0.000000e+00, ptr %dr
; CHECK-DAG: fmul double {{%w.i, [^%]*}}[[A]]
; CHECK-DAG: fmul double {{%v.i, [^%]*}}[[A]]
; CHECK-NOT: {{alloca|call|define}}
; CHECK: ret void
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %v = load double, ptr %x
  %w = load double, ptr %y
  %z = fmul double %v, %w
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr %dy) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr %dy)
  ret void
}
