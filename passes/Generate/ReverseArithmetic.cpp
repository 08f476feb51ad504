#include "Activity/CallKind.h"
#include "Generate/Linear.h"
#include "Generate/ReverseGenerator.h"

using namespace llvm;

namespace autodiff {

void ReverseGenerator::reverse(const Instruction &I) {
  IRBuilderBase::FastMathFlagGuard Guard(B);
  B.setFastMathFlags(inheritedFlags(I));
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return reverseStore(*Store);
  if (auto *Copy = dyn_cast<MemTransferInst>(&I))
    return reverseTransfer(*Copy);
  if (auto *Fill = dyn_cast<MemSetInst>(&I))
    return reverseFill(*Fill);
  auto *Call = dyn_cast<CallBase>(&I);
  if (Call && callKind(*Call, Facts.Unit) == CallKind::Unit)
    return reverseUnitCall(*Call);
  if (isa<ReturnInst>(I))
    return; // its adjoint is the seed, put there by the builder of the function
  Value *Adjoint = Adjoints.take(B, &I);
  if (!Adjoint)
    return;
  if (Call)
    return applyRule(*findMathRule(*Call), I, Adjoint);
  switch (I.getOpcode()) {
  case Instruction::Load:
    return reverseLoad(cast<LoadInst>(I), Adjoint);
  case Instruction::FNeg:
    return earn(I.getOperand(0), B.CreateFNeg(Adjoint));
  case Instruction::Freeze:
    return earn(I.getOperand(0), Adjoint);
  case Instruction::Select:
    return reverseSelect(cast<SelectInst>(I), Adjoint);
  case Instruction::ShuffleVector:
    return reverseShuffle(cast<ShuffleVectorInst>(I), Adjoint);
  default:
    break;
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return reverseBinary(*Binary, Adjoint);
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return reverseCast(*Cast, Adjoint);
  reverseLanes(I, Adjoint);
}

/// What feeds an arm of a select, as far as it is computed for it.
void ReverseGenerator::findSpeculated() {
  SmallVector<const Value *, 16> Work;
  for (const BasicBlock *Block : Planned.Shape.blocks())
    for (const Instruction &I : *Block)
      if (auto *Select = dyn_cast<SelectInst>(&I);
          Select && Facts.Activity.isActive(Select)) {
        Work.push_back(Select->getTrueValue());
        Work.push_back(Select->getFalseValue());
      }
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || isa<PHINode>(I) || isa<LoadInst>(I) ||
        !Facts.Activity.isActive(I) || !Speculated.insert(I).second)
      continue;
    append_range(Work, I->operand_values());
  }
}

/// Multiplying a zero adjoint of I by Factor may give a NaN.
bool ReverseGenerator::isSingular(const Instruction &I,
                                  const Value *Factor) const {
  return Speculated.contains(&I) && !isa<ConstantFP>(Factor);
}

void ReverseGenerator::reverseBinary(const BinaryOperator &I, Value *Adjoint) {
  const Value *X = I.getOperand(0), *Y = I.getOperand(1);
  switch (I.getOpcode()) {
  case Instruction::FAdd:
    earn(X, Adjoint);
    return earn(Y, Adjoint);
  case Instruction::FSub:
    earn(X, Adjoint);
    if (Facts.Activity.isActive(Y))
      earn(Y, B.CreateFNeg(Adjoint));
    return;
  case Instruction::FMul:
    if (Facts.Activity.isActive(X))
      earn(X, scaled(B, Adjoint, Lookup.primal(B, Y), isSingular(I, Y)));
    if (Facts.Activity.isActive(Y))
      earn(Y, scaled(B, Adjoint, Lookup.primal(B, X), isSingular(I, X)));
    return;
  case Instruction::FDiv: {
    // A constant divisor that is not zero has finite slopes.
    auto *C = dyn_cast<ConstantFP>(Y);
    Value *Share = quotient(B, Adjoint, Lookup.primal(B, Y), !C || C->isZero());
    earn(X, Share);
    if (Facts.Activity.isActive(Y))
      earn(Y, B.CreateFNeg(scaled(B, Share, Lookup.primal(B, &I), true)));
    return;
  }
  case Instruction::FRem:
    return applyRule(*findMathRule("fmod"), I, Adjoint);
  default:
    llvm_unreachable("refused by Differentiability");
  }
}

void ReverseGenerator::reverseCast(const CastInst &I, Value *Adjoint) {
  const Value *X = I.getOperand(0);
  switch (I.getOpcode()) {
  case Instruction::FPExt:
    return earn(X, B.CreateFPTrunc(Adjoint, X->getType()));
  case Instruction::FPTrunc:
    return earn(X, B.CreateFPExt(Adjoint, X->getType()));
  case Instruction::BitCast: // between vectors of one element type
    return earn(X, B.CreateBitCast(Adjoint, X->getType()));
  default:
    llvm_unreachable("refused by Differentiability");
  }
}

/// The chosen arm earns the adjoint, by a select: nothing of the other arm is
/// multiplied in.
void ReverseGenerator::reverseSelect(const SelectInst &I, Value *Adjoint) {
  Value *Condition = Lookup.primal(B, I.getCondition());
  Value *Zero = AdjointValues::identity(I.getType());
  if (Facts.Activity.isActive(I.getTrueValue()))
    earn(I.getTrueValue(), B.CreateSelect(Condition, Adjoint, Zero));
  if (Facts.Activity.isActive(I.getFalseValue()))
    earn(I.getFalseValue(), B.CreateSelect(Condition, Zero, Adjoint));
}

/// Elements of vectors and fields of aggregates.
void ReverseGenerator::reverseLanes(const Instruction &I, Value *Adjoint) {
  const Value *X = I.getOperand(0);
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I)) {
    Value *Index = Lookup.primal(B, Extract->getIndexOperand());
    return earn(X, B.CreateInsertElement(AdjointValues::identity(X->getType()),
                                         Adjoint, Index));
  }
  if (auto *Extract = dyn_cast<ExtractValueInst>(&I))
    return earn(X, B.CreateInsertValue(AdjointValues::identity(X->getType()),
                                       Adjoint, Extract->getIndices()));
  const Value *Part = I.getOperand(1);
  if (auto *Insert = dyn_cast<InsertElementInst>(&I)) {
    Value *Index = Lookup.primal(B, Insert->getOperand(2));
    earn(Part, B.CreateExtractElement(Adjoint, Index));
    Constant *Zero = ConstantFP::getNegativeZero(Part->getType());
    return earn(X, B.CreateInsertElement(Adjoint, Zero, Index));
  }
  auto &Insert = cast<InsertValueInst>(I);
  if (carriesFloat(Part->getType()))
    earn(Part, B.CreateExtractValue(Adjoint, Insert.getIndices()));
  earn(X, B.CreateInsertValue(Adjoint, AdjointValues::identity(Part->getType()),
                              Insert.getIndices()));
}

void ReverseGenerator::reverseShuffle(const ShuffleVectorInst &I,
                                      Value *Adjoint) {
  auto *Ty = cast<FixedVectorType>(I.getOperand(0)->getType());
  int Width = Ty->getNumElements();
  Value *Shares[2] = {nullptr, nullptr};
  for (auto [Lane, From] : enumerate(I.getShuffleMask())) {
    if (From < 0)
      continue;
    Value *&Share = Shares[From >= Width];
    if (!Share)
      Share = AdjointValues::identity(Ty);
    Value *Old = B.CreateExtractElement(Share, From % Width);
    Value *Sum = B.CreateFAdd(Old, B.CreateExtractElement(Adjoint, Lane));
    Share = B.CreateInsertElement(Share, Sum, From % Width);
  }
  for (unsigned K : {0, 1})
    if (Shares[K])
      earn(I.getOperand(K), Shares[K]);
}

void ReverseGenerator::applyRule(const MathRule &Rule, const Instruction &I,
                                 Value *Adjoint) {
  unsigned Count = Rule.Operands.size();
  for (auto [K, Partial] : enumerate(Rule.Partials)) {
    const Value *Operand = I.getOperand(K % Count);
    if (Partial.isZero() || !Facts.Activity.isActive(Operand))
      continue;
    Value *Seed = Rule.Results.size() == 1
                      ? Adjoint
                      : B.CreateExtractValue(Adjoint, K / Count);
    SmallVector<Value *, 3> Operands(Count, nullptr);
    for (unsigned J = 0; J != Operands.size(); ++J)
      if (Partial.readsOperand(J))
        Operands[J] = Lookup.primal(B, I.getOperand(J));
    Value *Result = Partial.readsResult() ? Lookup.primal(B, &I) : nullptr;
    Value *Slope =
        Partial.emit(B, numberType(I.getType()), Operands, Result, Kinks);
    earn(Operand,
         scaled(B, Seed, Slope, Rule.Singular || Speculated.contains(&I)));
  }
}

} // namespace autodiff
