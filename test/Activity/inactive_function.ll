; RUN: %opt -passes="print<ad-activity>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: %v = load double, ptr %x{{.*}}: active
; CHECK-NOT: %k
; CHECK: %z = fmul double {{.*}}: active
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal double @k(double %v) noinline "autodiff-inactive" {
  %w = fmul double %v, %v
  ret double %w
}
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %k = call double @k(double %v)
  %z = fmul double %v, %k
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
