#include "Generate/AdjointValues.h"
#include "Activity/CallKind.h"
#include "Generate/DerivativeFunction.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace autodiff {

static bool isUsedOnlyInItsBlock(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  return I && !isa<PHINode>(I) && all_of(I->users(), [&](const User *U) {
           auto *UserInst = dyn_cast<Instruction>(U);
           return UserInst && !isa<PHINode>(UserInst) &&
                  UserInst->getParent() == I->getParent();
         });
}

bool AdjointValues::isLocal(const Value *V) {
  auto [It, New] = Local.try_emplace(V, false);
  if (New)
    It->second = !Cells.contains(V) && isUsedOnlyInItsBlock(V);
  return It->second;
}

Constant *AdjointValues::identity(Type *Ty) {
  if (Ty->isFPOrFPVectorTy())
    return ConstantFP::getNegativeZero(Ty);
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    SmallVector<Constant *, 8> Fields;
    for (Type *Element : Struct->elements())
      Fields.push_back(identity(Element));
    return ConstantStruct::get(Struct, Fields);
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return ConstantArray::get(
        Array, SmallVector<Constant *, 8>(Array->getNumElements(),
                                          identity(Array->getElementType())));
  return Constant::getNullValue(Ty);
}

AllocaInst *AdjointValues::cellOf(const Value *V) {
  AllocaInst *&Cell = Cells[V];
  if (!Cell) {
    BasicBlock &Entry = In.getEntryBlock();
    IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
    Cell = B.CreateAlloca(V->getType(), nullptr, V->getName() + ".adj");
  }
  return Cell;
}

/// Before every use, where the function runs once. (The reverse of a loop with
/// several exits has several entries: LoopInfo does not know it.)
static void clearCell(AllocaInst &Cell, Constant *Zero, const DominatorTree &DT,
                      const SmallPtrSetImpl<BasicBlock *> &Repeated) {
  BasicBlock *Top = nullptr;
  for (User *U : Cell.users()) {
    BasicBlock *B = cast<Instruction>(U)->getParent();
    if (DT.isReachableFromEntry(B))
      Top = Top ? DT.findNearestCommonDominator(Top, B) : B;
  }
  while (Top && Repeated.contains(Top))
    Top = DT.getNode(Top)->getIDom()->getBlock();
  if (!Top || Top == Cell.getParent())
    new StoreInst(Zero, &Cell, std::next(Cell.getIterator()));
  else
    new StoreInst(Zero, &Cell, Top->getFirstInsertionPt());
}

void AdjointValues::promoteCells() {
  DominatorTree DT(In);
  SmallPtrSet<BasicBlock *, 32> Repeated;
  for (auto It = scc_begin(&In); !It.isAtEnd(); ++It)
    if (It.hasCycle())
      Repeated.insert(It->begin(), It->end());
  for (auto [V, Cell] : Cells) {
    clearCell(*Cell, identity(V->getType()), DT, Repeated);
    promoteVariable(*Cell);
  }
  Cells.clear();
}

Value *AdjointValues::sum(IRBuilderBase &B, Value *X, Value *Y) {
  Type *Ty = X->getType();
  if (Ty->isFPOrFPVectorTy()) {
    // The sign of a zero adjoint means nothing.
    Value *Sum = B.CreateFAdd(X, Y);
    if (auto *Add = dyn_cast<Instruction>(Sum))
      Add->setHasNoSignedZeros(true);
    return Sum;
  }
  unsigned Count = Ty->isStructTy()  ? Ty->getStructNumElements()
                   : Ty->isArrayTy() ? Ty->getArrayNumElements()
                                     : 0;
  Value *Result = X;
  for (unsigned I = 0; I != Count; ++I)
    if (Value *Leaf = B.CreateExtractValue(X, I); carriesFloat(Leaf->getType()))
      Result = B.CreateInsertValue(Result,
                                   sum(B, Leaf, B.CreateExtractValue(Y, I)), I);
  return Result;
}

void AdjointValues::add(IRBuilderBase &B, const Value *V, Value *Adjoint) {
  if (isa<Constant>(V))
    return;
  if (isLocal(V)) {
    Value *&Old = Pending[V];
    Old = Old ? sum(B, Old, Adjoint) : Adjoint;
    return;
  }
  AllocaInst *Cell = cellOf(V);
  Value *Old = B.CreateLoad(V->getType(), Cell);
  B.CreateStore(sum(B, Old, Adjoint), Cell);
}

void AdjointValues::seed(IRBuilderBase &B, const Value *V, Value *Adjoint) {
  // Through a cell, whatever V's users: the block's pending ones start empty.
  if (!isa<Constant>(V))
    B.CreateStore(Adjoint, cellOf(V));
}

Value *AdjointValues::take(IRBuilderBase &B, const Value *V) {
  if (isLocal(V)) {
    auto It = Pending.find(V);
    if (It == Pending.end())
      return nullptr;
    Value *Adjoint = It->second;
    Pending.erase(It);
    return Adjoint;
  }
  // Not known to be zero here: another block may have added to it.
  AllocaInst *Cell = cellOf(V);
  Value *Adjoint = B.CreateLoad(V->getType(), Cell);
  B.CreateStore(identity(V->getType()), Cell);
  return Adjoint;
}

} // namespace autodiff
