// ComplexForm.h - How do complex functions look in a prepared unit?
//
// Calls of the library's complex functions, which differ in how they pass their
// operands, become calls in parts (Rules/ComplexRules.h), and a product with
// its fast way and its helper one such call: no branch is left to reverse.
#ifndef AUTODIFF_PREPARE_COMPLEXFORM_H
#define AUTODIFF_PREPARE_COMPLEXFORM_H

namespace llvm {
class DominatorTree;
class Function;
} // namespace llvm

namespace autodiff {

/// Rewrites the library's calls in F.
void writeComplexInParts(llvm::Function &F);

/// Merges the two ways in which clang computes a product; true if F changed.
bool mergeComplexProducts(llvm::Function &F, llvm::DominatorTree &DT);

} // namespace autodiff

#endif
