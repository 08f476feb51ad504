#include "Types/AccessTypes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace autodiff {

bool hasFloat(ArrayRef<TypedBytes> Parts) {
  return any_of(Parts, [](const TypedBytes &Part) {
    return Part.Kind == AccessKind::Float;
  });
}

SmallVector<TypedBytes, 4> withGaps(ArrayRef<TypedBytes> Parts, uint64_t Size) {
  SmallVector<TypedBytes, 4> All;
  int64_t End = 0;
  auto FillTo = [&](int64_t To) {
    if (End < To)
      All.push_back({End, uint64_t(To - End), AccessKind::Integer});
  };
  for (const TypedBytes &Part : Parts) {
    FillTo(Part.Offset);
    All.push_back(Part);
    End = Part.Offset + int64_t(Part.Size);
  }
  FillTo(int64_t(Size));
  return All;
}

/// An operation that leaves an integer one of its width.
static bool keepsWidth(const User *U, const Type *Ty) {
  return isa<BinaryOperator, SelectInst, PHINode, FreezeInst>(U) &&
         U->getType() == Ty;
}

/// The type of number whose bits an integer goes to (or, stored, comes from) by
/// operations of its own width; null if none is seen.
static Type *numberBehind(const Value *Bits, bool Stored) {
  Type *Ty = Bits->getType();
  auto NumberOf = [&](const Value *V) -> Type * {
    return V->getType()->isFPOrFPVectorTy() &&
                   V->getType()->getScalarSizeInBits() ==
                       Ty->getScalarSizeInBits()
               ? V->getType()->getScalarType()
               : nullptr;
  };
  SmallVector<const Value *, 8> Work{Bits};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty() && Seen.size() < 64) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    auto *I = dyn_cast<Instruction>(V);
    if (Stored && I) {
      if (isa<BitCastInst>(I))
        if (Type *Number = NumberOf(I->getOperand(0)))
          return Number;
      if (keepsWidth(I, Ty))
        append_range(Work, I->operand_values());
    }
    if (Stored)
      continue;
    for (const User *U : V->users()) {
      if (isa<BitCastInst>(U))
        if (Type *Number = NumberOf(U))
          return Number;
      if (keepsWidth(U, Ty))
        Work.push_back(U);
    }
  }
  return nullptr;
}

/// An integer value may become the bits of a floating-point number, or go where
/// that cannot be seen.
static bool mayBecomeBits(const Value *V) {
  if (!V->getType()->isIntOrIntVectorTy())
    return false;
  SmallVector<const Value *, 8> Work{V};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const Value *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    for (const User *U : Next->users()) {
      if (isa<BitCastInst>(U) || isa<CallBase>(U) || isa<ReturnInst>(U) ||
          (isa<StoreInst>(U) && U->getOperand(0) == Next))
        return true;
      if (isa<BinaryOperator, CastInst, PHINode, SelectInst>(U) &&
          U->getType()->isIntOrIntVectorTy())
        Work.push_back(U);
    }
  }
  return false;
}

namespace {
class LaneReader {
public:
  LaneReader(SmallVectorImpl<TypedBytes> &Lanes, const DataLayout &DL)
      : Lanes(Lanes), DL(DL) {}
  void loaded(const Value *Bits, uint64_t Shift, uint64_t Width);
  void stored(const Value *Bits, uint64_t Shift);

private:
  void add(AccessKind Kind, Type *Float, uint64_t Shift, uint64_t Size) {
    Lanes.push_back({int64_t(Shift / 8), Size, Kind, Float});
  }
  void addNumber(Type *Number, uint64_t Shift) {
    add(AccessKind::Float, Number, Shift,
        DL.getTypeStoreSize(Number).getFixedValue());
  }

  SmallVectorImpl<TypedBytes> &Lanes;
  const DataLayout &DL;
};
} // namespace

/// The bytes of an integer that an operation looks at as those of one integer:
/// a test of the sign reads the part with the highest bit, whatever it is.
static std::pair<uint64_t, uint64_t> bytesUsed(const User *U, uint64_t Width) {
  const APInt *C = nullptr;
  if (auto *Compare = dyn_cast<ICmpInst>(U);
      Compare && match(Compare->getOperand(1), m_APInt(C)) &&
      ((Compare->getPredicate() == ICmpInst::ICMP_SLT && C->isZero()) ||
       (Compare->getPredicate() == ICmpInst::ICMP_SGT && C->isAllOnes())))
    return {0, 0};
  if (match(U, m_And(m_Value(), m_APInt(C))) && !C->isZero())
    return {C->countr_zero() / 8, (C->getActiveBits() + 7) / 8};
  return {0, Width / 8};
}

/// An integer that was loaded is a number of its own if it is computed with; a
/// part of it is a floating-point number if it is cast to one.
void LaneReader::loaded(const Value *Bits, uint64_t Shift, uint64_t Width) {
  if (!Bits->getType()->isIntegerTy())
    return;
  if (Bits->getType()->getIntegerBitWidth() == Width)
    if (Type *Number = numberBehind(Bits, /*Stored=*/false))
      return addNumber(Number, Shift);
  for (const User *U : Bits->users()) {
    if (isa<FreezeInst>(U)) {
      loaded(U, Shift, Width);
    } else if (isa<TruncInst>(U)) {
      loaded(U, Shift, U->getType()->getIntegerBitWidth());
    } else if (auto *By = match(U, m_Shr(m_Value(), m_Value()))
                              ? dyn_cast<ConstantInt>(U->getOperand(1))
                              : nullptr) {
      uint64_t Distance = By->getLimitedValue(Width);
      if (Distance < Width && Distance % 8 == 0)
        loaded(U, Shift + Distance, Width - Distance);
    } else if (isa<ICmpInst, BinaryOperator, SIToFPInst, UIToFPInst, SExtInst,
                   GetElementPtrInst, SwitchInst>(U) &&
               Bits->getType()->getIntegerBitWidth() == Width &&
               !mayBecomeBits(U)) {
      auto [First, Last] = bytesUsed(U, Width);
      if (First != Last)
        add(AccessKind::Integer, nullptr, Shift + 8 * First, Last - First);
    }
  }
}

/// The same for a value that is stored, by how it was put together.
void LaneReader::stored(const Value *Bits, uint64_t Shift) {
  uint64_t Size = DL.getTypeStoreSize(Bits->getType()).getFixedValue();
  auto *I = dyn_cast<Instruction>(Bits);
  if (!I)
    return;
  if (Bits->getType()->isIntegerTy())
    if (Type *Number = numberBehind(Bits, /*Stored=*/true))
      return addNumber(Number, Shift);
  switch (I->getOpcode()) {
  case Instruction::Freeze:
    return stored(I->getOperand(0), Shift);
  case Instruction::BitCast:
    if (I->getOperand(0)->getType()->isFloatingPointTy())
      addNumber(I->getOperand(0)->getType(), Shift);
    return;
  case Instruction::ZExt:
    return stored(I->getOperand(0), Shift);
  case Instruction::Shl:
    if (auto *By = dyn_cast<ConstantInt>(I->getOperand(1));
        By && By->getLimitedValue(128) % 8 == 0)
      return stored(I->getOperand(0), Shift + By->getLimitedValue(128));
    break;
  case Instruction::Or:
    stored(I->getOperand(0), Shift);
    return stored(I->getOperand(1), Shift);
  case Instruction::Load:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Trunc:
  case Instruction::LShr:
  case Instruction::And:
  case Instruction::Call:
    return; // moved from elsewhere
  default:
    break;
  }
  add(AccessKind::Integer, nullptr, Shift, Size);
}

SmallVector<TypedBytes, 4> lanesOfLoaded(const Value &Bits,
                                         const DataLayout &DL) {
  SmallVector<TypedBytes, 4> Lanes;
  LaneReader(Lanes, DL).loaded(
      &Bits, 0, DL.getTypeStoreSize(Bits.getType()).getFixedValue() * 8);
  return Lanes;
}

SmallVector<TypedBytes, 4> lanesOfStored(const Value &Bits,
                                         const DataLayout &DL) {
  SmallVector<TypedBytes, 4> Lanes;
  LaneReader(Lanes, DL).stored(&Bits, 0);
  return Lanes;
}

SmallVector<TypedBytes, 4> lanesBehind(const Instruction &Access,
                                       const DataLayout &DL) {
  SmallVector<TypedBytes, 4> Lanes;
  Type *Ty = getLoadStoreType(const_cast<Instruction *>(&Access));
  auto *Store = dyn_cast<StoreInst>(&Access);
  const Value *Bits = Store ? Store->getValueOperand() : &Access;
  if (Ty->isVectorTy()) {
    // Of a vector of integers, each element.
    if (Type *Number = numberBehind(Bits, Store)) {
      uint64_t Element = DL.getTypeStoreSize(Number).getFixedValue();
      uint64_t Size = DL.getTypeStoreSize(Ty).getKnownMinValue();
      for (uint64_t At = 0; At < Size && !Ty->isScalableTy(); At += Element)
        Lanes.push_back({int64_t(At), Element, AccessKind::Float, Number});
    }
    return Lanes;
  }
  return Store ? lanesOfStored(*Bits, DL) : lanesOfLoaded(*Bits, DL);
}

} // namespace autodiff
