; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; Compiled without optimisation the user's function stays as it is, the derivative is optimised.
; CHECK-LABEL: define void @user(
; CHECK: call void @f.ad.gradient(ptr %r, ptr %dr, ptr %x, ptr %dx)
; CHECK-NEXT: ret void
; CHECK-LABEL: define internal void @f.ad.gradient(
; CHECK-NOT: alloca
; CHECK: ret void
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %z = fmul double %v, %v
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) noinline optnone {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
