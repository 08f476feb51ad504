// MathCalls.h - In which form do functions of the C library have a rule?
//
// A rule is of a pure function. What returns results through pointers (frexp,
// modf, sincos ...) becomes a call of a pure form, which returns all of them as
// a structure, and stores:
//
//   %m = call double @frexp(double %x, ptr %e)
//
//   %p = call { double, i32 } @__autodiff_pure_frexp.frexp(double %x)
//   %m = extractvalue { double, i32 } %p, 0
//   %n = extractvalue { double, i32 } %p, 1
//   store i32 %n, ptr %e
//
// The pure form calls the library's function, so that the bits are the same.
#ifndef AUTODIFF_PREPARE_MATHCALLS_H
#define AUTODIFF_PREPARE_MATHCALLS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace autodiff {

void canonicalizeMath(llvm::Function &F);

/// Removes pure forms, and functions that partials needed, that nothing calls.
void removeMathHelpers(llvm::Module &M);

} // namespace autodiff

#endif
