// OpaqueCalls.h - How is something hidden from the optimiser for a while?
//
// Behind calls to pure functions that nobody defines:
//
//   T    __autodiff_constant_<suffix>(T)     the identity, on a value that
//                                            carries no derivative
//                                            (markers.def)
//   bool __autodiff_fcmp_<predicate>_<type>[_<flags>](T, T)
//                                            a float comparison, its fast-math
//                                            flags as letters
//
// All facts are in the symbol, so that no pass can lose them.
#ifndef AUTODIFF_DISCOVER_OPAQUECALLS_H
#define AUTODIFF_DISCOVER_OPAQUECALLS_H

#include "llvm/IR/IRBuilder.h"

namespace autodiff {

/// The opaque identity of a value: of a number or a pointer itself, of vectors
/// and aggregates element by element; integers and other types are returned as
/// they are.
llvm::Value *holdConstant(llvm::IRBuilderBase &Builder, llvm::Value *V);

/// True if holdConstant wraps values of this type as a whole.
bool hasOpaqueIdentity(const llvm::Type *T);

/// True for a comparison after which the optimiser may replace one operand by
/// the other: oeq, ueq, one, une.
bool isEqualityOfFloats(const llvm::Instruction &I);

/// Puts an opaque call in the comparison's place. A shortcut is told apart: it
/// chooses a formula that is right on one line only.
void hideComparison(llvm::FCmpInst &Comparison, bool IsShortcut = false);

/// True for a call that hideComparison made.
bool isHiddenComparison(const llvm::Value &V);

/// In a function to be differentiated: decides hidden shortcuts for the general
/// formula, whose derivatives are right in all directions.
void avoidShortcuts(llvm::Function &F);

/// Puts the comparison back; true if the call was one.
bool unhideComparison(llvm::CallInst &Call);

/// Removes the declarations above that are no longer used; true if any was.
bool removeOpaqueDeclarations(llvm::Module &M);

} // namespace autodiff

#endif
