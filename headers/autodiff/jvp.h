//===- jvp.h - Directional derivatives (forward mode) ---------------------===//
//
// Question: how does a result move when the arguments move along given
// tangents? By one of
//
//   jvp<f>(std::tuple(primals...), std::tuple(tangents...))
//   jvp<f>(x, dx)                       one argument
//   jvp(callable, primals, tangents)    a callable object, held fixed
//
// Primals are the arguments of gradient (gradient.h). There is one tangent for
// each that is differentiated and not wrapped, of its own type and shape, in
// order: what gradient returns has the same layout. The tangent of active(x,
// dx) is dx; where f writes through it, dx is overwritten by the output's
// tangent.
//
// The result is the tangent of f's result, of the same type, or void if f
// returns nothing. It is made of floating-point numbers.
//
// Method: tangent-linear (forward) accumulation (Griewank & Walther, Evaluating
// Derivatives, 2008, chapter 3) on optimised code (markers.def).
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_JVP_H
#define AUTODIFF_JVP_H

#include "autodiff/arguments.h"
#include "autodiff/detail/checks.h"
#include "autodiff/detail/entry.h"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace autodiff {
namespace clang_ad_detail {

/// One argument may come without its tuple.
template <class T> AUTODIFF_WRAPPER decltype(auto) asTuple(T &&x) {
  if constexpr (isTuple<Bare<T>>)
    return std::forward<T>(x);
  else
    return std::tuple<T &&>(std::forward<T>(x));
}

/// Whether the tangents T can be stored in the shadows E.
template <class... E, class... T>
constexpr Mistake mistakeOfTangents(const std::tuple<E &...> *,
                                    const std::tuple<T...> *) {
  if constexpr (sizeof...(E) != sizeof...(T))
    return Mistake::TangentCount;
  else
    return (true && ... && std::is_assignable_v<E &, const T &>)
               ? Mistake::None
               : Mistake::TangentType;
}

template <class C, class Tangents> constexpr Mistake mistakeOfJvp() {
  if constexpr (C::mistake != Mistake::None)
    return C::mistake;
  else if constexpr (std::is_void_v<typename C::Result>)
    return C::hasCallerShadow
               ? mistakeOfTangents(static_cast<ShadowsOf<C> *>(nullptr),
                                   static_cast<Tangents *>(nullptr))
               : Mistake::NoOutput;
  else if constexpr (contentOf<typename C::Result>() != Content::Floating ||
                     !std::is_default_constructible_v<typename C::Result>)
    return Mistake::ResultNotDifferentiable;
  else
    return mistakeOfTangents(static_cast<ShadowsOf<C> *>(nullptr),
                             static_cast<Tangents *>(nullptr));
}

template <class Callee, class Tangents, class... A>
AUTODIFF_WRAPPER auto makeJvp(const Tangents &tangents, A &&...args) {
  using C = Call<Callee, A...>;
  constexpr Mistake mistake = mistakeOfJvp<C, Tangents>();
  explain<mistake, C>();
  if constexpr (mistake == Mistake::None) {
    typename C::Pack slots(std::forward<A>(args)...);
    collectShadows(slots) = tangents;
    if constexpr (std::is_void_v<typename C::Result>) {
      C::Run::template run<Mode::Forward>(slots);
    } else {
      typename C::Result result{}, tangent{};
      C::Run::template run<Mode::Forward>(slots, result, tangent);
      return tangent;
    }
  }
}

/// Unpacks the primals after what comes before them (a callable object).
template <class Callee, class Tangents, class Primals, std::size_t... I,
          class... First>
AUTODIFF_WRAPPER auto unpackJvp(const Tangents &tangents, Primals &&primals,
                                std::index_sequence<I...>, First &&...first) {
  return makeJvp<Callee>(tangents, std::forward<First>(first)...,
                         std::get<I>(std::forward<Primals>(primals))...);
}

template <class Callee, class P, class T, class... First>
AUTODIFF_WRAPPER auto callJvp(P &&primals, const T &tangents,
                              First &&...first) {
  using Primals = decltype(asTuple(std::forward<P>(primals)));
  return unpackJvp<Callee>(
      asTuple(tangents), asTuple(std::forward<P>(primals)),
      std::make_index_sequence<std::tuple_size_v<Bare<Primals>>>(),
      std::forward<First>(first)...);
}

} // namespace clang_ad_detail

inline namespace clang_ad {

/// jvp<f>(primals, tangents): the tangent of f's result. Both are tuples, or
/// the argument of a function of one argument and its tangent.
template <auto F, class P, class T,
          clang_ad_detail::IfCallable<decltype(F)> = 0>
AUTODIFF_ENTRY auto jvp(P &&primals, const T &tangents) {
  using namespace clang_ad_detail;
  return callJvp<StaticCallee<F>>(std::forward<P>(primals), tangents);
}

/// jvp<Callable>(primals, tangents): as above, of Callable{}.
template <class F, class P, class T, clang_ad_detail::IfCallableType<F> = 0>
AUTODIFF_ENTRY auto jvp(P &&primals, const T &tangents) {
  using namespace clang_ad_detail;
  return callJvp<TypeCallee<F>>(std::forward<P>(primals), tangents);
}

/// jvp(f, primals, tangents): as above, of a callable object, whose captures
/// are held fixed.
template <class F, class P, class T,
          clang_ad_detail::IfCallableObject<F, P, T> = 0>
AUTODIFF_ENTRY auto jvp(F &&f, P &&primals, const T &tangents) {
  using namespace clang_ad_detail;
  HeldCallable<F> &held = f;
  return callJvp<ObjectCallee<HeldCallable<F>>>(
      std::forward<P>(primals), tangents, Constant<HeldCallable<F> &>(held));
}

} // namespace clang_ad
} // namespace autodiff

#endif // AUTODIFF_JVP_H
