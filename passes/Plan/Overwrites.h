// Overwrites.h - Does memory still hold a loaded value when it is reversed?
//
// "To be recorded" by alias analysis: a load may be repeated in the reverse
// sweep if no instruction that can run after it, in this or in a later
// iteration, may write its location. Pointers of different iterations are
// compared (BatchAAResults' cross-iteration mode). Memory that the unit
// allocated is besides told apart by its class (MemoryClasses).
#ifndef AUTODIFF_PLAN_OVERWRITES_H
#define AUTODIFF_PLAN_OVERWRITES_H

#include "Plan/NeededValues.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace autodiff {

struct PreparedFunction;

class Overwrites {
public:
  Overwrites(const PreparedFunction &P, const UnitFacts &Facts, bool Split,
             llvm::FunctionAnalysisManager &FAM);
  bool mayBeOverwritten(const llvm::LoadInst &Load);

private:
  bool outlivesFunction(const llvm::LoadInst &Load) const;
  bool isElsewhere(const llvm::Instruction &Writer,
                   const llvm::Value *Pointer) const;

  const UnitFacts &Facts;
  bool Split;
  llvm::BatchAAResults Alias;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  llvm::SmallVector<const llvm::Instruction *, 32> Writers;
  llvm::DenseMap<const llvm::LoadInst *, bool> Known;
};

} // namespace autodiff

#endif
