; The normal edge of the invoke is shared, so the identity needs a block of its own.
; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s
; CHECK-LABEL: define double @f(
; CHECK: invoke double @side(double %x)
; CHECK-NEXT: to label %[[B:.*]] unwind label %failed
; CHECK: [[B]]:
; CHECK-NEXT: %[[C:.*]] = call double @__autodiff_constant_f64(double %v)
; CHECK: phi double [ 0.000000e+00, %0 ], [ %[[C]], %[[B]] ]
@inactive = private unnamed_addr constant [18 x i8] c"autodiff_inactive\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @side, ptr @inactive, ptr @file, i32 1, ptr null }], section "llvm.metadata"
declare double @side(double)
declare i32 @personality(...)
define double @f(double %x) personality ptr @personality {
  %c = fcmp olt double %x, 0.0
  br i1 %c, label %done, label %call
call:
  %v = invoke double @side(double %x) to label %done unwind label %failed
done:
  %y = phi double [ 0.0, %0 ], [ %v, %call ]
  ret double %y
failed:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  %y = call double @f(double %v)
  store double %y, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
