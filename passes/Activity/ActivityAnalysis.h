// ActivityAnalysis.h - What varies with the inputs AND is useful to the
// outputs?
//
// A value is varied if it depends differentiably on an active input, useful if
// an output depends differentiably on it, active if both (Hascoet & Pascual,
// "The Tapenade automatic differentiation tool", TOMS 2013, section on
// activity). Memory is varied or useful by class (MemoryClasses), over the
// whole unit. Invalidated with MemoryClasses.
#ifndef AUTODIFF_ACTIVITY_ACTIVITYANALYSIS_H
#define AUTODIFF_ACTIVITY_ACTIVITYANALYSIS_H

#include "Discover/Request.h"
#include "Types/TypeAnalysis.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace autodiff {

class ActivityInfo {
public:
  ActivityInfo(PreparedUnit &Unit, const MemoryClasses &Classes,
               const TypeInfo &Types, llvm::ArrayRef<bool> ActiveSlots);

  bool isVaried(const llvm::Value *V) const { return Varied.contains(V); }
  bool isUseful(const llvm::Value *V) const { return Useful.contains(V); }
  bool isActive(const llvm::Value *V) const {
    return isVaried(V) && isUseful(V);
  }

  /// The memory behind a pointer holds numbers that are active.
  bool isMemoryActive(const llvm::Value *Pointer) const;
  /// The pointer has a shadow pointer of its own. The shadow of any other
  /// pointer is the pointer itself.
  bool hasShadow(const llvm::Value *Pointer) const;
  /// The pointer may point to memory with a shadow, or to memory held constant
  /// (its shadow is then the pointer itself): a run-time compare decides.
  bool isMixed(const llvm::Value *Pointer) const;
  /// The memory behind a pointer is held constant by the request, and an active
  /// value is stored there and read again.
  bool losesActiveValues(const llvm::Value *Pointer) const;
  /// The memory behind a pointer is the unit's own: its shadow holds no adjoint
  /// before the reverse sweep.
  bool isOwnMemory(const llvm::Value *Pointer) const;
  /// An active value is stored there, and it is an exception object.
  bool isThrown(const llvm::Value *Pointer) const;
  /// Shadow memory exists for pointers stored behind this pointer.
  bool hasShadowContents(const llvm::Value *Pointer) const;

  void print(llvm::raw_ostream &OS, PreparedUnit &Unit) const;

private:
  struct ClassFlags {
    bool Varied = false, Useful = false;
    bool FromActive = false;       ///< reached from an active slot
    bool FromConstant = false;     ///< reached from memory held constant
    bool FromUnit = false;         ///< allocated by the unit, or a global's
    bool FromException = false;    ///< an exception object
    bool DeclaredConstant = false; ///< through autodiff::constant
    bool Shadow = false;
    bool ReadUseful = false;
  };
  const ClassFlags *flags(const llvm::Value *Pointer) const;
  void seed(PreparedUnit &Unit, llvm::ArrayRef<bool> ActiveSlots);
  bool forwardStep(const llvm::Instruction &I, PreparedUnit &Unit);
  bool backwardStep(const llvm::Instruction &I, PreparedUnit &Unit);
  bool forwardValue(const llvm::Instruction &I);
  bool holdsVariedBits(const llvm::Value *V) const;
  bool setHoldsBits(const llvm::Value *V) { return HoldsBits.insert(V).second; }
  bool forwardCall(const llvm::CallBase &Call, PreparedUnit &Unit);
  bool backwardCall(const llvm::CallBase &Call, PreparedUnit &Unit);
  bool setVaried(const llvm::Value *V) { return Varied.insert(V).second; }
  bool setUseful(const llvm::Value *V);
  void decideShadows();

  const MemoryClasses &Classes;
  const TypeInfo &Types;
  llvm::SmallVector<ClassFlags, 64> Flags;
  llvm::DenseSet<const llvm::Value *> Varied, Useful;
  /// Aggregates (and functions that return them) with varied integers.
  llvm::DenseSet<const llvm::Value *> HoldsBits;
};

} // namespace autodiff

#endif
