; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; What a call through a table would unwind to is removed when the functions of
; the table are called by name and cannot unwind.
; CHECK-LABEL: define internal void @f.ad(
; CHECK: call void @llvm.trap()
; CHECK-NOT: landingpad
; CHECK-NOT: No predecessors
; CHECK: ret void
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
@table = internal global [3 x ptr] [ptr @square, ptr @other, ptr null]
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal double @square(double %x) nounwind {
  %y = fmul double %x, %x
  ret double %y
}
define internal double @negate(double %x) nounwind {
  %y = fneg double %x
  ret double %y
}
define internal double @other(double %x, double %y) {
  ret double %y
}
define void @change(i1 %c) {
  %new = select i1 %c, ptr @negate, ptr null
  store ptr %new, ptr getelementptr (i8, ptr @table, i64 16)
  ret void
}
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @__gxx_personality_v0(...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %i.p) personality ptr @__gxx_personality_v0 {
  %i = load i64, ptr %i.p
  %slot = getelementptr ptr, ptr @table, i64 %i
  %function = load ptr, ptr %slot
  %v = load double, ptr %x
  %block = call ptr @malloc(i64 8)
  store double %v, ptr %block
  %y = invoke double %function(double %v) to label %done unwind label %cleanup

done:
  %w = load double, ptr %block
  %z = fmul double %y, %w
  store double %z, ptr %r
  call void @free(ptr %block)
  ret void

cleanup:
  %caught = landingpad { ptr, i32 } cleanup
  call void @free(ptr %block)
  resume { ptr, i32 } %caught
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %i) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %i, ptr null)
  ret void
}
