; RUN: %opt -passes="print<ad-activity>" -disable-output %s 2>&1 | FileCheck %s
; Memory of the function's own is active where active values pass through it.
; CHECK: %a = call {{.*}}@malloc({{.*}}: shadow
; CHECK-NOT: %b = call
; CHECK: %w = load double, ptr {{.*}}: active
; CHECK-NOT: %k = load
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %n = load i64, ptr %y
  %m = load i32, ptr %y
  %c = load double, ptr %y
  %j = sext i32 %m to i64
  %v = load double, ptr %x
  %a = call ptr @malloc(i64 80)
  %b = call ptr @malloc(i64 80)
  store double 3.0, ptr %a
  store double 3.0, ptr %b
  %ai = getelementptr double, ptr %a, i64 %n
  %bi = getelementptr double, ptr %b, i64 %n
  store double %v, ptr %ai
  store double %c, ptr %bi
  %aj = getelementptr double, ptr %a, i64 %j
  %bj = getelementptr double, ptr %b, i64 %j
  %w = load double, ptr %aj
  %k = load double, ptr %bj
  %z = fmul double %w, %k
  store double %z, ptr %r
  call void @free(ptr %a)
  call void @free(ptr %b)
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
