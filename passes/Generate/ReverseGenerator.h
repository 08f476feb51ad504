// ReverseGenerator.h - What does the reverse sweep of a function look like?
//
// Emits, for every block with active work, the adjoint of its instructions in
// reverse order (Griewank & Walther, "Evaluating Derivatives", 2008, chapters 3
// and 4), into one function. Reads primal values only through PrimalLookup.
// Control flow, arithmetic, memory and calls each have a file of their own.
#ifndef AUTODIFF_GENERATE_REVERSEGENERATOR_H
#define AUTODIFF_GENERATE_REVERSEGENERATOR_H

#include "Generate/AdjointValues.h"
#include "Generate/PrimalLookup.h"
#include "Rules/RuleTable.h"

namespace autodiff {

class ReverseGenerator {
public:
  ReverseGenerator(const PlannedFunction &Planned, const UnitFacts &Facts,
                   const SplitDerivatives &Splits, llvm::Function &In,
                   Frame &Cells, Arena &Memory, PrimalLookup &Lookup,
                   llvm::LoopInfo &LI, KinkMode Kinks);

  /// Emits the sweep. Returns its first block (the reverse of the return) and
  /// its last, which has no terminator yet.
  std::pair<llvm::BasicBlock *, llvm::BasicBlock *> run();

  AdjointValues &adjoints() { return Adjoints; }

private:
  // ReverseControlFlow.cpp
  void makeCounters();
  void reverseBlock(const llvm::BasicBlock &B);
  void leaveBlock(const llvm::BasicBlock &B);
  llvm::BasicBlock *edgeBlock(
      const llvm::BasicBlock &B, unsigned Number,
      llvm::ArrayRef<std::pair<const llvm::PHINode *, llvm::Value *>> Merges);
  void enterLoops(const llvm::BasicBlock &Exit, const llvm::BasicBlock &Pred);
  void leaveHeader(const llvm::Loop &L, llvm::BasicBlock *ToPreheader,
                   llvm::BasicBlock *ToLatch);

  // ReverseArithmetic.cpp
  void reverse(const llvm::Instruction &I);
  void reverseBinary(const llvm::BinaryOperator &I, llvm::Value *Adjoint);
  void reverseCast(const llvm::CastInst &I, llvm::Value *Adjoint);
  void reverseSelect(const llvm::SelectInst &I, llvm::Value *Adjoint);
  void reverseLanes(const llvm::Instruction &I, llvm::Value *Adjoint);
  void reverseShuffle(const llvm::ShuffleVectorInst &I, llvm::Value *Adjoint);
  void applyRule(const MathRule &Rule, const llvm::Instruction &I,
                 llvm::Value *Adjoint);
  void findSpeculated();
  bool isSingular(const llvm::Instruction &I, const llvm::Value *Factor) const;
  void earn(const llvm::Value *V, llvm::Value *Adjoint) {
    if (Facts.Activity.isActive(V))
      Adjoints.add(B, V, Adjoint);
  }

  // ReverseMemory.cpp
  void reverseLoad(const llvm::LoadInst &I, llvm::Value *Adjoint);
  void reverseStore(const llvm::StoreInst &I);
  void reverseTransfer(const llvm::MemTransferInst &I);
  void reverseFill(const llvm::MemSetInst &I);
  void moveAdjoints(const llvm::MemTransferInst &I, llvm::Type *Float,
                    int64_t Offset, llvm::Value *Bytes, uint64_t Stride);
  void moveFields(const llvm::MemTransferInst &I,
                  llvm::ArrayRef<TypedBytes> Parts);
  llvm::Value *shadowAddress(const llvm::Value *Pointer, llvm::Type *Ty,
                             int64_t Offset = 0);

  // ReverseCalls.cpp
  void reverseUnitCall(const llvm::CallBase &Call);

  const PlannedFunction &Planned;
  const UnitFacts &Facts;
  const SplitDerivatives &Splits;
  llvm::Function &In;
  Frame &Cells;
  Arena &Memory;
  PrimalLookup &Lookup;
  llvm::LoopInfo &LI;
  KinkMode Kinks;
  AdjointValues Adjoints;
  llvm::IRBuilder<> B; ///< where the sweep is being written
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> Blocks;
  /// Computed whether or not a select takes it: the adjoint may be a masked
  /// zero, the value infinite.
  llvm::SmallPtrSet<const llvm::Instruction *, 16> Speculated;
};

/// void move(ptr to, ptr from, i64 count, i64 stride): for each element, from
/// += to, to = 0, in the order that undoes a memmove.
llvm::Function *adjointMove(llvm::Module &M, llvm::Type *Float);

} // namespace autodiff

#endif
