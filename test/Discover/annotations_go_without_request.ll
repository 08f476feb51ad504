; Only this project's, and nothing else changes.
; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s
; CHECK-NOT: @inactive
; CHECK: @llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @theirs, ptr @file, i32 1, ptr null }], section "llvm.metadata"
; CHECK: define double @f(double %x) {
; CHECK-NEXT: %a = alloca double
; CHECK-NEXT: store double %x, ptr %a
; CHECK-NEXT: call void @llvm.var.annotation.p0.p0(ptr %a, ptr @theirs, ptr @file, i32 1, ptr null)
; CHECK-NEXT: %v = load double, ptr %a
; CHECK-NEXT: %c = fcmp oeq double %v, 0.000000e+00
; CHECK-NEXT: %y = select i1 %c, double 1.000000e+00, double %v
; CHECK-NEXT: ret double %y
@inactive = private unnamed_addr constant [18 x i8] c"autodiff_inactive\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@theirs = private unnamed_addr constant [7 x i8] c"theirs\00", section "llvm.metadata"
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @inactive, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @theirs, ptr @file, i32 1, ptr null }], section "llvm.metadata"
define double @f(double %x) {
  %a = alloca double
  store double %x, ptr %a
  call void @llvm.var.annotation.p0.p0(ptr %a, ptr @inactive, ptr @file, i32 1, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %a, ptr @theirs, ptr @file, i32 1, ptr null)
  %aa = call ptr @llvm.ptr.annotation.p0.p0(ptr %a, ptr @inactive, ptr @file, i32 1, ptr null)
  %v = load double, ptr %aa
  %c = fcmp oeq double %v, 0.0
  %y = select i1 %c, double 1.0, double %v
  ret double %y
}
