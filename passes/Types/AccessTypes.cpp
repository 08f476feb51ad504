#include "Types/AccessTypes.h"
#include "Discover/AccessTags.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

static StringRef typeName(const Metadata *Type) {
  auto *Node = dyn_cast_or_null<MDNode>(Type);
  if (!Node || Node->getNumOperands() < 1)
    return "";
  auto *Name = dyn_cast_or_null<MDString>(Node->getOperand(0));
  return Name ? Name->getString() : "";
}

/// The name of a tag's access type: !{base, access, offset} (struct path) or
/// !{name, parent, offset} (the type itself).
static StringRef accessTypeName(const MDNode *Tag) {
  if (!Tag || Tag->getNumOperands() < 2)
    return "";
  return typeName(isa<MDNode>(Tag->getOperand(0)) ? Tag->getOperand(1).get()
                                                  : Tag);
}

/// What the front end calls the types of numbers, pointers and integers.
static TypedBytes namedBytes(StringRef Name, LLVMContext &Context) {
  TypedBytes Bytes;
  Bytes.Float = StringSwitch<Type *>(Name)
                    .Case("double", Type::getDoubleTy(Context))
                    .Case("float", Type::getFloatTy(Context))
                    .Case("long double", Type::getX86_FP80Ty(Context))
                    .Case("_Float16", Type::getHalfTy(Context))
                    .Case("__bf16", Type::getBFloatTy(Context))
                    .Case("__float128", Type::getFP128Ty(Context))
                    .Default(nullptr);
  Bytes.IsTail = is_contained(TailPadding, Name);
  if (Bytes.Float)
    Bytes.Kind = AccessKind::Float;
  else if (Name == "any pointer" || Name == "vtable pointer" ||
           (Name.starts_with("p") && Name.size() > 2 && isDigit(Name[1])))
    Bytes.Kind = AccessKind::Pointer;
  else if (Name == "int" || Name == "long" || Name == "short" ||
           Name == "long long" || Name == "bool" || Name == "__int128" ||
           Name == "_Bool" || Name.starts_with("_ZTS") || Bytes.IsTail)
    Bytes.Kind = AccessKind::Integer; // _ZTS...: an enumeration
  return Bytes;
}

TypedBytes tagBytes(const MDNode *Tag, LLVMContext &Context) {
  return namedBytes(accessTypeName(Tag), Context);
}

/// Bytes of an integer type of that name; 0 if it depends on the target.
static uint64_t integerBytes(StringRef Name) {
  return StringSwitch<uint64_t>(Name)
      .Case(TailPadding[0], 1)
      .Case(TailPadding[1], 2)
      .Case(TailPadding[2], 4)
      .Case("int", 4)
      .Case("short", 2)
      .Case("bool", 1)
      .Case("_Bool", 1)
      .Case("long long", 8)
      .Case("__int128", 16)
      .Default(0);
}

/// The fields of a struct type of alias tags, from Offset on.
static void visitFields(const MDNode *Struct, int64_t Offset,
                        const DataLayout &DL, unsigned Depth,
                        function_ref<void(const TypedBytes &)> Visit) {
  for (unsigned I = 1; I + 1 < Struct->getNumOperands() && Depth; I += 2) {
    auto *Field = dyn_cast<MDNode>(Struct->getOperand(I));
    auto *At = mdconst::dyn_extract<ConstantInt>(Struct->getOperand(I + 1));
    if (!Field || !At)
      return;
    TypedBytes Bytes = namedBytes(typeName(Field), Struct->getContext());
    Bytes.Offset = Offset + At->getSExtValue();
    switch (Bytes.Kind) {
    case AccessKind::Float:
      Bytes.Size = DL.getTypeStoreSize(Bytes.Float).getFixedValue();
      break;
    case AccessKind::Pointer:
      Bytes.Size = DL.getPointerSize();
      break;
    case AccessKind::Integer:
      Bytes.Size = integerBytes(typeName(Field));
      break;
    case AccessKind::Unknown:
      break;
    }
    // An enumeration and a class have names of one kind: look inside.
    if (!Bytes.Size)
      visitFields(Field, Bytes.Offset, DL, Depth - 1, Visit);
    else
      Visit(Bytes);
  }
}

static SmallVector<TypedBytes, 8> fieldsOf(const MDNode *Struct,
                                           const DataLayout &DL) {
  SmallVector<TypedBytes, 8> Fields;
  visitFields(Struct, 0, DL, /*Depth=*/8,
              [&](const TypedBytes &Field) { Fields.push_back(Field); });
  return Fields;
}

/// Each field of the front end's struct is one of ours. (A bit-field lies in
/// storage of another size.)
static bool agree(ArrayRef<TypedBytes> FrontEnds, ArrayRef<TypedBytes> Own) {
  return all_of(FrontEnds, [&](const TypedBytes &F) {
    return any_of(Own, [&](const TypedBytes &Field) {
      int64_t Into = F.Offset - Field.Offset;
      return F.Kind == Field.Kind && F.Float == Field.Float &&
             (F.Kind == AccessKind::Integer
                  ? Into >= 0 && Into < int64_t(Field.Size)
                  : Into == 0);
    });
  });
}

StructTypes::StructTypes(const Module &M) {
  const NamedMDNode *Table = M.getNamedMetadata(StructTable);
  if (!Table)
    return;
  for (const MDNode *Pair : Table->operands()) {
    auto *FrontEnds = cast<MDNode>(Pair->getOperand(0));
    auto *Own = cast<MDNode>(Pair->getOperand(1));
    if (!Known.contains(FrontEnds) &&
        agree(fieldsOf(FrontEnds, M.getDataLayout()),
              fieldsOf(Own, M.getDataLayout())))
      Known[FrontEnds] = Own;
  }
}

void forEachFieldBeside(const Instruction &Access, const StructTypes &Structs,
                        const DataLayout &DL,
                        function_ref<void(const TypedBytes &)> Visit) {
  const MDNode *Tag = Access.getMetadata(LLVMContext::MD_tbaa);
  if (!Tag || Tag->getNumOperands() < 3 || !isa<MDNode>(Tag->getOperand(0)) ||
      Tag->getOperand(0) == Tag->getOperand(1))
    return;
  auto *At = mdconst::dyn_extract<ConstantInt>(Tag->getOperand(2));
  if (At)
    visitFields(Structs.find(cast<MDNode>(Tag->getOperand(0))),
                -At->getSExtValue(), DL, /*Depth=*/8, Visit);
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
