; RUN: %opt -passes="print<ad-activity>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: ptr %r: shadow
; CHECK: ptr %x: shadow
; CHECK: %v = load double, ptr %x{{.*}}: active
; CHECK-NEXT: %active = {{.*}}: active
; CHECK-NEXT: %varied = {{.*}}: varied
; CHECK-NOT: %neither =
; CHECK-NOT: %count =
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare double @llvm.sin.f64(double)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
  %v = load double, ptr %x
  %active = call double @llvm.sin.f64(double %v)
  %varied = fadd double %v, 1.0
  %neither = load double, ptr %y
  %count = fptosi double %varied to i32
  store i32 %count, ptr %y
  %z = fmul double %active, %neither
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
