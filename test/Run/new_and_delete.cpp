// SANITIZE
// VALGRIND
#include "check.h"

template <class T> static T arrayNew(const T *x, int n) {
  T *y = new T[n];
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[n - 1 - i];
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  delete[] y;
  return sum;
}

struct Node {
  double value;
  Node *next;
};
// A list is built, then walked and freed.
static double list(const double *x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < n; ++i)
    head = new Node{x[i] * x[i], head};
  double product = 1;
  while (head) {
    product *= head->value;
    Node *next = head->next;
    delete head;
    head = next;
  }
  return product;
}
static double scalarNew(const double *x, int) {
  double *p = new double(x[0]);
  *p = *p * x[1] + *p * *p;
  const double result = *p * x[0];
  delete p;
  return result;
}

int main() {
  Check check("new and delete");
  check.program<arrayNew<double>, arrayNew<Dual>>("array", {0.4, 1.3, -0.6});
  check.gradient<list>("list", {2, 3, 0.5},
                       {4 * 9 * 0.25, 6 * 4 * 0.25, 1.0 * 4 * 9});
  // x0^2 x1 + x0^3
  check.gradient<scalarNew>("scalar", {2, 3}, {2 * 2 * 3 + 3 * 4, 4});
  return check.done();
}
