; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; A primal that cannot throw leaves no invoke.
; CHECK-LABEL: define void @caller(
; CHECK-NOT: {{invoke|landingpad}}
; CHECK: ret void
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %z = fmul double %v, %v
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
declare i32 @__gxx_personality_v0(...)
define void @caller(ptr %r, ptr %dr, ptr %x, ptr %dx) personality ptr @__gxx_personality_v0 {
  invoke void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
          to label %good unwind label %bad
good:
  ret void
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
