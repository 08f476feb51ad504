//===- checks.h - Mistakes in a call, told in one sentence ----------------===//
//
// Question: can this callee be differentiated with these arguments, and if not,
// what should the user write instead?
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_CHECKS_H
#define AUTODIFF_DETAIL_CHECKS_H

#include "autodiff/detail/request.h"

#include <cstddef>
#include <type_traits>

namespace autodiff::clang_ad_detail {

enum class Mistake {
  None,
  ArgumentCount,
  ArgumentType,
  BarePointer,
  HeldPointer,
  UnknownClass,
  NotCallable,
  NoDerivative,
  NoOutput,
  ResultNotReal,
  NoValue,
  NotScalar,
  TangentCount,
  TangentType,
  ResultNotDifferentiable
};

/// Stops with the sentence for M, once for each kind of Call; exactly one
/// assertion fails.
template <Mistake M, class Call> AUTODIFF_WRAPPER constexpr void explain() {
  static_assert(
      M != Mistake::ArgumentCount,
      "autodiff: pass one argument for each parameter of the function "
      "(of a member function, the object comes first)");
  static_assert(M != Mistake::ArgumentType,
                "autodiff: pass arguments that convert to the types of the "
                "function's parameters");
  static_assert(M != Mistake::BarePointer,
                "autodiff: wrap a pointer in autodiff::active(p, dp) or "
                "autodiff::constant(p)");
  static_assert(M != Mistake::HeldPointer,
                "autodiff: this argument's type holds a pointer; pass "
                "autodiff::active(x, dx) with a shadow of your own, or "
                "autodiff::constant(x)");
  static_assert(
      M != Mistake::UnknownClass,
      "autodiff: the members of this argument's class cannot be seen; "
      "define 'T zero_like(const T &)' beside the class, or pass "
      "autodiff::constant(x)");
  static_assert(M != Mistake::NotCallable,
                "autodiff: pass arguments with which the callable can be "
                "called");
  static_assert(
      M != Mistake::NoDerivative,
      "autodiff: no argument has a derivative; pass at least one "
      "floating-point value, or a pointer in autodiff::active(p, dp)");
  static_assert(M != Mistake::NoOutput,
                "autodiff: the function returns nothing; pass its output as "
                "autodiff::active(y, dy), with the seed in dy");
  static_assert(M != Mistake::ResultNotReal,
                "autodiff: a gradient needs a function that returns float, "
                "double or long double; use autodiff::jvp for another result");
  static_assert(M != Mistake::NoValue,
                "autodiff: the function returns nothing; use "
                "autodiff::gradient in place of value_and_gradient");
  static_assert(M != Mistake::NotScalar,
                "autodiff: derivative needs one floating-point argument; use "
                "autodiff::gradient for other arguments");
  static_assert(M != Mistake::TangentCount,
                "autodiff: pass one tangent for each primal that has a "
                "derivative (none for integers, active() and constant())");
  static_assert(M != Mistake::TangentType,
                "autodiff: pass tangents of the types of their primals");
  static_assert(M != Mistake::ResultNotDifferentiable,
                "autodiff: jvp needs a function whose result is made of "
                "floating-point numbers, or that writes through active(y, dy)");
}

template <class P> constexpr Mistake mistakeOfContent(Content content) {
  if (content == Content::Unknown)
    return Mistake::UnknownClass;
  if (content == Content::Pointer)
    return std::is_pointer_v<Bare<P>> ? Mistake::BarePointer
                                      : Mistake::HeldPointer;
  return Mistake::None;
}

/// Mistakes in one argument. A bare pointer comes first: it is wrong whether it
/// converts or not.
template <class P, class A> constexpr Mistake mistakeOfArgument() {
  using C = Choice<P, A>;
  if constexpr (std::is_pointer_v<std::decay_t<A>> &&
                std::is_pointer_v<Bare<P>>)
    return mistakeOfContent<P>(C::content);
  else if constexpr (!C::isConvertible)
    return Mistake::ArgumentType;
  else
    return mistakeOfContent<P>(C::content);
}

template <class... M> constexpr Mistake firstMistake(M... mistakes) {
  Mistake result = Mistake::None;
  ((result = result == Mistake::None ? mistakes : result), ...);
  return result;
}

/// A call whose slots are known; says nothing more if they do not fit.
template <class Callee, class Enable, class... Slot> struct SlotCall {
  static constexpr Mistake mistake = Mistake::NotCallable;
};
template <class Callee, class... Slot>
struct SlotCall<Callee, std::void_t<ResultOf<Callee, typename Slot::Pass...>>,
                Slot...> {
  static constexpr Mistake mistake =
      (false || ... || (Slot::activity == Activity::Active))
          ? Mistake::None
          : Mistake::NoDerivative;
  static constexpr std::size_t entryCount =
      (std::size_t(0) + ... + std::size_t(Slot::hasEntry));
  static constexpr bool hasCallerShadow =
      (false || ... || (Slot::activity == Activity::Active && !Slot::hasEntry));
  using Result = ResultOf<Callee, typename Slot::Pass...>;
  using Pack = Slots<Slot...>;
  using Run = Request<Callee, Result, Slot...>;
  using SlotTypes = TypeList<Slot...>;
};

template <class Callee, Mistake M, class... Choices> struct ArgumentCall {
  static constexpr Mistake mistake = M;
};
template <class Callee, class... Choices>
struct ArgumentCall<Callee, Mistake::None, Choices...>
    : SlotCall<Callee, void, typename Choices::type...> {};

template <class Callee, class Parameters, class... A> struct ParameterCall;
template <class Callee, class... P, class... A>
struct ParameterCall<Callee, TypeList<P...>, A...>
    : ArgumentCall<Callee, firstMistake(mistakeOfArgument<P, A>()...),
                   Choice<P, A>...> {};

template <class Callee, class... A> struct WrongCount {
  static constexpr Mistake mistake = Mistake::ArgumentCount;
};

template <class... P, class... A>
constexpr bool haveSameLength(TypeList<P...>, TypeList<A...>) {
  return sizeof...(P) == sizeof...(A);
}

template <class Callee, class... A> auto matchParameters() {
  if constexpr (!Callee::known)
    return ParameterCall<Callee,
                         TypeList<typename GenericParameter<std::conditional_t<
                             isWrapper<Bare<A>>, Bare<A>, A>>::type...>,
                         A...>();
  else if constexpr (!haveSameLength(typename Callee::Parameters(),
                                     TypeList<A...>()))
    return WrongCount<Callee, A...>();
  else
    return ParameterCall<Callee, typename Callee::Parameters, A...>();
}

/// The call of Callee with arguments of the types A, as they are forwarded. Has
/// `mistake`, and if that is None the slots and the Request.
template <class Callee, class... A>
using Call = decltype(matchParameters<Callee, A...>());

/// The tuple of references to the shadows of a call's value arguments.
template <class C>
using ShadowsOf = decltype(collectShadows(std::declval<typename C::Pack &>()));

/// Mistakes of a reverse derivative with the seed 1.
template <class C> constexpr Mistake mistakeOfGradient() {
  if constexpr (C::mistake != Mistake::None)
    return C::mistake;
  else if constexpr (std::is_void_v<typename C::Result>)
    return C::hasCallerShadow ? Mistake::None : Mistake::NoOutput;
  else
    return isReal<typename C::Result> ? Mistake::None : Mistake::ResultNotReal;
}

/// Mistakes of a derivative with respect to one argument of type X.
template <class X, class C> constexpr Mistake mistakeOfDerivative() {
  if constexpr (!(std::is_arithmetic_v<Bare<X>> || isReal<Bare<X>>) ||
                C::mistake == Mistake::NoDerivative)
    return Mistake::NotScalar;
  else
    return mistakeOfGradient<C>();
}

} // namespace autodiff::clang_ad_detail

#endif // AUTODIFF_DETAIL_CHECKS_H
