// PrimalSweep.h - How is the primal run so that it can be reversed?
//
// Works on a function that begins as a copy of the prepared primal. Adds shadow
// pointers beside pointers, makes room for and stores what the plan keeps,
// defers deallocations, and replaces calls of the unit by their augmented
// forms. Shadow pointers appear only where somebody asks for them.
#ifndef AUTODIFF_GENERATE_PRIMALSWEEP_H
#define AUTODIFF_GENERATE_PRIMALSWEEP_H

#include "Generate/Frame.h"
#include "Generate/ShadowPointers.h"
#include "Prepare/Prepare.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace autodiff {

/// A unit function with its plan.
struct PlannedFunction {
  PreparedFunction *P;
  ReverseShape Shape;
  CachePlan Plan;
};

/// The two halves of a function that is called in both sweeps.
struct SplitDerivative {
  llvm::Function *Augmented =
      nullptr; ///< (args, shadows, arena) -> {result, shadow, tape}
  llvm::Function *Reverse = nullptr; ///< (tape, arena[, adjoint]) -> {adjoints}
};
using SplitDerivatives =
    llvm::DenseMap<const llvm::Function *, SplitDerivative>;

class PrimalSweep {
public:
  PrimalSweep(const PlannedFunction &Planned, const UnitFacts &Facts,
              const SplitDerivatives &Splits, llvm::Function &In,
              llvm::ValueToValueMapTy &Map, Frame &Cells, Arena &Memory,
              ShadowPointers &Shadows, llvm::LoopInfo &LI);
  void run();

private:
  llvm::Value *mapped(const llvm::Value *V) const;
  void makeRoom(const LoopCache &Cache);
  void makeRoomFor(llvm::IRBuilderBase &B, Frame::LoopCells &Cells,
                   llvm::Value *Wanted, llvm::Value *InUse);
  void reserveAtEntry(const LoopCache &Cache, Frame::LoopCells &Cells);
  void countExits(const LoopCache &Cache, Frame::LoopCells &Cells);
  bool placeInFrame(const LoopCache &Cache, Frame::LoopCells &Cells);
  llvm::Value *iterationIndex(llvm::IRBuilderBase &B, const llvm::Loop *L);
  llvm::Instruction *afterPhis(const llvm::BasicBlock *B);
  void keep(const Needed &N);
  void keepMerges();
  void visit(const llvm::Instruction &I);
  void visitStore(const llvm::StoreInst &Store);
  bool isReadInReverse(MemoryClasses::Id Class);
  void visitFree(const llvm::CallBase &Call);
  void visitTransfer(const llvm::MemTransferInst &Copy);
  void visitFill(const llvm::MemSetInst &Fill);
  void visitUnitCall(const llvm::CallBase &Call);

  const PlannedFunction &Planned;
  const UnitFacts &Facts;
  const SplitDerivatives &Splits;
  llvm::Function &In;
  llvm::ValueToValueMapTy &Map;
  Frame &Cells;
  Arena &Memory;
  ShadowPointers &Shadows;
  llvm::LoopInfo &LI;
  llvm::DenseMap<const llvm::Loop *, llvm::Value *> EntryPosition;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> AfterRoom;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Tapes;
  /// Classes of memory that loads are repeated from.
  std::optional<llvm::SmallDenseSet<MemoryClasses::Id, 8>> ReadInReverse;
};

} // namespace autodiff

#endif
