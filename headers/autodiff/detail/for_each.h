/*===- for_each.h - A macro over up to eight parameters --------------------===
 *
 * Question: how does one row of a macro become a comma-separated list?
 * AUTODIFF_FOR_EACH(op, (a, b), (c, d)) is op(a, b), op(c, d).
 *
 *===----------------------------------------------------------------------===*/
#ifndef AUTODIFF_DETAIL_FOR_EACH_H
#define AUTODIFF_DETAIL_FOR_EACH_H

#define AUTODIFF_COUNT(...)                                                    \
  AUTODIFF_NINTH(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define AUTODIFF_NINTH(a, b, c, d, e, f, g, h, n, ...) n

#define AUTODIFF_JOIN(a, b) AUTODIFF_JOIN_(a, b)
#define AUTODIFF_JOIN_(a, b) a##b
#define AUTODIFF_FOR_EACH(op, ...)                                             \
  AUTODIFF_JOIN(AUTODIFF_EACH_OF_, AUTODIFF_COUNT(__VA_ARGS__))                \
  (op, __VA_ARGS__)

#define AUTODIFF_EACH_OF_1(op, a) op a
#define AUTODIFF_EACH_OF_2(op, a, ...) op a, AUTODIFF_EACH_OF_1(op, __VA_ARGS__)
#define AUTODIFF_EACH_OF_3(op, a, ...) op a, AUTODIFF_EACH_OF_2(op, __VA_ARGS__)
#define AUTODIFF_EACH_OF_4(op, a, ...) op a, AUTODIFF_EACH_OF_3(op, __VA_ARGS__)
#define AUTODIFF_EACH_OF_5(op, a, ...) op a, AUTODIFF_EACH_OF_4(op, __VA_ARGS__)
#define AUTODIFF_EACH_OF_6(op, a, ...) op a, AUTODIFF_EACH_OF_5(op, __VA_ARGS__)
#define AUTODIFF_EACH_OF_7(op, a, ...) op a, AUTODIFF_EACH_OF_6(op, __VA_ARGS__)
#define AUTODIFF_EACH_OF_8(op, a, ...) op a, AUTODIFF_EACH_OF_7(op, __VA_ARGS__)

#endif /* AUTODIFF_DETAIL_FOR_EACH_H */
