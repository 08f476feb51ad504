; RUN: %opt -passes='autodiff<stop-after=prepare>' -disable-output %s 2>&1 | FileCheck %s
; Under one floating-point environment ordinary operations round as the
; constrained ones do.

; CHECK-LABEL: define internal void @f.ad(
; CHECK-NOT: constrained
; CHECK: %[[S:.*]] = call double @llvm.sqrt.f64(double %v)
; CHECK: %[[N:.*]] = fptrunc double %[[S]] to float
; CHECK: %[[W:.*]] = fpext float %[[N]] to double
; CHECK: %[[P:.*]] = fmul double %v, %[[W]]
; CHECK: %[[C:.*]] = fcmp oeq double %[[W]], %v
; CHECK: select i1 %[[C]]
; CHECK-NOT: constrained
@d = constant { i32, i32, i32, i32, [2 x i32] }
     { i32 1, i32 2, i32 1, i32 0, [2 x i32] [i32 1, i32 1] }

declare void @__autodiff_reverse(ptr, ptr, ...)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)
declare float @llvm.experimental.constrained.fptrunc.f32.f64(double, metadata, metadata)
declare double @llvm.experimental.constrained.fpext.f64.f32(float, metadata)
declare double @llvm.experimental.constrained.fmul.f64(double, double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)

define internal void @f(ptr noalias %r, ptr noalias %x) strictfp {
  %v = load double, ptr %x
  %s = call double @llvm.experimental.constrained.sqrt.f64(double %v, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %n = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %s, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %w = call double @llvm.experimental.constrained.fpext.f64.f32(float %n, metadata !"fpexcept.strict") strictfp
  %p = call double @llvm.experimental.constrained.fmul.f64(double %v, double %w, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %c = call i1 @llvm.experimental.constrained.fcmp.f64(double %w, double %v, metadata !"oeq", metadata !"fpexcept.strict") strictfp
  %result = select i1 %c, double %v, double %p
  store double %result, ptr %r
  ret void
}

define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx) strictfp {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f,
      ptr %r, ptr %dr, ptr %x, ptr %dx) strictfp
  ret void
}
