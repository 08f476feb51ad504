// ComplexCalls.h - How do complex functions become calls of the library again?
//
// In two steps, with the simplification of the derivative between them: it
// finds the pairs that are computed more than once.
#ifndef AUTODIFF_CLEANUP_COMPLEXCALLS_H
#define AUTODIFF_CLEANUP_COMPLEXCALLS_H

namespace llvm {
class Function;
} // namespace llvm

namespace autodiff {

/// A call for both parts instead of one for each.
void pairComplexParts(llvm::Function &F);

/// The library's call for each pair; for a product clang's formula, with the
/// helper where that is not a number.
void callComplexLibrary(llvm::Function &F);

} // namespace autodiff

#endif
