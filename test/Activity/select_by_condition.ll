; RUN: %opt -passes="print<ad-activity>" -disable-output %s 2>&1 | FileCheck %s
; What only decides is not useful.
; CHECK: %v = load double, ptr %x{{.*}}: active
; CHECK-NEXT: %u = {{.*}}: varied
; CHECK: %z = select {{.*}}: active
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %u = fmul double %v, %v
  %c = fcmp olt double %u, 2.0
  %z = select i1 %c, double %v, double 5.0
  store double %z, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
