// NeededValues.h - Which primal values does the reverse of an instruction read?
//
// The single source of truth: the plan decides about exactly these, the
// verifier checks them, the generator may look up nothing else. From the rule
// rows for functions, from the linearisation for everything else (the "to be
// recorded" values of Hascoet, Naumann & Pascual, "To be recorded analysis in
// reverse-mode automatic differentiation", FGCS 2005).
#ifndef AUTODIFF_PLAN_NEEDEDVALUES_H
#define AUTODIFF_PLAN_NEEDEDVALUES_H

#include "Activity/ActivityAnalysis.h"
#include "Types/TypeAnalysis.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/Analysis/LoopInfo.h"

namespace autodiff {

/// Something that the reverse sweep reads.
struct Needed {
  enum class Kind : unsigned char {
    Primal, ///< the value V
    Shadow, ///< the shadow pointer of the pointer V
    Edge,   ///< by which predecessor the block V was entered
    Last,   ///< the number of the last iteration of Loop when it was left for
            ///< the block V
    Tape    ///< what the augmented callee of the call V kept
  };
  Kind What;
  const llvm::Value *V;
  const llvm::Loop *Loop = nullptr;

  bool operator==(const Needed &O) const {
    return What == O.What && V == O.V && Loop == O.Loop;
  }
  static Needed primal(const llvm::Value *V) { return {Kind::Primal, V}; }
  static Needed shadow(const llvm::Value *V) { return {Kind::Shadow, V}; }
  static Needed edge(const llvm::BasicBlock *B) { return {Kind::Edge, B}; }
  static Needed last(const llvm::BasicBlock *Exit, const llvm::Loop *L) {
    return {Kind::Last, Exit, L};
  }
  static Needed tape(const llvm::Value *Call) { return {Kind::Tape, Call}; }
  void print(llvm::raw_ostream &OS) const;
};

/// Read-only facts about a unit that planning and generation share.
struct UnitFacts {
  PreparedUnit &Unit;
  const MemoryClasses &Classes;
  const TypeInfo &Types;
  const ActivityInfo &Activity;
};

/// True if reversing I does anything (phis are reversed on edges and count).
bool hasReverseWork(const llvm::Instruction &I, const UnitFacts &Facts);

/// Calls Visit for each value that the reverse of I reads.
void forEachNeeded(const llvm::Instruction &I, const UnitFacts &Facts,
                   llvm::function_ref<void(Needed)> Visit);

/// How a copy of active memory is reversed.
RegionTypes copiedTypes(const llvm::MemTransferInst &Copy,
                        const UnitFacts &Facts);

} // namespace autodiff

template <> struct llvm::DenseMapInfo<autodiff::Needed> {
  using Pointers = llvm::DenseMapInfo<const llvm::Value *>;
  static autodiff::Needed getEmptyKey() {
    return {autodiff::Needed::Kind::Primal, Pointers::getEmptyKey()};
  }
  static autodiff::Needed getTombstoneKey() {
    return {autodiff::Needed::Kind::Primal, Pointers::getTombstoneKey()};
  }
  static unsigned getHashValue(const autodiff::Needed &N) {
    return llvm::hash_combine(unsigned(N.What), N.V, N.Loop);
  }
  static bool isEqual(const autodiff::Needed &A, const autodiff::Needed &B) {
    return A == B;
  }
};

#endif
