// Frame.h - Where does a kept value lie?
//
// Follows a CachePlan. Every kept value outside loops has a cell, a local
// variable that the optimiser turns into an SSA value; or, if the plan says so,
// all lie in one block of memory of the arena. Every loop with kept
// values has one block of memory, an array per value, all indexed by a running
// iteration number:
//
//   address of value k in an iteration
//     = block + capacity * offset(k) + (position at entry + iteration) *
//     size(k)
//
// A split derivative has the cells twice, in the augmented primal and in the
// reverse; the tape carries them over.
#ifndef AUTODIFF_GENERATE_FRAME_H
#define AUTODIFF_GENERATE_FRAME_H

#include "Plan/CachePlan.h"
#include "llvm/IR/IRBuilder.h"

namespace autodiff {

class Arena;

class Frame {
public:
  /// Makes the cells at the entry of In; a block of memory for the values is
  /// taken from Memory, if given.
  Frame(const CachePlan &Plan, llvm::Function &In, Arena *Memory);

  struct LoopCells {
    const LoopCache *Cache = nullptr;
    llvm::Instruction *Block = nullptr;    ///< address of a ptr
    llvm::Instruction *Capacity = nullptr; ///< of an i64, iterations, a
                                           ///< multiple of 16
    llvm::Instruction *Position = nullptr; ///< of an i64, iterations in use;
                                           ///< null in a loop entered once
    /// Of the arrays, per iteration.
    llvm::DenseMap<Needed, uint64_t> Offsets;
    uint64_t RecordSize = 0;
  };
  LoopCells *cellsOf(const llvm::Loop *L) {
    auto It = Loops.find(L);
    return It == Loops.end() ? nullptr : &It->second;
  }
  /// Where a value that is kept outside loops lies; null for others.
  llvm::Value *placeOf(llvm::IRBuilderBase &B, const Needed &N) const;

  /// The address of the N-th iteration's copy of a value kept in a loop.
  llvm::Value *address(llvm::IRBuilderBase &B, const LoopCells &Cells,
                       const Needed &N, llvm::Value *Iteration) const;
  /// Writes or reads a kept value in its stored type.
  void store(llvm::IRBuilderBase &B, const Needed &N, llvm::Value *V,
             llvm::Value *Address) const;
  llvm::Value *load(llvm::IRBuilderBase &B, const Needed &N,
                    llvm::Value *Address) const;

  /// Type of the tape of a split derivative; null if nothing is kept.
  llvm::StructType *tapeType() const;
  void saveTo(llvm::IRBuilderBase &B, llvm::Value *Tape) const;
  void loadFrom(llvm::IRBuilderBase &B, llvm::Value *Tape) const;

private:
  void layOutBlock(const CachePlan &Plan, llvm::Function &In, Arena *Memory);
  llvm::Instruction *loopCell(llvm::IRBuilderBase &B, llvm::Type *Ty,
                              const llvm::Twine &Name);
  llvm::AllocaInst *cell(llvm::IRBuilderBase &B, llvm::Type *Ty,
                         const llvm::Twine &Name);

  const llvm::DataLayout &DL;
  llvm::DenseMap<Needed, llvm::AllocaInst *> Values;
  llvm::AllocaInst *Block = nullptr; ///< ptr, the block of memory for values
  llvm::Value *LoopArea = nullptr;   ///< in it, for the next cell of a loop
  llvm::DenseMap<Needed, uint64_t> InBlock; ///< their offsets there
  llvm::MapVector<const llvm::Loop *, LoopCells> Loops;
  llvm::SmallVector<llvm::AllocaInst *, 16> All;
};

} // namespace autodiff

#endif
