//===- fields.h - The members of an aggregate -----------------------------===//
//
// Question: which members has an aggregate, and how does one visit them?
// Their number is the largest k for which `T{{}, {}, ... k times}` is valid: a
// pair of braces initialises one whole member, an array as well. They are
// named by a structured binding of that many names.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_FIELDS_H
#define AUTODIFF_DETAIL_FIELDS_H

#include <type_traits>

// Row k of a list extends row k - 1 by one entry.
#define AUTODIFF_BRACES_1                                                      \
  {                                                                            \
  }
#define AUTODIFF_BRACES_2                                                      \
  AUTODIFF_BRACES_1, {}
#define AUTODIFF_BRACES_3                                                      \
  AUTODIFF_BRACES_2, {}
#define AUTODIFF_BRACES_4                                                      \
  AUTODIFF_BRACES_3, {}
#define AUTODIFF_BRACES_5                                                      \
  AUTODIFF_BRACES_4, {}
#define AUTODIFF_BRACES_6                                                      \
  AUTODIFF_BRACES_5, {}
#define AUTODIFF_BRACES_7                                                      \
  AUTODIFF_BRACES_6, {}
#define AUTODIFF_BRACES_8                                                      \
  AUTODIFF_BRACES_7, {}
#define AUTODIFF_BRACES_9                                                      \
  AUTODIFF_BRACES_8, {}
#define AUTODIFF_BRACES_10                                                     \
  AUTODIFF_BRACES_9, {}
#define AUTODIFF_BRACES_11                                                     \
  AUTODIFF_BRACES_10, {}
#define AUTODIFF_BRACES_12                                                     \
  AUTODIFF_BRACES_11, {}
#define AUTODIFF_BRACES_13                                                     \
  AUTODIFF_BRACES_12, {}
#define AUTODIFF_BRACES_14                                                     \
  AUTODIFF_BRACES_13, {}
#define AUTODIFF_BRACES_15                                                     \
  AUTODIFF_BRACES_14, {}
#define AUTODIFF_BRACES_16                                                     \
  AUTODIFF_BRACES_15, {}
#define AUTODIFF_BRACES_17                                                     \
  AUTODIFF_BRACES_16, {}

#define AUTODIFF_NAMES_1 a
#define AUTODIFF_NAMES_2 AUTODIFF_NAMES_1, b
#define AUTODIFF_NAMES_3 AUTODIFF_NAMES_2, c
#define AUTODIFF_NAMES_4 AUTODIFF_NAMES_3, d
#define AUTODIFF_NAMES_5 AUTODIFF_NAMES_4, e
#define AUTODIFF_NAMES_6 AUTODIFF_NAMES_5, f
#define AUTODIFF_NAMES_7 AUTODIFF_NAMES_6, g
#define AUTODIFF_NAMES_8 AUTODIFF_NAMES_7, h
#define AUTODIFF_NAMES_9 AUTODIFF_NAMES_8, i
#define AUTODIFF_NAMES_10 AUTODIFF_NAMES_9, j
#define AUTODIFF_NAMES_11 AUTODIFF_NAMES_10, k
#define AUTODIFF_NAMES_12 AUTODIFF_NAMES_11, l
#define AUTODIFF_NAMES_13 AUTODIFF_NAMES_12, m
#define AUTODIFF_NAMES_14 AUTODIFF_NAMES_13, n
#define AUTODIFF_NAMES_15 AUTODIFF_NAMES_14, o
#define AUTODIFF_NAMES_16 AUTODIFF_NAMES_15, p

#define AUTODIFF_EACH_1(X) X(a)
#define AUTODIFF_EACH_2(X) AUTODIFF_EACH_1(X) X(b)
#define AUTODIFF_EACH_3(X) AUTODIFF_EACH_2(X) X(c)
#define AUTODIFF_EACH_4(X) AUTODIFF_EACH_3(X) X(d)
#define AUTODIFF_EACH_5(X) AUTODIFF_EACH_4(X) X(e)
#define AUTODIFF_EACH_6(X) AUTODIFF_EACH_5(X) X(f)
#define AUTODIFF_EACH_7(X) AUTODIFF_EACH_6(X) X(g)
#define AUTODIFF_EACH_8(X) AUTODIFF_EACH_7(X) X(h)
#define AUTODIFF_EACH_9(X) AUTODIFF_EACH_8(X) X(i)
#define AUTODIFF_EACH_10(X) AUTODIFF_EACH_9(X) X(j)
#define AUTODIFF_EACH_11(X) AUTODIFF_EACH_10(X) X(k)
#define AUTODIFF_EACH_12(X) AUTODIFF_EACH_11(X) X(l)
#define AUTODIFF_EACH_13(X) AUTODIFF_EACH_12(X) X(m)
#define AUTODIFF_EACH_14(X) AUTODIFF_EACH_13(X) X(n)
#define AUTODIFF_EACH_15(X) AUTODIFF_EACH_14(X) X(o)
#define AUTODIFF_EACH_16(X) AUTODIFF_EACH_15(X) X(p)

// clang-format off
#define AUTODIFF_FIELD_ROWS(ROW)                                               \
  ROW(1) ROW(2) ROW(3) ROW(4) ROW(5) ROW(6) ROW(7) ROW(8)                      \
  ROW(9) ROW(10) ROW(11) ROW(12) ROW(13) ROW(14) ROW(15) ROW(16)
// clang-format on

namespace autodiff::clang_ad_detail {

/// An aggregate with more members needs a zero_like of the user's.
inline constexpr int MaxFields = 16;

template <class... T> struct TypeList {};

template <class... T, class... U>
TypeList<T..., U...> operator+(TypeList<T...>, TypeList<U...>);

/// Whether `T{{}, ...}` is valid with K pairs of braces.
template <class T, class K, class = void>
inline constexpr bool takesBraces = false;
template <int K> using Count = std::integral_constant<int, K>;

#define AUTODIFF_FIELD_ROW(k)                                                  \
  template <class T>                                                           \
  inline constexpr bool takesBraces<                                           \
      T, Count<k>, std::void_t<decltype(T{AUTODIFF_BRACES_##k})>> = true;
AUTODIFF_FIELD_ROWS(AUTODIFF_FIELD_ROW)
AUTODIFF_FIELD_ROW(17)
#undef AUTODIFF_FIELD_ROW

/// The number of members of the aggregate T: MaxFields + 1 stands for more, 0
/// for a T with a member that an empty pair of braces does not initialise.
template <class T, int K = MaxFields + 1> constexpr int countFields() {
  if constexpr (K == 0)
    return 0;
  else if constexpr (takesBraces<T, Count<K>>)
    return K;
  else
    return countFields<T, K - 1>();
}

/// A TypeList of the members' declared types; only for use in decltype.
template <class T> auto listFields(T &x) {
  constexpr int K = countFields<T>();
#define AUTODIFF_FIELD_TYPE(name) +TypeList<decltype(name)>()
#define AUTODIFF_FIELD_ROW(k)                                                  \
  if constexpr (K == k) {                                                      \
    auto &[AUTODIFF_NAMES_##k] = x;                                            \
    return decltype(TypeList<>() AUTODIFF_EACH_##k(AUTODIFF_FIELD_TYPE))();    \
  } else
  AUTODIFF_FIELD_ROWS(AUTODIFF_FIELD_ROW)
#undef AUTODIFF_FIELD_ROW
#undef AUTODIFF_FIELD_TYPE
  return TypeList<>();
}

/// Calls visit(member) for each member whose declared type Wants selects. (A
/// bit-field is never selected, so it is never bound to a reference.)
template <template <class> class Wants, class T, class Visitor>
void visitFields(T &x, Visitor visit) {
  constexpr int K = countFields<T>();
#define AUTODIFF_FIELD_VISIT(name)                                             \
  if constexpr (Wants<decltype(name)>::value)                                  \
    visit(name);
#define AUTODIFF_FIELD_ROW(k)                                                  \
  if constexpr (K == k) {                                                      \
    auto &[AUTODIFF_NAMES_##k] = x;                                            \
    AUTODIFF_EACH_##k(AUTODIFF_FIELD_VISIT)                                    \
  }
  AUTODIFF_FIELD_ROWS(AUTODIFF_FIELD_ROW)
#undef AUTODIFF_FIELD_ROW
#undef AUTODIFF_FIELD_VISIT
}

} // namespace autodiff::clang_ad_detail

#endif // AUTODIFF_DETAIL_FIELDS_H
