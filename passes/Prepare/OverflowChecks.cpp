#include "Prepare/OverflowChecks.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace autodiff {

static void separate(WithOverflowInst &Checked) {
  SmallVector<ExtractValueInst *, 2> Results;
  for (User *U : Checked.users())
    if (auto *Field = dyn_cast<ExtractValueInst>(U);
        Field && Field->getIndices()[0] == 0)
      Results.push_back(Field);
  if (Results.empty())
    return;
  IRBuilder<> B(&Checked);
  Value *Plain =
      B.CreateBinOp(Checked.getBinaryOp(), Checked.getLHS(), Checked.getRHS());
  for (ExtractValueInst *Result : Results) {
    Plain->takeName(Result);
    Result->replaceAllUsesWith(Plain);
    Result->eraseFromParent();
  }
}

void separateOverflowChecks(Function &F) {
  SmallVector<WithOverflowInst *, 8> Found;
  for (Instruction &I : instructions(F))
    if (auto *Checked = dyn_cast<WithOverflowInst>(&I))
      Found.push_back(Checked);
  for (WithOverflowInst *Checked : Found)
    separate(*Checked);
}

} // namespace autodiff
