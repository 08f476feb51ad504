// SANITIZE
#include "check.h"

// More kept values than are held in variables of the derivative: straight-line
// code, with loops between.
#define STEP                                                                   \
  {                                                                            \
    T t = T(0.5) * sin(a) * b + T(0.4) * cos(c) + T(0.2) * x[0];               \
    s += t * t;                                                                \
    a = b;                                                                     \
    b = c;                                                                     \
    c = t;                                                                     \
  }
#define STEPS8 STEP STEP STEP STEP STEP STEP STEP STEP
#define LOOP                                                                   \
  for (int i = 0; i < n; ++i)                                                  \
    c = T(0.5) * sin(c * x[i]) + a * T(0.25);
#define ROUND STEPS8 STEPS8 STEPS8 STEPS8 LOOP
#define ROUNDS8 ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND

using std::cos;
using std::sin;

template <class T> static T program(const T *x, int n) {
  T a = x[0], b = x[1], c = x[2], s = 0;
  ROUNDS8 return T(0.01) * s + a * b + c;
}

// Called, so that the values cross from an augmented primal to its reverse.
__attribute__((noinline)) static double called(const double *x, int n,
                                               int depth) {
  double head[3] = {x[0], x[1], x[2]};
  if (depth)
    head[0] = called(x, n, depth - 1);
  return program<double>(head, n);
}
static double recursive(const double *x, int n) { return called(x, n, 2); }
static Dual recursivePlain(const Dual *x, int n) {
  Dual head[3] = {x[0], x[1], x[2]};
  for (int i = 0; i < 3; ++i)
    head[0] = program<Dual>(head, n);
  return head[0];
}

// Small differences of x grow on the way: dual numbers are the reference, not
// differences of the primal.
template <auto F, auto G>
static void compare(Check &check, const char *what,
                    const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> dx(x.size(), 0.0);
  autodiff::gradient<F>(autodiff::active(x.data(), dx.data()), n);
  for (int i = 0; i < n; ++i) {
    std::vector<Dual> dual(x.begin(), x.end());
    dual[i].d = 1;
    const double want = G(dual.data(), n).d;
    std::vector<double> tangent(x.size(), 0.0);
    tangent[i] = 1;
    check.near(what, dx[i], want, 1e-10);
    check.near(what,
               autodiff::jvp<F>(
                   std::tuple(autodiff::active(x.data(), tangent.data()), n),
                   std::tuple()),
               want, 1e-10);
  }
}

int main() {
  Check check("many kept values");
  const std::vector<double> x{0.5, -1.25, 0.75};
  compare<program<double>, program<Dual>>(check, "straight", x);
  compare<recursive, recursivePlain>(check, "recursive", x);
  return check.done();
}
