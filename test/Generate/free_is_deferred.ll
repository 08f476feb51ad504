; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; Memory of the primal is read by the reverse sweep; it is freed afterwards.
; CHECK-LABEL: define void @user(
; CHECK: [[A:%.*]] = invoke {{.*}}@malloc(
; CHECK-NOT: call void @free(
; CHECK: [[W:%.*]] = load double
; CHECK: call void @__autodiff_arena_defer(ptr {{.*}}@free, ptr {{.*}}[[A]],
; CHECK-NOT: call void @free(
; CHECK: load double, ptr %dr
; CHECK: call void @__autodiff_arena_release(
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %i = load i64, ptr %y
  %j32 = load i32, ptr %y
  %j = sext i32 %j32 to i64
  %v = load double, ptr %x
  %a = call ptr @malloc(i64 80)
  store double 3.0, ptr %a
  %ai = getelementptr double, ptr %a, i64 %i
  store double %v, ptr %ai
  %aj = getelementptr double, ptr %a, i64 %j
  %w = load double, ptr %aj
  %z = fmul double %w, %w
  store double %z, ptr %r
  call void @free(ptr %a)
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
