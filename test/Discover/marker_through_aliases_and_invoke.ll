; The descriptor lies behind an alias and an offset, the trampoline behind an
; alias, and the marker is an invoke.
; RUN: %opt -passes="print<ad-requests>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: reverse derivative of 'f' through @tramp
; CHECK-NEXT: slots: active active
@table = constant { i64, { i32, i32, i32, i32, [2 x i32] } } { i64 7, { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] } }
@d = alias i8, getelementptr (i8, ptr @table, i64 8)
@t = internal alias void (ptr, ptr), ptr @tramp
declare i32 @personality(...)
declare void @__autodiff_reverse(ptr, ptr, ...)
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @f(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) personality ptr @personality {
  invoke void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @t, ptr %r, ptr %dr, ptr %x, ptr %dx)
    to label %done unwind label %failed
done:
  ret void
failed:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
