; RUN: %opt -passes="print<ad-activity>" -disable-output %s 2>&1 | FileCheck %s
; A value held constant is neither varied nor useful.
; CHECK: %v = load double, ptr %x{{.*}}: active
; CHECK-NEXT: %z = fmul double {{.*}}: active
; CHECK-NOT: active
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare double @__autodiff_constant_f64(double) memory(none) nounwind
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %held = call double @__autodiff_constant_f64(double %v)
  %w = fmul double %held, %held
  %z = fmul double %v, %w
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
