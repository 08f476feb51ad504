// Before C++17, and in C, one sentence says what to do.
//
// RUN: %clangxx -std=c++14 %hdr -fsyntax-only -Xclang -verify=old %s
// RUN: %clangxx -std=c++98 %hdr -fsyntax-only -Xclang -verify=old %s
// RUN: %clang -x c %hdr -fsyntax-only -Xclang -verify=c %s
// old-error@autodiff/autodiff.h:* {{"autodiff/autodiff.h needs C++17 or later; add -std=c++17"}}
// c-error@autodiff/autodiff.h:* {{"autodiff/autodiff.h is for C++; in C include <autodiff/autodiff_c.h>"}}
#include <autodiff/autodiff.h>
