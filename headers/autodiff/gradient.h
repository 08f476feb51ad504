//===- gradient.h - Derivatives and gradients (reverse mode) --------------===//
//
// Question: how does a user ask for a derivative? By one of
//
//   derivative<f>(x)                 derivative(callable, x)
//   gradient<f>(args...)             gradient(callable, args...)
//   value_and_gradient<f>(args...)   value_and_gradient(callable, args...)
//
// f is a function, an overload picked by a cast, a member function (the object
// is the first argument), a captureless lambda (C++20) or a callable type. A
// callable object is held fixed: so are its captures, and so is what it
// captured by reference, whether or not that is an argument as well.
//
// Arguments
//   float, double, long double, std::complex, C arrays, std::array, std::vector
//   and other standard containers, std::pair, std::tuple, std::optional,
//   std::variant, and aggregates of these are differentiated. The result has
//   one entry for each, of the parameter's own type (a std::array for a C
//   array) and of the argument's shape. Integers, bools, enums, strings,
//   function pointers, random engines and streams are carried along and have no
//   entry. Pointers and spans are wrapped: active(p, dp) or constant(p). Other
//   classes need a zero_like(const T &), active(x, dx) or constant(x).
//
// The result of f is float, double or long double, or void if f writes through
// an active(y, dy) argument: then dy holds the seed.
//
// Method: reverse accumulation (Griewank & Walther, Evaluating Derivatives,
// 2008, chapter 3) on optimised code (markers.def).
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_GRADIENT_H
#define AUTODIFF_GRADIENT_H

#include "autodiff/arguments.h"
#include "autodiff/detail/checks.h"
#include "autodiff/detail/entry.h"
#include "autodiff/zero_like.h"

#include <tuple>
#include <utility>

namespace autodiff {
namespace clang_ad_detail {

/// The gradient as `gradient` returns it.
template <class Callee, class... A>
AUTODIFF_WRAPPER auto makeGradient(A &&...args) {
  using C = Call<Callee, A...>;
  constexpr Mistake mistake = mistakeOfGradient<C>();
  explain<mistake, C>();
  if constexpr (mistake == Mistake::None) {
    typename C::Pack slots(std::forward<A>(args)...);
    if constexpr (std::is_void_v<typename C::Result>) {
      C::Run::template run<Mode::Reverse>(slots);
    } else {
      typename C::Result result, seed = 1;
      C::Run::template run<Mode::Reverse>(slots, result, seed);
    }
    if constexpr (C::entryCount != 0)
      return collectEntries(slots);
  }
}

/// The pair as `value_and_gradient` returns it.
template <class Callee, class... A>
AUTODIFF_WRAPPER auto makeValueAndGradient(A &&...args) {
  using C = Call<Callee, A...>;
  constexpr Mistake first = mistakeOfGradient<C>();
  if constexpr (first == Mistake::None) {
    using Result = typename C::Result;
    explain<std::is_void_v<Result> ? Mistake::NoValue : Mistake::None, C>();
    if constexpr (!std::is_void_v<Result>) {
      typename C::Pack slots(std::forward<A>(args)...);
      Result result, seed = 1;
      C::Run::template run<Mode::Reverse>(slots, result, seed);
      return std::make_pair(result, collectEntries(slots));
    }
  } else {
    explain<first, C>();
  }
}

/// The scalar as `derivative` returns it; X is the argument's type.
template <class Callee, class X, class... A>
AUTODIFF_WRAPPER auto makeDerivative(A &&...args) {
  using C = Call<Callee, A...>;
  constexpr Mistake mistake = mistakeOfDerivative<X, C>();
  explain<mistake, C>();
  if constexpr (mistake == Mistake::None)
    return std::get<0>(makeGradient<Callee>(std::forward<A>(args)...));
}

} // namespace clang_ad_detail

inline namespace clang_ad {

/// derivative<f>(x): the derivative f'(x) of a function of one floating-point
/// number, in the type of f's parameter (its unit: that of f over that of x).
template <auto F, class X, clang_ad_detail::IfCallable<decltype(F)> = 0>
AUTODIFF_ENTRY auto derivative(X &&x) {
  using namespace clang_ad_detail;
  return makeDerivative<StaticCallee<F>, X>(std::forward<X>(x));
}

/// derivative<Callable>(x): as above, of Callable{}.
template <class F, class X, clang_ad_detail::IfCallableType<F> = 0>
AUTODIFF_ENTRY auto derivative(X &&x) {
  using namespace clang_ad_detail;
  return makeDerivative<TypeCallee<F>, X>(std::forward<X>(x));
}

/// derivative(f, x): as above, of a callable object, whose captures are held
/// fixed.
template <class F, class X, clang_ad_detail::IfCallableObject<F, X> = 0>
AUTODIFF_ENTRY auto derivative(F &&f, X &&x) {
  using namespace clang_ad_detail;
  HeldCallable<F> &held = f;
  return makeDerivative<ObjectCallee<HeldCallable<F>>, X>(
      Constant<HeldCallable<F> &>(held), std::forward<X>(x));
}

/// gradient<f>(args...): a std::tuple of the partial derivatives, one entry for
/// each argument that is differentiated and passed by value or reference, in
/// order. Shadows passed by active(p, dp) are accumulated into (+=) and have no
/// entry; if there are no other entries, the result is void.
///
/// What f writes through a reference or a pointer is written as by f itself. An
/// exception that f throws comes out of the gradient; shadows are then
/// unspecified.
template <auto F, class... A, clang_ad_detail::IfCallable<decltype(F)> = 0>
AUTODIFF_ENTRY auto gradient(A &&...args) {
  using namespace clang_ad_detail;
  return makeGradient<StaticCallee<F>>(std::forward<A>(args)...);
}

/// gradient<Callable>(args...): as above, of Callable{}.
template <class F, class... A, clang_ad_detail::IfCallableType<F> = 0>
AUTODIFF_ENTRY auto gradient(A &&...args) {
  using namespace clang_ad_detail;
  return makeGradient<TypeCallee<F>>(std::forward<A>(args)...);
}

/// gradient(f, args...): as above, of a callable object, whose captures are
/// held fixed.
template <class F, class... A, clang_ad_detail::IfCallableObject<F, A...> = 0>
AUTODIFF_ENTRY auto gradient(F &&f, A &&...args) {
  using namespace clang_ad_detail;
  HeldCallable<F> &held = f;
  return makeGradient<ObjectCallee<HeldCallable<F>>>(
      Constant<HeldCallable<F> &>(held), std::forward<A>(args)...);
}

/// value_and_gradient<f>(args...): a std::pair of the value of f and the tuple
/// that gradient returns (an empty one if all shadows are the caller's).
template <auto F, class... A, clang_ad_detail::IfCallable<decltype(F)> = 0>
AUTODIFF_ENTRY auto value_and_gradient(A &&...args) {
  using namespace clang_ad_detail;
  return makeValueAndGradient<StaticCallee<F>>(std::forward<A>(args)...);
}

/// value_and_gradient<Callable>(args...): as above, of Callable{}.
template <class F, class... A, clang_ad_detail::IfCallableType<F> = 0>
AUTODIFF_ENTRY auto value_and_gradient(A &&...args) {
  using namespace clang_ad_detail;
  return makeValueAndGradient<TypeCallee<F>>(std::forward<A>(args)...);
}

/// value_and_gradient(f, args...): as above, of a callable object, whose
/// captures are held fixed.
template <class F, class... A, clang_ad_detail::IfCallableObject<F, A...> = 0>
AUTODIFF_ENTRY auto value_and_gradient(F &&f, A &&...args) {
  using namespace clang_ad_detail;
  HeldCallable<F> &held = f;
  return makeValueAndGradient<ObjectCallee<HeldCallable<F>>>(
      Constant<HeldCallable<F> &>(held), std::forward<A>(args)...);
}

} // namespace clang_ad
} // namespace autodiff

#endif // AUTODIFF_GRADIENT_H
