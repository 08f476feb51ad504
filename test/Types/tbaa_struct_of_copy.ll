; RUN: %opt -passes="print<ad-types>" -disable-output %s 2>&1 | FileCheck %s
; The tags of a copied struct.
; CHECK-DAG: [0, 4 bytes] integer
; CHECK-DAG: [8, 8 bytes] double
; CHECK-DAG: [16, 8 bytes] pointer
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x) {
  call void @llvm.memcpy.p0.p0.i64(ptr %r, ptr %x, i64 24, i1 false), !tbaa.struct !0
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
!0 = !{i64 0, i64 4, !1, i64 8, i64 8, !3, i64 16, i64 8, !5}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !7, i64 0}
!3 = !{!4, !4, i64 0}
!4 = !{!"double", !7, i64 0}
!5 = !{!6, !6, i64 0}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C++ TBAA"}
