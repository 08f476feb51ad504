; @g was inlined, so the first call in the trampoline is no help.
; RUN: %opt -passes="print<ad-requests>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: reverse derivative of 'g' through @_ZN8autodiff6detail3runIXadL_Z1gdEEEEvPdS2_
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare double @helper(double)
define linkonce_odr void @_ZN8autodiff6detail3runIXadL_Z1gdEEEEvPdS2_(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @helper(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @_ZN8autodiff6detail3runIXadL_Z1gdEEEEvPdS2_, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
