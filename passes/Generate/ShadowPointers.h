// ShadowPointers.h - What is the shadow of a pointer, in code that runs the
// primal?
//
// Shadow pointers mirror the primal's address computations, beside them. The
// shadow of a pointer without shadow memory is the pointer itself. Shared by
// the primal sweep of reverse mode and by forward mode.
#ifndef AUTODIFF_GENERATE_SHADOWPOINTERS_H
#define AUTODIFF_GENERATE_SHADOWPOINTERS_H

#include "Plan/NeededValues.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace autodiff {

/// The arena of a derivative: a parameter, or a local variable made on first
/// use.
class Arena {
public:
  explicit Arena(llvm::Function &In, llvm::Value *Given = nullptr)
      : In(In), Given(Given) {}
  llvm::Value *get();
  /// Where memory can be taken from it first, in the entry block.
  llvm::Instruction *firstUse();
  /// Releases a local arena wherever the function is left.
  void finish();

private:
  llvm::Function &In;
  llvm::Value *Given;
  llvm::Instruction *Cleared = nullptr; ///< makes a local one empty
};

/// The instruction after I in its block: where what depends on I can stand. For
/// an invoke in the normal destination, for a phi after all of them.
llvm::Instruction *pointAfter(llvm::Instruction &I);

class ShadowPointers {
public:
  /// InArena: local variables must outlive the function (split derivatives).
  /// Suffix: of the names of shadow globals; adjoints and tangents have
  /// different ones, because those of constant tables are never cleared.
  ShadowPointers(const UnitFacts &Facts, llvm::Function &In,
                 llvm::ValueToValueMapTy &Map, Arena &Memory, bool InArena,
                 llvm::StringRef Suffix = ".shadow");

  /// Gives a parameter or the result of a call its shadow.
  void set(const llvm::Value *V, llvm::Value *Shadow) { Known[V] = Shadow; }
  /// The shadow of a primal pointer.
  llvm::Value *of(const llvm::Value *V);
  /// Emits "Shadow differs from the primal pointer" for a mixed pointer; null
  /// if the shadow is surely shadow memory.
  llvm::Value *isReal(llvm::IRBuilderBase &B, const llvm::Value *Pointer);
  /// Mutable globals that got a shadow here.
  llvm::ArrayRef<llvm::GlobalVariable *> globals() const { return Globals; }
  /// The instruction of the derivative that stands for a primal value.
  llvm::Value *mapped(const llvm::Value *V) const;

private:
  llvm::Value *make(const llvm::Instruction &I);
  llvm::Value *mirror(const llvm::Instruction &I);
  llvm::Value *ofConstant(const llvm::Constant &C);
  llvm::Constant *ofTable(llvm::GlobalVariable &Table);
  llvm::Constant *shadowInitialiser(llvm::Constant &C);
  llvm::Value *ofLocal(const llvm::AllocaInst &Slot);
  llvm::Value *ofAllocation(const llvm::CallBase &Call);

  const UnitFacts &Facts;
  llvm::Function &In;
  llvm::ValueToValueMapTy &Map;
  Arena &Memory;
  bool InArena;
  llvm::StringRef Suffix;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Known;
  llvm::SmallVector<llvm::GlobalVariable *, 4> Globals;
};

/// The shadow of a global: internal, zero, of the same thread-local model.
llvm::GlobalVariable *shadowGlobal(llvm::GlobalVariable &Global,
                                   llvm::StringRef Suffix);

} // namespace autodiff

#endif
