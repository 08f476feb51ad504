// PrimalLookup.h - How does the reverse sweep get a value of the primal?
//
// Exactly as the plan decided: nothing is looked up that the plan does not
// name. Values are found once per reverse block.
#ifndef AUTODIFF_GENERATE_PRIMALLOOKUP_H
#define AUTODIFF_GENERATE_PRIMALLOOKUP_H

#include "Generate/PrimalSweep.h"

namespace autodiff {

class PrimalLookup {
public:
  /// Shadows: those of the primal sweep in a combined derivative; in a split
  /// one only globals have a shadow that needs no keeping.
  PrimalLookup(const PlannedFunction &Planned, const UnitFacts &Facts,
               Frame &Cells, ShadowPointers &Shadows, llvm::LoopInfo &LI,
               llvm::DominatorTree &DT)
      : Planned(Planned), Facts(Facts), Cells(Cells), Shadows(Shadows), LI(LI),
        DT(DT) {}

  void beginBlock() { Known.clear(); }
  llvm::Value *get(llvm::IRBuilderBase &B, const Needed &N);
  llvm::Value *primal(llvm::IRBuilderBase &B, const llvm::Value *V) {
    return get(B, Needed::primal(V));
  }

  /// The number of the iteration that is being reversed.
  void setCounter(const llvm::Loop *L, llvm::AllocaInst *Cell) {
    Counters[L] = Cell;
  }
  llvm::AllocaInst *counter(const llvm::Loop *L) const {
    return Counters.lookup(L);
  }
  /// Call when the function is complete.
  void promoteCounters();

private:
  llvm::Value *free(llvm::IRBuilderBase &B, const Needed &N);
  llvm::Value *kept(llvm::IRBuilderBase &B, const Needed &N);
  llvm::Value *recomputed(llvm::IRBuilderBase &B, const Needed &N);
  llvm::Value *repeated(llvm::IRBuilderBase &B, const llvm::Instruction &I,
                        Needed::Kind What);

  const PlannedFunction &Planned;
  const UnitFacts &Facts;
  Frame &Cells;
  ShadowPointers &Shadows;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  llvm::MapVector<const llvm::Loop *, llvm::AllocaInst *> Counters;
  llvm::DenseMap<Needed, llvm::Value *> Known;
};

} // namespace autodiff

#endif
