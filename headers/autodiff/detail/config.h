//===- config.h - What the C++ headers assume of the compiler -------------===//
//
// Question: which attributes make a wrapper vanish from the user's program?
// An entry point is inlined at every optimisation level and has no debug
// locations of its own, so that its marker call carries the user's line.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_CONFIG_H
#define AUTODIFF_DETAIL_CONFIG_H

#include "autodiff/detail/markers.def"

#if defined(__clang__)
#define AUTODIFF_WRAPPER __attribute__((always_inline, nodebug)) inline
#else
#define AUTODIFF_WRAPPER __attribute__((always_inline)) inline
#endif

// What a user calls. Clang reports the call of a function with the `error`
// attribute, unless it was inlined: without the plugin the user's own line is
// shown. The pass takes both attributes away and inlines the function.
#if defined(__clang__)
#define AUTODIFF_ENTRY                                                         \
  __attribute__((noinline, nodebug, error(AUTODIFF_NO_PLUGIN_MESSAGE))) inline
#else
#define AUTODIFF_ENTRY AUTODIFF_WRAPPER
#endif

#endif // AUTODIFF_DETAIL_CONFIG_H
