// A container is not copied: its slot is the caller's object, its shadow a
// zeroed container of its size.
//
// RUN: %clangxx -std=c++17 %hdr -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not=vectorIdSaIdEEC2ERKS1_
#include <autodiff/autodiff.h>

double energy(const std::vector<double> &q, double k);

std::vector<double> user(const std::vector<double> &q) {
  auto [dq, dk] = autodiff::gradient<energy>(q, 2.0);
  static_assert(std::is_same_v<decltype(dq), std::vector<double>>);
  static_assert(std::is_same_v<decltype(dk), double>);
  return std::move(dq);
}

// The vector of a given size, and no copy of a vector.
// CHECK: {{call|invoke}} {{.*}}@_ZNSt6vectorIdSaIdEEC2EmRKS0_(
