// ComplexAbi.h - How is a complex function of the library called?
//
// Complex numbers are passed as two numbers, as a vector of two or in memory,
// which depends on target, precision and function. Known for x86-64 as the
// System V ABI has it; calls on other targets are not recognised.
#ifndef AUTODIFF_RULES_COMPLEXABI_H
#define AUTODIFF_RULES_COMPLEXABI_H

#include "Rules/ComplexRules.h"

namespace autodiff {

/// A call of a complex function of the library or of the compiler.
struct ComplexLibraryCall {
  const ComplexRule *Rule = nullptr;             ///< either this
  const ComplexDefinition *Definition = nullptr; ///< or that, or none
  llvm::Type *Ty = nullptr;                      ///< of a part
  explicit operator bool() const { return Rule || Definition; }
};

/// What a direct call computes, if it has the library's name and signature, no
/// body in the program, and is not nobuiltin.
ComplexLibraryCall matchComplexLibraryCall(const llvm::CallBase &Call);

/// The parts of the operands of such a call, read before it.
llvm::SmallVector<llvm::Value *, 4>
readComplexOperands(llvm::IRBuilderBase &B, const llvm::CallBase &Call,
                    const ComplexLibraryCall &What);

/// Gives the users of such a call these parts instead, and erases it. No
/// imaginary part: the function is real.
void replaceComplexResult(llvm::IRBuilderBase &B, llvm::CallBase &Call,
                          llvm::Value *Re, llvm::Value *Im);

/// Calls the library's function of the row; returns the parts of its result.
std::pair<llvm::Value *, llvm::Value *>
createComplexLibraryCall(llvm::IRBuilderBase &B, const ComplexRule &Rule,
                         llvm::ArrayRef<llvm::Value *> Parts);

} // namespace autodiff

#endif
