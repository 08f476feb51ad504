; RUN: %opt -passes=autodiff -S %s | FileCheck %s
; Slots and shadows of the caller become values once the derivative is inlined.
; CHECK-LABEL: define double @caller(double %x)
; CHECK-NOT: {{alloca|load|store|call}}
; CHECK: ret double
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
define double @caller(double %x) {
  %r = alloca double
  %dr = alloca double
  %s = alloca double
  %ds = alloca double
  store double %x, ptr %s
  store double 0.0, ptr %ds
  store double 1.0, ptr %dr
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %s, ptr %ds)
  %d = load double, ptr %ds
  ret double %d
}
