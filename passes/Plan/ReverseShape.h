// ReverseShape.h - In which order are blocks reversed?
//
// The reverse sweep walks the primal's control flow backwards, but only as far
// as there is something to reverse: a loop or a conditional region without
// active work is stepped over.
#ifndef AUTODIFF_PLAN_REVERSESHAPE_H
#define AUTODIFF_PLAN_REVERSESHAPE_H

#include "Plan/NeededValues.h"

namespace autodiff {

struct PreparedFunction;

class ReverseShape {
public:
  ReverseShape(const PreparedFunction &P, const UnitFacts &Facts,
               llvm::LoopInfo &LI, llvm::DominatorTree &DT);

  /// Where the reverse of B goes on: its predecessors in the reduced graph,
  /// without repetition. For a header of an active loop: the preheader, then
  /// the latch. Empty for the entry.
  llvm::ArrayRef<const llvm::BasicBlock *>
  predecessors(const llvm::BasicBlock *B) const {
    auto It = Preds.find(B);
    return It == Preds.end() ? llvm::ArrayRef<const llvm::BasicBlock *>()
                             : llvm::ArrayRef(It->second);
  }
  /// The position in predecessors(B) of an edge of the primal.
  unsigned edgeNumber(const llvm::BasicBlock *From,
                      const llvm::BasicBlock *B) const;
  /// Blocks with a reverse, from the return backwards; a stable order.
  llvm::ArrayRef<const llvm::BasicBlock *> blocks() const { return Order; }
  bool isReversed(const llvm::BasicBlock *B) const { return Preds.count(B); }
  const llvm::LoopInfo &loops() const { return LI; }
  bool isActive(const llvm::Loop *L) const { return ActiveLoops.contains(L); }
  /// The loops that the reverse enters when it goes from Exit to Pred,
  /// outermost first.
  llvm::SmallVector<const llvm::Loop *, 2>
  loopsEntered(const llvm::BasicBlock *Exit,
               const llvm::BasicBlock *Pred) const;

private:
  const llvm::BasicBlock *represent(const llvm::BasicBlock *Pred,
                                    const llvm::BasicBlock *B) const;
  void findActiveLoops(const UnitFacts &Facts);
  void findPredecessors(const llvm::BasicBlock *B, const UnitFacts &Facts);
  bool hasActiveMerge(const llvm::BasicBlock *B, const UnitFacts &Facts) const;
  bool isQuietBetween(const llvm::BasicBlock *Top,
                      const llvm::BasicBlock *B) const;

  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 32> Returning, Working;
  llvm::SmallPtrSet<const llvm::Loop *, 8> ActiveLoops;
  llvm::DenseMap<const llvm::BasicBlock *,
                 llvm::SmallVector<const llvm::BasicBlock *, 2>>
      Preds;
  llvm::SmallVector<const llvm::BasicBlock *, 16> Order;
};

} // namespace autodiff

#endif
