//===- entry.h - Which calls are meant for this library -------------------===//
//
// Question: may an entry point take part in overload resolution? Another C++
// library owns `namespace autodiff` too and has functions of the same names,
// which take template arguments that are numbers, or argument packs wrt(...)
// and at(...), objects with a tuple `args`. Those calls are left to it.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_ENTRY_H
#define AUTODIFF_DETAIL_ENTRY_H

#include "autodiff/arguments.h"
#include "autodiff/detail/callee.h"

#include <tuple>
#include <type_traits>

namespace autodiff::clang_ad_detail {

template <class T> inline constexpr bool isTuple = false;
template <class... T> inline constexpr bool isTuple<std::tuple<T...>> = true;

template <class T, class = void> inline constexpr bool isForeignPack = false;
template <class T>
inline constexpr bool
    isForeignPack<T, std::void_t<decltype(std::declval<T &>().args)>> =
        isTuple<std::decay_t<decltype(std::declval<T &>().args)>>;

/// Template arguments that are callable.
template <class F>
using IfCallable =
    std::enable_if_t<std::is_pointer_v<F> || std::is_member_pointer_v<F> ||
                         std::is_class_v<F>,
                     int>;
/// Callable types, and arguments that are ours.
template <class F>
using IfCallableType = std::enable_if_t<std::is_class_v<F>, int>;
template <class F, class... A>
using IfCallableObject =
    std::enable_if_t<(std::is_class_v<std::decay_t<F>> ||
                      std::is_pointer_v<std::decay_t<F>>) &&
                         !(false || ... || isForeignPack<std::decay_t<A>>),
                     int>;

/// A callable object as the first argument: functions decay to pointers, other
/// objects stay where they are.
template <class F>
using HeldCallable =
    std::conditional_t<std::is_class_v<std::decay_t<F>>,
                       std::remove_reference_t<F>, const std::decay_t<F>>;

} // namespace autodiff::clang_ad_detail

#endif // AUTODIFF_DETAIL_ENTRY_H
