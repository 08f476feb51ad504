; RUN: not %opt -passes="print<ad-requests>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: cannot differentiate 'tramp': its body is not in this translation unit
declare void @tramp(ptr, ptr)
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
