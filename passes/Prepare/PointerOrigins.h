// PointerOrigins.h - What may a pointer point to?
//
// Follows a pointer back through values, parameters of functions all of whose
// calls are seen, and memory of which every access is seen: constants,
// variables of the module alone, locals, blocks of the heap. Inclusion-based
// (L. O. Andersen, 1994), on demand, and knows the fields of structs apart.
#ifndef AUTODIFF_PREPARE_POINTERORIGINS_H
#define AUTODIFF_PREPARE_POINTERORIGINS_H

#include "Prepare/Place.h"
#include "Prepare/Prepare.h"
#include "llvm/IR/InstrTypes.h"

namespace autodiff {

/// Objects a value may point to, and where; null stands for anything.
using Places = llvm::SmallMapVector<llvm::Value *, Place, 4>;

class PointerOrigins {
public:
  explicit PointerOrigins(PreparedUnit &Unit);
  /// What V may point to: after solve(), for what was asked before it.
  const Places &of(llvm::Value *V) { return Values[V]; }
  void solve();

private:
  /// Bytes of an object, and what the pointers in them may point to.
  struct Region {
    llvm::Value *Object;
    Place At;
    uint64_t Size;
  };
  using RegionKey = std::pair<std::pair<llvm::Value *, uint64_t>,
                              std::pair<int64_t, int64_t>>;
  /// Pointers derived from an object's address whose uses are followed.
  struct Walk {
    const Region &Wanted;
    Places &Into;
    llvm::MapVector<llvm::Value *, Place> Derived;
    llvm::SmallVector<llvm::Value *, 8> Work;
    void follow(llvm::Value *V, Place At);
  };

  Places evaluate(llvm::Value *V);
  Places evaluateArgument(llvm::Argument &A);
  Places evaluateRegion(const Region &R);
  void addRegions(llvm::Value *Pointer, Place By, uint64_t Size, Places &Into);
  void addInitializer(llvm::Constant *C, int64_t At, const Region &R,
                      Places &Into);
  void addStores(const Region &R, Places &Into);
  bool addUse(llvm::Use &U, Place At, Walk &W);
  bool addSpill(llvm::Value *Variable, Place At, Walk &W);
  bool addCallUse(llvm::CallBase &Call, llvm::Use &U, Place At, Walk &W);

  PreparedUnit &Unit;
  const llvm::DataLayout &DL;
  llvm::MapVector<llvm::Value *, Places> Values;
  llvm::MapVector<RegionKey, Places> Regions;
};

} // namespace autodiff

#endif
