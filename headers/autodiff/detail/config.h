//===- config.h - What the C++ headers assume of the compiler -------------===//
//
// Question: which attributes make a wrapper vanish from the user's program?
// An entry point is inlined at every optimisation level and has no debug
// locations of its own, so that its marker call carries the user's line.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_DETAIL_CONFIG_H
#define AUTODIFF_DETAIL_CONFIG_H

#if defined(__clang__)
#define AUTODIFF_WRAPPER __attribute__((always_inline, nodebug)) inline
#else
#define AUTODIFF_WRAPPER __attribute__((always_inline)) inline
#endif

// What a user calls.
#define AUTODIFF_ENTRY AUTODIFF_WRAPPER

#endif // AUTODIFF_DETAIL_CONFIG_H
