#include "Cleanup/Cleanup.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace autodiff {

void simplifyDerivative(Function &F, FunctionAnalysisManager &FAM) {
  PassBuilder Builder;
  FunctionPassManager Passes = Builder.buildFunctionSimplificationPipeline(
      OptimizationLevel::O2, ThinOrFullLTOPhase::None);
  FAM.invalidate(F, PreservedAnalyses::none());
  PreservedAnalyses Kept = Passes.run(F, FAM);
  FAM.invalidate(F, Kept);
}

void removeMarker(CallBase &Marker) {
  if (auto *Invoke = dyn_cast<InvokeInst>(&Marker)) {
    changeToCall(Invoke)->eraseFromParent();
    return;
  }
  Marker.eraseFromParent();
}

/// The call of the derivative, with what is inlinable below it inlined.
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

static void inlineCallsIn(Function &F) {
  SmallVector<CallBase *, 8> Calls;
  for (BasicBlock &B : F)
    for (Instruction &I : B)
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() &&
            Callee->getName().starts_with("__autodiff_adjoint_move"))
          Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
}

void installDerivative(const Request &R, Function &Derivative,
                       FunctionAnalysisManager &FAM) {
  Function &User = *R.Marker->getFunction();
  CallBase *Call = replaceMarker(*R.Marker, Derivative);
  inlineCallsIn(Derivative);
  simplifyDerivative(Derivative, FAM);
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
  simplifyDerivative(User, FAM);
}

} // namespace autodiff
