#include "Cleanup/Cleanup.h"
#include "Cleanup/ComplexCalls.h"
#include "Prepare/Prepare.h"
#include "Rules/RuleTable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace autodiff {

void removeMarker(CallBase &Marker) {
  if (auto *Invoke = dyn_cast<InvokeInst>(&Marker)) {
    changeToCall(Invoke)->eraseFromParent();
    return;
  }
  Marker.eraseFromParent();
}

/// Calls the derivative where the marker was.
static CallBase *replaceMarker(CallBase &Marker, Function &Derivative) {
  SmallVector<Value *, 16> Arguments(drop_begin(Marker.args(), 2));
  IRBuilder<> B(&Marker);
  CallBase *Call;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Marker))
    Call = B.CreateInvoke(&Derivative, Invoke->getNormalDest(),
                          Invoke->getUnwindDest(), Arguments);
  else
    Call = B.CreateCall(&Derivative, Arguments);
  Call->setCallingConv(Derivative.getCallingConv());
  Call->setDebugLoc(Marker.getDebugLoc());
  Marker.eraseFromParent();
  return Call;
}

static bool isHelper(const Function &F) {
  StringRef Name = F.getName();
  return Name.starts_with("__autodiff_adjoint_move") ||
         Name.starts_with(PureFormPrefix);
}

static void inlineCallsIn(Function &F) {
  SmallVector<CallBase *, 8> Calls;
  for (BasicBlock &B : F)
    for (Instruction &I : B)
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() && isHelper(*Callee))
          Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
}

void installDerivative(const Request &R, ArrayRef<Function *> Parts,
                       FunctionAnalysisManager &FAM) {
  Function &User = *R.Marker->getFunction();
  Function &Derivative = *Parts.front();
  CallBase *Call = replaceMarker(*R.Marker, Derivative);
  for (Function *Part : Parts) {
    inlineCallsIn(*Part);
    pairComplexParts(*Part);
    simplifyFunction(*Part, FAM);
    callComplexLibrary(*Part);
    FAM.invalidate(*Part, PreservedAnalyses::none());
  }
  FAM.invalidate(User, PreservedAnalyses::none());
  if (User.hasOptNone())
    return;
  InlineFunctionInfo Info;
  if (!InlineFunction(*Call, Info).isSuccess())
    return;
  if (Derivative.use_empty()) {
    FAM.clear(Derivative, Derivative.getName());
    Derivative.eraseFromParent();
  }
  simplifyFunction(User, FAM);
}

} // namespace autodiff
