// DerivativeFunction.h - Which of the primal's promises does a derivative keep?
//
// What a function, a parameter or an instruction promises about the primal is
// mostly false of its derivative. Only an allow-list of attributes (target,
// sanitizers, frame, floating-point environment, personality) is carried over;
// the rest is inferred anew.
#ifndef AUTODIFF_GENERATE_DERIVATIVEFUNCTION_H
#define AUTODIFF_GENERATE_DERIVATIVEFUNCTION_H

#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace autodiff {

/// A new internal function with the attributes that derivatives of Primal keep.
llvm::Function *createDerivative(llvm::Function &Primal, llvm::FunctionType *Ty,
                                 const llvm::Twine &Name);
/// Copies Primal's body into To, whose parameters Map already names.
void copyBody(llvm::Function &Primal, llvm::Function &To,
              llvm::ValueToValueMapTy &Map);

} // namespace autodiff

#endif
