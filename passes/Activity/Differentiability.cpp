#include "Activity/Differentiability.h"
#include "Activity/CallKind.h"
#include "Prepare/Reallocation.h"
#include "Rules/LibraryFunctions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace autodiff {

namespace {

class Checker {
public:
  Checker(PreparedUnit &Unit, const TypeInfo &Types,
          const ActivityInfo &Activity, RequestErrors &Errors)
      : Unit(Unit), Types(Types), Activity(Activity), Errors(Errors) {}
  void check(const Instruction &I);

private:
  void checkCall(const CallBase &Call);
  void checkUnknownCall(const CallBase &Call, CallKind Kind);
  void checkAccess(const Instruction &I);
  void checkValue(const Instruction &I);
  void checkPointer(const Instruction &I);
  bool isInvolved(const Value *V) const;
  bool mayChangeVariables(const CallBase &Call);

  PreparedUnit &Unit;
  const TypeInfo &Types;
  const ActivityInfo &Activity;
  RequestErrors &Errors;
  std::optional<bool> ActiveVariables; ///< there are global ones
};

} // namespace

/// V is active, or points to memory that is or that leads there.
bool Checker::isInvolved(const Value *V) const {
  if (V->getType()->isPtrOrPtrVectorTy())
    return !isa<ConstantData>(V) && Activity.hasShadow(V);
  return Activity.isActive(V);
}

/// A function that is not known may come back into the module, and so to any
/// variable of it.
bool Checker::mayChangeVariables(const CallBase &Call) {
  if (Call.onlyReadsMemory() || Call.onlyAccessesInaccessibleMemOrArgMem())
    return false;
  if (!ActiveVariables)
    ActiveVariables =
        any_of(Call.getModule()->globals(), [&](const GlobalVariable &G) {
          return !G.isConstant() && Activity.isMemoryActive(&G);
        });
  return *ActiveVariables;
}

static std::string calleeName(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee ? userName(*Callee) : "function";
}

void Checker::checkUnknownCall(const CallBase &Call, CallKind Kind) {
  bool Involved =
      any_of(Call.args(), [&](const Use &A) { return isInvolved(A); });
  bool Result = carriesFloat(Call.getType()) && Activity.isUseful(&Call);
  if (Kind == CallKind::InlineAsm) {
    if (Involved || Result)
      Errors.error(Call, Message::CallInlineAsm);
    return;
  }
  // A function that is not known may return what depends on the inputs by ways
  // that are not seen here; one of the C library does not.
  Result |= Call.getType()->isPtrOrPtrVectorTy() && !Call.doesNotAccessMemory();
  Result |= any_of(Call.args(), [](const Use &A) {
    return carriesFloat(A->getType()) && !isa<Constant>(A);
  });
  Result |=
      libraryEffect(Call) != LibraryEffect::Math && mayChangeVariables(Call);
  if (!Involved && (libraryEffect(Call) == LibraryEffect::Math ||
                    (!Result && Kind == CallKind::Unknown)))
    return;
  if (Kind == CallKind::Indirect)
    return Errors.error(Call, Message::CallIndirect);
  const Function *Callee = Call.getCalledFunction();
  if (Callee->isVarArg() && !Callee->isDeclaration())
    return Errors.error(Call, Message::CallVariadic, {calleeName(Call)});
  if (Callee->isInterposable() && !Callee->isDeclaration())
    return Errors.error(Call, Message::CallMayBeReplaced, {calleeName(Call)});
  Errors.error(Call, Message::CallUnknown, {calleeName(Call)});
}

static bool repeatsPointers(const RegionTypes &Region) {
  return Region.Period && any_of(Region.Parts, [](const TypedBytes &Part) {
           return Part.Kind == AccessKind::Pointer;
         });
}

void Checker::checkCall(const CallBase &Call) {
  if (libraryEffect(Call) == LibraryEffect::Environment)
    return Errors.error(Call, Message::FloatEnvironment, {calleeName(Call)});
  CallKind Kind = callKind(Call, Unit);
  switch (Kind) {
  case CallKind::InlineAsm:
  case CallKind::Indirect:
  case CallKind::Unknown:
    return checkUnknownCall(Call, Kind);
  case CallKind::Unit:
    if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
      auto Returning = returningBlocks(*Call.getFunction());
      if (Returning.contains(Invoke->getUnwindDest()))
        Errors.error(Call, Message::CallThrowsActive, {calleeName(Call)});
    }
    return;
  case CallKind::Transfer: {
    auto &Copy = cast<MemTransferInst>(Call);
    const Value *To = Copy.getRawDest(), *From = Copy.getRawSource();
    bool Active = Activity.isMemoryActive(To) ||
                  Activity.isMemoryActive(From) ||
                  Activity.hasShadowContents(To);
    if (Active && Copy.isVolatile())
      return Errors.error(Call, Message::MemoryVolatile);
    auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
    std::optional<uint64_t> Size;
    if (Length)
      Size = Length->getZExtValue();
    RegionTypes AtTo = Types.region(To, Size, Copy);
    RegionTypes AtFrom = Types.region(From, Size, Copy);
    bool Unknown = AtTo.Layout == RegionTypes::Form::Unknown &&
                   AtFrom.Layout == RegionTypes::Form::Unknown;
    // Pointers of an array of structs are not copied one by one.
    Unknown |= repeatsPointers(AtTo) || repeatsPointers(AtFrom);
    if (Active && Unknown)
      Errors.error(Call, Message::MemoryUnknownType,
                   {Length ? std::to_string(*Size) : "many"});
    if (Activity.isThrown(To))
      Errors.error(Call, Message::ExceptionActive);
    if (Activity.isMemoryActive(From) && Activity.losesActiveValues(To))
      Errors.error(Call, Message::MemoryActiveIntoConstant);
    return;
  }
  case CallKind::Fill: {
    auto &Fill = cast<MemSetInst>(Call);
    const Value *To = Fill.getRawDest();
    auto *Length = dyn_cast<ConstantInt>(Fill.getLength());
    std::optional<uint64_t> Size;
    if (Length)
      Size = Length->getZExtValue();
    RegionTypes Region = Types.region(To, Size, Fill);
    // The adjoints of whatever lies there become zero; only the shadows of
    // pointers are another matter.
    if (Activity.hasShadowContents(To) && !Activity.isOwnMemory(To) &&
        (Region.Layout == RegionTypes::Form::Unknown ||
         repeatsPointers(Region)))
      Errors.error(Call, Message::MemoryUnknownType,
                   {Length ? std::to_string(*Size) : "many"});
    return;
  }
  case CallKind::Inactive:
    // The size of a block tells nothing of a shadow that the caller made.
    if (Call.getCalledFunction()->getName() == BlockSizeFunction &&
        Activity.hasShadow(Call.getArgOperand(0)) &&
        !Activity.isOwnMemory(Call.getArgOperand(0)))
      Errors.error(Call, Message::CallReallocates);
    return;
  case CallKind::SamePointer:
  case CallKind::Rule:
  case CallKind::Allocate:
  case CallKind::AllocateZeroed:
  case CallKind::Free:
  case CallKind::Constant:
    return;
  }
}

void Checker::checkAccess(const Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer)
    Pointer = I.getOperand(0);
  const Value *V = Store ? Store->getValueOperand() : &I;
  bool Simple = (isa<LoadInst>(I) && cast<LoadInst>(I).isSimple()) ||
                (Store && Store->isSimple());
  bool Active = Activity.isMemoryActive(Pointer) &&
                (carriesFloat(V->getType()) || Activity.isActive(V));
  if (!Simple && (Active || Activity.isActive(V)))
    return Errors.error(I, Message::MemoryVolatile);
  if (Store && Activity.isVaried(V) && Activity.losesActiveValues(Pointer))
    return Errors.error(I, Message::MemoryActiveIntoConstant);
  if (Store && Activity.isVaried(V) && Activity.isThrown(Pointer))
    return Errors.error(I, Message::ExceptionActive);
  // Integers over what may be numbers: their adjoints would live on.
  if (Store && V->getType()->isIntOrIntVectorTy() &&
      Activity.isMemoryActive(Pointer) &&
      V->getType()->getScalarSizeInBits() >= 32) {
    AccessKind Kind = Types.integerKind(I);
    if (Kind == AccessKind::Unknown || Kind == AccessKind::Float)
      return Errors.error(
          I, Message::MemoryUnknownType,
          {std::to_string(V->getType()->getPrimitiveSizeInBits() / 8)});
  }
  // Pointers inside aggregates and vectors, and scattered accesses.
  bool Compound =
      !V->getType()->isPointerTy() && !V->getType()->isIntegerTy() &&
      mayCarryPointer(V->getType()) && !V->getType()->isIntOrIntVectorTy();
  if (Pointer->getType()->isVectorTy() && Activity.hasShadow(Pointer))
    return Errors.error(I, Message::ValueUnsupported, {"vector of pointers"});
  if (Compound && Activity.hasShadowContents(Pointer))
    return Errors.error(I, Message::ValueUnsupported,
                        {"pointers in an aggregate"});
}

/// Pointers whose shadow cannot be computed beside them.
void Checker::checkPointer(const Instruction &I) {
  // An address made of an integer may point anywhere.
  if (isa<IntToPtrInst>(I) && !isa<Constant>(I.getOperand(0)) && !I.use_empty())
    return Errors.error(I, Message::ValuePointerBits);
  if (!Activity.hasShadow(&I))
    return;
  switch (I.getOpcode()) {
  case Instruction::ExtractValue:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
  case Instruction::AtomicCmpXchg:
  case Instruction::AtomicRMW:
    return Errors.error(I, Message::ValueUnsupported, {I.getOpcodeName()});
  default:
    return;
  }
}

void Checker::checkValue(const Instruction &I) {
  if (!Activity.isActive(&I))
    return;
  Type *Ty = I.getType();
  if (!carriesFloat(Ty))
    return Errors.error(I, Message::ValueBits);
  switch (I.getOpcode()) {
  case Instruction::BitCast:
    if (Ty->getScalarType() != I.getOperand(0)->getType()->getScalarType())
      Errors.error(I, Message::ValueBits);
    return;
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return Errors.error(I, Message::ValueBits);
  case Instruction::ShuffleVector:
    if (!isa<FixedVectorType>(Ty))
      Errors.error(I, Message::ValueUnsupported, {"scalable vector"});
    return;
  case Instruction::FNeg:
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
  case Instruction::Select:
  case Instruction::PHI:
  case Instruction::Freeze:
  case Instruction::Load:
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    return;
  default:
    Errors.error(I, Message::ValueUnsupported, {I.getOpcodeName()});
  }
}

void Checker::check(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    checkCall(*Call);
  if (isa<LoadInst>(I) || isa<StoreInst>(I) || isa<AtomicRMWInst>(I) ||
      isa<AtomicCmpXchgInst>(I))
    checkAccess(I);
  if (isa<StoreInst>(I) || I.isTerminator())
    return;
  checkPointer(I);
  checkValue(I);
}

/// Variables whose pointers lead to active memory: what they point to when the
/// derivative starts has no shadow that is known.
static void checkGlobals(const Instruction &I, const ActivityInfo &Activity,
                         RequestErrors &Errors) {
  for (const Use &Operand : I.operands())
    if (Operand->getType()->isPointerTy())
      if (auto *Global = dyn_cast<GlobalVariable>(getUnderlyingObject(Operand));
          Global && !Global->isConstant() && Activity.hasShadowContents(Global))
        Errors.error(I, Message::MemoryGlobalPointer,
                     {userName(Global->getName())});
}

bool checkDifferentiability(PreparedUnit &Unit, const TypeInfo &Types,
                            const ActivityInfo &Activity,
                            RequestErrors &Errors) {
  Checker C(Unit, Types, Activity, Errors);
  for (PreparedFunction &P : Unit.functions()) {
    auto Returning = returningBlocks(*P.Body);
    for (const Instruction &I : instructions(*P.Body))
      if (Returning.contains(I.getParent())) {
        C.check(I);
        checkGlobals(I, Activity, Errors);
      }
  }
  return !Errors.any();
}

} // namespace autodiff
