// A function without a body may come back into this file, to all its variables.
// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>
#include <cstdlib>

static double kept;

extern "C" void callBack();
extern "C" void doubleIt() { kept *= 2; }

static double changedOutside(double x) {
  kept = x * x;
  // CHECK: call_may_change_variables.cpp:[[@LINE+1]]:3: error: cannot differentiate call to 'callBack': no body and no rule; mark it {{\[\[}}autodiff::inactive]] or make its definition visible here
  callBack();
  return kept;
}

static int compare(const void *a, const void *b) {
  kept *= 2;
  return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}

static double changedByComparison(double x) {
  int keys[] = {3, 1};
  kept = x * x;
  // CHECK: call_may_change_variables.cpp:[[@LINE+1]]:3: error: cannot differentiate call to 'qsort': no body and no rule
  qsort(keys, 2, sizeof(int), compare);
  return kept * keys[0];
}

double user(double x) {
  return autodiff::derivative<changedOutside>(x) +
         autodiff::derivative<changedByComparison>(x);
}
