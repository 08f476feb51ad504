//===- arguments.h - active(p, dp) and constant(x) ------------------------===//
//
// Question: how does a caller say what an argument is to the derivative?
// A value needs no wrapper; a pointer is always wrapped in one of the two.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_ARGUMENTS_H
#define AUTODIFF_ARGUMENTS_H

#include "autodiff/detail/config.h"
#include "autodiff/detail/markers.h"

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#if defined(__has_include)
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif
#endif

namespace autodiff {
namespace clang_ad_detail {

/// Opaque identities: what comes out carries no derivative.
#define AUTODIFF_OPAQUE_CONSTANT(suffix, type)                                 \
  AUTODIFF_WRAPPER type hideConstant(type x) noexcept {                        \
    return __autodiff_constant_##suffix(x);                                    \
  }
#include "autodiff/detail/markers.def"

/// What active() makes of a pointer and its shadow.
template <class T> struct ActivePointer {
  T *primal;
  std::remove_const_t<T> *shadow;
};

/// What active() makes of an object and its shadow.
template <class T> struct ActiveObject {
  T *primal;
  std::remove_const_t<T> *shadow;
};

/// What active() makes of two views (spans) of the same layout.
template <class View, class Shadow> struct ActiveView {
  View primal;
  Shadow shadow;
};

/// What constant() makes of a value (T) or of an object (T &).
template <class T> class Constant {
  T value;

public:
  using Object = std::remove_cv_t<std::remove_reference_t<T>>;
  /// A scalar comes out by value, an object by reference.
  using Result =
      std::conditional_t<std::is_scalar_v<Object>, Object, const Object &>;

  explicit constexpr Constant(T x) : value(static_cast<T &&>(x)) {}

  /// The value as it was given.
  constexpr std::remove_reference_t<T> &unwrap() noexcept { return value; }

  /// In differentiated code: the value without its derivative.
  AUTODIFF_WRAPPER Result get() const noexcept {
    if constexpr (std::is_floating_point_v<Object>)
      return hideConstant(value);
    else if constexpr (std::is_pointer_v<Object> &&
                       !std::is_function_v<std::remove_pointer_t<Object>>)
      return static_cast<Object>(
          const_cast<void *>(hideConstant(static_cast<const void *>(value))));
    else if constexpr (std::is_scalar_v<Object>)
      return value;
    else
      return *static_cast<const Object *>(
          hideConstant(static_cast<const void *>(std::addressof(value))));
  }
  AUTODIFF_WRAPPER operator Result() const noexcept { return get(); }
};

/// Scalars and rvalues are kept by value, objects by reference.
template <class T>
using ConstantOf = Constant<
    std::conditional_t<std::is_scalar_v<std::decay_t<T>> && !std::is_array_v<T>,
                       std::decay_t<T>, T>>;

template <class T> inline constexpr bool isView = false;
#if defined(__cpp_lib_span)
template <class T, std::size_t N>
inline constexpr bool isView<std::span<T, N>> = true;
#endif

} // namespace clang_ad_detail

inline namespace clang_ad {

/// active(p, dp): a pointer to data that is differentiated, and the caller's
/// shadow. The element type is any; `dp[i]` belongs to `p[i]`, for as many
/// elements as the function reads or writes through p.
///
/// - Reverse (gradient): the adjoint of an input is ACCUMULATED, `dp[i] +=
/// ...`;
///   set dp to zero first for a plain gradient. Where the function writes
///   through p, dp holds the seed of that output on entry and has been consumed
///   (zero, or what the former content of p[i] earned) on return.
/// - Forward (jvp): dp holds the tangent of the input on entry, and that of the
///   output on return (overwritten).
///
/// The shadow must not overlap memory that the function itself accesses, and
/// one pointer has one shadow: f(active(x, dx), active(x, dx)) is right.
template <class T, class S>
AUTODIFF_WRAPPER clang_ad_detail::ActivePointer<T> active(T *p, S *dp) {
  static_assert(!std::is_const_v<S>,
                "autodiff: the shadow of active(p, dp) is written to; make dp "
                "a pointer to non-const");
  static_assert(std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<S>>,
                "autodiff: the shadow of active(p, dp) has the type of p "
                "without const");
  if constexpr (std::is_same_v<std::remove_cv_t<T>, S>)
    return {p, dp};
  else
    return {p, nullptr};
}

/// active(x, dx): an object (a std::vector, a struct that holds pointers, ...)
/// with a shadow of the caller's, of the same type and shape. As above, dx is
/// accumulated into, and x gives no entry in the result. Two spans are views:
/// the shadow is what the second one points to.
template <class T, class S,
          std::enable_if_t<!std::is_pointer_v<std::decay_t<T>>, int> = 0>
AUTODIFF_WRAPPER auto active(T &x, S &dx) {
  static_assert(!std::is_const_v<S>,
                "autodiff: the shadow of active(x, dx) is written to; make dx "
                "non-const");
  static_assert(std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<S>>,
                "autodiff: the shadow of active(x, dx) has the type of x");
  if constexpr (std::is_same_v<std::remove_cv_t<T>, S>)
    return clang_ad_detail::ActiveObject<T>{std::addressof(x),
                                            std::addressof(dx)};
}

#if defined(__cpp_lib_span)
template <class T, std::size_t N, class S, std::size_t M>
AUTODIFF_WRAPPER auto active(std::span<T, N> x, std::span<S, M> dx) {
  static_assert(!std::is_const_v<S>,
                "autodiff: the shadow of active(x, dx) is written to; make dx "
                "a span of non-const elements");
  static_assert(std::is_same_v<std::remove_cv_t<T>, S> && N == M,
                "autodiff: the shadow of active(x, dx) has the element type "
                "and the extent of x");
  return clang_ad_detail::ActiveView<std::span<T, N>, std::span<S, M>>{x, dx};
}
#endif

/// constant(x) as an argument of gradient and its like: x is held fixed, there
/// is no entry for it in the result, and all that is reached through it (what
/// a pointer points to, for example) carries no derivative.
///
/// constant(x) inside a differentiated function: the value of x without its
/// derivative, as in `double y = autodiff::constant(x) * 2`. It converts to the
/// type of x; write constant(x).get() where no conversion takes place.
template <class T>
AUTODIFF_WRAPPER clang_ad_detail::ConstantOf<T> constant(T &&x) {
  return clang_ad_detail::ConstantOf<T>(std::forward<T>(x));
}

} // namespace clang_ad
} // namespace autodiff

#endif // AUTODIFF_ARGUMENTS_H
