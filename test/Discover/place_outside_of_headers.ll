; The marker stands in a header function that was not inlined; the user's line is
; the one that calls it.
; RUN: %opt -passes="print<ad-requests>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: requested in @gradient at user.cpp:10:20
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @f(double %v)
  store double %y, ptr %r
  ret void
}
define internal void @gradient(ptr %r, ptr %dr, ptr %x, ptr %dx) !dbg !6 {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %r, ptr %dr, ptr %x, ptr %dx), !dbg !8
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) !dbg !7 {
  call void @gradient(ptr %r, ptr %dr, ptr %x, ptr %dx), !dbg !9
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "user.cpp", directory: "/home/u/autodiff")
!3 = !DIFile(filename: "/usr/include/autodiff/gradient.h", directory: "/home/u/autodiff")
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = distinct !DISubprogram(name: "gradient", scope: !3, file: !3, line: 30, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "user", scope: !2, file: !2, line: 9, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 33, column: 3, scope: !6)
!9 = !DILocation(line: 10, column: 20, scope: !7)
