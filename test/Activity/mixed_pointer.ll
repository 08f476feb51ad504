; RUN: %opt -passes="print<ad-activity>" -disable-output %s 2>&1 | FileCheck %s
; A pointer to active memory or to memory held constant.
; CHECK: %p = select i1 {{.*}}: shadow, mixed
@d = constant { i32, i32, i32, i32, [4 x i32] } { i32 1, i32 4, i32 1, i32 0, [4 x i32] [i32 1, i32 1, i32 0, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y, ptr noalias %z) {
  %c = load i1, ptr %z
  %p = select i1 %c, ptr %x, ptr %y
  call void @opaque(ptr %z)
  %v = load double, ptr %p
  %w = fmul double %v, %v
  store double %w, ptr %r
  ret void
}
declare void @opaque(ptr) #0
attributes #0 = { "autodiff-inactive" }
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr %z) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null, ptr %z, ptr null)
  ret void
}
