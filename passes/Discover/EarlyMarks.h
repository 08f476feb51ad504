// EarlyMarks.h - What must be said before the optimiser runs?
//
// At the start of the pipeline (registerPipelineStartEPCallback), while the
// front end's annotations are still in place and no float comparison has been
// exploited:
//  * in functions reachable from a request, `fcmp oeq/ueq/one/une` of scalar
//    floats is hidden behind a pure opaque call, so that no value is replaced
//    by one that is equal to it (if (x == 2) return x*x*y; must keep its
//    slope);
//  * parameters, locals, globals and fields annotated inactive become values
//    that went through an opaque `__autodiff_constant_*` identity;
//  * coroutines, which are split before the pass runs, are marked as such;
//  * functions annotated inactive become noinline and carry the function
//    attribute "autodiff-inactive"; `grad(x, y)` holds the other parameters
//    constant at the trampoline's call;
//  * accesses that carry no alias tag get one (AccessTags.h);
//  * the annotations themselves (llvm.var.annotation, llvm.ptr.annotation and
//    our entries of llvm.global.annotations) are removed from every module.
// A module without a request is left as plain clang would have it (only the
// annotations go).
//
// Later, removeEarlyMarks undoes what is left of this in the whole module.
#ifndef AUTODIFF_DISCOVER_EARLYMARKS_H
#define AUTODIFF_DISCOVER_EARLYMARKS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Value;
} // namespace llvm

namespace autodiff {

/// Attribute of a function or global variable that carries no derivative.
inline constexpr llvm::StringLiteral InactiveAttribute = "autodiff-inactive";

/// Function attribute of what was a coroutine before it was split.
inline constexpr llvm::StringLiteral CoroutineAttribute = "autodiff-coroutine";

/// `autodiff-early-marks`
class EarlyMarksPass : public llvm::PassInfoMixin<EarlyMarksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// `autodiff-remove-marks`: removeEarlyMarks as a pass.
class RemoveEarlyMarksPass : public llvm::PassInfoMixin<RemoveEarlyMarksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Turns hidden comparisons of F back into fcmp.
bool unhideComparisons(llvm::Function &F);

/// True for a call to one of the contract's opaque identities.
bool isOpaqueConstant(const llvm::Value &V);

/// Unhides everywhere, replaces opaque identities by their argument, removes
/// the marks and the noinline that EarlyMarksPass added; the declarations go
/// too. Returns true if functions were set free to be inlined again.
bool removeEarlyMarks(llvm::Module &M);

} // namespace autodiff

#endif
