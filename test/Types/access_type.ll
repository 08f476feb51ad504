; RUN: %opt -passes="print<ad-types>" -disable-output %s 2>&1 | FileCheck %s
; CHECK-DAG: [0, 8 bytes] double
; CHECK-DAG: [0, 4 bytes] float
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load float, ptr %x
  %w = fpext float %v to double
  %y = fmul double %w, %w
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
