// Linear.h - How is a tangent or an adjoint multiplied by a partial?
//
// Shared by forward and reverse mode. A zero stays zero at a singular point, so
// that a value which does not matter never turns 0 * inf into a NaN.
#ifndef AUTODIFF_GENERATE_LINEAR_H
#define AUTODIFF_GENERATE_LINEAR_H

#include "llvm/IR/IRBuilder.h"

namespace autodiff {

/// The flags of a primal operation that hold for its derivative as well: a
/// partial may be infinite where the primal is finite.
llvm::FastMathFlags inheritedFlags(const llvm::Instruction &I);

/// Seed * Partial.
llvm::Value *scaled(llvm::IRBuilderBase &B, llvm::Value *Seed,
                    llvm::Value *Partial, bool Singular);
/// Seed / Divisor.
llvm::Value *quotient(llvm::IRBuilderBase &B, llvm::Value *Seed,
                      llvm::Value *Divisor, bool Singular);

} // namespace autodiff

#endif
