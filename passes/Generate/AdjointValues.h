// AdjointValues.h - What is the adjoint of a value, at this point of the
// reverse sweep?
//
// An adjoint is symbolically zero until something is added to it; zeros are
// never materialised. A value that is used only in its own block has its
// adjoint in an SSA value; any other in a cell, a local variable that is
// promoted when the function is complete. The additive identity of cells is
// -0.0: x + -0.0 is x for every x, so that the optimiser folds first additions
// without fast-math.
#ifndef AUTODIFF_GENERATE_ADJOINTVALUES_H
#define AUTODIFF_GENERATE_ADJOINTVALUES_H

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace autodiff {

class AdjointValues {
public:
  /// Cells are made at the entry of In.
  explicit AdjointValues(llvm::Function &In) : In(In) {}

  /// Call before the reverse of each block.
  void beginBlock() { Pending.clear(); }
  /// Adds Adjoint, a value of V's type, to V's adjoint. Constants earn nothing.
  void add(llvm::IRBuilderBase &B, const llvm::Value *V, llvm::Value *Adjoint);
  /// Starts V's adjoint before the sweep, outside of any block's reverse.
  void seed(llvm::IRBuilderBase &B, const llvm::Value *V, llvm::Value *Adjoint);
  /// The adjoint of V, which is zero afterwards; null if symbolically zero.
  llvm::Value *take(llvm::IRBuilderBase &B, const llvm::Value *V);

  /// Call when the function is complete: cells become SSA values. (Promoting
  /// local variables that start at the entry takes time and memory in their
  /// number times that of all blocks, however near their uses are.)
  void promoteCells();

  /// A + B, leaf by leaf for aggregates; only floating-point leaves count.
  static llvm::Value *sum(llvm::IRBuilderBase &B, llvm::Value *X,
                          llvm::Value *Y);
  /// The identity of sum.
  static llvm::Constant *identity(llvm::Type *Ty);

private:
  bool isLocal(const llvm::Value *V);
  llvm::AllocaInst *cellOf(const llvm::Value *V);

  llvm::Function &In;
  llvm::MapVector<const llvm::Value *, llvm::AllocaInst *> Cells;
  llvm::DenseMap<const llvm::Value *, bool> Local;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Pending;
};

} // namespace autodiff

#endif
