//===- markers.h - Declarations of the marker functions -------------------===//
//
// Question: which functions and which descriptor does markers.def describe?
// No marker is ever defined: the LLVM pass resolves its calls. Where it did
// not run, the `error` attribute stops the build with one sentence.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_MARKERS_H
#define AUTODIFF_DETAIL_MARKERS_H

// The first inclusion defines the version and the sentence, no rows.
#include "autodiff/detail/markers.def"

#include <cstddef>

#if defined(__has_attribute)
#if __has_attribute(error)
#define AUTODIFF_NEEDS_PLUGIN error(AUTODIFF_NO_PLUGIN_MESSAGE)
#endif
#endif
#ifndef AUTODIFF_NEEDS_PLUGIN
#define AUTODIFF_NEEDS_PLUGIN
#endif

namespace autodiff::clang_ad_detail {

extern "C" {
// A derivative may write anything that its slots reach and may throw what the
// primal throws, so these have no attribute but the sentence.
#define AUTODIFF_MARKER(enumerator, symbol)                                    \
  __attribute__((AUTODIFF_NEEDS_PLUGIN)) void symbol(const void *descriptor,   \
                                                     void *trampoline, ...);
#include "autodiff/detail/markers.def"

#define AUTODIFF_OPAQUE_CONSTANT(suffix, type)                                 \
  __attribute__((const, AUTODIFF_NEEDS_PLUGIN)) type                           \
      __autodiff_constant_##suffix(type) noexcept;
#include "autodiff/detail/markers.def"
}

/// The modes, one per marker function.
enum class Mode {
#define AUTODIFF_MARKER(enumerator, symbol) enumerator,
#include "autodiff/detail/markers.def"
};

/// What a slot is to the derivative.
enum class Activity : unsigned {
#define AUTODIFF_ACTIVITY(enumerator, value) enumerator = value,
#include "autodiff/detail/markers.def"
};

/// The static half of a marker call; the pass reads its initialiser.
template <std::size_t SlotCount> struct Descriptor {
  unsigned version;
  unsigned slotCount;
  unsigned width;
  unsigned flags;
  Activity activity[SlotCount];
};

#define AUTODIFF_DESCRIPTOR_FIELD(name, position)                              \
  static_assert(offsetof(Descriptor<1>, name) == position,                     \
                "the descriptor has the layout of markers.def");
#include "autodiff/detail/markers.def"

} // namespace autodiff::clang_ad_detail

#endif // AUTODIFF_DETAIL_MARKERS_H
