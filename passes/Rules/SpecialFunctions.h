// SpecialFunctions.h - What do partials need that no C library has?
//
// The digamma function, the logarithmic derivative of the gamma function. It is
// defined in the module that calls it, so that there is nothing to link.
#ifndef AUTODIFF_RULES_SPECIALFUNCTIONS_H
#define AUTODIFF_RULES_SPECIALFUNCTIONS_H

#include "llvm/IR/IRBuilder.h"

namespace autodiff {

/// digamma(X) of a scalar, to the precision of its type, absolutely near the
/// zeros; NaN at the negative integers, -1/X at zero.
llvm::Value *emitDigamma(llvm::IRBuilderBase &B, llvm::Value *X);

} // namespace autodiff

#endif
