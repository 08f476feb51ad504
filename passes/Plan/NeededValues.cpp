#include "Plan/NeededValues.h"
#include "Activity/CallKind.h"
#include "Prepare/Prepare.h"
#include "Rules/RuleTable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace autodiff {

void Needed::print(raw_ostream &OS) const {
  switch (What) {
  case Kind::Primal:
    break;
  case Kind::Shadow:
    OS << "shadow of ";
    break;
  case Kind::Edge:
    OS << "predecessor of ";
    break;
  case Kind::Last:
    OS << "last iteration of ";
    Loop->getHeader()->printAsOperand(OS, false);
    OS << " at ";
    break;
  case Kind::Tape:
    OS << "tape of ";
    break;
  }
  V->printAsOperand(OS, false);
}

RegionTypes copiedTypes(const MemTransferInst &Copy, const UnitFacts &Facts) {
  std::optional<uint64_t> Size;
  if (auto *Length = dyn_cast<ConstantInt>(Copy.getLength()))
    Size = Length->getZExtValue();
  RegionTypes To = Facts.Types.region(Copy.getRawDest(), Size, Copy);
  RegionTypes From = Facts.Types.region(Copy.getRawSource(), Size, Copy);
  // The end that knows more: a fresh buffer may have no accesses of its own.
  if (To.Layout == RegionTypes::Form::Unknown ||
      (To.Layout == RegionTypes::Form::NoFloats &&
       From.Layout != RegionTypes::Form::Unknown))
    return From;
  return To;
}

/// Whether the call's callee keeps a tape and has a reverse.
static bool callHasReverse(const CallBase &Call, const UnitFacts &Facts) {
  const ActivityInfo &A = Facts.Activity;
  if (carriesFloat(Call.getType()) && A.isActive(&Call))
    return true;
  return any_of(Call.args(), [&](const Use &Argument) {
    return A.isActive(Argument) ||
           (Argument->getType()->isPointerTy() && A.hasShadow(Argument));
  });
}

bool hasReverseWork(const Instruction &I, const UnitFacts &Facts) {
  const ActivityInfo &A = Facts.Activity;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return carriesFloat(Store->getValueOperand()->getType()) &&
           A.isMemoryActive(Store->getPointerOperand());
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    switch (callKind(*Call, Facts.Unit)) {
    case CallKind::Rule:
      return A.isActive(Call);
    case CallKind::Unit:
      return callHasReverse(*Call, Facts);
    case CallKind::Transfer:
      return A.isMemoryActive(cast<MemTransferInst>(I).getRawDest()) ||
             A.isMemoryActive(cast<MemTransferInst>(I).getRawSource());
    case CallKind::Fill:
      return A.isMemoryActive(cast<MemSetInst>(I).getRawDest());
    default:
      return false;
    }
  }
  if (auto *Return = dyn_cast<ReturnInst>(&I))
    return Return->getReturnValue() && A.isActive(Return->getReturnValue());
  return carriesFloat(I.getType()) && A.isActive(&I);
}

namespace {
class NeedCollector {
public:
  NeedCollector(const UnitFacts &Facts, function_ref<void(Needed)> Visit)
      : Facts(Facts), Visit(Visit) {}
  void visit(const Instruction &I);

private:
  bool active(const Value *V) const { return Facts.Activity.isActive(V); }
  void primal(const Value *V) { Visit(Needed::primal(V)); }
  void address(const Value *Pointer);
  void visitRule(const MathRule &Rule, const Instruction &I);
  void visitCall(const CallBase &Call);

  const UnitFacts &Facts;
  function_ref<void(Needed)> Visit;
};
} // namespace

/// The shadow behind a pointer is read or written.
void NeedCollector::address(const Value *Pointer) {
  Visit(Needed::shadow(Pointer));
  if (Facts.Activity.isMixed(Pointer))
    primal(Pointer);
}

void NeedCollector::visitRule(const MathRule &Rule, const Instruction &I) {
  unsigned Count = Rule.Operands.size();
  for (auto [K, Partial] : enumerate(Rule.Partials)) {
    if (Partial.isZero() || !active(I.getOperand(K % Count)))
      continue;
    for (unsigned J = 0; J != Count; ++J)
      if (Partial.readsOperand(J))
        primal(I.getOperand(J));
    if (Partial.readsResult())
      primal(&I);
  }
}

void NeedCollector::visitCall(const CallBase &Call) {
  switch (callKind(Call, Facts.Unit)) {
  case CallKind::Rule:
    return visitRule(*findMathRule(Call), Call);
  case CallKind::Unit:
    return Visit(Needed::tape(&Call));
  case CallKind::Transfer: {
    auto &Copy = cast<MemTransferInst>(Call);
    address(Copy.getRawDest());
    if (Facts.Activity.isMemoryActive(Copy.getRawSource()))
      address(Copy.getRawSource());
    return primal(Copy.getLength());
  }
  case CallKind::Fill:
    address(cast<MemSetInst>(Call).getRawDest());
    return primal(cast<MemSetInst>(Call).getLength());
  default:
    return;
  }
}

void NeedCollector::visit(const Instruction &I) {
  if (!hasReverseWork(I, Facts))
    return;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  switch (I.getOpcode()) {
  case Instruction::FMul:
    if (active(I.getOperand(0)))
      primal(I.getOperand(1));
    if (active(I.getOperand(1)))
      primal(I.getOperand(0));
    return;
  case Instruction::FDiv:
    primal(I.getOperand(1));
    if (active(I.getOperand(1)))
      primal(&I);
    return;
  case Instruction::FRem:
    return visitRule(*findMathRule("fmod"), I);
  case Instruction::Select:
  case Instruction::Load:
    return I.getOpcode() == Instruction::Load ? address(I.getOperand(0))
                                              : primal(I.getOperand(0));
  case Instruction::Store:
    return address(I.getOperand(1));
  case Instruction::ExtractElement:
    return primal(I.getOperand(1));
  case Instruction::InsertElement:
    return primal(I.getOperand(2));
  default:
    return;
  }
}

void forEachNeeded(const Instruction &I, const UnitFacts &Facts,
                   function_ref<void(Needed)> Visit) {
  NeedCollector(Facts, Visit).visit(I);
}

} // namespace autodiff
