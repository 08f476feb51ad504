; RUN: %opt -passes="print<ad-types>" -disable-output %s 2>&1 | FileCheck %s
; Every 16 bytes a number at 8: elements of pairs.
; CHECK: [8 + k*16, 8 bytes] double
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %i = load i64, ptr %y
  %p = getelementptr { i64, double }, ptr %x, i64 %i, i32 1
  %v = load double, ptr %p
  %s = fmul double %v, %v
  store double %s, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
