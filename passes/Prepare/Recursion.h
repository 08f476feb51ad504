// Recursion.h - Which functions may call themselves?
#ifndef AUTODIFF_PREPARE_RECURSION_H
#define AUTODIFF_PREPARE_RECURSION_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
} // namespace llvm

namespace autodiff {

/// Those that a call of Root may run and that may be on the stack more than
/// once. A call through a pointer may reach each function of its type that has
/// its address taken.
llvm::SmallPtrSet<const llvm::Function *, 16>
recursiveFunctions(llvm::Function &Root);

} // namespace autodiff

#endif
