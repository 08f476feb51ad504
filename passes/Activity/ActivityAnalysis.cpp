#include "Activity/ActivityAnalysis.h"
#include "Activity/CallKind.h"
#include "Prepare/Prepare.h"
#include "Rules/RuleTable.h"
#include "Types/NumberBits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace autodiff {

/// Bytes of that kind may be a floating-point number.
static bool mayBeNumber(AccessKind Kind) {
  return Kind == AccessKind::Float || Kind == AccessKind::Unknown;
}

/// Values through which a derivative can flow: numbers, and integers that may
/// hold a number's bits.
static bool mayCarryDerivative(const Type *Ty) {
  return carriesFloat(Ty) ||
         (Ty->isIntOrIntVectorTy() && Ty->getScalarSizeInBits() >= 8);
}

ActivityInfo::ActivityInfo(PreparedUnit &Unit, const MemoryClasses &Classes,
                           const TypeInfo &Types, ArrayRef<bool> ActiveSlots)
    : Classes(Classes), Types(Types), Flags(Classes.size()) {
  seed(Unit, ActiveSlots);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (PreparedFunction &P : Unit.functions())
      for (const Instruction &I : instructions(*P.Body))
        Changed |= forwardStep(I, Unit);
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (PreparedFunction &P : Unit.functions())
      for (const BasicBlock &B : reverse(*P.Body))
        for (const Instruction &I : reverse(B))
          Changed |= backwardStep(I, Unit);
  }
  decideShadows();
}

void ActivityInfo::seed(PreparedUnit &Unit, ArrayRef<bool> ActiveSlots) {
  const Function *Root = Unit.root().Body;
  for (auto [V, Class] : Classes.roots()) {
    ClassFlags &F = Flags[Classes.representative(Class)];
    if (auto *A = dyn_cast<Argument>(V); A && A->getParent() == Root) {
      (ActiveSlots[A->getArgNo()] ? F.FromActive : F.FromConstant) = true;
      continue;
    }
    if (auto *Global = dyn_cast<GlobalVariable>(V)) {
      // A table of addresses has a shadow table.
      bool Table =
          Global->hasDefinitiveInitializer() && Classes.hasContents(Class);
      (Global->isConstant() && !Table ? F.FromConstant : F.FromUnit) = true;
      // Who knows what a variable pointed to when the derivative starts.
      if (!Global->isConstant() && Classes.hasContents(Class))
        Flags[Classes.contentsOf(Class)].FromConstant = true;
      continue;
    }
    if (auto *Call = dyn_cast<CallBase>(V)) {
      CallKind Kind = callKind(*Call, Unit);
      bool Own = Kind == CallKind::Allocate || Kind == CallKind::AllocateZeroed;
      (Own ? F.FromUnit : F.FromConstant) = true;
      F.DeclaredConstant |= Kind == CallKind::Constant;
      const Function *Callee = Call->getCalledFunction();
      F.FromException |=
          Callee && Callee->getName() == "__cxa_allocate_exception";
      continue;
    }
    (isa<AllocaInst>(V) ? F.FromUnit : F.FromConstant) = true;
  }
  // What is reached through held memory is held, through active active.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned C = 0; C != Flags.size(); ++C) {
      if (Classes.representative(C) != C || !Classes.hasContents(C))
        continue;
      ClassFlags &Inner = Flags[Classes.contentsOf(C)];
      if (Flags[C].FromActive && !Inner.FromActive)
        Changed = Inner.FromActive = true;
      // Memory of the unit holds only what the unit stored there.
      if (Flags[C].FromConstant && !Inner.FromConstant)
        Changed = Inner.FromConstant = true;
    }
  }
  for (ClassFlags &F : Flags)
    if (F.FromActive)
      F.Varied = F.Useful = true;
}

const ActivityInfo::ClassFlags *
ActivityInfo::flags(const Value *Pointer) const {
  MemoryClasses::Id Class = Classes.classOf(Pointer);
  return Class == ~0u ? nullptr : &Flags[Class];
}

static bool raise(bool &Flag, bool To) {
  if (Flag || !To)
    return false;
  return Flag = true;
}

bool ActivityInfo::setUseful(const Value *V) {
  return !isa<Constant>(V) && mayCarryDerivative(V->getType()) &&
         Useful.insert(V).second;
}

/// Whether the result moves when an operand does.
static bool isDifferentiableIn(const Instruction &I, const Use &Operand) {
  switch (I.getOpcode()) {
  case Instruction::FCmp:
  case Instruction::ICmp:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::GetElementPtr:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::Alloca:
  case Instruction::LandingPad:
    return false;
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return holdsNumberBits(Operand);
  case Instruction::Select:
    return Operand.getOperandNo() != 0;
  case Instruction::ExtractElement:
    return Operand.getOperandNo() == 0;
  case Instruction::InsertElement:
    return Operand.getOperandNo() != 2;
  case Instruction::ExtractValue: {
    // The exponent of frexp's pair.
    auto *Call = dyn_cast<CallBase>(Operand);
    return carriesFloat(I.getType()) || !Call || !findMathRule(*Call);
  }
  default:
    return !I.isTerminator();
  }
}

/// V is an aggregate with a varied integer, or such an integer.
bool ActivityInfo::holdsVariedBits(const Value *V) const {
  return V->getType()->isAggregateType()
             ? HoldsBits.contains(V)
             : V->getType()->isIntOrIntVectorTy() && isVaried(V);
}

bool ActivityInfo::forwardStep(const Instruction &I, PreparedUnit &Unit) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return forwardCall(*Call, Unit);
  if (isa<LoadInst>(I) || isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I)) {
    const ClassFlags *F = flags(I.getOperand(0));
    bool Changed = false;
    if (!isa<LoadInst>(I) && F && isVaried(I.getOperand(1)))
      Changed |= raise(Flags[Classes.classOf(I.getOperand(0))].Varied, true);
    if (!F || !F->Varied || !mayCarryDerivative(I.getType()))
      return Changed;
    // An integer that may be the bits of a number.
    if (!carriesFloat(I.getType()) &&
        (!isa<LoadInst>(I) || !mayBeNumber(Types.integerKind(I))))
      return Changed;
    return setVaried(&I) || Changed;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (!isVaried(Store->getValueOperand()))
      return false;
    MemoryClasses::Id Class = Classes.classOf(Store->getPointerOperand());
    return Class != ~0u && raise(Flags[Class].Varied, true);
  }
  if (auto *Return = dyn_cast<ReturnInst>(&I)) {
    Value *V = Return->getReturnValue();
    bool Changed = V && holdsVariedBits(V) && setHoldsBits(I.getFunction());
    return (V && isVaried(V) && setVaried(I.getFunction())) || Changed;
  }
  if (!mayCarryDerivative(I.getType()))
    return false;
  if (I.getType()->isAggregateType() && !HoldsBits.contains(&I) &&
      any_of(I.operand_values(),
             [&](const Value *V) { return holdsVariedBits(V); }))
    return forwardValue(I) || setHoldsBits(&I);
  return forwardValue(I);
}

bool ActivityInfo::forwardValue(const Instruction &I) {
  if (isVaried(&I))
    return false;
  // An integer beside a number in a register is one of its own.
  if (auto *Field = dyn_cast<ExtractValueInst>(&I);
      Field && !carriesFloat(Field->getType()))
    return HoldsBits.contains(Field->getAggregateOperand()) && setVaried(&I);
  for (const Use &Operand : I.operands())
    if (isVaried(Operand) && isDifferentiableIn(I, Operand))
      return setVaried(&I);
  return false;
}

bool ActivityInfo::forwardCall(const CallBase &Call, PreparedUnit &Unit) {
  switch (callKind(Call, Unit)) {
  case CallKind::Rule: {
    const MathRule *Rule = findMathRule(Call);
    for (unsigned I = 0; I != Rule->Operands.size(); ++I)
      if (!Rule->isFlatIn(I) && isVaried(Call.getArgOperand(I)))
        return setVaried(&Call);
    return false;
  }
  case CallKind::Unit: {
    bool Changed = false;
    const Function *Callee = Call.getCalledFunction();
    for (auto [Actual, Formal] : zip(Call.args(), Callee->args())) {
      if (isVaried(Actual))
        Changed |= setVaried(&Formal);
      if (HoldsBits.contains(Actual))
        Changed |= setHoldsBits(&Formal);
    }
    if (isVaried(Callee))
      Changed |= setVaried(&Call);
    if (HoldsBits.contains(Callee))
      Changed |= setHoldsBits(&Call);
    return Changed;
  }
  case CallKind::Transfer: {
    auto &Transfer = cast<MemTransferInst>(Call);
    const ClassFlags *From = flags(Transfer.getRawSource());
    MemoryClasses::Id To = Classes.classOf(Transfer.getRawDest());
    return From && To != ~0u && raise(Flags[To].Varied, From->Varied);
  }
  case CallKind::Unknown:
  case CallKind::Indirect:
  case CallKind::InlineAsm: {
    // Refused where it matters (Differentiability); until then a bridge.
    bool Any = any_of(Call.args(), [&](const Use &A) {
      const ClassFlags *F =
          A->getType()->isPtrOrPtrVectorTy() ? flags(A) : nullptr;
      return isVaried(A) || (F && F->Varied);
    });
    bool Changed = false;
    if (Any && mayCarryDerivative(Call.getType()))
      Changed |= setVaried(&Call);
    return Changed;
  }
  case CallKind::Inactive:
    return any_of(Call.args(),
                  [&](const Use &A) {
                    return isVaried(A) && passesBits(Call, *A);
                  }) &&
           setVaried(&Call);
  case CallKind::Allocate:
  case CallKind::AllocateZeroed:
  case CallKind::Free:
  case CallKind::Fill:
  case CallKind::Constant:
  case CallKind::SamePointer:
    return false;
  }
  return false;
}

bool ActivityInfo::backwardStep(const Instruction &I, PreparedUnit &Unit) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return backwardCall(*Call, Unit);
  if (isa<LoadInst>(I)) {
    MemoryClasses::Id Class = Classes.classOf(I.getOperand(0));
    if (Class == ~0u || !isUseful(&I))
      return false;
    Flags[Class].ReadUseful = true;
    return raise(Flags[Class].Useful, true);
  }
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I)) {
    const ClassFlags *F = flags(I.getOperand(0));
    return F && F->Useful && setUseful(I.getOperand(1));
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const ClassFlags *F = flags(Store->getPointerOperand());
    return F && F->Useful && setUseful(Store->getValueOperand());
  }
  if (auto *Return = dyn_cast<ReturnInst>(&I)) {
    Value *V = Return->getReturnValue();
    return V && isUseful(I.getFunction()) && setUseful(V);
  }
  if (!isUseful(&I))
    return false;
  bool Changed = false;
  for (const Use &Operand : I.operands())
    if (isDifferentiableIn(I, Operand))
      Changed |= setUseful(Operand);
  return Changed;
}

bool ActivityInfo::backwardCall(const CallBase &Call, PreparedUnit &Unit) {
  bool Changed = false;
  switch (callKind(Call, Unit)) {
  case CallKind::Rule: {
    if (!isUseful(&Call))
      return false;
    const MathRule *Rule = findMathRule(Call);
    for (unsigned I = 0; I != Rule->Operands.size(); ++I)
      if (!Rule->isFlatIn(I))
        Changed |= setUseful(Call.getArgOperand(I));
    return Changed;
  }
  case CallKind::Unit: {
    const Function *Callee = Call.getCalledFunction();
    if (isUseful(&Call))
      Changed |= Useful.insert(Callee).second;
    for (auto [Actual, Formal] : zip(Call.args(), Callee->args()))
      if (isUseful(&Formal))
        Changed |= setUseful(Actual);
    return Changed;
  }
  case CallKind::Transfer: {
    auto &Transfer = cast<MemTransferInst>(Call);
    const ClassFlags *To = flags(Transfer.getRawDest());
    MemoryClasses::Id From = Classes.classOf(Transfer.getRawSource());
    if (!To || From == ~0u || !To->Useful)
      return false;
    Flags[From].ReadUseful = true;
    return raise(Flags[From].Useful, true);
  }
  case CallKind::Unknown:
  case CallKind::Indirect:
  case CallKind::InlineAsm:
    for (const Use &Operand : Call.args()) {
      Changed |= setUseful(Operand);
      if (MemoryClasses::Id Class = Classes.classOf(Operand); Class != ~0u)
        Changed |= raise(Flags[Class].Useful, true);
    }
    return Changed;
  case CallKind::Inactive:
    for (const Use &A : Call.args())
      if (isUseful(&Call) && passesBits(Call, *A))
        Changed |= setUseful(A);
    return Changed;
  case CallKind::Allocate:
  case CallKind::AllocateZeroed:
  case CallKind::Free:
  case CallKind::Fill:
  case CallKind::Constant:
  case CallKind::SamePointer:
    return false;
  }
  return false;
}

void ActivityInfo::decideShadows() {
  for (ClassFlags &F : Flags)
    F.Shadow = F.Varied && F.Useful && (F.FromActive || F.FromUnit);
  // Shadow pointers need memory to lie in.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned C = 0; C != Flags.size(); ++C)
      if (Classes.representative(C) == C && Classes.hasContents(C) &&
          Flags[Classes.contentsOf(C)].Shadow &&
          (Flags[C].FromActive || Flags[C].FromUnit))
        Changed |= raise(Flags[C].Shadow, true);
  }
}

bool ActivityInfo::isMemoryActive(const Value *Pointer) const {
  const ClassFlags *F = flags(Pointer);
  return F && F->Shadow && F->Varied && F->Useful;
}

bool ActivityInfo::hasShadow(const Value *Pointer) const {
  const ClassFlags *F = flags(Pointer);
  return F && F->Shadow;
}

bool ActivityInfo::hasShadowContents(const Value *Pointer) const {
  MemoryClasses::Id Class = Classes.classOf(Pointer);
  return Class != ~0u && Classes.hasContents(Class) &&
         Flags[Classes.contentsOf(Class)].Shadow;
}

bool ActivityInfo::isMixed(const Value *Pointer) const {
  const ClassFlags *F = flags(Pointer);
  return F && F->Shadow && F->FromConstant;
}

bool ActivityInfo::losesActiveValues(const Value *Pointer) const {
  const ClassFlags *F = flags(Pointer);
  return F && !F->Shadow && F->Varied && F->ReadUseful && F->FromConstant &&
         !F->DeclaredConstant;
}

bool ActivityInfo::isOwnMemory(const Value *Pointer) const {
  const ClassFlags *F = flags(Pointer);
  return F && F->FromUnit && !F->FromActive && !F->FromConstant;
}

bool ActivityInfo::isThrown(const Value *Pointer) const {
  const ClassFlags *F = flags(Pointer);
  return F && F->Varied && F->FromException;
}

void ActivityInfo::print(raw_ostream &OS, PreparedUnit &Unit) const {
  for (PreparedFunction &P : Unit.functions()) {
    OS << "function " << P.Body->getName() << ":\n";
    for (const Argument &A : P.Body->args())
      if (A.getType()->isPointerTy() && hasShadow(&A))
        OS << "  " << A << ": shadow" << (isMixed(&A) ? ", mixed" : "") << '\n';
      else if (isActive(&A))
        OS << "  " << A << ": active\n";
    for (const Instruction &I : instructions(*P.Body)) {
      if (isActive(&I))
        OS << I << ": active\n";
      else if (isVaried(&I))
        OS << I << ": varied\n";
      else if (I.getType()->isPointerTy() && hasShadow(&I))
        OS << I << ": shadow" << (isMixed(&I) ? ", mixed" : "") << '\n';
    }
  }
}

} // namespace autodiff
