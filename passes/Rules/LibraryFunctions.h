// LibraryFunctions.h - What does a call without a body do to derivatives?
//
// One row per library function in LibraryFunctions.def. A callee that is
// neither here nor in MathRules.def, has no body and is not marked inactive
// cannot be differentiated.
#ifndef AUTODIFF_RULES_LIBRARYFUNCTIONS_H
#define AUTODIFF_RULES_LIBRARYFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace autodiff {

enum class LibraryEffect {
  Unknown,  ///< no row
  Allocate, ///< returns fresh memory (malloc, operator new ...), not zeroed
  AllocateZeroed, ///< calloc
  Free,           ///< releases its first argument (free, operator delete ...)
  Inactive,       ///< neither reads nor writes active data in a differentiable
                  ///< way, returns none (printf, strlen, rand, clock ...)
  Math, ///< mathematics without a rule, to be called on inactive values only
  Environment, ///< changes the rounding of what follows (fesetround ...)
  NoReturn,    ///< ends the function abnormally (abort, exit, __cxa_throw,
               ///< std::__throw_* ...)
};

/// A name that a program may use for a function of its own (puts, time) counts
/// as the library's only if it is a declaration of a fitting type; reserved and
/// C++ library names count with a body too. A declaration that is noreturn
/// needs no row.
LibraryEffect libraryEffect(const llvm::Function &Callee);
/// A function with a body in which a comparison for equality chooses a formula
/// that has the right value, but the right derivative along one line only.
bool takesShortcuts(llvm::StringRef Symbol);
/// Of a direct call; Unknown for an indirect one.
LibraryEffect libraryEffect(const llvm::CallBase &Call);

} // namespace autodiff

#endif
