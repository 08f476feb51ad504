#include "Discover/AccessTags.h"
#include "Support/TypedBytes.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace autodiff {

static constexpr StringLiteral Prefix = "autodiff number ";

/// The front end's name of a type of numbers.
static StringRef numberName(const Type *Ty) {
  switch (Ty->getTypeID()) {
  case Type::HalfTyID:
    return "_Float16";
  case Type::BFloatTyID:
    return "__bf16";
  case Type::FloatTyID:
    return "float";
  case Type::DoubleTyID:
    return "double";
  case Type::X86_FP80TyID:
    return "long double";
  case Type::FP128TyID:
    return "__float128";
  default:
    return "";
  }
}

/// A front end's name of what such bytes hold.
static StringRef nameOf(const TypedBytes &Bytes) {
  if (Bytes.Kind == AccessKind::Float)
    return numberName(Bytes.Float);
  if (Bytes.Kind == AccessKind::Pointer)
    return "any pointer";
  switch (Bytes.Kind == AccessKind::Integer ? Bytes.Size : 0) {
  case 1:
    return "bool";
  case 2:
    return "short";
  case 4:
    return "int";
  case 8:
    return "long long";
  case 16:
    return "__int128";
  default:
    return "char";
  }
}

namespace {

/// Bytes from Offset on in a type.
struct Holder {
  Type *Ty = nullptr;
  int64_t Offset = 0;
};

class Tagger {
public:
  explicit Tagger(Module &M) : DL(M.getDataLayout()), Builder(M.getContext()) {}
  void visit(Instruction &I);

private:
  /// A type whose leaves are declared, and its node.
  struct Declared {
    SmallVector<TypedBytes, 8> Leaves;
    SmallVector<MDNode *, 8> Types; ///< of the leaves
    MDNode *Node = nullptr;         ///< null: nothing is told of the type
  };

  void visitAccess(Instruction &I);
  void visitCopy(MemTransferInst &Copy);
  const Declared &declared(Type *Ty);
  MDNode *scalar(StringRef Name, const Twine &Root);

  const DataLayout &DL;
  MDBuilder Builder;
  DenseMap<Type *, std::unique_ptr<Declared>> Known;
};

} // namespace

/// The innermost type with a known place that a step leads into; null if it
/// only moves on, by Offset.
static Holder withinStep(const GEPOperator &Step, const DataLayout &DL) {
  Holder In{Step.getSourceElementType(), 0};
  auto It = gep_type_begin(Step), End = gep_type_end(Step);
  for (++It; It != End; ++It) {
    auto *Index = dyn_cast<ConstantInt>(It.getOperand());
    if (StructType *Struct = It.getStructTypeOrNull())
      In.Offset += int64_t(
          DL.getStructLayout(Struct)->getElementOffset(Index->getZExtValue()));
    else if (Index)
      In.Offset += Index->getSExtValue() *
                   int64_t(It.getSequentialElementStride(DL).getFixedValue());
    else
      In = {It.getIndexedType(), 0};
  }
  return In;
}

static Type *objectType(const Value *Object) {
  if (auto *Slot = dyn_cast<AllocaInst>(Object))
    return Slot->getAllocatedType();
  if (auto *Global = dyn_cast<GlobalVariable>(Object))
    return Global->getValueType();
  if (auto *A = dyn_cast<Argument>(Object)) {
    Type *Copied = A->getParamByValType();
    return Copied ? Copied : A->getParamStructRetType();
  }
  return nullptr;
}

static Holder holderOf(const Value *Pointer, const DataLayout &DL) {
  int64_t Offset = 0;
  while (auto *Step = dyn_cast<GEPOperator>(Pointer)) {
    if (Step->getType()->isVectorTy() ||
        Step->getSourceElementType()->isScalableTy())
      return {};
    Holder In = withinStep(*Step, DL);
    if (In.Ty->isStructTy())
      return {In.Ty, In.Offset + Offset};
    APInt Constant(DL.getIndexTypeSizeInBits(Step->getType()), 0);
    if (!Step->accumulateConstantOffset(DL, Constant))
      return {};
    Offset += Constant.getSExtValue();
    Pointer = Step->getPointerOperand();
  }
  return {objectType(Pointer), Offset};
}

/// No part of the type may be something else than what it is declared.
static bool isDeclared(Type *Ty) {
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return Array->getNumElements() <= 64 && isDeclared(Array->getElementType());
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return Struct->isSized() && Struct->hasName() &&
           !Struct->getName().starts_with("union.") &&
           all_of(Struct->elements(), isDeclared);
  return Ty->isSized() && !Ty->isVectorTy();
}

MDNode *Tagger::scalar(StringRef Name, const Twine &Root) {
  MDNode *Own = Builder.createTBAARoot((Prefix + Root).str());
  return Builder.createTBAAScalarTypeNode(Name, Own);
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

/// With what lies between them: padding is an integer as good as any.
static SmallVector<TypedBytes, 8> padded(ArrayRef<TypedBytes> Leaves,
                                         int64_t Size) {
  SmallVector<TypedBytes, 8> All;
  int64_t End = 0;
  auto PadTo = [&](int64_t To) {
    while (End < To) {
      int64_t Piece = 4;
      while (Piece > 1 && (End % Piece || End + Piece > To))
        Piece /= 2;
      All.push_back({End, uint64_t(Piece), AccessKind::Integer});
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

const Tagger::Declared &Tagger::declared(Type *Ty) {
  std::unique_ptr<Declared> &Result = Known[Ty];
  if (Result)
    return *Result;
  Result = std::make_unique<Declared>();
  if (!Ty->isAggregateType() || !isDeclared(Ty))
    return *Result;
  Result->Leaves = padded(leavesOf(Ty, DL), int64_t(DL.getTypeAllocSize(Ty)));
  if (Result->Leaves.empty() || Result->Leaves.size() > 256)
    return *Result;
  std::string Name;
  raw_string_ostream OS(Name);
  Ty->print(OS, /*IsForDebug=*/false, /*NoDetails=*/true);
  SmallVector<std::pair<MDNode *, uint64_t>, 8> Fields;
  for (const TypedBytes &Leaf : Result->Leaves) {
    Result->Types.push_back(
        scalar(nameOf(Leaf), Name + "+" + Twine(Leaf.Offset)));
    Fields.push_back({Result->Types.back(), uint64_t(Leaf.Offset)});
  }
  Result->Node =
      Builder.createTBAAStructTypeNode((Prefix + Name).str(), Fields);
  return *Result;
}

void Tagger::visitAccess(Instruction &I) {
  Type *Ty = getLoadStoreType(&I);
  Holder In = holderOf(getLoadStorePointerOperand(&I), DL);
  if (In.Ty) {
    const Declared &Fields = declared(In.Ty);
    uint64_t Size = DL.getTypeStoreSize(Ty).getKnownMinValue();
    for (auto [Leaf, Type] : zip(Fields.Leaves, Fields.Types)) {
      bool Same = Leaf.Kind == AccessKind::Float     ? Leaf.Float == Ty
                  : Leaf.Kind == AccessKind::Pointer ? Ty->isPointerTy()
                  : Leaf.Kind == AccessKind::Integer ? Ty->isIntegerTy()
                                                     : false;
      if (Fields.Node && Same && Leaf.Offset == In.Offset && Leaf.Size == Size)
        return I.setMetadata(
            LLVMContext::MD_tbaa,
            Builder.createTBAAStructTagNode(Fields.Node, Type, In.Offset));
    }
  }
  StringRef Name = numberName(Ty->getScalarType());
  if (Name.empty())
    return;
  MDNode *Type = scalar(Name, Name);
  I.setMetadata(LLVMContext::MD_tbaa,
                Builder.createTBAAStructTagNode(Type, Type, 0));
}

/// A copy whose ends are declared alike. (One declared end would say too much:
/// the bits of numbers are copied into integers.)
void Tagger::visitCopy(MemTransferInst &Copy) {
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  Holder To = holderOf(Copy.getRawDest(), DL);
  Holder From = holderOf(Copy.getRawSource(), DL);
  if (!Length || !To.Ty || To.Ty != From.Ty || To.Offset != From.Offset)
    return;
  const Declared &Fields = declared(To.Ty);
  if (!Fields.Node)
    return;
  int64_t End = To.Offset + int64_t(Length->getZExtValue());
  SmallVector<MDBuilder::TBAAStructField, 8> Copied;
  for (auto [Leaf, Type] : zip(Fields.Leaves, Fields.Types)) {
    int64_t LeafEnd = Leaf.Offset + int64_t(Leaf.Size);
    if (LeafEnd <= To.Offset || Leaf.Offset >= End)
      continue;
    if (Leaf.Offset < To.Offset || LeafEnd > End)
      return;
    Copied.emplace_back(uint64_t(Leaf.Offset - To.Offset), Leaf.Size,
                        Builder.createTBAAStructTagNode(Type, Type, 0));
  }
  if (!Copied.empty() && End <= int64_t(DL.getTypeAllocSize(To.Ty)))
    Copy.setMetadata(LLVMContext::MD_tbaa_struct,
                     Builder.createTBAAStructNode(Copied));
}

void Tagger::visit(Instruction &I) {
  if (I.hasMetadata(LLVMContext::MD_tbaa) ||
      I.hasMetadata(LLVMContext::MD_tbaa_struct))
    return;
  if (isa<LoadInst, StoreInst>(I))
    visitAccess(I);
  else if (auto *Copy = dyn_cast<MemTransferInst>(&I))
    visitCopy(*Copy);
}

void addAccessTags(Module &M) {
  Tagger Tags(M);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      Tags.visit(I);
}

//===--- Removing ---------------------------------------------------------===//

static bool hasOwnName(const Metadata *Type) {
  auto *Node = dyn_cast_or_null<MDNode>(Type);
  auto *Name = Node && Node->getNumOperands()
                   ? dyn_cast<MDString>(Node->getOperand(0))
                   : nullptr;
  return Name && Name->getString().starts_with(Prefix);
}

static bool isOwnTag(const Metadata *Tag) {
  auto *Node = dyn_cast_or_null<MDNode>(Tag);
  auto *Base = Node && Node->getNumOperands()
                   ? dyn_cast<MDNode>(Node->getOperand(0))
                   : nullptr;
  return Base && (hasOwnName(Base) || (Base->getNumOperands() > 1 &&
                                       hasOwnName(Base->getOperand(1))));
}

bool removeAccessTags(Module &M) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (isOwnTag(I.getMetadata(LLVMContext::MD_tbaa))) {
        I.setMetadata(LLVMContext::MD_tbaa, nullptr);
        Changed = true;
      }
      MDNode *Fields = I.getMetadata(LLVMContext::MD_tbaa_struct);
      if (Fields && Fields->getNumOperands() > 2 &&
          isOwnTag(Fields->getOperand(2))) {
        I.setMetadata(LLVMContext::MD_tbaa_struct, nullptr);
        Changed = true;
      }
    }
  return Changed;
}

} // namespace autodiff
