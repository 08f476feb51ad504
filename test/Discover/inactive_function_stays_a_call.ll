; Its result is held constant too: it may be found to be its argument.
; RUN: %opt -passes=autodiff-early-marks,verify -S %s | FileCheck %s
; RUN: %opt -passes=autodiff-early-marks,autodiff-remove-marks,verify -S %s | FileCheck --check-prefix=AFTER %s
; CHECK: define internal double @side(double %x) #[[I:[0-9]+]]
; CHECK: %v = call double @side(double %x)
; CHECK-NEXT: call double @__autodiff_constant_f64(double %v)
; CHECK: attributes #[[I]] = { noinline "autodiff-added-noinline" "autodiff-inactive" "autodiff-removed-alwaysinline" }
; AFTER: define internal double @side(double %x) #[[I:[0-9]+]]
; AFTER: %v = call double @side(double %x)
; AFTER-NEXT: ret double %v
; AFTER-NOT: __autodiff_constant
; AFTER: attributes #[[I]] = { alwaysinline }
@inactive = private unnamed_addr constant [18 x i8] c"autodiff_inactive\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @side, ptr @inactive, ptr @file, i32 1, ptr null }], section "llvm.metadata"
define internal double @side(double %x) alwaysinline {
  ret double %x
}
define double @f(double %x) {
  %v = call double @side(double %x)
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
