; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; CHECK-LABEL: define internal void @f.ad(
; CHECK-NOT: alloca
; CHECK: %v = load double, ptr %x
; CHECK-NEXT: %y = fmul double %v, %v
; CHECK-NEXT: store double %y, ptr %r
; CHECK-NEXT: ret void
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) noinline optnone {
  %a = alloca double
  %v = load double, ptr %x
  store double %v, ptr %a
  %w = load double, ptr %a
  %y = fmul double %w, %w
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
