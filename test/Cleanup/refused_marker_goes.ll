; RUN: not %opt -passes=autodiff -S %s -o - 2>&1 | FileCheck %s --implicit-check-not="call void (ptr, ptr, ...)"
; After an error nothing of ours is left that could be an error of its own.
; CHECK: error: cannot differentiate call to 'unknown'
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare double @unknown(double)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %z = call double @unknown(double %v)
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
