// MemoryClasses.h - Which pointers may point into the same memory?
//
// A partition of all memory that a unit touches, by unification (Steensgaard,
// "Points-to analysis in almost linear time", POPL 1996), over all functions of
// the unit at once. Each class has at most one contents class: what pointers
// stored in it point to. Types and activity of memory are facts about classes.
// Invalidated by any change of a pointer's flow.
#ifndef AUTODIFF_TYPES_MEMORYCLASSES_H
#define AUTODIFF_TYPES_MEMORYCLASSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
} // namespace llvm

namespace autodiff {

class PreparedUnit;

class MemoryClasses {
public:
  using Id = unsigned;
  /// Of a pointer that the unit does nothing with. No key of a map.
  static constexpr Id None = ~0u;

  explicit MemoryClasses(PreparedUnit &Unit);

  /// The class that a pointer (or a value that carries one) points into.
  Id classOf(const llvm::Value *Pointer) const;
  /// What pointers stored in memory of that class point to, if any are known to
  /// be there.
  bool hasContents(Id Class) const;
  Id contentsOf(Id Class) const;
  /// Classes are numbered below this; only representatives are in use.
  unsigned size() const { return Parent.size(); }
  Id representative(Id Class) const;
  /// Values whose memory begins in this unit: slots, allocations, globals,
  /// results of calls that are not followed. With their classes.
  llvm::ArrayRef<std::pair<const llvm::Value *, Id>> roots() const {
    return Roots;
  }

private:
  Id fresh();
  Id find(Id Class);
  void unify(Id A, Id B);
  Id node(const llvm::Value *V);
  Id contents(Id Class);
  Id seenContents(Id Class);
  void flow(const llvm::Value *From, const llvm::Value *To);
  void findAddresses(PreparedUnit &Unit);
  void visit(llvm::Instruction &I, PreparedUnit &Unit);
  void visitCall(llvm::CallBase &Call, PreparedUnit &Unit);

  llvm::SmallVector<Id, 64> Parent;
  llvm::SmallVector<Id, 64> Contents;
  /// By class: pointers to it are seen in memory, not only copied unseen.
  llvm::SmallVector<bool, 64> SeenInMemory;
  llvm::DenseMap<const llvm::Value *, Id> Nodes;
  llvm::DenseSet<const llvm::Value *> Addresses;
  llvm::SmallVector<std::pair<const llvm::Value *, Id>, 32> Roots;
};

/// True if a value of this type may carry a pointer: pointers, vectors and
/// aggregates of them, and integers as wide as one.
bool mayCarryPointer(const llvm::Type *Ty);

} // namespace autodiff

#endif
