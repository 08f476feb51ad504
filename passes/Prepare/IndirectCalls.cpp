#include "Prepare/IndirectCalls.h"
#include "Prepare/PointerOrigins.h"
#include "Support/LLVMCompat.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace autodiff {

/// The functions that a call has been compared with.
static constexpr const char *DispatchedName = "autodiff.dispatched";

static MDNode *dispatched(const CallBase &Call) {
  return Call.getMetadata(DispatchedName);
}

static bool isDispatched(const CallBase &Call, const Function *To) {
  MDNode *Node = dispatched(Call);
  return Node && any_of(Node->operands(), [&](const MDOperand &Operand) {
           auto *Value = dyn_cast_or_null<ValueAsMetadata>(Operand.get());
           return Value && Value->getValue() == To;
         });
}

static void recordDispatch(CallBase &Call, Function *To) {
  SmallVector<Metadata *, 4> All;
  if (MDNode *Node = dispatched(Call))
    append_range(All, Node->operands());
  All.push_back(ValueAsMetadata::get(To));
  Call.setMetadata(DispatchedName, MDNode::get(Call.getContext(), All));
}

SmallVector<Function *, 4> dispatchIndirectCalls(PreparedUnit &Unit) {
  SmallVector<CallBase *, 8> Calls;
  PointerOrigins Known(Unit);
  for (PreparedFunction &P : Unit.functions())
    for (Instruction &I : instructions(*P.Body))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall()) {
        Calls.push_back(Call);
        Known.of(Call->getCalledOperand());
      }
  SmallVector<Function *, 4> Changed;
  if (Calls.empty())
    return Changed;
  Known.solve();
  for (CallBase *Call : Calls) {
    const Places &Callees = Known.of(Call->getCalledOperand());
    if (Callees.count(nullptr)) {
      Call->setMetadata(DispatchedName, nullptr);
      continue;
    }
    for (auto &[Callee, At] : Callees) {
      auto *To = dyn_cast<Function>(Callee);
      if (!To || To->getFunctionType() != Call->getFunctionType() ||
          isDispatched(*Call, To) || !isLegalToPromote(*Call, To))
        continue;
      if (Changed.empty() || Changed.back() != Call->getFunction())
        Changed.push_back(Call->getFunction());
      promoteCallWithIfThenElse(*Call, To).setMetadata(DispatchedName, nullptr);
      recordDispatch(*Call, To);
    }
  }
  return Changed;
}

void sealIndirectCalls(PreparedUnit &Unit) {
  for (PreparedFunction &P : Unit.functions()) {
    // What follows one of them in its block goes with it.
    SmallVector<WeakVH, 4> Calls;
    for (Instruction &I : instructions(*P.Body))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->isIndirectCall() && dispatched(*Call))
        Calls.push_back(Call);
    for (WeakVH &Handle : Calls) {
      auto *Call = cast_or_null<CallBase>(Handle);
      if (!Call)
        continue;
      IRBuilder<>(Call).CreateCall(
          compat::intrinsicDeclaration(*P.Body->getParent(), Intrinsic::trap));
      changeToUnreachable(Call);
    }
    if (!Calls.empty())
      Unit.FAM->invalidate(*P.Body, PreservedAnalyses::none());
  }
}

} // namespace autodiff
