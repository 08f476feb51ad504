//===- autodiff.h - Gradients of ordinary C++ -----------------------------===//
//
//   #include <autodiff/autodiff.h>
//
//   double f(double x, double y);
//   auto [dx, dy] = autodiff::gradient<f>(x, y);
//
// Everything lies in namespace autodiff; gradient.h and jvp.h describe the
// calls, arguments.h active() and constant(), zero_like.h shadows of classes of
// your own. Build with clang-ad++. C++17 or later; C: see autodiff_c.h.
//
//===----------------------------------------------------------------------===//
#ifndef AUTODIFF_AUTODIFF_H
#define AUTODIFF_AUTODIFF_H

#if !defined(__cplusplus)
#error "autodiff/autodiff.h is for C++; in C include <autodiff/autodiff_c.h>"
#elif __cplusplus < 201703L
#error "autodiff/autodiff.h needs C++17 or later; add -std=c++17"
#else

#include "autodiff/arguments.h"
#include "autodiff/gradient.h"
#include "autodiff/jvp.h"
#include "autodiff/zero_like.h"

#endif
#endif // AUTODIFF_AUTODIFF_H
