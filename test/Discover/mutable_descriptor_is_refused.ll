; RUN: not %opt -passes="print<ad-requests>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: malformed derivative request: the descriptor is not a constant object; call it through <autodiff/autodiff.h>
@d = global { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @f(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
