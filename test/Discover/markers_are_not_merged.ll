; Two markers at the ends of an if stay two, with constant trampolines.
; RUN: %opt -passes="autodiff-early-marks,function(simplifycfg<sink-common-insts>)" -S %s | FileCheck %s
; CHECK: @__autodiff_reverse(ptr @d, ptr @tramp,
; CHECK: @__autodiff_reverse(ptr @d, ptr @tramp2,
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
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
define internal void @tramp2(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @f(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %p, ptr %p, ptr %p, ptr %p)
  br label %done
b:
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp2, ptr %p, ptr %p, ptr %p, ptr %p)
  br label %done
done:
  ret void
}
