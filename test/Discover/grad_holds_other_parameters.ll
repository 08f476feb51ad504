; sret and `this` come before the numbered parameters. Outside of a trampoline the
; call is left alone.
; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s
; CHECK-LABEL: define internal void @tramp(
; CHECK: %[[C:.*]] = call double @__autodiff_constant_f64(double %v)
; CHECK: call void @_ZN1C1fEdd(ptr sret(double) %r, ptr nonnull %x, double %v, double %[[C]])
; CHECK-LABEL: define void @elsewhere(
; CHECK-NEXT: call void @_ZN1C1fEdd(ptr sret(double) %r, ptr %o, double %x, double %x)
@grad = private unnamed_addr constant [18 x i8] c"autodiff_grad:0/2\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_ZN1C1fEdd, ptr @grad, ptr @file, i32 1, ptr null }], section "llvm.metadata"
declare void @_ZN1C1fEdd(ptr sret(double), ptr nonnull, double, double)
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  call void @_ZN1C1fEdd(ptr sret(double) %r, ptr nonnull %x, double %v, double %v)
  store double 0.0, ptr %r
  ret void
}
define void @elsewhere(ptr %r, ptr %o, double %x) {
  call void @_ZN1C1fEdd(ptr sret(double) %r, ptr %o, double %x, double %x)
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
