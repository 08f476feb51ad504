/* Ordinary C without a derivative. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 100
static double table[COUNT];

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

double sum(int n, const double *b) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += b[i] * sin(b[i]);
#pragma clang loop unroll_count(4)
  for (int i = 0; i < n; i++)
    s *= 1 + b[i];
  while (s > 1e6)
    s /= 2;
  return s;
}

int main(void) {
  char text[10];
  for (int i = 0; i < COUNT; i++)
    table[i] = i;
  qsort(table, COUNT, sizeof *table, compare);
  snprintf(text, sizeof text, "%d", 3);
  printf("%s %g\n", text, sum(COUNT, table));
  return 0;
}
