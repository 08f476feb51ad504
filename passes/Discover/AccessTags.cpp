#include "Discover/AccessTags.h"
#include "Discover/ParameterTypes.h"
#include "Support/TypedBytes.h"
#include "llvm/ADT/DenseSet.h"
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
  if (Bytes.IsTail)
    return TailPadding[Log2_64(Bytes.Size)];
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

/// A tag of the front end that tells nothing of the type.
static bool isCharacter(const MDNode *Tag) {
  auto *Type = Tag->getNumOperands() > 1 ? dyn_cast<MDNode>(Tag->getOperand(1))
                                         : nullptr;
  auto *Name = Type && Type->getNumOperands()
                   ? dyn_cast<MDString>(Type->getOperand(0))
                   : nullptr;
  return Name && Name->getString() == "omnipotent char";
}

namespace {

/// Bytes from Offset on in a type.
struct Holder {
  Type *Ty = nullptr;
  int64_t Offset = 0;
};

class Tagger {
public:
  explicit Tagger(Module &M)
      : M(M), DL(M.getDataLayout()), Builder(M.getContext()) {}
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
  void refine(MemTransferInst &Copy, const MDNode &Tags);
  void noteStruct(Instruction &Access, const MDNode &Tag);
  using TaggedFields = SmallVector<MDBuilder::TBAAStructField, 8>;
  bool addFields(Holder In, int64_t Size, int64_t At, TaggedFields &Fields);
  const Declared &declared(Type *Ty);
  MDNode *scalar(StringRef Name, const Twine &Root);

  Module &M;
  const DataLayout &DL;
  MDBuilder Builder;
  DenseMap<Type *, std::unique_ptr<Declared>> Known;
  DenseSet<std::pair<Metadata *, MDNode *>> Noted;
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

/// Calls Visit for the structs that an address lies in as far as it leads
/// through them, the innermost first, and for the object it starts from.
static void forEachHolder(const Value *Pointer, const DataLayout &DL,
                          function_ref<void(Holder)> Visit) {
  int64_t Offset = 0;
  while (auto *Step = dyn_cast<GEPOperator>(Pointer)) {
    if (Step->getType()->isVectorTy() ||
        Step->getSourceElementType()->isScalableTy())
      return;
    Holder In = withinStep(*Step, DL);
    if (In.Ty->isStructTy())
      Visit({In.Ty, In.Offset + Offset});
    APInt Constant(DL.getIndexTypeSizeInBits(Step->getType()), 0);
    if (!Step->accumulateConstantOffset(DL, Constant))
      return;
    Offset += Constant.getSExtValue();
    Pointer = Step->getPointerOperand();
  }
  Visit({objectType(Pointer), Offset});
}

static Holder holderOf(const Value *Pointer, const DataLayout &DL) {
  Holder Innermost;
  forEachHolder(Pointer, DL, [&](Holder In) {
    if (!Innermost.Ty)
      Innermost = In;
  });
  return Innermost;
}

MDNode *Tagger::scalar(StringRef Name, const Twine &Root) {
  MDNode *Own = Builder.createTBAARoot((Prefix + Root).str());
  return Builder.createTBAAScalarTypeNode(Name, Own);
}

const Tagger::Declared &Tagger::declared(Type *Ty) {
  std::unique_ptr<Declared> &Result = Known[Ty];
  if (Result)
    return *Result;
  Result = std::make_unique<Declared>();
  Result->Leaves = paddedLeaves(Ty, DL);
  if (Result->Leaves.empty())
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

/// The fields of Size bytes from a place on, which is at offset At of a copy;
/// false if they are not known or one is cut off. Nothing that may be anything:
/// no buffers.
bool Tagger::addFields(Holder In, int64_t Size, int64_t At,
                       TaggedFields &Fields) {
  if (!In.Ty || In.Offset < 0 ||
      In.Offset + Size > int64_t(DL.getTypeAllocSize(In.Ty)))
    return false;
  const Declared &Known = declared(In.Ty);
  int64_t End = In.Offset + Size;
  TaggedFields Added;
  for (auto [Leaf, Type] : zip(Known.Leaves, Known.Types)) {
    int64_t LeafEnd = Leaf.Offset + int64_t(Leaf.Size);
    if (LeafEnd <= In.Offset || Leaf.Offset >= End)
      continue;
    if (Leaf.Offset < In.Offset || LeafEnd > End ||
        Leaf.Kind == AccessKind::Unknown)
      return false;
    Added.emplace_back(uint64_t(At + Leaf.Offset - In.Offset), Leaf.Size,
                       Builder.createTBAAStructTagNode(Type, Type, 0));
  }
  append_range(Fields, Added);
  return Known.Node && !Added.empty();
}

/// A copy whose ends are declared alike. (One declared end would say too much:
/// the bits of numbers are copied into integers.)
void Tagger::visitCopy(MemTransferInst &Copy) {
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  Holder To = holderOf(Copy.getRawDest(), DL);
  Holder From = holderOf(Copy.getRawSource(), DL);
  TaggedFields Copied;
  if (Length && To.Ty == From.Ty && To.Offset == From.Offset &&
      addFields(To, int64_t(Length->getZExtValue()), /*At=*/0, Copied))
    return Copy.setMetadata(LLVMContext::MD_tbaa_struct,
                            Builder.createTBAAStructNode(Copied));
  StringRef Number = declaredNumber(Copy.getRawDest());
  if (Number.empty() || Number != declaredNumber(Copy.getRawSource()))
    return;
  MDNode *Type = scalar(Number, Number);
  Copy.setMetadata(LLVMContext::MD_tbaa,
                   Builder.createTBAAStructTagNode(Type, Type, 0));
}

/// The front end tags the assignment of a struct, but the arrays in it are
/// characters to it. Either end knows better.
void Tagger::refine(MemTransferInst &Copy, const MDNode &Tags) {
  TaggedFields Copied;
  bool Changed = false;
  for (unsigned I = 0; I + 2 < Tags.getNumOperands(); I += 3) {
    auto *At = mdconst::dyn_extract<ConstantInt>(Tags.getOperand(I));
    auto *Size = mdconst::dyn_extract<ConstantInt>(Tags.getOperand(I + 1));
    auto *Tag = dyn_cast<MDNode>(Tags.getOperand(I + 2));
    if (!At || !Size || !Tag)
      return;
    bool Refined = false;
    if (isCharacter(Tag))
      for (const Value *End : {Copy.getRawDest(), Copy.getRawSource()}) {
        Holder In = holderOf(End, DL);
        In.Offset += At->getSExtValue();
        Refined = Refined || addFields(In, Size->getSExtValue(),
                                       At->getSExtValue(), Copied);
      }
    if (!Refined)
      Copied.emplace_back(At->getZExtValue(), Size->getZExtValue(), Tag);
    Changed |= Refined;
  }
  if (Changed)
    Copy.setMetadata(LLVMContext::MD_tbaa_struct,
                     Builder.createTBAAStructNode(Copied));
}

/// A struct of the front end's tags is told of by the types that addresses of
/// its fields go through; those that do not fit it are dropped where it is
/// read.
void Tagger::noteStruct(Instruction &Access, const MDNode &Tag) {
  auto *At = Tag.getNumOperands() > 2
                 ? mdconst::dyn_extract<ConstantInt>(Tag.getOperand(2))
                 : nullptr;
  auto *Struct = dyn_cast<MDNode>(Tag.getOperand(0));
  if (!At || !Struct || Struct == Tag.getOperand(1))
    return;
  forEachHolder(getLoadStorePointerOperand(&Access), DL, [&](Holder In) {
    if (!In.Ty || In.Offset != At->getSExtValue())
      return;
    MDNode *Own = declared(In.Ty).Node;
    if (Own && Noted.insert({Struct, Own}).second)
      M.getOrInsertNamedMetadata(StructTable)
          ->addOperand(MDNode::get(M.getContext(), {Struct, Own}));
  });
}

void Tagger::visit(Instruction &I) {
  if (isa<LoadInst, StoreInst>(I)) {
    MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
    if (!Tag || isCharacter(Tag))
      visitAccess(I);
    else
      noteStruct(I, *Tag);
  } else if (auto *Copy = dyn_cast<MemTransferInst>(&I)) {
    if (const MDNode *Tags = I.getMetadata(LLVMContext::MD_tbaa_struct))
      refine(*Copy, *Tags);
    else if (!I.hasMetadata(LLVMContext::MD_tbaa))
      visitCopy(*Copy);
  }
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
  if (NamedMDNode *Structs = M.getNamedMetadata(StructTable)) {
    Structs->eraseFromParent();
    Changed = true;
  }
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (isOwnTag(I.getMetadata(LLVMContext::MD_tbaa))) {
        I.setMetadata(LLVMContext::MD_tbaa, nullptr);
        Changed = true;
      }
      MDNode *Fields = I.getMetadata(LLVMContext::MD_tbaa_struct);
      if (Fields && any_of(Fields->operands(), [](const MDOperand &Operand) {
            return isOwnTag(Operand);
          })) {
        I.setMetadata(LLVMContext::MD_tbaa_struct, nullptr);
        Changed = true;
      }
    }
  return Changed;
}

} // namespace autodiff
