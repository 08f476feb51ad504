#include "Activity/CallKind.h"
#include "Discover/EarlyMarks.h"
#include "Prepare/Prepare.h"
#include "Rules/LibraryFunctions.h"
#include "Rules/RuleTable.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace autodiff {

bool carriesFloat(const Type *Ty) {
  if (Ty->isFPOrFPVectorTy())
    return true;
  if (Ty->isVectorTy())
    return false;
  for (const Type *Element : Ty->subtypes())
    if (carriesFloat(Element))
      return true;
  return false;
}

/// A function that touches no memory of the program and returns no number and
/// no pointer has no derivative, whatever it is.
static bool isFlat(const CallBase &Call) {
  return (Call.doesNotAccessMemory() ||
          Call.onlyAccessesInaccessibleMemory()) &&
         !carriesFloat(Call.getType()) && !Call.getType()->isPtrOrPtrVectorTy();
}

static CallKind intrinsicKind(const IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
    return CallKind::Transfer;
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
    return CallKind::Fill;
  case Intrinsic::threadlocal_address:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ptrmask:
    return CallKind::SamePointer;
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
  case Intrinsic::debugtrap:
  case Intrinsic::prefetch:
  case Intrinsic::donothing:
  case Intrinsic::eh_typeid_for:
  case Intrinsic::var_annotation:
  case Intrinsic::instrprof_increment:
    return CallKind::Inactive;
  default:
    return isa<DbgInfoIntrinsic>(Call) || isFlat(Call) ? CallKind::Inactive
                                                       : CallKind::Unknown;
  }
}

CallKind callKind(const CallBase &Call, PreparedUnit &Unit) {
  if (Call.isInlineAsm())
    return CallKind::InlineAsm;
  if (isOpaqueConstant(Call))
    return CallKind::Constant;
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return CallKind::Indirect;
  if (Callee->hasFnAttribute(InactiveAttribute))
    return CallKind::Inactive;
  if (Unit.find(Callee))
    return CallKind::Unit;
  if (findMathRule(Call))
    return CallKind::Rule;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    return intrinsicKind(*Intrinsic);
  switch (libraryEffect(Call)) {
  case LibraryEffect::Allocate:
    return CallKind::Allocate;
  case LibraryEffect::AllocateZeroed:
    return CallKind::AllocateZeroed;
  case LibraryEffect::Free:
    return CallKind::Free;
  case LibraryEffect::Inactive:
  case LibraryEffect::NoReturn:
    return CallKind::Inactive;
  case LibraryEffect::Math:
  case LibraryEffect::Environment:
    return CallKind::Unknown;
  case LibraryEffect::Unknown:
    break;
  }
  return isFlat(Call) ? CallKind::Inactive : CallKind::Unknown;
}

} // namespace autodiff
