; RUN: %opt -passes="autodiff<stop-after=prepare>" -S %s 2>/dev/null | FileCheck %s
; CHECK-LABEL: define internal void @f(
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK-NEXT: %a = alloca double
; CHECK-NEXT: %v = load double, ptr %x
; CHECK-NEXT: store double %v, ptr %a
; CHECK-NEXT: %w = load double, ptr %a
; CHECK-NEXT: %y = fmul double %w, %w
; CHECK-NEXT: store double %y, ptr %r
; CHECK-NEXT: ret void
; CHECK: attributes [[ATTRIBUTES]] = { noinline optnone }
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
@keep = global ptr @f
