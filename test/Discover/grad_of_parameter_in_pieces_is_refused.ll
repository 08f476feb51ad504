; RUN: not %opt -passes=autodiff-early-marks -disable-output %s 2>&1 | FileCheck %s
; CHECK: cannot hold the other parameters of 'f' constant, as grad(...) asks: some parameters are passed in pieces
@grad = private unnamed_addr constant [18 x i8] c"autodiff_grad:0/2\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @grad, ptr @file, i32 1, ptr null }], section "llvm.metadata"
declare double @f(double, double, double)
define internal void @tramp(ptr noalias %r, ptr noalias %x) {
  %v = load double, ptr %x
  call double @f(double %v, double %v, double %v)
  store double 0.0, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @tramp, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
