// IndirectCalls.h - Which functions can a call through a pointer reach?
//
// Where all that the pointer may hold is known (PointerOrigins.h), the call
// becomes a comparison with each function and a direct call. Others stay as
// they are.
#ifndef AUTODIFF_PREPARE_INDIRECTCALLS_H
#define AUTODIFF_PREPARE_INDIRECTCALLS_H

#include "Prepare/Prepare.h"

namespace autodiff {

/// Compares the pointers of indirect calls with the functions they may hold.
/// Returns the functions of the unit that changed; to be asked again when they
/// have been simplified, since what is called then may pass on more functions.
llvm::SmallVector<llvm::Function *, 4>
dispatchIndirectCalls(PreparedUnit &Unit);

/// What is left of the calls so treated traps: no function is left to call.
void sealIndirectCalls(PreparedUnit &Unit);

} // namespace autodiff

#endif
