; RUN: %opt -passes="print<ad-types>" -disable-output %s 2>&1 | FileCheck %s
; CHECK-DAG: [0, 4 bytes] float
; CHECK-DAG: [4, 4 bytes] integer
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
@g = internal global { float, i32 } zeroinitializer
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load float, ptr %x
  %w = load float, ptr @g
  store float %v, ptr @g
  %y = fmul float %v, %w
  store float %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
