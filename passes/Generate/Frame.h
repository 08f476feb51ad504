// Frame.h - Where does a kept value lie?
//
// Follows a CachePlan. Every kept value outside loops has a cell, a local
// variable that the optimiser turns into an SSA value; every loop with kept
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

class Frame {
public:
  /// Makes the cells at the entry of In.
  Frame(const CachePlan &Plan, llvm::Function &In);

  struct LoopCells {
    const LoopCache *Cache = nullptr;
    llvm::AllocaInst *Block = nullptr;    ///< ptr
    llvm::AllocaInst *Capacity = nullptr; ///< i64, iterations, a multiple of 16
    llvm::AllocaInst *Position = nullptr; ///< i64, iterations in use
    llvm::SmallVector<uint64_t, 4> Offsets; ///< of the arrays, per iteration
    uint64_t RecordSize = 0;
  };
  LoopCells *cellsOf(const llvm::Loop *L) {
    auto It = Loops.find(L);
    return It == Loops.end() ? nullptr : &It->second;
  }
  llvm::AllocaInst *cellOf(const Needed &N) const { return Values.lookup(N); }

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
  llvm::AllocaInst *cell(llvm::IRBuilderBase &B, llvm::Type *Ty,
                         const llvm::Twine &Name);

  const llvm::DataLayout &DL;
  llvm::DenseMap<Needed, llvm::AllocaInst *> Values;
  llvm::MapVector<const llvm::Loop *, LoopCells> Loops;
  llvm::SmallVector<llvm::AllocaInst *, 16> All;
};

} // namespace autodiff

#endif
