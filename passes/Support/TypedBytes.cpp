#include "Support/TypedBytes.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

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

} // namespace autodiff
