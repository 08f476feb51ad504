#include "Types/Retype.h"
#include "Prepare/Prepare.h"
#include "Types/TypeAnalysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

/// The type that an integer access should have; null to leave it.
static Type *betterType(const Instruction &I, const Value *Pointer, Type *Ty,
                        const TypeInfo &Types, const DataLayout &DL) {
  uint64_t Size = DL.getTypeStoreSize(Ty).getFixedValue();
  if (Size * 8 != DL.getTypeSizeInBits(Ty).getFixedValue() || Size < 2)
    return nullptr;
  TypedBytes Tagged =
      tagBytes(I.getMetadata(LLVMContext::MD_tbaa), I.getContext());
  if (Tagged.Kind == AccessKind::Integer)
    return nullptr;
  RegionTypes Region = Types.region(Pointer, Size, I);
  Type *Float = Tagged.Float;
  if (Region.Layout == RegionTypes::Form::Floats)
    Float = Region.Float;
  if (Region.Layout == RegionTypes::Form::Mixed) {
    // All parts of one kind.
    for (const TypedBytes &Part : Region.Parts)
      if (Part.Kind != Region.Parts.front().Kind ||
          Part.Float != Region.Parts.front().Float)
        return nullptr;
    if (Region.Parts.empty())
      return nullptr;
    if (Region.Parts.front().Kind == AccessKind::Pointer &&
        Region.Parts.front().Size == Size)
      return PointerType::getUnqual(I.getContext());
    Float = Region.Parts.front().Float;
  }
  if (!Float || DL.getTypeStoreSize(Float) != DL.getTypeAllocSize(Float))
    return nullptr;
  uint64_t Element = DL.getTypeStoreSize(Float).getFixedValue();
  if (Size == Element)
    return Float;
  return Size % Element == 0 ? FixedVectorType::get(Float, Size / Element)
                             : nullptr;
}

/// V in another type of the same size; undoes the cast that made it.
static Value *recast(IRBuilderBase &B, Value *V, Type *To) {
  if (auto *Cast = dyn_cast<CastInst>(V))
    if (Cast->getOperand(0)->getType() == To &&
        (isa<BitCastInst>(Cast) || isa<PtrToIntInst>(Cast) ||
         isa<IntToPtrInst>(Cast)))
      return Cast->getOperand(0);
  return B.CreateBitOrPointerCast(V, To);
}

void retypeAccesses(PreparedUnit &Unit) {
  MemoryClasses Classes(Unit);
  TypeInfo Types(Unit, Classes);
  const DataLayout &DL = Unit.root().Body->getParent()->getDataLayout();
  SmallVector<std::pair<Instruction *, Type *>, 8> Changes;
  for (PreparedFunction &P : Unit.functions())
    for (Instruction &I : instructions(*P.Body)) {
      if ((!isa<LoadInst>(I) && !isa<StoreInst>(I)) || I.isAtomic())
        continue;
      Type *Ty = getLoadStoreType(&I);
      if (!Ty->isIntOrIntVectorTy())
        continue;
      if (Type *Better =
              betterType(I, getLoadStorePointerOperand(&I), Ty, Types, DL))
        Changes.push_back({&I, Better});
    }
  // Loads first: stores then find their casts.
  for (auto [I, Ty] : Changes)
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      IRBuilder<> B(Load);
      auto *New = cast<LoadInst>(Load->clone());
      New->mutateType(Ty);
      B.Insert(New, Load->getName());
      New->setMetadata(LLVMContext::MD_range, nullptr);
      New->setMetadata(LLVMContext::MD_noundef, nullptr);
      Load->replaceAllUsesWith(B.CreateBitOrPointerCast(New, Load->getType()));
      Load->eraseFromParent();
    }
  for (auto [I, Ty] : Changes)
    if (auto *Store = dyn_cast<StoreInst>(I)) {
      IRBuilder<> B(Store);
      Store->setOperand(0, recast(B, Store->getValueOperand(), Ty));
    }
}

} // namespace autodiff
