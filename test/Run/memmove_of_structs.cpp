// SANITIZE
// VALGRIND
#include "check.h"

#include <cstring>

// Moves within one struct or array of structs, where one field's source is
// another one's destination.
struct Row {
  int id;
  double v[5];
};

static void twice(Row *r) {
  for (int i = 0; i < 5; ++i)
    r->v[i] *= 2;
}
static void down(Row *r) {
  twice(r);
  std::memmove(&r->v[0], &r->v[1], 32);
}
static void up(Row *r) {
  twice(r);
  std::memmove(&r->v[1], &r->v[0], 32);
}

struct Item {
  int id;
  float weight;
  double x;
};

static void twice(Item *items) {
  for (int i = 0; i < 4; ++i) {
    items[i].weight *= 2;
    items[i].x *= items[i].id < 9 ? 2 : 3;
  }
}
static void itemsDown(Item *items) {
  twice(items);
  std::memmove(&items[0], &items[1], 3 * sizeof(Item));
}
static void itemsUp(Item *items) {
  twice(items);
  std::memmove(&items[1], &items[0], 3 * sizeof(Item));
}

// Pointers move with the numbers beside them.
struct Link {
  double scale;
  const double *at;
};

template <int To, int From>
static double links(const double *x, double a, double b, double c, double d) {
  Link all[4] = {{a, x}, {b, x + 1}, {c, x + 2}, {d, x + 3}};
  std::memmove(&all[To], &all[From], 3 * sizeof(Link));
  return all[0].scale * *all[0].at + 10 * all[1].scale * *all[1].at +
         100 * all[2].scale * *all[2].at + 1000 * all[3].scale * *all[3].at;
}

template <auto F>
static void row(Check &check, const char *what, const double *want) {
  Row r = {7, {1, 2, 3, 4, 5}}, d = {0, {1, 10, 100, 1000, 10000}};
  autodiff::gradient<F>(autodiff::active(&r, &d));
  for (int i = 0; i < 5; ++i)
    check.near(what, d.v[i], 2 * want[i]);
}

template <auto F>
static void items(Check &check, const char *what, const double *want) {
  Item r[4] = {{0, 1, 1}, {1, 2, 2}, {2, 3, 3}, {3, 4, 4}};
  Item d[4] = {{0, 1, 2}, {0, 10, 20}, {0, 100, 200}, {0, 1000, 2000}};
  autodiff::gradient<F>(autodiff::active(&r[0], &d[0]));
  for (int i = 0; i < 4; ++i) {
    check.near(what, d[i].weight, 2 * want[i]);
    check.near(what, d[i].x, 4 * want[i]);
  }
}

template <auto F>
static void pointers(Check &check, const char *what, const double *want) {
  const double x[4] = {2, 3, 5, 7};
  double dx[4] = {};
  auto [a, b, c, d] = autodiff::gradient<F>(autodiff::active(&x[0], &dx[0]),
                                            1.0, -1.0, 2.0, 4.0);
  const double scale[4] = {1, -1, 2, 4}, got[4] = {a, b, c, d};
  for (int i = 0; i < 4; ++i) {
    check.near(what, got[i], want[i] * x[i]);
    check.near(what, dx[i], want[i] * scale[i]);
  }
}

int main() {
  Check check("memmove of structs");
  const double rowDown[5] = {0, 1, 10, 100, 11000};
  const double rowUp[5] = {11, 100, 1000, 10000, 0};
  row<down>(check, "row down", rowDown);
  row<up>(check, "row up", rowUp);
  const double fieldsDown[4] = {0, 1, 10, 1100}, fieldsUp[4] = {11, 100, 1000};
  items<itemsDown>(check, "items down", fieldsDown);
  items<itemsUp>(check, "items up", fieldsUp);
  pointers<links<0, 1>>(check, "pointers down", fieldsDown);
  pointers<links<1, 0>>(check, "pointers up", fieldsUp);
  return check.done();
}
