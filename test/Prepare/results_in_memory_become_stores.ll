; RUN: %opt -passes='autodiff<stop-after=prepare>' -disable-output %s 2>&1 | FileCheck %s
; frexp is differentiated in a pure form, which returns both results; what the
; library wrote to memory is stored.

; CHECK-LABEL: define internal void @f.ad(
; CHECK: %[[PAIR:.*]] = call { double, i32 } @__autodiff_pure_frexp.frexp(double %v)
; CHECK-DAG: %[[M:.*]] = extractvalue { double, i32 } %[[PAIR]], 0
; CHECK-DAG: %[[E:.*]] = extractvalue { double, i32 } %[[PAIR]], 1
; CHECK-DAG: store i32 %[[E]], ptr %e
; CHECK-DAG: store double %[[M]], ptr %r
; CHECK-NOT: call double @frexp
@d = constant { i32, i32, i32, i32, [3 x i32] }
     { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }

declare void @__autodiff_reverse(ptr, ptr, ...)
declare double @frexp(double, ptr)

define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %e) {
  %v = load double, ptr %x
  %m = call double @frexp(double %v, ptr %e)
  store double %m, ptr %r
  ret void
}

define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %e) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f,
      ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %e, ptr null)
  ret void
}
