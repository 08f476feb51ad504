#include "Types/TypeAnalysis.h"
#include "Prepare/Prepare.h"
#include "Support/LLVMCompat.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace llvm;

namespace autodiff {

namespace {
/// An address as object + Offset + k * Stride.
struct Place {
  int64_t Offset = 0;
  uint64_t Stride = 0;
};
} // namespace

static Place placeOfAddress(const Value *Pointer, const DataLayout &DL) {
  Place P;
  while (auto *Address = dyn_cast<GEPOperator>(Pointer)) {
    unsigned Width = DL.getIndexTypeSizeInBits(Address->getType());
    compat::VariableOffsets Variable;
    APInt Constant(Width, 0);
    if (Address->getType()->isVectorTy() ||
        !Address->collectOffset(DL, Width, Variable, Constant)) {
      P.Stride = 1;
      return P;
    }
    P.Offset += Constant.getSExtValue();
    for (auto &[Index, Scale] : Variable) {
      // i * 24 in units of bytes is a stride of 24.
      uint64_t Step = Scale.abs().getZExtValue();
      if (auto *Product = dyn_cast<MulOperator>(Index))
        if (auto *C = dyn_cast<ConstantInt>(Product->getOperand(1)))
          Step *= C->getValue().abs().getLimitedValue(1 << 20);
      if (auto *Shift = dyn_cast<ShlOperator>(Index))
        if (auto *C = dyn_cast<ConstantInt>(Shift->getOperand(1)))
          Step <<= C->getLimitedValue(20);
      P.Stride = std::gcd(P.Stride, Step);
    }
    Pointer = Address->getPointerOperand();
  }
  if (isa<PHINode, SelectInst>(Pointer))
    P.Stride = 1; // somewhere inside an object
  return P;
}

TypeInfo::TypeInfo(PreparedUnit &Unit, const MemoryClasses &Classes)
    : DL(Unit.root().Body->getParent()->getDataLayout()), Classes(Classes) {
  for (PreparedFunction &P : Unit.functions())
    for (const Instruction &I : instructions(*P.Body))
      visit(I);
  for (auto [Root, Class] : Classes.roots())
    if (auto *Global = dyn_cast<GlobalVariable>(Root))
      addType(Global, Global->getValueType());
}

void TypeInfo::addFact(const Value *Pointer, TypedBytes Bytes) {
  if (Bytes.Kind == AccessKind::Unknown)
    return;
  MemoryClasses::Id Class = Classes.classOf(Pointer);
  if (Class == ~0u)
    return;
  Place P = placeOfAddress(Pointer, DL);
  Bytes.Offset += P.Offset;
  if (P.Stride)
    Bytes.Offset = (Bytes.Offset % int64_t(P.Stride) + P.Stride) % P.Stride;
  auto &List = Facts[Class];
  for (const Fact &F : List)
    if (F.Bytes.Offset == Bytes.Offset && F.Stride == P.Stride &&
        F.Bytes.Kind == Bytes.Kind && F.Bytes.Float == Bytes.Float)
      return;
  List.push_back({Bytes, P.Stride});
}

void TypeInfo::addType(const Value *Pointer, Type *Ty) {
  forEachLeaf(Ty, DL, 0,
              [&](const TypedBytes &Bytes) { addFact(Pointer, Bytes); });
}

void TypeInfo::visit(const Instruction &I) {
  if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
    Type *Ty = getLoadStoreType(const_cast<Instruction *>(&I));
    if (!Ty->isIntOrIntVectorTy())
      return addType(Pointer, Ty);
    TypedBytes Bytes =
        tagBytes(I.getMetadata(LLVMContext::MD_tbaa), I.getContext());
    Bytes.Size = DL.getTypeStoreSize(Ty).getFixedValue();
    return addFact(Pointer, Bytes);
  }
  if (auto *Slot = dyn_cast<AllocaInst>(&I))
    return addType(Slot, Slot->getAllocatedType());
  if (auto *Address = dyn_cast<GetElementPtrInst>(&I)) {
    // The struct types that an address goes through.
    Type *Ty = Address->getSourceElementType();
    if (Ty->isAggregateType() && Ty->isSized())
      addType(Address->getPointerOperand(), Ty);
    return;
  }
  if (auto *Transfer = dyn_cast<MemTransferInst>(&I))
    forEachTaggedField(I, [&](const TypedBytes &Bytes) {
      addFact(Transfer->getRawDest(), Bytes);
      addFact(Transfer->getRawSource(), Bytes);
    });
}

RegionTypes TypeInfo::mixed(ArrayRef<Fact> Known, int64_t Offset, uint64_t Size,
                            bool Complete) const {
  RegionTypes Result;
  Result.Layout = RegionTypes::Form::Mixed;
  SmallVector<bool, 64> Covered(Size, false);
  for (uint64_t At = 0; At != Size; ++At) {
    TypedBytes Found;
    for (const Fact &F : Known) {
      int64_t Distance = Offset + int64_t(At) - F.Bytes.Offset;
      bool Matches = F.Stride == 0   ? Distance == 0
                     : F.Stride == 1 ? false
                                     : Distance % int64_t(F.Stride) == 0;
      if (!Matches || F.Bytes.Size > Size - At)
        continue;
      // A union: the float counts, whatever else shares the bytes, but never
      // over a pointer.
      if (Found.Kind == AccessKind::Unknown ||
          (Found.Kind == AccessKind::Integer &&
           F.Bytes.Kind != AccessKind::Integer)) {
        Found = F.Bytes;
        continue;
      }
      if (F.Bytes.Kind != AccessKind::Integer &&
          (F.Bytes.Kind != Found.Kind || F.Bytes.Float != Found.Float))
        return RegionTypes();
    }
    if (Found.Kind == AccessKind::Unknown)
      continue;
    Found.Offset = At;
    Result.Parts.push_back(Found);
    std::fill_n(Covered.begin() + At, Found.Size, true);
  }
  // What nothing speaks of is padding if no number could hide in it.
  if (!Complete)
    for (uint64_t At = 0; At + 4 <= Size; At += 4)
      if (none_of(ArrayRef(Covered).slice(At, 4), [](bool C) { return C; }))
        return RegionTypes();
  return Result;
}

RegionTypes TypeInfo::region(const Value *Pointer, std::optional<uint64_t> Size,
                             const Instruction &Copy) const {
  // The copy's own tags, offsets from its start.
  SmallVector<Fact, 8> Own;
  forEachTaggedField(Copy, [&](const TypedBytes &Bytes) {
    if (Bytes.Kind != AccessKind::Unknown)
      Own.push_back({Bytes, 0});
  });
  RegionTypes Result;
  if (!Own.empty() && Size && *Size <= 4096)
    if (Result = mixed(Own, 0, *Size, /*Complete=*/true);
        Result.Layout != RegionTypes::Form::Unknown)
      return Result;

  auto It = Facts.find(Classes.classOf(Pointer));
  if (It == Facts.end())
    return Result;
  Type *Float = nullptr;
  bool Others = false, ManyFloats = false;
  for (const Fact &F : It->second) {
    if (F.Bytes.Kind != AccessKind::Float) {
      Others = true;
      continue;
    }
    ManyFloats |= Float && Float != F.Bytes.Float;
    Float = F.Bytes.Float;
  }
  if (!Float) {
    Result.Layout = RegionTypes::Form::NoFloats;
    return Result;
  }
  if (!Others && !ManyFloats &&
      (!Size || *Size % DL.getTypeAllocSize(Float) == 0)) {
    Result.Layout = RegionTypes::Form::Floats;
    Result.Float = Float;
    return Result;
  }
  Place P = placeOfAddress(Pointer, DL);
  if (Size && *Size <= 4096 && P.Stride != 1)
    return mixed(It->second, P.Offset, *Size, /*Complete=*/false);
  return Result;
}

void TypeInfo::print(raw_ostream &OS) const {
  for (auto &[Class, List] : Facts) {
    OS << "  memory " << Class << ":\n";
    for (const Fact &F : List) {
      OS << "    [" << F.Bytes.Offset;
      if (F.Stride)
        OS << " + k*" << F.Stride;
      OS << ", " << F.Bytes.Size << " bytes] ";
      switch (F.Bytes.Kind) {
      case AccessKind::Float:
        F.Bytes.Float->print(OS);
        break;
      case AccessKind::Pointer:
        OS << "pointer";
        break;
      case AccessKind::Integer:
        OS << "integer";
        break;
      case AccessKind::Unknown:
        break;
      }
      OS << '\n';
    }
  }
}

} // namespace autodiff
