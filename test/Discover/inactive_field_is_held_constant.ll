; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s
; CHECK-LABEL: define double @f(
; CHECK-NOT: annotation
; CHECK: %v = load double, ptr %k
; CHECK-NEXT: call double @__autodiff_constant_f64(double %v)
; CHECK: %n = load i32, ptr %c
; CHECK-NEXT: %m = sitofp i32 %n to double
@inactive = private unnamed_addr constant [18 x i8] c"autodiff_inactive\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
@object = global { double, i32 } zeroinitializer
define double @f(double %x) {
  %o = alloca { double, i32 }
  %k = getelementptr inbounds { double, i32 }, ptr %o, i32 0, i32 0
  %ka = call ptr @llvm.ptr.annotation.p0.p0(ptr %k, ptr @inactive, ptr @file, i32 1, ptr null)
  %v = load double, ptr %ka
  %c = getelementptr inbounds { double, i32 }, ptr %o, i32 0, i32 1
  %ca = call ptr @llvm.ptr.annotation.p0.p0(ptr %c, ptr @inactive, ptr @file, i32 1, ptr null)
  %n = load i32, ptr %ca
  %m = sitofp i32 %n to double
  %y = fmul double %v, %m
  ret double %y
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
