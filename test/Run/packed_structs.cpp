// SANITIZE
#include "check.h"

#include <cstdint>
#include <cstring>

// Numbers beside integers at odd offsets, and bit-fields that share a word with
// a float.
#pragma pack(push, 1)
struct Record {
  std::uint8_t tag;
  double value;
  std::int16_t count;
  float weight;
};
#pragma pack(pop)

struct Fields {
  float scale;
  unsigned mode : 3;
  unsigned steps : 5;
  unsigned rest : 24;
  double offset;
};

static double records(const double *x, int n) {
  Record all[4];
  for (int i = 0; i < n; ++i)
    all[i] = Record{static_cast<std::uint8_t>(i), x[i] * x[i],
                    static_cast<std::int16_t>(i + 1),
                    static_cast<float>(0.5 * (i + 1))};
  Record copy[4];
  std::memcpy(copy, all, sizeof(Record) * n);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += copy[i].value * copy[i].count * copy[i].weight + copy[i].tag;
  return sum;
}
template <class T> static T recordsPlain(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * T((i + 1) * 0.5 * (i + 1)) + T(i);
  return sum;
}

static double fields(const double *x, int n) {
  Fields f{};
  f.mode = 5;
  f.steps = 3;
  f.offset = x[0];
  Fields g = f;
  for (int i = 0; i < n; ++i) {
    g.mode = g.mode + 1;
    g.offset = g.offset * x[i] + g.mode;
    g.rest += g.steps;
    f = g;
  }
  return f.offset * f.rest;
}
template <class T> static T fieldsPlain(const T *x, int n) {
  T offset = x[0];
  unsigned mode = 5, rest = 0;
  for (int i = 0; i < n; ++i) {
    mode = (mode + 1) % 8;
    offset = offset * x[i] + T(mode);
    rest += 3;
  }
  return offset * T(rest);
}

int main() {
  Check check("packed structs");
  check.program<records, recordsPlain<Dual>>("records", {0.5, -1.5, 2, 0.75});
  check.program<fields, fieldsPlain<Dual>>("fields", {0.5, -1.5, 2, 0.75});
  return check.done();
}
