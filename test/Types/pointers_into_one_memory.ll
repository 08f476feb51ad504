; RUN: %opt -passes="print<ad-types>" -disable-output %s 2>&1 | FileCheck %s
; What is known through one pointer holds for every pointer to that memory.
; CHECK: memory [[M:[0-9]+]]:
; CHECK-NEXT: [0, 8 bytes] integer
; CHECK: memory [[X:[0-9]+]]:
; CHECK-NEXT: [0 + k*8, 8 bytes] double
; CHECK-NEXT: [0, 8 bytes] double
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %c = load i1, ptr %y
  %i = load i64, ptr %y
  %p = getelementptr double, ptr %x, i64 %i
  %q = select i1 %c, ptr %p, ptr %r
  %v = load double, ptr %p
  %u = load double, ptr %r
  %w = fmul double %v, %u
  store double %w, ptr %q
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
