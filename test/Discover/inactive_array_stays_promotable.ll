; Elements are read and written in place; only the address that is handed on
; becomes a constant pointer.
; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s
; CHECK-LABEL: define double @f(
; CHECK: %a = alloca [2 x double]
; CHECK: %[[P:.*]] = call ptr @__autodiff_constant_ptr(ptr %a)
; CHECK: store double %x, ptr %a
; CHECK: %e = getelementptr inbounds double, ptr %a, i64 1
; CHECK: %v = load double, ptr %e
; CHECK-NEXT: call double @__autodiff_constant_f64(double %v)
; CHECK: call void @use(ptr %[[P]])
@inactive = private unnamed_addr constant [18 x i8] c"autodiff_inactive\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare void @use(ptr)
define double @f(double %x) {
  %a = alloca [2 x double]
  call void @llvm.var.annotation.p0.p0(ptr %a, ptr @inactive, ptr @file, i32 1, ptr null)
  store double %x, ptr %a
  %e = getelementptr inbounds double, ptr %a, i64 1
  %v = load double, ptr %e
  call void @use(ptr %a)
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
