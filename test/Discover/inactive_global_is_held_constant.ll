; In functions that a request reaches; others are left alone.
; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s
; CHECK: @g = global double 1.000000e+00 #[[I:[0-9]+]]
; CHECK-NOT: llvm.global.annotations
; CHECK-LABEL: define double @f(
; CHECK: %v = load double, ptr @g
; CHECK-NEXT: call double @__autodiff_constant_f64(double %v)
; CHECK: %[[E:.*]] = getelementptr {{.*}}@a
; CHECK: %w = load double, ptr %[[E]]
; CHECK-NEXT: call double @__autodiff_constant_f64(double %w)
; CHECK-LABEL: define double @not_reached(
; CHECK-NEXT: %v = load double, ptr @g
; CHECK-NEXT: ret double %v
; CHECK: attributes #[[I]] = { "autodiff-inactive" }
@inactive = private unnamed_addr constant [18 x i8] c"autodiff_inactive\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @g, ptr @inactive, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @a, ptr @inactive, ptr @file, i32 1, ptr null }], section "llvm.metadata"
@g = global double 1.0
@a = global [4 x double] zeroinitializer
define double @f(double %x) {
  %v = load double, ptr @g
  %w = load double, ptr getelementptr inbounds ([4 x double], ptr @a, i64 0, i64 1)
  %y = fmul double %v, %w
  ret double %y
}
define double @not_reached() {
  %v = load double, ptr @g
  ret double %v
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
