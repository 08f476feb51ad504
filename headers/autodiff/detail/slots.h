//===- slots.h - How one argument reaches the trampoline ------------------===//
//
// Question: where do an argument and its shadow live during a derivative, and
// how is the primal called with it?
//
// A slot class has
//   Object             the type of the trampoline's parameter, less the pointer
//   activity           for the descriptor
//   primal(), shadow() the addresses for the marker call
//   Pass::pass(slot)   the expression with which the primal is called
//   entry()            a tuple: the adjoint of an active value, else nothing
//   shadows()          a tuple: a reference to it
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_SLOTS_H
#define AUTODIFF_DETAIL_SLOTS_H

#include "autodiff/arguments.h"
#include "autodiff/detail/content.h"
#include "autodiff/zero_like.h"

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace autodiff::clang_ad_detail {

/// The address of an object as a marker takes it; nothing is written through
/// it that the primal does not write.
template <class T> AUTODIFF_WRAPPER void *slotAddress(T &x) {
  return const_cast<void *>(
      static_cast<const volatile void *>(std::addressof(x)));
}

/// Calls with a parameter of type P: a reference parameter gets the slot's
/// object itself, a value is copied from it by the language. What P takes by
/// rvalue reference is a copy, so that the object keeps its adjoint.
template <class P> struct Passing {
  using Pass = Passing;
  using Object = std::remove_cv_t<std::remove_reference_t<P>>;

  AUTODIFF_WRAPPER static decltype(auto) pass(Object *slot) {
    if constexpr (std::is_lvalue_reference_v<P>)
      return static_cast<P>(*slot);
    else if constexpr (!std::is_copy_constructible_v<Object>)
      return std::move(*slot);
    else if constexpr (std::is_rvalue_reference_v<P>)
      return Object(*slot);
    else
      return static_cast<const Object &>(*slot);
  }
};

template <class T> using Bare = std::remove_cv_t<std::remove_reference_t<T>>;

/// Whether the slot of a parameter P can be the caller's object A itself. A
/// scalar is copied instead, so that the caller's variable stays in a register.
template <class P, class A>
inline constexpr bool isPassedInPlace =
    std::is_same_v<Bare<P>, Bare<A>>
        ? !std::is_scalar_v<Bare<A>> ||
              (std::is_lvalue_reference_v<P> && std::is_lvalue_reference_v<A> &&
               !std::is_const_v<std::remove_reference_t<P>> &&
               !std::is_const_v<std::remove_reference_t<A>>)
        : std::is_reference_v<P> && std::is_base_of_v<Bare<P>, Bare<A>>;

/// Where the primal object lives: here, or with the caller.
template <class P, class A, bool InPlace = isPassedInPlace<P, A>>
class Storage : public Passing<P> {
  Bare<P> value;

public:
  AUTODIFF_WRAPPER explicit Storage(A &&x)
      : value(static_cast<Bare<P>>(std::forward<A>(x))) {}
  AUTODIFF_WRAPPER Bare<P> &object() { return value; }
};
template <class P, class A> class Storage<P, A, true> : public Passing<P> {
  using Held = std::conditional_t<std::is_const_v<std::remove_reference_t<A>>,
                                  const Bare<P>, Bare<P>>;
  Held &value;

public:
  AUTODIFF_WRAPPER explicit Storage(A &&x) : value(x) {}
  AUTODIFF_WRAPPER Held &object() { return value; }
};

/// A value without a derivative.
template <class P, class A> struct FixedSlot : Storage<P, A> {
  static constexpr Activity activity = Activity::Inactive;
  static constexpr bool hasEntry = false;

  using Storage<P, A>::Storage;
  AUTODIFF_WRAPPER void *primal() { return slotAddress(this->object()); }
  AUTODIFF_WRAPPER void *shadow() { return nullptr; }
  AUTODIFF_WRAPPER std::tuple<> entry() { return {}; }
  AUTODIFF_WRAPPER std::tuple<> shadows() { return {}; }
};

/// A value with a derivative; its adjoint or tangent starts at zero.
template <class P, class A> struct ValueSlot : Storage<P, A> {
  static constexpr Activity activity = Activity::Active;
  static constexpr bool hasEntry = true;
  using Entry = Adjoint<typename Storage<P, A>::Object>;

  AUTODIFF_WRAPPER explicit ValueSlot(A &&x)
      : Storage<P, A>(std::forward<A>(x)),
        derivative(makeZero(this->object())) {}
  AUTODIFF_WRAPPER void *primal() { return slotAddress(this->object()); }
  AUTODIFF_WRAPPER void *shadow() { return slotAddress(derivative); }
  AUTODIFF_WRAPPER std::tuple<Entry> entry() {
    return std::tuple<Entry>(std::move(derivative));
  }
  AUTODIFF_WRAPPER std::tuple<Entry &> shadows() {
    return std::tuple<Entry &>(derivative);
  }

  Entry derivative;
};

/// active(p, dp)
template <class P, class T> struct PointerSlot : Passing<P> {
  static constexpr Activity activity = Activity::Active;
  static constexpr bool hasEntry = false;
  using Pointer = typename Passing<P>::Object;

  AUTODIFF_WRAPPER explicit PointerSlot(const ActivePointer<T> &a)
      : value(a.primal), derivative(a.shadow) {}
  AUTODIFF_WRAPPER void *primal() { return slotAddress(value); }
  AUTODIFF_WRAPPER void *shadow() { return slotAddress(derivative); }
  AUTODIFF_WRAPPER std::tuple<> entry() { return {}; }
  AUTODIFF_WRAPPER std::tuple<> shadows() { return {}; }

private:
  Pointer value;
  std::remove_const_t<std::remove_pointer_t<Pointer>> *derivative;
};

/// active(x, dx)
template <class P, class T> struct ObjectSlot : Passing<P> {
  static constexpr Activity activity = Activity::Active;
  static constexpr bool hasEntry = false;

  AUTODIFF_WRAPPER explicit ObjectSlot(const ActiveObject<T> &a) : both(a) {}
  AUTODIFF_WRAPPER void *primal() { return slotAddress(*both.primal); }
  AUTODIFF_WRAPPER void *shadow() { return slotAddress(*both.shadow); }
  AUTODIFF_WRAPPER std::tuple<> entry() { return {}; }
  AUTODIFF_WRAPPER std::tuple<> shadows() { return {}; }

private:
  ActiveObject<T> both;
};

/// active(span, dspan)
template <class P, class View, class Shadow> struct ViewSlot : Passing<P> {
  static constexpr Activity activity = Activity::Active;
  static constexpr bool hasEntry = false;
  static_assert(sizeof(View) == sizeof(Shadow), "views of one layout");

  AUTODIFF_WRAPPER explicit ViewSlot(const ActiveView<View, Shadow> &a)
      : value(a.primal), derivative(a.shadow) {}
  AUTODIFF_WRAPPER void *primal() { return slotAddress(value); }
  AUTODIFF_WRAPPER void *shadow() { return slotAddress(derivative); }
  AUTODIFF_WRAPPER std::tuple<> entry() { return {}; }
  AUTODIFF_WRAPPER std::tuple<> shadows() { return {}; }

private:
  typename Passing<P>::Object value;
  Shadow derivative;
};

/// constant(x)
template <class P, class T>
struct ConstantSlot
    : FixedSlot<P, std::conditional_t<std::is_reference_v<T>, T, T &&>> {
  using Base =
      FixedSlot<P, std::conditional_t<std::is_reference_v<T>, T, T &&>>;
  AUTODIFF_WRAPPER explicit ConstantSlot(Constant<T> &&a)
      : Base(std::forward<T>(a.unwrap())) {}
  AUTODIFF_WRAPPER explicit ConstantSlot(Constant<T> &a)
      : Base(static_cast<T &&>(a.unwrap())) {}
};

/// What a generic callable's parameter is, given the argument A.
template <class A> struct GenericParameter {
  using type = std::conditional_t<
      std::is_lvalue_reference_v<A> && !std::is_scalar_v<std::decay_t<A>>, A,
      const std::remove_cv_t<std::remove_reference_t<A>> &>;
};
template <class T> struct GenericParameter<ActivePointer<T>> {
  using type = T *;
};
template <class T> struct GenericParameter<ActiveObject<T>> {
  using type = T &;
};
template <class V, class S> struct GenericParameter<ActiveView<V, S>> {
  using type = V;
};
template <class T> struct GenericParameter<Constant<T>> {
  using type = typename GenericParameter<T>::type;
};

/// Whether T is what active() or constant() returns.
template <class T> inline constexpr bool isWrapper = false;
template <class T> inline constexpr bool isWrapper<ActivePointer<T>> = true;
template <class T> inline constexpr bool isWrapper<ActiveObject<T>> = true;
template <class V, class S>
inline constexpr bool isWrapper<ActiveView<V, S>> = true;
template <class T> inline constexpr bool isWrapper<Constant<T>> = true;

/// The kinds of slot, by the argument without its reference. A is the argument
/// as it was forwarded.
template <class P, class A, class BareA> struct ChooseSlot {
  static constexpr Content content = contentOf<Bare<P>>();
  static constexpr bool isConvertible = std::is_convertible_v<A, P>;
  using type = std::conditional_t<content == Content::Floating, ValueSlot<P, A>,
                                  FixedSlot<P, A>>;
};
template <class P, class A, class T> struct ChooseSlot<P, A, ActivePointer<T>> {
  static constexpr Content content = Content::Floating;
  static constexpr bool isConvertible =
      std::is_convertible_v<T *, P> && std::is_pointer_v<std::decay_t<P>>;
  using type = PointerSlot<P, T>;
};
template <class P, class A, class T> struct ChooseSlot<P, A, ActiveObject<T>> {
  static constexpr Content content = Content::Floating;
  static constexpr bool isConvertible =
      std::is_convertible_v<T &, P> &&
      std::is_same_v<typename Passing<P>::Object, std::remove_const_t<T>>;
  using type = ObjectSlot<P, T>;
};
template <class P, class A, class V, class S>
struct ChooseSlot<P, A, ActiveView<V, S>> {
  static constexpr Content content = Content::Floating;
  static constexpr bool isConvertible = std::is_convertible_v<V, P>;
  using type = ViewSlot<P, V, S>;
};
template <class P, class A, class T> struct ChooseSlot<P, A, Constant<T>> {
  static constexpr Content content = Content::None;
  static constexpr bool isConvertible = std::is_convertible_v<T, P>;
  using type = ConstantSlot<P, T>;
};

template <class P, class A> using Choice = ChooseSlot<P, A, Bare<A>>;

} // namespace autodiff::clang_ad_detail

#endif // AUTODIFF_DETAIL_SLOTS_H
