; RUN: %opt -passes="print<ad-types>" -disable-output %s 2>&1 | FileCheck %s
; The struct type that an address goes through says what lies beside.
; CHECK-DAG: [0, 8 bytes] pointer
; CHECK-DAG: [8, 4 bytes] integer
; CHECK-DAG: [16, 8 bytes] double
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
%s = type { ptr, i32, double }
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %i = load i64, ptr %y
  %p = getelementptr %s, ptr %x, i64 %i, i32 2
  %v = load double, ptr %p
  %z = fmul double %v, %v
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
