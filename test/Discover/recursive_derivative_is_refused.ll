; RUN: not %opt -passes="print<ad-requests>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: malformed derivative request: derivative requested inside its own differentiated function
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @f(double %v)
  store double %y, ptr %r
  ret void
}
define double @f(double %x) {
  %p = alloca double
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %p, ptr %p, ptr %p, ptr %p)
  %y = load double, ptr %p
  ret double %y
}
