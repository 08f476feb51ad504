// SANITIZE
// VALGRIND
#include "check.h"

#include <cstdlib>
#include <cstring>

// Blocks that grow and shrink.
struct Stack {
  double *data = nullptr;
  int size = 0, room = 0;
};
static void push(Stack &s, double v) {
  if (s.size == s.room) {
    s.room = s.room ? 2 * s.room : 1;
    s.data =
        static_cast<double *>(std::realloc(s.data, s.room * sizeof(double)));
    if (!s.data)
      std::abort();
  }
  s.data[s.size++] = v;
}
static double stack(const double *x, int n) {
  Stack s;
  for (int i = 0; i < n; ++i)
    push(s, x[i] * x[i]);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s.data[i] * s.data[n - 1 - i];
  std::free(s.data);
  return sum;
}
template <class T> static T stackPlain(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * x[n - 1 - i] * x[n - 1 - i];
  return sum;
}

// Grows, is written in place, shrinks, grows again: what was cut off is gone.
static double breathing(const double *x, int n) {
  double *p = static_cast<double *>(std::malloc(n * sizeof(double)));
  for (int i = 0; i < n; ++i)
    p[i] = x[i];
  p = static_cast<double *>(std::realloc(p, 2 * n * sizeof(double)));
  for (int i = 0; i < n; ++i)
    p[n + i] = p[i] * p[i];
  p = static_cast<double *>(std::realloc(p, (n + 1) * sizeof(double)));
  p[0] *= p[n];
  p = static_cast<double *>(std::realloc(p, 3 * n * sizeof(double)));
  for (int i = n + 1; i < 3 * n; ++i)
    p[i] = i;
  double sum = 0;
  for (int i = 0; i < 3 * n; ++i)
    sum += p[i] * (i + 1);
  std::free(p);
  return sum;
}
template <class T> static T breathingPlain(const T *x, int n) {
  T sum = x[0] * x[0] * x[0];
  for (int i = 1; i < n; ++i)
    sum += x[i] * T(i + 1);
  return sum + x[0] * x[0] * T(n + 1);
}

// An array of structs with pointers into another block.
struct Link {
  double weight;
  int step;
};
static double links(const double *x, int n) {
  Link *all = nullptr;
  for (int i = 0; i < n; ++i) {
    all = static_cast<Link *>(std::realloc(all, (i + 1) * sizeof(Link)));
    all[i].weight = std::sin(x[i]);
    all[i].step = i + 2;
  }
  double product = 1;
  for (int i = 0; i < n; ++i)
    product *= all[i].weight + all[i].step;
  std::free(all);
  return product;
}
template <class T> static T linksPlain(const T *x, int n) {
  T product = 1;
  for (int i = 0; i < n; ++i)
    product *= sin(x[i]) + T(i + 2);
  return product;
}

static double aligned(const double *x, int n) {
  void *block = nullptr;
  if (posix_memalign(&block, 64, n * sizeof(double)))
    return 0;
  double *p = static_cast<double *>(block);
  double *q = static_cast<double *>(
      aligned_alloc(32, (n * sizeof(double) + 31) / 32 * 32));
  for (int i = 0; i < n; ++i)
    p[i] = x[i] * x[i];
  for (int i = 0; i < n; ++i)
    q[i] = p[i] * x[i];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += q[i];
  std::free(p);
  std::free(q);
  return sum;
}
template <class T> static T alignedPlain(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * x[i];
  return sum;
}

int main() {
  Check check("blocks that grow");
  const std::vector<double> x{0.5, -1.5, 2, 0.75, 1.25};
  check.program<stack, stackPlain<Dual>>("stack", x);
  check.program<breathing, breathingPlain<Dual>>("breathing", x);
  check.program<links, linksPlain<Dual>>("links", x);
  check.program<aligned, alignedPlain<Dual>>("aligned", x);
  return check.done();
}
