; RUN: %opt -passes="autodiff<stop-after=prepare>" -disable-output %s 2>&1 | FileCheck %s
; A product is one call for each part: its formula, the test for NaN and the
; helper are gone. So do operands in vectors and in memory.
; CHECK-LABEL: define internal void @f.ad(
; CHECK-NOT: br i1
; CHECK-NOT: alloca
; CHECK-DAG: [[RE:%.*]] = call double @__autodiff_re_mul.f64(double %a, double %b, double %b, double %a)
; CHECK-DAG: [[IM:%.*]] = call double @__autodiff_im_mul.f64(double %a, double %b, double %b, double %a)
; CHECK: call double @__autodiff_re_csqrt.f64(double [[RE]], double [[IM]])
; CHECK: call float @__autodiff_im_cexp.f32(float %n, float %m)
; CHECK: [[WIDE:%.*]] = fpext double %a to x86_fp80
; CHECK: call x86_fp80 @__autodiff_re_cpow.f80(x86_fp80 [[WIDE]], x86_fp80 [[WIDE]], x86_fp80 [[WIDE]], x86_fp80 [[WIDE]])
; CHECK-NOT: br i1
; CHECK: ret void
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@d = constant { i32, i32, i32, i32, [2 x i32] } { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare { double, double } @__muldc3(double, double, double, double)
declare { double, double } @csqrt(double, double)
declare <2 x float> @cexpf(<2 x float>)
declare { x86_fp80, x86_fp80 } @cpowl(ptr byval({ x86_fp80, x86_fp80 }) align 16, ptr byval({ x86_fp80, x86_fp80 }) align 16)
define internal void @f(ptr noalias %r, ptr noalias %x) {
entry:
  %wide = alloca { x86_fp80, x86_fp80 }, align 16
  %a = load double, ptr %x
  %p = getelementptr double, ptr %x, i64 1
  %b = load double, ptr %p
  %ac = fmul double %a, %b
  %bd = fmul double %b, %a
  %ad = fmul double %a, %a
  %bc = fmul double %b, %b
  %re = fsub double %ac, %bd
  %im = fadd double %ad, %bc
  %re.nan = fcmp uno double %re, %re
  br i1 %re.nan, label %next, label %done
next:
  %im.nan = fcmp uno double %im, %im
  br i1 %im.nan, label %helper, label %done
helper:
  %h = call { double, double } @__muldc3(double %a, double %b, double %b, double %a)
  %h.re = extractvalue { double, double } %h, 0
  %h.im = extractvalue { double, double } %h, 1
  br label %done
done:
  %u = phi double [ %re, %entry ], [ %re, %next ], [ %h.re, %helper ]
  %v = phi double [ %im, %entry ], [ %im, %next ], [ %h.im, %helper ]
  %s = call { double, double } @csqrt(double %u, double %v)
  %s.re = extractvalue { double, double } %s, 0
  %n = fptrunc double %a to float
  %m = fptrunc double %b to float
  %n0 = insertelement <2 x float> poison, float %n, i64 0
  %n1 = insertelement <2 x float> %n0, float %m, i64 1
  %e = call <2 x float> @cexpf(<2 x float> %n1)
  %e.im = extractelement <2 x float> %e, i64 1
  %e.wide = fpext float %e.im to double
  %aw = fpext double %a to x86_fp80
  store x86_fp80 %aw, ptr %wide, align 16
  %im.p = getelementptr i8, ptr %wide, i64 16
  store x86_fp80 %aw, ptr %im.p, align 16
  %w = call { x86_fp80, x86_fp80 } @cpowl(ptr byval({ x86_fp80, x86_fp80 }) align 16 %wide, ptr byval({ x86_fp80, x86_fp80 }) align 16 %wide)
  %w.re = extractvalue { x86_fp80, x86_fp80 } %w, 0
  %w.narrow = fptrunc x86_fp80 %w.re to double
  %t = fadd double %s.re, %e.wide
  %sum = fadd double %t, %w.narrow
  store double %sum, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx)
  ret void
}
