// SANITIZE
#include "check.h"

// float throughout: loops, arrays, structs of floats in vector registers.
struct Vec4 {
  float x, y, z, w;
};
static float dot(Vec4 a, Vec4 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
static float softmaxFirst(const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i]);
  return std::exp(x[0]) / sum;
}

int main() {
  Check check("float programs");
  auto [da, db] = autodiff::gradient<dot>(Vec4{1, 2, 3, 4}, Vec4{5, 6, 7, 8});
  check.near("a.y", da.y, 6, 1e-6);
  check.near("a.w", da.w, 8, 1e-6);
  check.near("b.x", db.x, 1, 1e-6);
  check.near("b.z", db.z, 3, 1e-6);

  const float x[] = {0.5f, -1.0f, 0.25f};
  float dx[3] = {};
  autodiff::gradient<softmaxFirst>(autodiff::active(x, dx), 3);
  double p[3], sum = 0;
  for (float v : x)
    sum += std::exp(double(v));
  for (int i = 0; i < 3; ++i) {
    p[i] = std::exp(double(x[i])) / sum;
    check.near("softmax", dx[i], i == 0 ? p[0] * (1 - p[0]) : -p[0] * p[i],
               2e-6);
  }
  return check.done();
}
