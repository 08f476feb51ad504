// Overwrites.h - Does memory still hold a loaded value when it is reversed?
//
// "To be recorded" by alias analysis: a load may be repeated in the reverse
// sweep if no instruction that can run after it, in this or in a later
// iteration, may write its location. Pointers of different iterations are
// compared (BatchAAResults' cross-iteration mode). Memory that the unit
// allocated is besides told apart by its class (MemoryClasses).
//
// Writers are grouped by the object that they write to, and those at a known
// offset by that offset, so that a load meets few that are not in its way; a
// load that meets too many counts as overwritten.
#ifndef AUTODIFF_PLAN_OVERWRITES_H
#define AUTODIFF_PLAN_OVERWRITES_H

#include "Plan/NeededValues.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include <map>

namespace autodiff {

struct PreparedFunction;

class Overwrites {
public:
  Overwrites(const PreparedFunction &P, const UnitFacts &Facts, bool Split,
             llvm::FunctionAnalysisManager &FAM);
  bool mayBeOverwritten(const llvm::LoadInst &Load);

private:
  using Writers = llvm::SmallVector<const llvm::Instruction *, 4>;
  /// Those that write to one object, each list in the order of the program.
  struct Group {
    Writers All;
    std::map<int64_t, Writers> AtOffset;
    Writers AtUnknown;
    uint64_t LargestSize = 0;
  };
  /// A location as a constant offset in an object that is one at all times.
  struct Place {
    const llvm::Value *Object = nullptr;
    std::optional<int64_t> Offset;
    uint64_t Size = 0;
  };

  void addWriter(const llvm::Instruction &Writer);
  Place placeOf(const llvm::Value *Pointer, llvm::LocationSize Size) const;
  bool outlivesFunction(const llvm::LoadInst &Load) const;
  bool isElsewhere(const llvm::Instruction &Writer,
                   const llvm::Value *Pointer) const;
  bool areDisjoint(const llvm::Value *A, const llvm::Value *B);
  bool mayOverwrite(const llvm::Instruction &Writer,
                    const llvm::LoadInst &Load);
  bool anyOverwrites(const Writers &List, const llvm::LoadInst &Load);
  bool anyOverwrites(const llvm::Value *Object, const Group &G,
                     const llvm::LoadInst &Load, const Place &Where);

  const UnitFacts &Facts;
  bool Split;
  const llvm::DataLayout &DL;
  llvm::BatchAAResults Alias;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  /// By the object; null for writers of who knows what.
  llvm::MapVector<const llvm::Value *, Group> Groups;
  llvm::DenseMap<const llvm::Instruction *, unsigned> Order;
  llvm::DenseMap<std::pair<const llvm::Value *, const llvm::Value *>, bool>
      Disjoint;
  unsigned Steps = 0; ///< left for the load that is looked at
  llvm::DenseMap<const llvm::LoadInst *, bool> Known;
};

} // namespace autodiff

#endif
