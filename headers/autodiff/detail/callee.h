//===- callee.h - The function to differentiate ---------------------------===//
//
// Question: how is each kind of callable called from a trampoline?
// The callee itself is static (part of the trampoline's code), except for a
// callable object, which is the first, inactive slot.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_CALLEE_H
#define AUTODIFF_DETAIL_CALLEE_H

#include "autodiff/detail/config.h"
#include "autodiff/detail/signature.h"

#include <type_traits>
#include <utility>

namespace autodiff::clang_ad_detail {

/// A function, a member function or (C++20) a captureless lambda, given as a
/// template argument.
template <auto F>
struct StaticCallee : Signature<std::remove_cv_t<decltype(F)>> {
  template <class... A>
  AUTODIFF_WRAPPER static auto call(A &&...args)
      -> decltype(F(std::forward<A>(args)...)) {
    return F(std::forward<A>(args)...);
  }
  template <class C, class... A>
  AUTODIFF_WRAPPER static auto call(C &&object, A &&...args)
      -> decltype((std::forward<C>(object).*F)(std::forward<A>(args)...)) {
    return (std::forward<C>(object).*F)(std::forward<A>(args)...);
  }
};

/// A callable class, given as a template argument.
template <class F> struct TypeCallee : Signature<F> {
  static_assert(
      std::is_default_constructible_v<F>,
      "autodiff: gradient<Callable> makes a Callable of its own; give "
      "the object as the first argument instead: gradient(f, x)");
  template <class... A>
  AUTODIFF_WRAPPER static auto call(A &&...args)
      -> decltype(F{}(std::forward<A>(args)...)) {
    return F{}(std::forward<A>(args)...);
  }
};

template <class F, class S, bool Known = S::known>
struct ObjectSignature : S {};
template <class F, class... P> struct PrependedSignature;
template <class F, class... P>
struct PrependedSignature<F, TypeList<P...>> : KnownSignature<F &, P...> {};
template <class F, class S>
struct ObjectSignature<F, S, true>
    : PrependedSignature<F, typename S::Parameters> {};

/// A callable object of type F (const F if the caller's is const).
template <class F>
struct ObjectCallee : ObjectSignature<F, Signature<std::remove_cv_t<F>>> {
  template <class... A>
  AUTODIFF_WRAPPER static auto call(F &f, A &&...args)
      -> decltype(f(std::forward<A>(args)...)) {
    return f(std::forward<A>(args)...);
  }
};

} // namespace autodiff::clang_ad_detail

#endif // AUTODIFF_DETAIL_CALLEE_H
