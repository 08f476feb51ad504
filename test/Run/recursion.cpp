// SANITIZE
// VALGRIND
#include "check.h"

using std::sin;

// Not a loop in disguise: two calls at each step, a product of the results.
template <class T> static T tree(const T *x, int lo, int hi) {
  if (hi - lo == 1)
    return sin(x[lo]) + 2;
  const int mid = (lo + hi) / 2;
  return tree(x, lo, mid) * tree(x, mid, hi) + x[mid];
}
template <class T> static T treeRoot(const T *x, int n) {
  return tree(x, 0, n);
}

// A factorial on reals.
static double falling(double x) { return x < 1 ? 1 : x * falling(x - 1); }

static double odd(double x, int n);
static double even(double x, int n) {
  return n == 0 ? 1 : x * odd(x * 1.1, n - 1);
}
static double odd(double x, int n) {
  return n == 0 ? x : even(x + 0.5, n - 1) + x * x;
}
static Dual oddDual(Dual x, int n);
static Dual evenDual(Dual x, int n) {
  return n == 0 ? 1 : x * oddDual(x * 1.1, n - 1);
}
static Dual oddDual(Dual x, int n) {
  return n == 0 ? x : evenDual(x + 0.5, n - 1) + x * x;
}
static double mutual(double x) { return even(x, 7); }

int main() {
  Check check("recursion");
  check.program<treeRoot<double>, treeRoot<Dual>>(
      "tree", {0.3, 1.2, -0.8, 0.5, 2.0, 0.1, -1.4});
  check.program<treeRoot<double>, treeRoot<Dual>>("leaf", {0.3});
  // 3.5 * 2.5 * 1.5: derivative by the product rule
  check.scalar<falling>("factorial", 3.5, 2.5 * 1.5 + 3.5 * 1.5 + 3.5 * 2.5);
  check.scalar<mutual>("mutual", 0.9, evenDual({0.9, 1}, 7).d);
  return check.done();
}
