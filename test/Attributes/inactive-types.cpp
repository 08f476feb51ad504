// Each field of a type marked inactive carries the mark: those of anonymous
// members, of instantiations, and where the mark stands on a declaration.
// RUN: %clangxx -std=c++20 -S -emit-llvm -Xclang -disable-llvm-passes %s -o - | FileCheck %s

struct Inner { double value; };
struct [[autodiff::inactive]] Options {
  double first;
  union { double second; long bits; };
  double third[2];
  Inner inner;
};
// CHECK-LABEL: define {{.*}} @options(
// CHECK-COUNT-5: call ptr @llvm.ptr.annotation.p0.p0(
// CHECK-NOT: annotation
// CHECK: ret double
extern "C" double options(Options &o) {
  return o.first + o.second + o.third[1] + o.inner.value;
}

template <class T> struct [[autodiff::inactive]] Generic { T field; };
// CHECK-LABEL: define {{.*}} @generic(
// CHECK-COUNT-2: call ptr @llvm.ptr.annotation.p0.p0(
// CHECK-NOT: annotation
// CHECK: ret double
extern "C" double generic(Generic<double> &a, Generic<float> &b) {
  return a.field + b.field;
}

struct [[autodiff::inactive]] Declared;
struct Declared { double field; };
struct Behind { double field; } __attribute__((autodiff_inactive));
struct One { double active; [[autodiff::inactive]] double field; };
// CHECK-LABEL: define {{.*}} @others(
// CHECK-COUNT-3: call ptr @llvm.ptr.annotation.p0.p0(
// CHECK-NOT: annotation
// CHECK: ret double
extern "C" double others(Declared &d, Behind &b, One &o) {
  return d.field + b.field + o.field + o.active;
}
