// Reachability.h - Which functions can run inside a derivative?
//
// An over-approximation on the module as it is: a function that is named by an
// instruction may be called by it. Any change of the module invalidates it.
#ifndef AUTODIFF_DISCOVER_REACHABILITY_H
#define AUTODIFF_DISCOVER_REACHABILITY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class CallBase;
class Function;
class Value;
} // namespace llvm

namespace autodiff {

/// How far reachability goes.
enum class Reach {
  Calls,      ///< direct callees, and trampolines handed to markers
  Operands,   ///< any function that an instruction names
  Everything, ///< and those in initialisers of globals that it names (virtual
              ///< function tables); an indirect call reaches every function
              ///< of its type whose address is taken
};

using FunctionSet = llvm::SetVector<llvm::Function *>;

/// The roots and what they reach, in the order of the walk. The walk does not
/// enter functions for which StopAt is true; they are in the result.
FunctionSet reachableFrom(
    llvm::ArrayRef<llvm::Function *> Roots, Reach How,
    llvm::function_ref<bool(const llvm::Function &)> StopAt = nullptr);

/// The function behind a constant: through casts and aliases; null where it is
/// none.
llvm::Function *functionBehind(llvm::Value *V);

/// True for the contract's markers.
bool isMarker(const llvm::Function &F);

/// True for a call to one of the contract's markers.
bool isMarkerCall(const llvm::CallBase &Call);

} // namespace autodiff

#endif
