#include "Types/Retype.h"
#include "Prepare/Prepare.h"
#include "Types/PackedValues.h"
#include "Types/TypeAnalysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace autodiff {

/// The parts of an integer access that holds numbers or pointers; empty to
/// leave it.
static SmallVector<TypedBytes, 4>
partsOf(const Instruction &I, const TypeInfo &Types, const DataLayout &DL) {
  SmallVector<TypedBytes, 4> Parts;
  Type *Ty = getLoadStoreType(const_cast<Instruction *>(&I));
  if (!Ty->isIntOrIntVectorTy() || Ty->isScalableTy() || I.isAtomic() ||
      I.isVolatile())
    return Parts;
  uint64_t Size = DL.getTypeStoreSize(Ty).getFixedValue();
  SmallVector<TypedBytes, 4> Lanes = lanesBehind(I, DL);
  if (Size * 8 != DL.getTypeSizeInBits(Ty).getFixedValue() || Size < 2 ||
      (accessKind(I) == AccessKind::Integer && !hasFloat(Lanes) &&
       !Types.holdsPunned(getLoadStorePointerOperand(&I))))
    return Parts;
  RegionTypes Region = Types.region(getLoadStorePointerOperand(&I), Size, I);
  TypedBytes Whole =
      tagBytes(I.getMetadata(LLVMContext::MD_tbaa), I.getContext());
  if (Lanes.size() == 1 && hasFloat(Lanes) && Lanes[0].Size == Size) {
    Whole = Lanes[0];
  } else if (Region.Layout == RegionTypes::Form::Floats) {
    Whole.Kind = AccessKind::Float;
    Whole.Float = Region.Float;
  }
  if (Whole.Kind == AccessKind::Float) {
    uint64_t Element = DL.getTypeStoreSize(Whole.Float).getFixedValue();
    if (Size % Element || Element != DL.getTypeAllocSize(Whole.Float))
      return Parts;
    for (uint64_t At = 0; At != Size; At += Element)
      Parts.push_back({int64_t(At), Element, AccessKind::Float, Whole.Float});
    return Parts;
  }
  if (Region.Layout == RegionTypes::Form::Mixed &&
      any_of(Region.Parts, [](const TypedBytes &Part) {
        return Part.Kind != AccessKind::Integer;
      }))
    Parts = withGaps(Region.Parts, Size);
  if (Whole.Kind == AccessKind::Pointer && Parts.empty())
    Parts.push_back({0, Size, AccessKind::Pointer, nullptr});
  return Parts;
}

static Type *typeOf(const TypedBytes &Part, LLVMContext &Context) {
  switch (Part.Kind) {
  case AccessKind::Float:
    return Part.Float;
  case AccessKind::Pointer:
    return PointerType::getUnqual(Context);
  case AccessKind::Integer:
  case AccessKind::Unknown:
    return Type::getIntNTy(Context, Part.Size * 8);
  }
  llvm_unreachable("covered switch");
}

/// A tag that names a type holds for each of its parts.
static void keepTag(Instruction &Part, const Instruction &Whole) {
  MDNode *Tag = Whole.getMetadata(LLVMContext::MD_tbaa);
  if (tagBytes(Tag, Whole.getContext()).Kind == AccessKind::Float)
    Part.setMetadata(LLVMContext::MD_tbaa, Tag);
}

static void splitLoad(LoadInst &Load, ArrayRef<TypedBytes> Parts,
                      const DataLayout &DL) {
  IRBuilder<> B(&Load);
  Type *Ty = Load.getType();
  Type *Bits = B.getIntNTy(DL.getTypeSizeInBits(Ty));
  // What is frozen as a whole is frozen part by part.
  auto *Frozen =
      Load.hasOneUse() ? dyn_cast<FreezeInst>(Load.user_back()) : nullptr;
  Value *Whole = nullptr;
  for (const TypedBytes &Part : Parts) {
    Value *Where = B.CreateConstInBoundsGEP1_64(
        B.getInt8Ty(), Load.getPointerOperand(), Part.Offset);
    LoadInst *Field =
        B.CreateAlignedLoad(typeOf(Part, B.getContext()), Where,
                            commonAlignment(Load.getAlign(), Part.Offset));
    keepTag(*Field, Load);
    Value *V = Frozen ? B.CreateFreeze(Field) : Field;
    V = placePart(B, B.CreateBitOrPointerCast(V, B.getIntNTy(Part.Size * 8)),
                  Bits, Part);
    Whole = Whole ? B.CreateOr(Whole, V) : V;
  }
  Instruction &Last = Frozen ? cast<Instruction>(*Frozen) : Load;
  Last.replaceAllUsesWith(B.CreateBitCast(Whole, Ty));
  if (Frozen)
    Frozen->eraseFromParent();
  Load.eraseFromParent();
}

/// The bytes of an integer that a user takes, if it takes only some: those of a
/// truncation, perhaps after a shift.
static std::optional<TypedBytes> takenBytes(const Value &Whole,
                                            const User &Taker) {
  uint64_t Width = Whole.getType()->getIntegerBitWidth(), Shift = 0;
  uint64_t Taken = Taker.getType()->getPrimitiveSizeInBits();
  if (auto *ByConstant = dyn_cast<LShrOperator>(&Taker)) {
    auto *Amount = dyn_cast<ConstantInt>(ByConstant->getOperand(1));
    if (!Amount || !Taker.hasOneUse() || !isa<TruncInst>(Taker.user_back()))
      return std::nullopt;
    Shift = Amount->getLimitedValue(Width);
    Taken = Taker.user_back()->getType()->getPrimitiveSizeInBits();
  } else if (!isa<TruncInst>(Taker)) {
    return std::nullopt;
  }
  if (Shift % 8 || Taken < 8 || !isPowerOf2_64(Taken) || Shift + Taken > Width)
    return std::nullopt;
  return TypedBytes{int64_t(Shift / 8), Taken / 8};
}

/// Loads only the fields that are used of an integer: of what lies beside them
/// nothing may be known. True if it did.
static bool narrowLoad(LoadInst &Load) {
  Instruction *Whole = &Load;
  if (auto *Frozen =
          Load.hasOneUse() ? dyn_cast<FreezeInst>(Load.user_back()) : nullptr)
    Whole = Frozen;
  if (!Load.isSimple() || !Load.getType()->isIntegerTy() || Whole->use_empty())
    return false;
  SmallVector<std::pair<User *, TypedBytes>, 4> Fields;
  for (User *Taker : Whole->users()) {
    std::optional<TypedBytes> Bytes = takenBytes(*Whole, *Taker);
    if (!Bytes)
      return false;
    Fields.push_back({Taker, *Bytes});
  }
  IRBuilder<> B(&Load);
  for (auto &[Taker, Bytes] : Fields) {
    Value *Field = B.CreateAlignedLoad(
        B.getIntNTy(8 * Bytes.Size),
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Load.getPointerOperand(),
                                     Bytes.Offset),
        commonAlignment(Load.getAlign(), Bytes.Offset));
    if (Whole != &Load)
      Field = B.CreateFreeze(Field);
    if (isa<TruncInst>(Taker))
      Taker->replaceAllUsesWith(Field);
    else
      Taker->user_back()->replaceAllUsesWith(Field);
  }
  return true;
}

static void splitStore(StoreInst &Store, ArrayRef<TypedBytes> Parts,
                       const DataLayout &DL) {
  IRBuilder<> B(&Store);
  Value *V = Store.getValueOperand();
  Value *Bits =
      B.CreateBitCast(V, B.getIntNTy(DL.getTypeSizeInBits(V->getType())));
  for (const TypedBytes &Part : Parts) {
    Value *Where = B.CreateConstInBoundsGEP1_64(
        B.getInt8Ty(), Store.getPointerOperand(), Part.Offset);
    Value *Field = takePart(B, Bits, Part);
    StoreInst *Stored = B.CreateAlignedStore(
        B.CreateBitOrPointerCast(Field, typeOf(Part, B.getContext())), Where,
        commonAlignment(Store.getAlign(), Part.Offset));
    keepTag(*Stored, Store);
  }
  Store.eraseFromParent();
}

/// Nothing tells what all of the bytes hold that are loaded.
static bool isUnknown(const Instruction &I, const TypeInfo &Types,
                      const DataLayout &DL) {
  if (!isa<LoadInst>(I) || !I.getType()->isIntegerTy() ||
      I.getType()->getIntegerBitWidth() % 8 || I.getType()->isIntegerTy(8) ||
      accessKind(I) != AccessKind::Unknown)
    return false;
  const Value *Pointer = getLoadStorePointerOperand(&I);
  uint64_t Size = DL.getTypeStoreSize(I.getType()).getFixedValue();
  return Types.region(Pointer, Size, I).Layout == RegionTypes::Form::Unknown;
}

/// Splits the accesses of all functions; those that changed.
static SmallVector<Function *, 4> splitAccesses(PreparedUnit &Unit) {
  MemoryClasses Classes(Unit);
  TypeInfo Types(Unit, Classes);
  const DataLayout &DL = Unit.root().Body->getParent()->getDataLayout();
  SmallVector<Function *, 4> Changed;
  for (PreparedFunction &P : Unit.functions()) {
    SmallVector<std::pair<Instruction *, SmallVector<TypedBytes, 4>>, 8>
        Changes;
    SmallVector<LoadInst *, 8> Unknown;
    for (Instruction &I : instructions(*P.Body))
      if (isa<LoadInst>(I) || isa<StoreInst>(I))
        if (auto Parts = partsOf(I, Types, DL); !Parts.empty())
          Changes.push_back({&I, std::move(Parts)});
        else if (isUnknown(I, Types, DL))
          Unknown.push_back(cast<LoadInst>(&I));
    bool Narrowed = false;
    for (LoadInst *Load : Unknown)
      Narrowed |= narrowLoad(*Load);
    for (auto &[I, Parts] : Changes)
      if (auto *Load = dyn_cast<LoadInst>(I))
        splitLoad(*Load, Parts, DL);
      else
        splitStore(cast<StoreInst>(*I), Parts, DL);
    bool Merges = splitPackedValues(*P.Body);
    if (Changes.empty() && !Merges && !Narrowed)
      continue;
    Unit.FAM->invalidate(*P.Body, PreservedAnalyses::none());
    Changed.push_back(P.Body);
  }
  return Changed;
}

/// The number whose bits a cast makes a number again, if the bits are only
/// carried in between.
static Value *carriedNumber(BitCastInst &Cast) {
  Type *Ty = Cast.getType();
  Value *Bits = Cast.getOperand(0);
  if (auto *Back = dyn_cast<BitCastInst>(Bits))
    return Back->getSrcTy() == Ty ? Back->getOperand(0) : nullptr;
  auto *Lane = dyn_cast<ExtractElementInst>(Bits);
  auto *Back = Lane ? dyn_cast<BitCastInst>(Lane->getVectorOperand()) : nullptr;
  auto *From = Back ? dyn_cast<FixedVectorType>(Back->getSrcTy()) : nullptr;
  if (!From || From->getElementType() != Ty ||
      From->getElementCount() !=
          Lane->getVectorOperandType()->getElementCount())
    return nullptr;
  return IRBuilder<>(Lane).CreateExtractElement(Back->getOperand(0),
                                                Lane->getIndexOperand());
}

/// InstCombine would make accesses to integers of what is carried between two.
static void foldCarriedNumbers(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Cast = dyn_cast<BitCastInst>(&I))
      if (Value *Number = carriedNumber(*Cast)) {
        Cast->replaceAllUsesWith(Number);
        Cast->eraseFromParent();
      }
}

void retypeAccesses(PreparedUnit &Unit) {
  if (!Unit.root().Body->getParent()->getDataLayout().isLittleEndian())
    return;
  // What was told of one place tells of those that it is copied to and from.
  for (unsigned Round = 0; Round != 3; ++Round) {
    SmallVector<Function *, 4> Changed = splitAccesses(Unit);
    if (Changed.empty())
      return;
    for (Function *F : Changed) {
      FunctionPassManager Passes;
      Passes.addPass(SROAPass(SROAOptions::PreserveCFG));
      Passes.addPass(InstCombinePass());
      Unit.FAM->invalidate(*F, Passes.run(*F, *Unit.FAM));
    }
  }
  // What is computed with as an integer was made an access to integers again.
  for (Function *F : splitAccesses(Unit))
    foldCarriedNumbers(*F);
}

} // namespace autodiff
