// DerivativeFunction.h - Which of the primal's promises does a derivative keep?
//
// What a function, a parameter or an instruction promises about the primal is
// mostly false of its derivative. Only an allow-list of attributes (target,
// sanitizers, frame, floating-point environment, personality) is carried over;
// the rest is inferred anew.
#ifndef AUTODIFF_GENERATE_DERIVATIVEFUNCTION_H
#define AUTODIFF_GENERATE_DERIVATIVEFUNCTION_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace autodiff {

class PreparedUnit;

/// True if running the unit may throw.
bool mayThrow(PreparedUnit &Unit);

/// A new internal function with the attributes that derivatives of Primal keep.
llvm::Function *createDerivative(llvm::Function &Primal, llvm::FunctionType *Ty,
                                 const llvm::Twine &Name);
/// Copies Primal's body into To, whose parameters Map already names.
void copyBody(llvm::Function &Primal, llvm::Function &To,
              llvm::ValueToValueMapTy &Map);

/// Turns a local variable into SSA values, in time that depends on the blocks
/// between its stores and loads, not on those of the function.
void promoteVariable(llvm::AllocaInst &Variable);

/// Gives a finished derivative debug information of its own: an artificial
/// subprogram after Primal's, in which all its locations lie.
void ownDebugInfo(llvm::Function &Derivative, const llvm::Function &Primal);

} // namespace autodiff

#endif
