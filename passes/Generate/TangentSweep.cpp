#include "Generate/TangentSweep.h"
#include "Activity/CallKind.h"
#include "Generate/Linear.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

bool hasTangentOrShadow(const Value &V, const UnitFacts &Facts) {
  if (V.getType()->isPointerTy())
    return Facts.Activity.hasShadow(&V);
  return carriesFloat(V.getType()) && Facts.Activity.isActive(&V);
}

Value *TangentSweep::of(const Value *V) const { return Tangents.lookup(V); }

Value *TangentSweep::orZero(const Value *V) const {
  Value *Tangent = of(V);
  return Tangent ? Tangent : Constant::getNullValue(V->getType());
}

Value *TangentSweep::sum(Value *X, Value *Y) {
  return !X ? Y : !Y ? X : B.CreateFAdd(X, Y);
}

void TangentSweep::run() {
  ReversePostOrderTraversal<const Function *> Order(P.Body);
  SmallVector<std::pair<const PHINode *, PHINode *>, 8> Merges;
  for (const BasicBlock *Block : Order)
    for (const PHINode &Phi : Block->phis())
      if (carriesFloat(Phi.getType()) && Facts.Activity.isActive(&Phi)) {
        auto *Primal = cast<PHINode>(Shadows.mapped(&Phi));
        auto *Tangent = cast<PHINode>(Primal->clone());
        Tangent->insertBefore(Primal->getIterator());
        Tangents[&Phi] = Tangent;
        Merges.push_back({&Phi, Tangent});
      }
  for (const BasicBlock *Block : Order)
    for (const Instruction &I : *Block)
      visit(I);
  for (auto [Phi, Tangent] : Merges)
    for (unsigned K = 0; K != Phi->getNumIncomingValues(); ++K)
      Tangent->setIncomingValue(K, orZero(Phi->getIncomingValue(K)));
}

void TangentSweep::visit(const Instruction &I) {
  if (isa<PHINode>(I))
    return;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return call(*Call);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return store(*Store);
  if (I.isTerminator() || !carriesFloat(I.getType()) ||
      !Facts.Activity.isActive(&I))
    return;
  B.SetInsertPoint(pointAfter(*cast<Instruction>(Shadows.mapped(&I))));
  B.SetCurrentDebugLocation(I.getDebugLoc());
  B.setFastMathFlags(inheritedFlags(I));
  if (Value *Tangent = tangent(I))
    Tangents[&I] = Tangent;
}

Value *TangentSweep::tangent(const Instruction &I) {
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return binary(*Binary);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return load(*Load);
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    if (!of(Select->getTrueValue()) && !of(Select->getFalseValue()))
      return nullptr;
    return B.CreateSelect(Shadows.mapped(Select->getCondition()),
                          orZero(Select->getTrueValue()),
                          orZero(Select->getFalseValue()));
  }
  Value *X = of(I.getOperand(0));
  switch (I.getOpcode()) {
  case Instruction::FNeg:
    return X ? B.CreateFNeg(X) : nullptr;
  case Instruction::Freeze:
    return X ? B.CreateFreeze(X) : nullptr;
  case Instruction::FPExt:
  case Instruction::FPTrunc:
  case Instruction::BitCast:
    return X ? B.CreateCast(Instruction::CastOps(I.getOpcode()), X, I.getType())
             : nullptr;
  default:
    return lanes(I);
  }
}

Value *TangentSweep::lanes(const Instruction &I) {
  if (none_of(I.operands(), [&](const Use &U) { return of(U); }))
    return nullptr;
  Value *X = orZero(I.getOperand(0));
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I))
    return B.CreateExtractElement(X,
                                  Shadows.mapped(Extract->getIndexOperand()));
  if (auto *Extract = dyn_cast<ExtractValueInst>(&I))
    return B.CreateExtractValue(X, Extract->getIndices());
  Value *Y = orZero(I.getOperand(1));
  if (auto *Insert = dyn_cast<InsertElementInst>(&I))
    return B.CreateInsertElement(X, Y, Shadows.mapped(Insert->getOperand(2)));
  if (auto *Insert = dyn_cast<InsertValueInst>(&I))
    return B.CreateInsertValue(X, Y, Insert->getIndices());
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
    return B.CreateShuffleVector(X, Y, Shuffle->getShuffleMask());
  llvm_unreachable("refused by Differentiability");
}

Value *TangentSweep::binary(const BinaryOperator &I) {
  Value *X = of(I.getOperand(0)), *Y = of(I.getOperand(1));
  if (!X && !Y)
    return nullptr;
  Value *PX = Shadows.mapped(I.getOperand(0));
  Value *PY = Shadows.mapped(I.getOperand(1));
  switch (I.getOpcode()) {
  case Instruction::FAdd:
    return sum(X, Y);
  case Instruction::FSub:
    return !Y ? X : X ? B.CreateFSub(X, Y) : B.CreateFNeg(Y);
  case Instruction::FMul:
    return sum(X ? B.CreateFMul(X, PY) : nullptr,
               Y ? B.CreateFMul(PX, Y) : nullptr);
  case Instruction::FDiv: {
    // (x' - r y') / y, with either part missing.
    auto *C = dyn_cast<ConstantFP>(PY);
    Value *Numerator = X;
    if (Y) {
      Value *Back = scaled(B, Y, Shadows.mapped(&I), /*Singular=*/true);
      Numerator = X ? B.CreateFSub(X, Back) : B.CreateFNeg(Back);
    }
    return quotient(B, Numerator, PY, !C || C->isZero());
  }
  case Instruction::FRem:
    return rule(*findMathRule("fmod"), I);
  default:
    llvm_unreachable("refused by Differentiability");
  }
}

Value *TangentSweep::rule(const MathRule &Rule, const Instruction &I) {
  Value *Totals[2] = {nullptr, nullptr};
  unsigned Count = Rule.Operands.size();
  SmallVector<Value *, 3> Operands;
  for (unsigned K = 0; K != Count; ++K)
    Operands.push_back(Shadows.mapped(I.getOperand(K)));
  for (auto [K, Partial] : enumerate(Rule.Partials)) {
    Value *Seed = of(I.getOperand(K % Count));
    if (Partial.isZero() || !Seed)
      continue;
    Value *Slope = Partial.emit(B, numberType(I.getType()), Operands,
                                Shadows.mapped(&I), Kinks);
    Value *&Total = Totals[K / Count];
    Total = sum(Total, scaled(B, Seed, Slope, Rule.Singular));
  }
  if (Rule.Results.size() == 1)
    return Totals[0];
  Value *Pair = Constant::getNullValue(I.getType());
  for (unsigned K : {0, 1})
    if (Totals[K])
      Pair = B.CreateInsertValue(Pair, Totals[K], K);
  return Totals[0] || Totals[1] ? Pair : nullptr;
}

Value *TangentSweep::load(const LoadInst &I) {
  const Value *Where = I.getPointerOperand();
  if (!Facts.Activity.isMemoryActive(Where))
    return nullptr;
  auto *Tangent =
      B.CreateAlignedLoad(I.getType(), Shadows.of(Where), I.getAlign());
  Tangent->setMetadata(LLVMContext::MD_tbaa,
                       I.getMetadata(LLVMContext::MD_tbaa));
  if (Value *Real = Shadows.isReal(B, Where))
    return B.CreateSelect(Real, Tangent, Constant::getNullValue(I.getType()));
  return Tangent;
}

/// Numbers store their tangents, pointers their shadows, all else a copy.
void TangentSweep::store(const StoreInst &I) {
  const Value *V = I.getValueOperand(), *Where = I.getPointerOperand();
  if (!Facts.Activity.hasShadow(Where))
    return;
  auto *Primal = cast<StoreInst>(Shadows.mapped(&I));
  B.SetInsertPoint(Primal->getNextNode());
  B.SetCurrentDebugLocation(I.getDebugLoc());
  Value *Stored = Shadows.mapped(V);
  if (carriesFloat(V->getType()))
    Stored = orZero(V);
  else if (V->getType()->isPointerTy() && !isa<ConstantData>(V))
    Stored = Shadows.of(V);
  Value *To = Shadows.of(Where);
  if (Value *Real = Shadows.isReal(B, Where))
    Stored = B.CreateSelect(Real, Stored, Shadows.mapped(V));
  auto *Mirror = B.CreateAlignedStore(Stored, To, I.getAlign());
  Mirror->setMetadata(LLVMContext::MD_tbaa,
                      I.getMetadata(LLVMContext::MD_tbaa));
}

void TangentSweep::call(const CallBase &Call) {
  switch (callKind(Call, Facts.Unit)) {
  case CallKind::Rule: {
    if (!Facts.Activity.isActive(&Call))
      return;
    B.SetInsertPoint(pointAfter(*cast<Instruction>(Shadows.mapped(&Call))));
    B.SetCurrentDebugLocation(Call.getDebugLoc());
    B.setFastMathFlags(inheritedFlags(Call));
    if (Value *Tangent = rule(*findMathRule(Call), Call))
      Tangents[&Call] = Tangent;
    return;
  }
  case CallKind::Unit:
    return unitCall(Call);
  case CallKind::Free:
    return release(Call);
  case CallKind::Transfer:
    return transfer(cast<MemTransferInst>(Call));
  case CallKind::Fill:
    return fill(cast<MemSetInst>(Call));
  default:
    return;
  }
}

/// Shadow memory is given back with the memory.
void TangentSweep::release(const CallBase &Call) {
  const Value *Pointer = Call.getArgOperand(0);
  if (!Facts.Activity.hasShadow(Pointer))
    return;
  auto *Primal = cast<CallBase>(Shadows.mapped(&Call));
  Value *Shadow = Shadows.of(Pointer);
  B.SetInsertPoint(Primal);
  if (Value *Real = Shadows.isReal(B, Pointer))
    Shadow =
        B.CreateSelect(Real, Shadow, Constant::getNullValue(Shadow->getType()));
  auto *Copy = cast<CallBase>(Primal->clone());
  Copy->setArgOperand(0, Shadow);
  Copy->removeParamAttr(0, Attribute::NonNull);
  B.Insert(Copy);
}

void TangentSweep::transfer(const MemTransferInst &Copy) {
  const Value *To = Copy.getRawDest(), *From = Copy.getRawSource();
  if (!Facts.Activity.hasShadow(To))
    return;
  auto *Primal = cast<MemTransferInst>(Shadows.mapped(&Copy));
  B.SetInsertPoint(Primal->getNextNode());
  Value *ShadowTo = Shadows.of(To), *ShadowFrom = Shadows.of(From);
  Value *Bytes = Primal->getLength();
  Value *None = Constant::getNullValue(Bytes->getType());
  if (Value *Real = Shadows.isReal(B, To))
    Bytes = B.CreateSelect(Real, Bytes, None);
  B.CreateMemMove(ShadowTo, MaybeAlign(), ShadowFrom, MaybeAlign(), Bytes);
  // Numbers of memory held constant have no tangent.
  Value *Held =
      Facts.Activity.hasShadow(From) ? Shadows.isReal(B, From) : B.getFalse();
  if (!Held)
    return;
  Value *Cleared = B.CreateSelect(Held, None, Bytes);
  RegionTypes Types = copiedTypes(Copy, Facts);
  if (Types.Layout == RegionTypes::Form::Floats || Types.Period)
    B.CreateMemSet(ShadowTo, B.getInt8(0), Cleared, MaybeAlign());
  if (Types.Layout == RegionTypes::Form::Mixed && !Types.Period)
    for (const TypedBytes &Part : Types.Parts)
      if (Part.Kind == AccessKind::Float)
        B.CreateMemSet(
            B.CreateConstGEP1_64(B.getInt8Ty(), ShadowTo, Part.Offset),
            B.getInt8(0),
            B.CreateSelect(B.CreateICmpEQ(Cleared, None), B.getInt64(0),
                           B.getInt64(Part.Size)),
            MaybeAlign());
}

void TangentSweep::fill(const MemSetInst &Fill) {
  const Value *To = Fill.getRawDest();
  if (!Facts.Activity.hasShadow(To))
    return;
  auto *Primal = cast<MemSetInst>(Shadows.mapped(&Fill));
  B.SetInsertPoint(Primal->getNextNode());
  Value *Bytes = Primal->getLength();
  if (Value *Real = Shadows.isReal(B, To))
    Bytes =
        B.CreateSelect(Real, Bytes, Constant::getNullValue(Bytes->getType()));
  B.CreateMemSet(Shadows.of(To), B.getInt8(0), Bytes, MaybeAlign());
}

void TangentSweep::unitCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  auto *Primal = cast<CallBase>(Shadows.mapped(&Call));
  SmallVector<Value *, 8> Arguments(Primal->args());
  for (const Argument &Formal : Callee->args())
    if (hasTangentOrShadow(Formal, Facts)) {
      const Value *Actual = Call.getArgOperand(Formal.getArgNo());
      Arguments.push_back(Formal.getType()->isPointerTy() ? Shadows.of(Actual)
                                                          : orZero(Actual));
    }
  Function *Target = Forward.lookup(Callee);
  B.SetInsertPoint(Primal);
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(Primal))
    New = B.CreateInvoke(Target, Invoke->getNormalDest(),
                         Invoke->getUnwindDest(), Arguments);
  else
    New = B.CreateCall(Target, Arguments);
  New->setDebugLoc(Primal->getDebugLoc());
  B.SetInsertPoint(pointAfter(*New));
  Value *Result = New;
  if (!Call.getType()->isVoidTy()) {
    Result = B.CreateExtractValue(New, 0);
    Primal->replaceAllUsesWith(Result);
  }
  if (cast<StructType>(New->getType())->getNumElements() == 2) {
    Value *Second = B.CreateExtractValue(New, 1);
    if (Call.getType()->isPointerTy())
      Shadows.set(&Call, Second);
    else
      Tangents[&Call] = Second;
  }
  Map[&Call] = Result;
  Primal->eraseFromParent();
}

} // namespace autodiff
