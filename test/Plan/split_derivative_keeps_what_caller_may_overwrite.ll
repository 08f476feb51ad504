; RUN: %opt -passes="print<ad-plan>" -disable-output %s 2>&1 | FileCheck %s
; In a split derivative the caller goes on before the reverse runs.
; CHECK: plan of g.ad:
; CHECK: keep {{.*}} (memory may change before the reverse)
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal double @g(ptr %p, i64 %n) {
  %v = load double, ptr %p
  %y = fmul double %v, %v
  store double %y, ptr %p
  %end = icmp eq i64 %n, 0
  br i1 %end, label %out, label %more
more:
  %m = sub i64 %n, 1
  %a = call double @g(ptr %p, i64 %m)
  %b = call double @g(ptr %p, i64 %m)
  %c = fmul double %a, %b
  br label %out
out:
  %z = phi double [ %y, %0 ], [ %c, %more ]
  ret double %z
}
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %y = call double @g(ptr %x, i64 3)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
