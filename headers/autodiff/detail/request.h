//===- request.h - One call of a marker -----------------------------------===//
//
// Question: which descriptor, trampoline and slots make the marker call of one
// (callee, argument types)? The layout is that of markers.def.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_REQUEST_H
#define AUTODIFF_DETAIL_REQUEST_H

#include "autodiff/detail/callee.h"
#include "autodiff/detail/markers.h"
#include "autodiff/detail/slots.h"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace autodiff::clang_ad_detail {

template <Activity... A>
inline constexpr Descriptor<sizeof...(A)> descriptor = {
    AUTODIFF_CONTRACT_VERSION, sizeof...(A), 1, 0, {A...}};

template <std::size_t I, class Slot> struct SlotAt {
  Slot slot;
};

/// The slots of one call, in the order of the parameters.
template <class Indices, class... Slot> struct SlotPack;
template <std::size_t... I, class... Slot>
struct SlotPack<std::index_sequence<I...>, Slot...> : SlotAt<I, Slot>... {
  template <class... A>
  AUTODIFF_WRAPPER explicit SlotPack(A &&...args)
      : SlotAt<I, Slot>{Slot(std::forward<A>(args))}... {}
};
template <class... Slot>
using Slots = SlotPack<std::index_sequence_for<Slot...>, Slot...>;

template <std::size_t I, class Slot>
AUTODIFF_WRAPPER Slot &slotAt(SlotAt<I, Slot> &at) {
  return at.slot;
}

/// Argument I of the marker after the result: primal, shadow, primal, ...
template <std::size_t I, class Pack>
AUTODIFF_WRAPPER void *markerArgument(Pack &slots) {
  if constexpr (I % 2 == 0)
    return slotAt<I / 2>(slots).primal();
  else
    return slotAt<I / 2>(slots).shadow();
}

/// The type that a call of the primal yields, by value.
template <class Callee, class... Pass>
using ResultOf = std::decay_t<decltype(Callee::call(
    Pass::pass(static_cast<typename Pass::Object *>(nullptr))...))>;

/// The trampoline of a callee with these parameters; one serves all calls,
/// whatever their arguments were before their conversion.
template <class Callee, class Result, class... Pass> struct Trampoline {
  static void run(Result *__restrict result,
                  typename Pass::Object *__restrict... slots) {
    *result = Callee::call(Pass::pass(slots)...);
  }
};
template <class Callee, class... Pass>
struct Trampoline<Callee, void, Pass...> {
  static void run(typename Pass::Object *__restrict... slots) {
    Callee::call(Pass::pass(slots)...);
  }
};

template <class Result, class... Slot>
inline constexpr const void *description =
    &descriptor<Activity::Active, Slot::activity...>;
template <class... Slot>
inline constexpr const void *description<void, Slot...> =
    &descriptor<Slot::activity...>;

/// The marker calls with slots of these types. The descriptor and the
/// trampoline are constants of the call even where nothing is optimised.
template <class Callee, class Result, class... Slot> struct Request {
  using Code = Trampoline<Callee, Result, typename Slot::Pass...>;

  template <Mode M, std::size_t... I, class... R>
  AUTODIFF_WRAPPER static void callMarker(Slots<Slot...> &slots,
                                          std::index_sequence<I...>,
                                          R &...resultAndShadow) {
    if constexpr (M == Mode::Reverse)
      __autodiff_reverse(
          description<Result, Slot...>, reinterpret_cast<void *>(&Code::run),
          slotAddress(resultAndShadow)..., markerArgument<I>(slots)...);
    else
      __autodiff_forward(
          description<Result, Slot...>, reinterpret_cast<void *>(&Code::run),
          slotAddress(resultAndShadow)..., markerArgument<I>(slots)...);
  }

  /// Runs the primal and its derivative; the result and its shadow are given
  /// unless the primal returns nothing.
  template <Mode M, class... R>
  AUTODIFF_WRAPPER static void run(Slots<Slot...> &slots,
                                   R &...resultAndShadow) {
    callMarker<M>(slots, std::make_index_sequence<2 * sizeof...(Slot)>(),
                  resultAndShadow...);
  }
};

/// The results of the value arguments: a tuple with one adjoint for each.
template <class... Slot, std::size_t... I>
AUTODIFF_WRAPPER auto
collectEntries(SlotPack<std::index_sequence<I...>, Slot...> &slots) {
  return std::tuple_cat(slotAt<I>(slots).entry()...);
}

/// The same by reference.
template <class... Slot, std::size_t... I>
AUTODIFF_WRAPPER auto
collectShadows(SlotPack<std::index_sequence<I...>, Slot...> &slots) {
  return std::tuple_cat(slotAt<I>(slots).shadows()...);
}

} // namespace autodiff::clang_ad_detail

#endif // AUTODIFF_DETAIL_REQUEST_H
