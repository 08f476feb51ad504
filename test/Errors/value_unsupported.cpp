// RUN: %refused -O0 %s | FileCheck %s
// RUN: %refused -O2 %s | FileCheck %s
#include <autodiff/autodiff.h>

struct Node {
  double value;
  Node *next;
};

static double f(Node *list) {
  // CHECK: value_unsupported.cpp:[[@LINE+1]]:{{[0-9]+}}: error: cannot differentiate 'atomicrmw' of active data; compute the value another way, or hold it constant with autodiff::constant(x)
  Node *next = __atomic_exchange_n(&list->next, list, __ATOMIC_RELAXED);
  return list->value * next->value;
}

// CHECK: note: while differentiating 'f'
void user(Node *list, Node *dlist) {
  // CHECK: value_unsupported.cpp:[[@LINE+1]]:{{[0-9]+}}: note: requested here
  autodiff::gradient<f>(autodiff::active(list, dlist));
}
