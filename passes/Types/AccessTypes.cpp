#include "Types/AccessTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

/// The name of a tag's access type: !{base, access, offset} (struct path) or
/// !{name, parent, offset} (the type itself).
static StringRef accessTypeName(const MDNode *Tag) {
  if (!Tag || Tag->getNumOperands() < 2)
    return "";
  const MDNode *Access = Tag;
  if (isa<MDNode>(Tag->getOperand(0)))
    Access = dyn_cast<MDNode>(Tag->getOperand(1));
  if (!Access || Access->getNumOperands() < 1)
    return "";
  auto *Name = dyn_cast_or_null<MDString>(Access->getOperand(0));
  return Name ? Name->getString() : "";
}

TypedBytes tagBytes(const MDNode *Tag, LLVMContext &Context) {
  StringRef Name = accessTypeName(Tag);
  TypedBytes Bytes;
  auto Float = [&](Type *Ty) {
    Bytes.Kind = AccessKind::Float;
    Bytes.Float = Ty;
  };
  if (Name == "double")
    Float(Type::getDoubleTy(Context));
  else if (Name == "float")
    Float(Type::getFloatTy(Context));
  else if (Name == "long double")
    Float(Type::getX86_FP80Ty(Context));
  else if (Name == "_Float16")
    Float(Type::getHalfTy(Context));
  else if (Name == "__bf16")
    Float(Type::getBFloatTy(Context));
  else if (Name == "__float128")
    Float(Type::getFP128Ty(Context));
  else if (Name == "any pointer" || Name == "vtable pointer" ||
           (Name.starts_with("p") && Name.size() > 2 && isDigit(Name[1])))
    Bytes.Kind = AccessKind::Pointer;
  else if (Name == "int" || Name == "long" || Name == "short" ||
           Name == "long long" || Name == "bool" || Name == "__int128" ||
           Name == "_Bool" || Name.starts_with("_ZTS"))
    Bytes.Kind = AccessKind::Integer; // _ZTS...: an enumeration
  return Bytes;
}

AccessKind accessKind(const Instruction &Access) {
  Type *Ty = getLoadStoreType(const_cast<Instruction *>(&Access));
  if (Ty->isFPOrFPVectorTy())
    return AccessKind::Float;
  if (Ty->isPtrOrPtrVectorTy())
    return AccessKind::Pointer;
  return tagBytes(Access.getMetadata(LLVMContext::MD_tbaa), Access.getContext())
      .Kind;
}

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

void forEachTaggedField(const Instruction &Copy,
                        function_ref<void(const TypedBytes &)> Visit) {
  const MDNode *Fields = Copy.getMetadata(LLVMContext::MD_tbaa_struct);
  if (!Fields)
    return;
  for (unsigned I = 0; I + 2 < Fields->getNumOperands(); I += 3) {
    auto *Offset = mdconst::dyn_extract<ConstantInt>(Fields->getOperand(I));
    auto *Size = mdconst::dyn_extract<ConstantInt>(Fields->getOperand(I + 1));
    auto *Tag = dyn_cast_or_null<MDNode>(Fields->getOperand(I + 2));
    if (!Offset || !Size || !Tag)
      continue;
    TypedBytes Bytes = tagBytes(Tag, Copy.getContext());
    Bytes.Offset = Offset->getSExtValue();
    Bytes.Size = Size->getZExtValue();
    Visit(Bytes);
  }
}

} // namespace autodiff
