// SANITIZE
// VALGRIND
#include "check.h"

#include <utility>

// Nonlinear diffusion on two buffers whose pointers are swapped each step.
template <class T> static T diffuse(const T *x, int n) {
  T first[10], second[10];
  T *from = first, *to = second;
  for (int i = 0; i < n; ++i)
    from[i] = x[i];
  to[0] = x[0];
  to[n - 1] = x[n - 1];
  for (int step = 0; step < 7; ++step) {
    for (int i = 1; i + 1 < n; ++i) {
      T flux = from[i - 1] - 2.0 * from[i] + from[i + 1];
      to[i] = from[i] + 0.2 * flux + 0.01 * from[i] * from[i] * flux;
    }
    std::swap(from, to);
  }
  T energy = 0;
  for (int i = 0; i < n; ++i)
    energy += from[i] * from[i];
  return energy;
}

int main() {
  Check check("stencil with buffer swap");
  check.program<diffuse<double>, diffuse<Dual>>(
      "diffusion", {0.1, 0.9, -0.4, 1.2, 0.3, -0.8, 0.5, 0.2});
  return check.done();
}
