#include "Generate/DerivativeFunction.h"
#include "Discover/EarlyMarks.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace autodiff {

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
  SmallVector<ReturnInst *, 1> Returns;
  CloneFunctionInto(&To, &Primal, Map,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  To.setAttributes(Attributes);
  for (Instruction &I : instructions(To)) {
    I.setMetadata(LLVMContext::MD_loop, nullptr);
    I.setMetadata(LLVMContext::MD_prof, nullptr);
    I.setMetadata(LLVMContext::MD_access_group, nullptr);
  }
}

} // namespace autodiff
