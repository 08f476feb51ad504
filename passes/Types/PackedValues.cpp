#include "Types/PackedValues.h"
#include "Types/AccessTypes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

namespace {

/// Merges of integers of one type that lead to each other.
class Web {
public:
  Web(Instruction &Start, const DataLayout &DL);
  ArrayRef<Instruction *> nodes() const { return Nodes.getArrayRef(); }
  /// True if numbers are carried.
  bool findParts();
  void split();

private:
  using PartValues = SmallVector<Value *, 4>;
  bool isOnlyCarried(Type *Float) const;
  Instruction *partOf(Instruction &Node, Type *Ty);
  const PartValues &partsOf(Value *Operand);
  void connect(Instruction &Node);
  void replace(Instruction &Node);

  const DataLayout &DL;
  SmallSetVector<Instruction *, 8> Nodes;
  SmallVector<TypedBytes, 4> Parts;
  MapVector<Value *, PartValues> Split;
};

} // namespace

static bool isMerge(const Value *V) {
  return isa<PHINode, SelectInst, FreezeInst>(V) &&
         V->getType()->isIntegerTy() &&
         V->getType()->getIntegerBitWidth() % 8 == 0 &&
         V->getType()->getIntegerBitWidth() >= 16;
}

/// The operands that are merged.
static iterator_range<User::op_iterator> mergedOperands(Instruction &Node) {
  auto *First = Node.op_begin() + (isa<SelectInst>(Node) ? 1 : 0);
  return {First, Node.op_end()};
}

Web::Web(Instruction &Start, const DataLayout &DL) : DL(DL) {
  Nodes.insert(&Start);
  for (unsigned K = 0; K != Nodes.size(); ++K) {
    auto Add = [&](Value *V) {
      if (isMerge(V) && V->getType() == Start.getType())
        Nodes.insert(cast<Instruction>(V));
    };
    for (Value *Operand : mergedOperands(*Nodes[K]))
      Add(Operand);
    for (User *U : Nodes[K]->users())
      Add(U);
  }
}

/// Something can be put right behind it.
static bool canBeTakenApart(Value *V) {
  if (auto *I = dyn_cast<Instruction>(V))
    return I->getInsertionPointAfterDef().has_value();
  return true;
}

/// The bits come from numbers and become numbers again: nothing is computed
/// with them as with integers.
bool Web::isOnlyCarried(Type *Float) const {
  auto IsNode = [&](Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return I && Nodes.contains(I);
  };
  return all_of(Nodes, [&](Instruction *Node) {
    return all_of(mergedOperands(*Node),
                  [&](Value *V) {
                    auto *Cast = dyn_cast<BitCastInst>(V);
                    return IsNode(V) || isa<Constant>(V) ||
                           (Cast && Cast->getSrcTy() == Float);
                  }) &&
           all_of(Node->users(), [&](User *U) {
             return IsNode(U) || (isa<BitCastInst>(U) && U->getType() == Float);
           });
  });
}

bool Web::findParts() {
  SmallVector<TypedBytes, 8> Lanes;
  for (Instruction *Node : Nodes) {
    append_range(Lanes, lanesOfLoaded(*Node, DL));
    if (!canBeTakenApart(Node))
      return false;
    for (Value *Operand : mergedOperands(*Node)) {
      append_range(Lanes, lanesOfStored(*Operand, DL));
      if (!canBeTakenApart(Operand))
        return false;
    }
  }
  SmallVector<TypedBytes, 4> Numbers;
  copy_if(Lanes, std::back_inserter(Numbers), [](const TypedBytes &Lane) {
    return Lane.Kind == AccessKind::Float;
  });
  sort(Numbers, [](const TypedBytes &A, const TypedBytes &B) {
    return A.Offset < B.Offset;
  });
  for (const TypedBytes &Lane : Numbers) {
    if (Parts.empty() ||
        Parts.back().Offset + int64_t(Parts.back().Size) <= Lane.Offset)
      Parts.push_back(Lane);
    else if (Parts.back().Offset != Lane.Offset ||
             Parts.back().Float != Lane.Float)
      return false;
  }
  uint64_t Size = DL.getTypeStoreSize(Nodes[0]->getType()).getFixedValue();
  if (Parts.empty() || Parts.back().Offset + Parts.back().Size > Size)
    return false;
  if (Parts.back().Size == Size && !isOnlyCarried(Parts.back().Float))
    return false;
  Parts = withGaps(Parts, Size);
  return true;
}

/// A merge like Node of one part; of nothing yet.
Instruction *Web::partOf(Instruction &Node, Type *Ty) {
  IRBuilder<> B(&Node);
  Value *None = PoisonValue::get(Ty);
  if (auto *Phi = dyn_cast<PHINode>(&Node))
    return B.CreatePHI(Ty, Phi->getNumIncomingValues());
  if (auto *Select = dyn_cast<SelectInst>(&Node))
    return B.Insert(SelectInst::Create(Select->getCondition(), None, None));
  return B.Insert(new FreezeInst(None));
}

const Web::PartValues &Web::partsOf(Value *Operand) {
  PartValues &Result = Split[Operand];
  if (!Result.empty())
    return Result;
  auto *I = dyn_cast<Instruction>(Operand);
  BasicBlock &Entry = Nodes[0]->getFunction()->getEntryBlock();
  BasicBlock::iterator After =
      I ? *I->getInsertionPointAfterDef() : Entry.getFirstInsertionPt();
  IRBuilder<> B(After->getParent(), After);
  for (const TypedBytes &Part : Parts) {
    Value *Bits = takePart(B, Operand, Part);
    Result.push_back(Part.Kind == AccessKind::Float
                         ? B.CreateBitCast(Bits, Part.Float)
                         : Bits);
  }
  return Result;
}

void Web::connect(Instruction &Node) {
  SmallVector<Instruction *, 4> Own;
  for (Value *Part : Split[&Node])
    Own.push_back(cast<Instruction>(Part));
  for (auto [N, Operand] : enumerate(mergedOperands(Node))) {
    PartValues Of = partsOf(Operand);
    for (auto [Merge, Part] : zip(Own, Of))
      if (auto *Phi = dyn_cast<PHINode>(Merge))
        Phi->addIncoming(Part, cast<PHINode>(Node).getIncomingBlock(N));
      else
        Merge->setOperand(N + (isa<SelectInst>(Merge) ? 1 : 0), Part);
  }
}

/// Puts the parts together again for what uses the whole.
void Web::replace(Instruction &Node) {
  BasicBlock::iterator After = *Node.getInsertionPointAfterDef();
  IRBuilder<> B(After->getParent(), After);
  Value *Whole = nullptr;
  for (auto [Part, V] : zip(Parts, Split[&Node])) {
    Value *Bits = placePart(B, B.CreateBitCast(V, B.getIntNTy(8 * Part.Size)),
                            Node.getType(), Part);
    Whole = Whole ? B.CreateOr(Whole, Bits) : Bits;
  }
  Node.replaceAllUsesWith(Whole);
}

void Web::split() {
  LLVMContext &Context = Nodes[0]->getContext();
  for (Instruction *Node : Nodes)
    for (const TypedBytes &Part : Parts)
      Split[Node].push_back(
          partOf(*Node, Part.Kind == AccessKind::Float
                            ? Part.Float
                            : Type::getIntNTy(Context, 8 * Part.Size)));
  for (Instruction *Node : Nodes)
    connect(*Node);
  for (Instruction *Node : Nodes)
    replace(*Node);
  for (Instruction *Node : Nodes)
    Node->eraseFromParent();
}

bool splitPackedValues(Function &F) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  SmallPtrSet<Instruction *, 16> Seen;
  SmallVector<Web, 2> Packed;
  for (Instruction &I : instructions(F)) {
    if (!isMerge(&I) || Seen.contains(&I))
      continue;
    Web Merges(I, DL);
    Seen.insert(Merges.nodes().begin(), Merges.nodes().end());
    if (Merges.findParts())
      Packed.push_back(std::move(Merges));
  }
  for (Web &Merges : Packed)
    Merges.split();
  return !Packed.empty();
}

} // namespace autodiff
