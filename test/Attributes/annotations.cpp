// What the attributes leave in the module for the pass.
// RUN: %clangxx -std=c++20 -S -emit-llvm -fno-discard-value-names -Xclang -disable-llvm-passes %s -o - | FileCheck %s

// CHECK-DAG: @[[INACTIVE:[._a-z0-9]+]] = private unnamed_addr constant [18 x i8] c"autodiff_inactive\00"
// CHECK-DAG: @[[GRAD:[._a-z0-9]+]] = private unnamed_addr constant [14 x i8] c"autodiff_grad\00"
// CHECK-DAG: @[[GRAD02:[._a-z0-9]+]] = private unnamed_addr constant [20 x i8] c"autodiff_grad:0,2/3\00"

// CHECK: @llvm.global.annotations =
// CHECK-SAME: { ptr @global, ptr @[[INACTIVE]],
// CHECK-SAME: { ptr @all, ptr @[[GRAD]],
// CHECK-SAME: { ptr @some, ptr @[[GRAD02]],
// CHECK-SAME: { ptr @merged, ptr @[[GRAD02]],
// CHECK-SAME: { ptr @_Z7genericIdET_S0_iS0_, ptr @[[GRAD02]],
// CHECK-SAME: { ptr @declared, ptr @[[INACTIVE]],
extern "C" {
[[autodiff::inactive]] double global;
[[autodiff::grad]] double all(double x) { return x; }
[[autodiff::grad(z, x)]] double some(double x, double y, double z) { return x * z; }
__attribute__((autodiff_grad(z), autodiff_grad(x))) double merged(double x, double y, double z) { return x * z; }
[[autodiff::inactive]] double declared(double);
}
template <class T> [[autodiff::grad(x, z)]] T generic(T x, int n, T z) { return x; }

// CHECK-LABEL: define {{.*}} @use(
// CHECK: call void @llvm.var.annotation.p0.p0(ptr %parameter.addr, ptr @[[INACTIVE]],
// CHECK: call void @llvm.var.annotation.p0.p0(ptr %local, ptr @[[INACTIVE]],
extern "C" double use([[autodiff::inactive]] double parameter) {
  [[autodiff::inactive]] double local = parameter;
  return local + generic(1.0, 2, 3.0) + declared(2);
}

// A mark on a declaration holds for the definition.
double later([[autodiff::inactive]] double x);
// CHECK-LABEL: define {{.*}} @_Z5laterd(
// CHECK: call void @llvm.var.annotation.p0.p0(ptr %x.addr, ptr @[[INACTIVE]],
double later(double x) { return x; }
