; RUN: %opt -passes="verify<ad-plan>" -disable-output %s 2>&1 | FileCheck %s
; CHECK: plan of f.ad: complete
; CHECK-NEXT: plan of power.ad: complete
@d = constant { i32, i32, i32, i32, [3 x i32] } { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 0] }
declare void @__autodiff_reverse(ptr, ptr, ...)
define internal double @power(double %x, i64 %n) {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %one, label %more
one:
  ret double 1.0
more:
  %m = sub i64 %n, 1
  %p = call double @power(double %x, i64 %m)
  %y = fmul double %p, %x
  %z = call double @power(double %y, i64 %m)
  ret double %z
}
define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %y) {
entry:
  %n = load i64, ptr %y
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  %s = phi double [ 0.0, %entry ], [ %s2, %next ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %b = fcmp olt double %v, 1.0
  br i1 %b, label %less, label %next
less:
  %e = call double @power(double %v, i64 %i)
  store double %e, ptr %p
  br label %next
next:
  %t = phi double [ %e, %less ], [ %v, %loop ]
  %q = fmul double %t, %v
  %s2 = fadd double %s, %q
  %i2 = add nuw i64 %i, 1
  %c = icmp ult i64 %i2, %n
  br i1 %c, label %loop, label %exit
exit:
  store double %s2, ptr %r
  ret void
}
define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %y, ptr null)
  ret void
}
