; RUN: %opt -passes="print<ad-types>" -disable-output %s 2>&1 | FileCheck %s
; An i64 load with the tag of a double reads a double.
; CHECK: memory
; CHECK: [0, 8 bytes] double
; CHECK: memory
; CHECK: [0, 8 bytes] double
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  %v = load i64, ptr %x, !tbaa !0
  store i64 %v, ptr %r, !tbaa !0
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C++ TBAA"}
