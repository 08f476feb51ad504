// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include "Inputs/model.h"

#include <autodiff/autodiff.h>

// CHECK: model.h:5:10: error: cannot differentiate call to 'external': no body and no rule
// CHECK: model.h:4:1: note: while differentiating 'model'
double user(double x) {
  // CHECK: place_in_included_file.cpp:[[@LINE+1]]:10: note: requested here
  return autodiff::derivative<model>(x);
}
