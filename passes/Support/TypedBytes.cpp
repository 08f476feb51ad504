#include "Support/TypedBytes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace autodiff {

void forEachLeaf(Type *Ty, const DataLayout &DL, int64_t Offset,
                 function_ref<void(const TypedBytes &)> Visit) {
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    // Bytes of a struct are characters or padding; those of a union anything.
    bool Union = !Struct->hasName() || Struct->getName().starts_with("union.");
    auto VisitField = [&](const TypedBytes &Bytes) {
      TypedBytes Known = Bytes;
      if (!Union && Known.Kind == AccessKind::Unknown)
        Known.Kind = AccessKind::Integer;
      Visit(Known);
    };
    const StructLayout *Layout = DL.getStructLayout(Struct);
    for (auto [I, Element] : enumerate(Struct->elements()))
      forEachLeaf(Element, DL, Offset + int64_t(Layout->getElementOffset(I)),
                  isa<StructType>(Element)
                      ? Visit
                      : function_ref<void(const TypedBytes &)>(VisitField));
    return;
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    // A long array repeats; its first elements tell as much.
    uint64_t Stride = DL.getTypeAllocSize(Array->getElementType());
    for (uint64_t I = 0, E = std::min<uint64_t>(Array->getNumElements(), 256);
         I != E; ++I)
      forEachLeaf(Array->getElementType(), DL, Offset + int64_t(I * Stride),
                  Visit);
    return;
  }
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
    uint64_t Stride = DL.getTypeStoreSize(Vector->getElementType());
    for (unsigned I = 0; I != Vector->getNumElements(); ++I)
      forEachLeaf(Vector->getElementType(), DL, Offset + int64_t(I * Stride),
                  Visit);
    return;
  }
  if (!Ty->isSized() || Ty->isScalableTy())
    return;
  TypedBytes Bytes{Offset, DL.getTypeStoreSize(Ty).getFixedValue()};
  if (Ty->isFloatingPointTy()) {
    Bytes.Kind = AccessKind::Float;
    Bytes.Float = Ty;
  } else if (Ty->isPointerTy()) {
    Bytes.Kind = AccessKind::Pointer;
  } else if (Ty->isIntegerTy() && Ty->getScalarSizeInBits() != 8) {
    Bytes.Kind = AccessKind::Integer;
  }
  Visit(Bytes);
}

/// No part of the type may be something else than what it is declared: there is
/// no union in it.
static bool isDeclared(Type *Ty) {
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return Array->getNumElements() <= 64 && isDeclared(Array->getElementType());
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return Struct->isSized() && Struct->hasName() &&
           !Struct->getName().starts_with("union.") &&
           all_of(Struct->elements(), isDeclared);
  return Ty->isSized() && !Ty->isVectorTy();
}

/// The leaves of a type in order. A buffer of characters may hold anything, a
/// character alone does not.
static SmallVector<TypedBytes, 8> leavesOf(Type *Ty, const DataLayout &DL) {
  SmallVector<TypedBytes, 8> Leaves;
  forEachLeaf(Ty, DL, 0,
              [&](const TypedBytes &Leaf) { Leaves.push_back(Leaf); });
  for (size_t I = 0; I + 1 < Leaves.size(); ++I)
    if (Leaves[I].Size == 1 && Leaves[I + 1].Size == 1)
      Leaves[I].Kind = Leaves[I + 1].Kind = AccessKind::Unknown;
  return Leaves;
}

/// With what lies between and behind them: padding is an integer as good as
/// any.
static SmallVector<TypedBytes, 8> padded(ArrayRef<TypedBytes> Leaves,
                                         int64_t Size) {
  SmallVector<TypedBytes, 8> All;
  int64_t End = 0;
  auto PadTo = [&](int64_t To) {
    while (End < To) {
      int64_t Piece = 4;
      while (Piece > 1 && (End % Piece || End + Piece > To))
        Piece /= 2;
      All.push_back({End, uint64_t(Piece), AccessKind::Integer, nullptr,
                     /*IsPadding=*/true, /*IsTail=*/To == Size});
      End += Piece;
    }
  };
  for (const TypedBytes &Leaf : Leaves) {
    PadTo(Leaf.Offset);
    All.push_back(Leaf);
    End = Leaf.Offset + int64_t(Leaf.Size);
  }
  PadTo(Size);
  return All;
}

SmallVector<TypedBytes, 8> paddedLeaves(Type *Ty, const DataLayout &DL) {
  if (!Ty->isAggregateType() || !isDeclared(Ty))
    return {};
  SmallVector<TypedBytes, 8> Leaves =
      padded(leavesOf(Ty, DL), int64_t(DL.getTypeAllocSize(Ty)));
  if (Leaves.size() > 256)
    Leaves.clear();
  return Leaves;
}

// What looks for numbers in integers does not look through a shift by zero.
Value *takePart(IRBuilderBase &B, Value *Whole, const TypedBytes &Part) {
  if (Part.Offset)
    Whole = B.CreateLShr(Whole, 8 * uint64_t(Part.Offset));
  return B.CreateTrunc(Whole, B.getIntNTy(8 * Part.Size));
}

Value *placePart(IRBuilderBase &B, Value *Bits, Type *Whole,
                 const TypedBytes &Part) {
  Bits = B.CreateZExt(Bits, Whole);
  return Part.Offset ? B.CreateShl(Bits, 8 * uint64_t(Part.Offset)) : Bits;
}

} // namespace autodiff
