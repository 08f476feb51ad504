//===- content.h - What a type holds for a derivative ---------------------===//
//
// Question: does an object of type T hold floating-point numbers, and can a
// shadow of it be made by copying it and setting them to zero?
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_CONTENT_H
#define AUTODIFF_DETAIL_CONTENT_H

#include "autodiff/detail/fields.h"

#include <array>
#include <complex>
#include <ios>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace autodiff::clang_ad_detail {

/// The greatest of its parts' is the content of the whole.
enum class Content {
  None,     ///< nothing that has a derivative: carried along
  Floating, ///< floating-point numbers: has a shadow
  Pointer,  ///< a pointer: only the user knows the shadow that it points to
  Unknown   ///< a class whose parts cannot be seen
};

template <class... C> constexpr Content joinContents(C... contents) {
  Content result = Content::None;
  ((result = contents > result ? contents : result), ...);
  return result;
}

// The user's zero_like is found by argument-dependent lookup only.
namespace customised {
struct Hidden;
void zero_like(const Hidden &);
template <class T>
using Result = decltype(zero_like(std::declval<const T &>()));
template <class T> T call(const T &x) { return zero_like(x); }
} // namespace customised

template <class T, class = void> inline constexpr bool hasCustomZero = false;
template <class T>
inline constexpr bool hasCustomZero<T, std::void_t<customised::Result<T>>> =
    std::is_same_v<std::decay_t<customised::Result<T>>, T>;

template <class T> constexpr Content contentOf();

/// Containers that own their elements.
template <class T> struct Elements {
  static constexpr bool known = false;
};
template <class... T> struct ElementsOf {
  static constexpr bool known = true;
  static constexpr Content content() { return joinContents(contentOf<T>()...); }
};
template <class T, std::size_t N>
struct Elements<std::array<T, N>> : ElementsOf<T> {};
template <class T> struct Elements<std::complex<T>> : ElementsOf<T> {};
template <class T, class U>
struct Elements<std::pair<T, U>> : ElementsOf<T, U> {};
template <class... T> struct Elements<std::tuple<T...>> : ElementsOf<T...> {};
template <class T> struct Elements<std::optional<T>> : ElementsOf<T> {};
template <class... T> struct Elements<std::variant<T...>> : ElementsOf<T...> {};
template <> struct Elements<std::monostate> : ElementsOf<> {};
template <class T, class A>
struct Elements<std::vector<T, A>> : ElementsOf<T> {};
/// deque, list, forward_list and the like.
template <template <class, class> class C, class T>
struct Elements<C<T, std::allocator<T>>> : ElementsOf<T> {};
template <class T>
struct Elements<std::vector<T, std::allocator<T>>> : ElementsOf<T> {};
/// map and multimap; a key has no derivative.
template <template <class, class, class, class> class C, class K, class T,
          class L>
struct Elements<C<K, T, L, std::allocator<std::pair<const K, T>>>>
    : ElementsOf<T> {};
/// unordered_map and unordered_multimap.
template <template <class, class, class, class, class> class C, class K,
          class T, class H, class E>
struct Elements<C<K, T, H, E, std::allocator<std::pair<const K, T>>>>
    : ElementsOf<T> {};
/// Strings.
template <class T, class R, class A>
struct Elements<std::basic_string<T, R, A>> : ElementsOf<> {};
template <class T, class R>
struct Elements<std::basic_string_view<T, R>> : ElementsOf<> {};

/// Engines of <random>, which are held fixed like all their numbers.
template <class T, class = void> inline constexpr bool isRandomEngine = false;
template <class T>
inline constexpr bool
    isRandomEngine<T, std::void_t<decltype(T::min()), decltype(T::max()),
                                  decltype(std::declval<T &>()())>> =
        std::is_unsigned_v<decltype(std::declval<T &>()())>;

template <class T> inline constexpr bool isCharacter = false;
template <> inline constexpr bool isCharacter<char> = true;
template <> inline constexpr bool isCharacter<wchar_t> = true;
template <> inline constexpr bool isCharacter<char16_t> = true;
template <> inline constexpr bool isCharacter<char32_t> = true;

/// The floating-point types that have a derivative. __fp16 is none: a type to
/// store only.
template <class T>
inline constexpr bool isReal =
    std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, long double>;
#ifdef __FLT16_MAX__
template <> inline constexpr bool isReal<_Float16> = true;
#endif
#if defined(__SSE2__) && defined(__clang__)
template <> inline constexpr bool isReal<__bf16> = true;
#endif
#ifdef __SIZEOF_FLOAT128__
template <> inline constexpr bool isReal<__float128> = true;
#endif

/// C's complex numbers.
__extension__ typedef _Complex float ComplexFloat;
__extension__ typedef _Complex double ComplexDouble;
__extension__ typedef _Complex long double ComplexLongDouble;
template <class T>
inline constexpr bool isComplex =
    std::is_same_v<T, ComplexFloat> || std::is_same_v<T, ComplexDouble> ||
    std::is_same_v<T, ComplexLongDouble>;

template <class... T> constexpr Content contentOfFields(TypeList<T...>) {
  return joinContents(contentOf<T>()...);
}

template <class T> constexpr Content contentOfClass() {
  if constexpr (hasCustomZero<T>)
    return Content::Floating;
  else if constexpr (Elements<T>::known)
    return Elements<T>::content();
  else if constexpr (std::is_empty_v<T> ||
                     std::is_base_of_v<std::ios_base, T> || isRandomEngine<T>)
    return Content::None;
  else if constexpr (std::is_union_v<T> || !std::is_aggregate_v<T>)
    return Content::Unknown;
  else if constexpr (countFields<T>() == 0 || countFields<T>() > MaxFields)
    return Content::Unknown;
  else
    return contentOfFields(decltype(listFields(std::declval<T &>()))());
}

/// The content of an object of type T.
template <class T> constexpr Content contentOf() {
  if constexpr (std::is_const_v<T> || std::is_volatile_v<T>)
    return contentOf<std::remove_cv_t<T>>();
  else if constexpr (std::is_array_v<T>)
    return contentOf<std::remove_extent_t<T>>();
  else if constexpr (std::is_class_v<T> || std::is_union_v<T>)
    return contentOfClass<T>();
  else if constexpr (isReal<T> || isComplex<T>)
    return Content::Floating;
  else if constexpr (std::is_integral_v<T> || std::is_enum_v<T> ||
                     std::is_member_pointer_v<T> || std::is_null_pointer_v<T> ||
                     std::is_function_v<std::remove_pointer_t<T>>)
    return Content::None;
  else if constexpr (std::is_pointer_v<T>)
    return std::is_const_v<std::remove_pointer_t<T>> &&
                   isCharacter<std::remove_const_t<std::remove_pointer_t<T>>>
               ? Content::None
               : Content::Pointer;
  else if constexpr (std::is_reference_v<T>)
    return Content::Pointer;
  else
    return Content::Unknown;
}

template <class T>
struct HasFloats : std::bool_constant<contentOf<T>() == Content::Floating> {};

} // namespace autodiff::clang_ad_detail

#endif // AUTODIFF_DETAIL_CONTENT_H
