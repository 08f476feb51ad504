; RUN: %opt -passes="print<ad-plan>" -disable-output %s 2>&1 | FileCheck %s
; Both counts are known where the nest is entered.
; CHECK: loop %inner: 8 bytes an iteration, reserved at the entry of the nest at %outer
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 0, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
entry:
  %n = load i64, ptr %y
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i2, %outer.end ]
  %row = mul i64 %i, 100
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j2, %inner ]
  %ij = add i64 %row, %j
  %p = getelementptr double, ptr %x, i64 %ij
  %v = load double, ptr %p
  %q = fmul double %v, %v
  store double %q, ptr %p
  %j2 = add nuw i64 %j, 1
  %c = icmp ult i64 %j2, %n
  br i1 %c, label %inner, label %outer.end
outer.end:
  %i2 = add nuw i64 %i, 1
  %d = icmp ult i64 %i2, %n
  br i1 %d, label %outer, label %exit
exit:
  ret void
}
define void @user(ptr %r, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr null, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
