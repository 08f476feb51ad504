#include "check.h"

using std::exp;
using std::sin;

template <class T> static T square(T x) { return x * x; }
template <class T> static T wave(T x) { return sin(x) + x; }
template <class T> static T growth(T x) { return exp(x / 2); }
static const int program[] = {0, 2, 1, 1, 0, 2, 2, 1};

// A constant table, indexed by what only the run knows.
template <class T> static T constantTable(const T *x, int n) {
  static T (*const table[])(T) = {square<T>, wave<T>, growth<T>};
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += table[program[i] % 3](x[i]) * x[(i + 1) % n];
  return sum;
}

// A table of this file's own that is written to.
template <class T> static T (*current[2])(T) = {square<T>, wave<T>};
template <class T> static T variableTable(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    current<T>[i % 2] = program[i] ? growth<T> : square<T>;
    for (int k = 0; k < 2; ++k)
      sum += current<T>[k](x[i]);
  }
  current<T>[0] = square<T>;
  current<T>[1] = wave<T>;
  return sum;
}

// A table on the stack, and a pointer that goes round in a loop.
template <class T> static T localTable(const T *x, int n) {
  T (*table[3])(T) = {wave<T>, growth<T>, nullptr};
  T (*last)(T) = square<T>;
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    T (*next)(T) = table[program[i]];
    if (next)
      last = next;
    sum += last(sum / 8 + x[i]);
  }
  return sum;
}

// Structs of functions, of two types, behind a table of pointers to them.
template <class T> struct Operation {
  const char *name;
  T (*one)(T);
  T (*two)(T, T);
  int arity;
};
template <class T> static T product(T a, T b) { return a * b; }
template <class T> static T quotient(T a, T b) { return a / (2 + b * b); }
template <class T>
static const Operation<T> Unary = {"growth", growth<T>, nullptr, 1};
template <class T>
static const Operation<T> Times = {"product", nullptr, product<T>, 2};
template <class T>
static const Operation<T> Over = {"quotient", nullptr, quotient<T>, 2};

template <class T> static T tableOfStructs(const T *x, int n) {
  static const Operation<T> *const operations[] = {&Unary<T>, &Times<T>,
                                                   &Over<T>};
  T value = x[0];
  for (int i = 1; i < n; ++i) {
    const Operation<T> &o = *operations[program[i]];
    value = o.arity == 1 ? o.one(value) + x[i] : o.two(x[i], value);
  }
  return value;
}

// Void functions that work in memory.
template <class T> static void scale(T *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= x[(i + 1) % n] / 4 + 1;
}
template <class T> static void shift(T *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] += sin(x[i - 1]) / 4;
}
template <class T> static T inPlace(const T *x, int n) {
  static void (*const steps[])(T *, int) = {scale<T>, shift<T>};
  T work[8];
  for (int i = 0; i < n; ++i)
    work[i] = x[i] / 4;
  for (int step : program)
    steps[step % 2](work, n);
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += work[i] * work[i];
  return sum;
}

int main() {
  Check check("tables of function pointers");
  const std::vector<double> x = {0.3, -0.8, 1.1, 0.6, -0.2, 0.9, 0.4, -1.2};
  check.program<constantTable<double>, constantTable<Dual>>("constant", x);
  check.program<variableTable<double>, variableTable<Dual>>("variable", x);
  check.program<localTable<double>, localTable<Dual>>("local", x);
  check.program<tableOfStructs<double>, tableOfStructs<Dual>>("structs", x);
  check.program<inPlace<double>, inPlace<Dual>>("in place", x);
  return check.done();
}
