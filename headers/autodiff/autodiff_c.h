/*===- autodiff_c.h - Gradients of ordinary C ------------------------------===
 *
 * Question: how does a C programmer (C99 or later) get a derivative? A macro at
 * file scope defines a static function with a plain signature:
 *
 *   double loss(const double *w, int n, double rate);
 *
 *   AUTODIFF_GRADIENT(loss_gradient, double, loss,
 *                     (AUTODIFF_POINTER, const double *, w, double *),
 *                     (AUTODIFF_FIXED, int, n),
 *                     (AUTODIFF_SCALAR, double, rate))
 *
 *   // defines, to be called like any function:
 *   // static double loss_gradient(const double *w, double *d_w, int n,
 *   //                             double rate, double *d_rate);
 *
 * Up to eight parameters, in the order of the function's, each one of
 *
 *   (AUTODIFF_SCALAR, type, name)
 *     a number or a struct of numbers
 *   (AUTODIFF_POINTER, type, name, shadow)
 *     a pointer to data with a derivative; shadow: its type without const
 *   (AUTODIFF_FIXED, type, name)
 *     held fixed: no derivative
 *
 * (A type that cannot be written in front of a name, a function pointer for
 * example, needs a typedef.) The macros are
 *
 *   AUTODIFF_GRADIENT(name, result, function, parameters...)
 *     Returns the function's value (result: float, double, long double).
 *     Partial derivatives are ACCUMULATED: *d_rate += ..., d_w[i] += ... for as
 *     many elements as the function reads. No shadow may be null.
 *
 *   AUTODIFF_PULLBACK(name, function, parameters...)
 *     For a function that returns nothing and writes through
 *     AUTODIFF_POINTER parameters: there the shadow holds the seed on entry
 *     and has been consumed on return; inputs are accumulated as above.
 *
 *   AUTODIFF_JVP(name, result, function, parameters...)
 *     Forward: each scalar is followed by its tangent `type d_name`, each
 *     pointer by its tangents, which are read for inputs and overwritten for
 *     outputs. The last parameter, `result *d_result`, receives the tangent
 *     of the value that is returned.
 *
 *   AUTODIFF_PUSHFORWARD(name, function, parameters...)
 *     The same for a function that returns nothing.
 *
 * Shadow memory must not overlap memory that the function itself accesses.
 *
 * Inside differentiated code autodiff_constant_f32(x), _f64(x), _f80(x) and
 * _ptr(p) yield x (or the pointer p) without its derivative; with C11,
 * autodiff_constant(x) picks one for a number.
 *
 * Method: see markers.def. Build with clang-ad.
 *
 *===----------------------------------------------------------------------===*/
#ifndef AUTODIFF_AUTODIFF_C_H
#define AUTODIFF_AUTODIFF_C_H

#include "autodiff/detail/for_each.h"
#include "autodiff/detail/markers.def"

#if defined(__has_attribute)
#if __has_attribute(error)
#define AUTODIFF_C_NEEDS_PLUGIN error(AUTODIFF_NO_PLUGIN_MESSAGE)
#endif
#endif
#ifndef AUTODIFF_C_NEEDS_PLUGIN
#define AUTODIFF_C_NEEDS_PLUGIN
#endif

#if defined(__cplusplus)
extern "C" {
#define AUTODIFF_C_NOEXCEPT noexcept
#else
#define AUTODIFF_C_NOEXCEPT
#endif

#define AUTODIFF_MARKER(enumerator, symbol)                                    \
  __attribute__((AUTODIFF_C_NEEDS_PLUGIN)) void symbol(const void *, void *,   \
                                                       ...);
#include "autodiff/detail/markers.def"

#define AUTODIFF_OPAQUE_CONSTANT(suffix, type)                                 \
  __attribute__((                                                              \
      const, AUTODIFF_C_NEEDS_PLUGIN)) type __autodiff_constant_##suffix(type) \
      AUTODIFF_C_NOEXCEPT;
#include "autodiff/detail/markers.def"

#if defined(__cplusplus)
}
#endif

#define AUTODIFF_OPAQUE_CONSTANT(suffix, type)                                 \
  static inline __attribute__((                                                \
      always_inline, unused)) type autodiff_constant_##suffix(type x) {        \
    return __autodiff_constant_##suffix(x);                                    \
  }
#include "autodiff/detail/markers.def"

#if !defined(__cplusplus) && defined(__STDC_VERSION__) &&                      \
    __STDC_VERSION__ >= 201112L
#define autodiff_constant(x)                                                   \
  _Generic((x),                                                                \
      float: autodiff_constant_f32,                                            \
      double: autodiff_constant_f64,                                           \
      long double: autodiff_constant_f80)(x)
#endif

enum {
#define AUTODIFF_ACTIVITY(enumerator, value) AUTODIFF_C_##enumerator = value,
#include "autodiff/detail/markers.def"
};

/* One column per use of a parameter, one row per kind. */
#define AUTODIFF_C_ACTIVITY(kind, ...) AUTODIFF_C_ACTIVITY_##kind
#define AUTODIFF_C_ACTIVITY_AUTODIFF_SCALAR AUTODIFF_C_Active
#define AUTODIFF_C_ACTIVITY_AUTODIFF_POINTER AUTODIFF_C_Active
#define AUTODIFF_C_ACTIVITY_AUTODIFF_FIXED AUTODIFF_C_Inactive

#define AUTODIFF_C_SLOT(kind, ...) AUTODIFF_C_SLOT_##kind(__VA_ARGS__)
#define AUTODIFF_C_SLOT_AUTODIFF_SCALAR(type, name) type *__restrict name
#define AUTODIFF_C_SLOT_AUTODIFF_POINTER(type, name, shadow)                   \
  type *__restrict name
#define AUTODIFF_C_SLOT_AUTODIFF_FIXED(type, name) type *__restrict name

#define AUTODIFF_C_LOAD(kind, ...) AUTODIFF_C_LOAD_##kind(__VA_ARGS__)
#define AUTODIFF_C_LOAD_AUTODIFF_SCALAR(type, name) *name
#define AUTODIFF_C_LOAD_AUTODIFF_POINTER(type, name, shadow) *name
#define AUTODIFF_C_LOAD_AUTODIFF_FIXED(type, name) *name

/* Parameters of a reverse and of a forward derivative. */
#define AUTODIFF_C_REVERSE(kind, ...) AUTODIFF_C_REVERSE_##kind(__VA_ARGS__)
#define AUTODIFF_C_REVERSE_AUTODIFF_SCALAR(type, name) type name, type *d_##name
#define AUTODIFF_C_REVERSE_AUTODIFF_POINTER(type, name, shadow)                \
  type name, shadow d_##name
#define AUTODIFF_C_REVERSE_AUTODIFF_FIXED(type, name) type name

#define AUTODIFF_C_FORWARD(kind, ...) AUTODIFF_C_FORWARD_##kind(__VA_ARGS__)
#define AUTODIFF_C_FORWARD_AUTODIFF_SCALAR(type, name) type name, type d_##name
#define AUTODIFF_C_FORWARD_AUTODIFF_POINTER(type, name, shadow)                \
  type name, shadow d_##name
#define AUTODIFF_C_FORWARD_AUTODIFF_FIXED(type, name) type name

/* What the marker gets: the slot and its shadow. */
#define AUTODIFF_C_PAIR(kind, ...) AUTODIFF_C_PAIR_##kind(__VA_ARGS__)
#define AUTODIFF_C_PAIR_AUTODIFF_SCALAR(type, name)                            \
  (void *)&name, (void *)d_##name
#define AUTODIFF_C_PAIR_AUTODIFF_POINTER(type, name, shadow)                   \
  (void *)&name, (void *)&d_##name
#define AUTODIFF_C_PAIR_AUTODIFF_FIXED(type, name) (void *)&name, (void *)0

#define AUTODIFF_C_TANGENT(kind, ...) AUTODIFF_C_TANGENT_##kind(__VA_ARGS__)
#define AUTODIFF_C_TANGENT_AUTODIFF_SCALAR(type, name)                         \
  (void *)&name, (void *)&d_##name
#define AUTODIFF_C_TANGENT_AUTODIFF_POINTER(type, name, shadow)                \
  (void *)&name, (void *)&d_##name
#define AUTODIFF_C_TANGENT_AUTODIFF_FIXED(type, name) (void *)&name, (void *)0

#define AUTODIFF_C_STATIC static __attribute__((unused))

/* The trampoline and the descriptor of a function with a result, and without.
 */
#define AUTODIFF_C_REQUEST(name, result, function, ...)                        \
  AUTODIFF_C_STATIC void name##_trampoline(                                    \
      result *__restrict autodiff_result,                                      \
      AUTODIFF_FOR_EACH(AUTODIFF_C_SLOT, __VA_ARGS__)) {                       \
    *autodiff_result =                                                         \
        function(AUTODIFF_FOR_EACH(AUTODIFF_C_LOAD, __VA_ARGS__));             \
  }                                                                            \
  AUTODIFF_C_STATIC const struct {                                             \
    unsigned version, slot_count, width, flags;                                \
    unsigned activity[AUTODIFF_COUNT(__VA_ARGS__) + 1];                        \
  } name##_descriptor = {                                                      \
      AUTODIFF_CONTRACT_VERSION,                                               \
      AUTODIFF_COUNT(__VA_ARGS__) + 1,                                         \
      1,                                                                       \
      0,                                                                       \
      {AUTODIFF_C_Active,                                                      \
       AUTODIFF_FOR_EACH(AUTODIFF_C_ACTIVITY, __VA_ARGS__)}};
#define AUTODIFF_C_REQUEST_VOID(name, function, ...)                           \
  AUTODIFF_C_STATIC void name##_trampoline(                                    \
      AUTODIFF_FOR_EACH(AUTODIFF_C_SLOT, __VA_ARGS__)) {                       \
    function(AUTODIFF_FOR_EACH(AUTODIFF_C_LOAD, __VA_ARGS__));                 \
  }                                                                            \
  AUTODIFF_C_STATIC const struct {                                             \
    unsigned version, slot_count, width, flags;                                \
    unsigned activity[AUTODIFF_COUNT(__VA_ARGS__)];                            \
  } name##_descriptor = {                                                      \
      AUTODIFF_CONTRACT_VERSION,                                               \
      AUTODIFF_COUNT(__VA_ARGS__),                                             \
      1,                                                                       \
      0,                                                                       \
      {AUTODIFF_FOR_EACH(AUTODIFF_C_ACTIVITY, __VA_ARGS__)}};

#define AUTODIFF_GRADIENT(name, result, function, ...)                         \
  AUTODIFF_C_REQUEST(name, result, function, __VA_ARGS__)                      \
  AUTODIFF_C_STATIC result name(                                               \
      AUTODIFF_FOR_EACH(AUTODIFF_C_REVERSE, __VA_ARGS__)) {                    \
    result autodiff_result = 0, autodiff_seed = 1;                             \
    __autodiff_reverse(&name##_descriptor,                                     \
                       __extension__(void *) & name##_trampoline,              \
                       (void *)&autodiff_result, (void *)&autodiff_seed,       \
                       AUTODIFF_FOR_EACH(AUTODIFF_C_PAIR, __VA_ARGS__));       \
    return autodiff_result;                                                    \
  }

#define AUTODIFF_PULLBACK(name, function, ...)                                 \
  AUTODIFF_C_REQUEST_VOID(name, function, __VA_ARGS__)                         \
  AUTODIFF_C_STATIC void name(                                                 \
      AUTODIFF_FOR_EACH(AUTODIFF_C_REVERSE, __VA_ARGS__)) {                    \
    __autodiff_reverse(&name##_descriptor,                                     \
                       __extension__(void *) & name##_trampoline,              \
                       AUTODIFF_FOR_EACH(AUTODIFF_C_PAIR, __VA_ARGS__));       \
  }

#define AUTODIFF_JVP(name, result, function, ...)                              \
  AUTODIFF_C_REQUEST(name, result, function, __VA_ARGS__)                      \
  AUTODIFF_C_STATIC result name(                                               \
      AUTODIFF_FOR_EACH(AUTODIFF_C_FORWARD, __VA_ARGS__), result *d_result) {  \
    result autodiff_result = 0;                                                \
    *d_result = 0;                                                             \
    __autodiff_forward(&name##_descriptor,                                     \
                       __extension__(void *) & name##_trampoline,              \
                       (void *)&autodiff_result, (void *)d_result,             \
                       AUTODIFF_FOR_EACH(AUTODIFF_C_TANGENT, __VA_ARGS__));    \
    return autodiff_result;                                                    \
  }

#define AUTODIFF_PUSHFORWARD(name, function, ...)                              \
  AUTODIFF_C_REQUEST_VOID(name, function, __VA_ARGS__)                         \
  AUTODIFF_C_STATIC void name(                                                 \
      AUTODIFF_FOR_EACH(AUTODIFF_C_FORWARD, __VA_ARGS__)) {                    \
    __autodiff_forward(&name##_descriptor,                                     \
                       __extension__(void *) & name##_trampoline,              \
                       AUTODIFF_FOR_EACH(AUTODIFF_C_TANGENT, __VA_ARGS__));    \
  }

#endif /* AUTODIFF_AUTODIFF_C_H */
