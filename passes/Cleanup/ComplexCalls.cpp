#include "Cleanup/ComplexCalls.h"
#include "Rules/ComplexAbi.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace autodiff {

static SmallVector<std::pair<CallInst *, ComplexCall>, 8>
findCalls(Function &F) {
  SmallVector<std::pair<CallInst *, ComplexCall>, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (ComplexCall What = matchComplexCall(*Call))
        Calls.push_back({Call, What});
  return Calls;
}

void pairComplexParts(Function &F) {
  for (auto [Call, What] : findCalls(F)) {
    if (What.Part == ComplexPart::Pair)
      continue;
    IRBuilder<> B(Call);
    Value *Pair = createComplexCall(B, ComplexPart::Pair, What.Rule->Name,
                                    SmallVector<Value *, 4>(Call->args()));
    Call->replaceAllUsesWith(
        B.CreateExtractValue(Pair, What.Part == ComplexPart::Im));
    Call->eraseFromParent();
  }
}

/// The formula, and the helper's value if no part of it is a number.
static std::pair<Value *, Value *>
product(CallInst &Call, const ComplexRule &Rule, ArrayRef<Value *> Parts) {
  IRBuilder<> B(&Call);
  Value *Re = B.CreateFSub(B.CreateFMul(Parts[0], Parts[2]),
                           B.CreateFMul(Parts[1], Parts[3]));
  Value *Im = B.CreateFAdd(B.CreateFMul(Parts[0], Parts[3]),
                           B.CreateFMul(Parts[1], Parts[2]));
  Value *NoNumber =
      B.CreateAnd(B.CreateFCmpUNO(Re, Re), B.CreateFCmpUNO(Im, Im));
  BasicBlock *Formula = Call.getParent();
  Instruction *End = SplitBlockAndInsertIfThen(
      NoNumber, Call.getIterator(), /*Unreachable=*/false,
      MDBuilder(Call.getContext()).createUnlikelyBranchWeights());
  B.SetInsertPoint(End);
  auto [HelperRe, HelperIm] = createComplexLibraryCall(B, Rule, Parts);
  B.SetInsertPoint(&Call);
  auto Merge = [&](Value *V, Value *FromHelper) {
    PHINode *Phi = B.CreatePHI(V->getType(), 2);
    Phi->addIncoming(V, Formula);
    Phi->addIncoming(FromHelper, End->getParent());
    return Phi;
  };
  return {Merge(Re, HelperRe), Merge(Im, HelperIm)};
}

void callComplexLibrary(Function &F) {
  for (auto [Call, What] : findCalls(F)) {
    assert(What.Part == ComplexPart::Pair && "parts are paired before");
    SmallVector<Value *, 4> Parts(Call->args());
    IRBuilder<> B(Call);
    auto [Re, Im] = What.Rule->Name == "mul"
                        ? product(*Call, *What.Rule, Parts)
                        : createComplexLibraryCall(B, *What.Rule, Parts);
    B.SetInsertPoint(Call);
    replaceComplexResult(B, *Call, Re, Im);
  }
}

} // namespace autodiff
