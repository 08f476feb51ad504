; RUN: not %opt -passes="print<ad-requests>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: cannot differentiate a function that is not known at compile time
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define void @user(ptr %fn, ptr %p) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr %fn, ptr %p, ptr %p, ptr %p, ptr %p)
  ret void
}
