//===- signature.h - The parameters of a callable -------------------------===//
//
// Question: which parameters does a function, a member function or a callable
// class take? The object of a member function is its first parameter. A generic
// callable (a template or overloaded operator()) has no signature of its own;
// its parameters follow from the arguments.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_SIGNATURE_H
#define AUTODIFF_DETAIL_SIGNATURE_H

#include "autodiff/detail/fields.h"

#include <type_traits>

namespace autodiff::clang_ad_detail {

template <class F, class = void> struct Signature {
  static constexpr bool known = false;
};

template <class... P> struct KnownSignature {
  static constexpr bool known = true;
  using Parameters = TypeList<P...>;
};

template <class R, class... P>
struct Signature<R (*)(P...), void> : KnownSignature<P...> {};
template <class R, class... P>
struct Signature<R (*)(P...) noexcept, void> : KnownSignature<P...> {};

// A row per kind of member function; Object is the type of *this.
#define AUTODIFF_MEMBER_ROW(qualifiers, Object)                                \
  template <class R, class C, class... P>                                      \
  struct Signature<R (C::*)(P...) qualifiers, void>                            \
      : KnownSignature<Object, P...> {                                         \
    using Operator = KnownSignature<P...>;                                     \
  };                                                                           \
  template <class R, class C, class... P>                                      \
  struct Signature<R (C::*)(P...) qualifiers noexcept, void>                   \
      : KnownSignature<Object, P...> {                                         \
    using Operator = KnownSignature<P...>;                                     \
  };
AUTODIFF_MEMBER_ROW(, C &)
AUTODIFF_MEMBER_ROW(const, const C &)
AUTODIFF_MEMBER_ROW(&, C &)
AUTODIFF_MEMBER_ROW(const &, const C &)
AUTODIFF_MEMBER_ROW(&&, C &&)
#undef AUTODIFF_MEMBER_ROW

/// A class with one operator(): its signature without the object.
template <class F>
struct Signature<F, std::void_t<decltype(&F::operator())>>
    : Signature<decltype(&F::operator())>::Operator {};

} // namespace autodiff::clang_ad_detail

#endif // AUTODIFF_DETAIL_SIGNATURE_H
