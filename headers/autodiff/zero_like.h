//===- zero_like.h - A zero of the shape of an object ---------------------===//
//
// Question: what does the shadow of an object look like before a gradient is
// accumulated into it?
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_ZERO_LIKE_H
#define AUTODIFF_ZERO_LIKE_H

#include "autodiff/detail/config.h"
#include "autodiff/detail/content.h"

#include <cstddef>

namespace autodiff {
namespace clang_ad_detail {

/// The type of an adjoint: the argument's own, but std::array for a C array.
template <class T> struct AdjointOf {
  using type = T;
};
template <class T, std::size_t N> struct AdjointOf<T[N]> {
  using type = std::array<typename AdjointOf<T>::type, N>;
};
template <class T>
using Adjoint = typename AdjointOf<std::remove_cv_t<T>>::type;

/// Types of nothing but floating-point numbers: a value-initialised object is
/// their zero, whatever the size of the original.
template <class T> inline constexpr bool isPureReal = isReal<T> || isComplex<T>;
template <class T> inline constexpr bool isPureReal<std::complex<T>> = true;
template <class T, std::size_t N>
inline constexpr bool isPureReal<std::array<T, N>> = isPureReal<T>;
template <class T, std::size_t N>
inline constexpr bool isPureReal<T[N]> = isPureReal<T>;

template <class T> void setToZero(T &x);

struct SetToZero {
  template <class T> void operator()(T &x) const { setToZero(x); }
  template <class T> void operator()(const T &) const {}
};

template <class T> void setElementsToZero(T &x) {
  for (auto &element : x)
    setToZero(element);
}
template <class T, class U> void setElementsToZero(std::pair<T, U> &x) {
  SetToZero()(x.first);
  SetToZero()(x.second);
}
template <class... T> void setElementsToZero(std::tuple<T...> &x) {
  std::apply([](auto &...element) { (SetToZero()(element), ...); }, x);
}
template <class T> void setElementsToZero(std::optional<T> &x) {
  if (x)
    setToZero(*x);
}
template <class... T> void setElementsToZero(std::variant<T...> &x) {
  std::visit(SetToZero(), x);
}

/// Sets the floating-point numbers that x owns to zero.
template <class T> void setToZero(T &x) {
  if constexpr (!HasFloats<T>::value || std::is_const_v<T>)
    return;
  else if constexpr (hasCustomZero<T>)
    x = customised::call(x);
  else if constexpr (std::is_array_v<T>)
    setElementsToZero(x);
  else if constexpr (isPureReal<T>)
    x = T();
  else if constexpr (Elements<T>::known)
    setElementsToZero(x);
  else
    visitFields<HasFloats>(x, SetToZero());
}

/// Makes the zero of x in one go where that saves copying numbers first.
template <class T> struct ZeroMaker {
  static T make(const T &x) {
    if constexpr (hasCustomZero<T>) {
      return customised::call(x);
    } else {
      T zero(x);
      setToZero(zero);
      return zero;
    }
  }
};
template <class T> struct ZeroMaker<std::vector<T>> {
  static std::vector<T> make(const std::vector<T> &x) {
    if constexpr (isPureReal<T>) {
      return std::vector<T>(x.size());
    } else {
      std::vector<T> zero(x);
      setToZero(zero);
      return zero;
    }
  }
};
template <class T, std::size_t N> struct ZeroMaker<T[N]> {
  static Adjoint<T[N]> make(const T (&x)[N]) {
    Adjoint<T[N]> zero{};
    if constexpr (!isPureReal<T>)
      for (std::size_t i = 0; i != N; ++i)
        zero[i] = ZeroMaker<T>::make(x[i]);
    return zero;
  }
};

template <class T> AUTODIFF_WRAPPER Adjoint<T> makeZero(const T &x) {
  if constexpr (isPureReal<T>)
    return Adjoint<T>();
  else
    return ZeroMaker<T>::make(x);
}

struct ZeroLike {
  template <class T> Adjoint<T> operator()(const T &x) const {
    static_assert(contentOf<T>() != Content::Unknown,
                  "autodiff: the members of this class cannot be seen; define "
                  "'T zero_like(const T &)' beside the class");
    static_assert(contentOf<T>() != Content::Pointer,
                  "autodiff: this type holds a pointer, so only you know its "
                  "shadow; define 'T zero_like(const T &)' beside the class");
    return makeZero(x);
  }
};

} // namespace clang_ad_detail

inline namespace clang_ad {

/// zero_like(x): a copy of x in which every floating-point number is zero. It
/// has the sizes, the integers, the strings of x. For a C array it is a
/// std::array.
///
/// This is also the one customisation point: a class whose members cannot be
/// seen (private members, more than 16 members) takes part in gradients once
/// there is a function
///
///     MyClass zero_like(const MyClass &x);
///
/// in the namespace of MyClass. It must return an object with the layout of x:
/// same sizes, same integers, floating-point numbers zero, and memory of its
/// own wherever x owns memory.
inline constexpr clang_ad_detail::ZeroLike zero_like{};

} // namespace clang_ad
} // namespace autodiff

#endif // AUTODIFF_ZERO_LIKE_H
