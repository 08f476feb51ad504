#include "Generate/DerivativeFunction.h"
#include "Activity/CallKind.h"
#include "Discover/EarlyMarks.h"
#include "Prepare/Prepare.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace autodiff {

bool mayThrow(PreparedUnit &Unit) {
  for (PreparedFunction &P : Unit.functions())
    for (const Instruction &I : instructions(*P.Body)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call) {
        if (I.mayThrow())
          return true;
        continue;
      }
      CallKind Kind = callKind(*Call, Unit);
      if (Kind != CallKind::Unit && Kind != CallKind::Rule &&
          !Call->doesNotThrow())
        return true;
    }
  return false;
}

static bool holdsForDerivatives(Attribute A) {
  if (A.isStringAttribute())
    return !A.getKindAsString().starts_with("autodiff-") &&
           !A.getKindAsString().starts_with("dontcall-") &&
           A.getKindAsString() != "alloc-family";
  switch (A.getKindAsEnum()) {
  case Attribute::SanitizeAddress:
  case Attribute::SanitizeHWAddress:
  case Attribute::SanitizeMemory:
  case Attribute::SanitizeThread:
  case Attribute::SafeStack:
  case Attribute::ShadowCallStack:
  case Attribute::StackProtect:
  case Attribute::StackProtectReq:
  case Attribute::StackProtectStrong:
  case Attribute::StrictFP:
  case Attribute::UWTable:
  case Attribute::NullPointerIsValid:
  case Attribute::NoImplicitFloat:
  case Attribute::NoRedZone:
  case Attribute::NonLazyBind:
    return true;
  default:
    return false;
  }
}

Function *createDerivative(Function &Primal, FunctionType *Ty,
                           const Twine &Name) {
  Function *F =
      Function::Create(Ty, GlobalValue::InternalLinkage,
                       Primal.getAddressSpace(), Name, Primal.getParent());
  for (Attribute A : Primal.getAttributes().getFnAttrs())
    if (holdsForDerivatives(A))
      F->addFnAttr(A);
  if (Primal.hasPersonalityFn())
    F->setPersonalityFn(Primal.getPersonalityFn());
  return F;
}

void copyBody(Function &Primal, Function &To, ValueToValueMapTy &Map) {
  AttributeList Attributes = To.getAttributes();
  CallingConv::ID Convention = To.getCallingConv();
  SmallVector<ReturnInst *, 1> Returns;
  CloneFunctionInto(&To, &Primal, Map,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  To.setAttributes(Attributes);
  To.setCallingConv(Convention);
  for (Instruction &I : instructions(To)) {
    I.setMetadata(LLVMContext::MD_loop, nullptr);
    I.setMetadata(LLVMContext::MD_prof, nullptr);
    I.setMetadata(LLVMContext::MD_access_group, nullptr);
  }
}

void ownDebugInfo(Function &Derivative, const Function &Primal) {
  LLVMContext &Context = Derivative.getContext();
  DISubprogram *Old = Primal.getSubprogram();
  if (!Old) {
    for (Instruction &I : instructions(Derivative)) {
      I.setDebugLoc(DebugLoc());
      I.dropDbgRecords();
    }
    Derivative.setSubprogram(nullptr);
    return;
  }
  DISubprogram *New = MDNode::replaceWithDistinct(Old->clone());
  New->replaceLinkageName(MDString::get(Context, Derivative.getName()));
  New->replaceRetainedNodes(MDTuple::get(Context, {}));
  // A body that was copied has locations in a copy of Old already.
  SmallDenseMap<const DISubprogram *, DenseMap<const MDNode *, MDNode *>>
      Caches;
  Derivative.setSubprogram(New);
  for (Instruction &I : instructions(Derivative)) {
    I.dropDbgRecords();
    if (const DebugLoc &Where = I.getDebugLoc()) {
      const DISubprogram *Outer =
          cast<DILocalScope>(Where.getInlinedAtScope())->getSubprogram();
      I.setDebugLoc(DebugLoc::replaceInlinedAtSubprogram(Where, *New, Context,
                                                         Caches[Outer]));
    } else if (isa<CallBase>(I)) {
      I.setDebugLoc(DILocation::get(Context, 0, 0, New));
    }
  }
}

void promoteVariable(AllocaInst &Variable) {
  SmallVector<Instruction *, 8> Accesses;
  for (User *U : Variable.users())
    Accesses.push_back(cast<Instruction>(U));
  SSAUpdater Updater;
  LoadAndStorePromoter(Accesses, Updater, Variable.getName()).run(Accesses);
  Variable.eraseFromParent();
}

} // namespace autodiff
