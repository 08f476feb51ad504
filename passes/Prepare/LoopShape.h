// LoopShape.h - How is every iteration of every loop numbered?
//
// Each loop of a prepared function has a preheader, one latch and exits of its
// own, and a counter: an i64 header phi that is 0 in the first iteration and
// grows by one. Affine recurrences are rewritten as functions of the counter,
// so that the reverse sweep recomputes them from its own counter. Where the
// number of the last iteration is known on entry it exists as a value in the
// preheader.
#ifndef AUTODIFF_PREPARE_LOOPSHAPE_H
#define AUTODIFF_PREPARE_LOOPSHAPE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class DominatorTree;
class ScalarEvolution;
} // namespace llvm

namespace autodiff {

struct LoopNumbers {
  llvm::PHINode *Counter = nullptr;
  /// The counter's value in the last iteration before a returning exit, i64,
  /// available in the preheader; null if it is not known on entry. Followed
  /// when it is replaced.
  llvm::WeakTrackingVH Last;
};

/// Keyed by loop header.
using LoopShape = llvm::DenseMap<const llvm::BasicBlock *, LoopNumbers>;

/// Gives every loop of F (in loop-simplify form) its numbers.
LoopShape numberLoops(llvm::Function &F, llvm::LoopInfo &LI,
                      llvm::DominatorTree &DT, llvm::ScalarEvolution &SE);

/// Blocks from which a return is reached; the others end in unreachable,
/// resume or an endless loop, and have no reverse.
llvm::SmallPtrSet<const llvm::BasicBlock *, 32>
returningBlocks(const llvm::Function &F);

} // namespace autodiff

#endif
