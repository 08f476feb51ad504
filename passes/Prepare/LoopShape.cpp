#include "Prepare/LoopShape.h"
#include "Support/LLVMCompat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace autodiff {

SmallPtrSet<const BasicBlock *, 32> returningBlocks(const Function &F) {
  SmallPtrSet<const BasicBlock *, 32> Seen;
  SmallVector<const BasicBlock *, 32> Work;
  for (const BasicBlock &B : F)
    if (isa<ReturnInst>(B.getTerminator()))
      Work.push_back(&B);
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (!Seen.insert(B).second)
      continue;
    append_range(Work, predecessors(B));
  }
  return Seen;
}

static PHINode *insertCounter(Loop &L) {
  BasicBlock *Header = L.getHeader();
  IRBuilder<> B(Header, Header->begin());
  Type *I64 = B.getInt64Ty();
  PHINode *Counter = B.CreatePHI(I64, 2, "ad.iv");
  Instruction *LatchEnd = L.getLoopLatch()->getTerminator();
  B.SetInsertPoint(LatchEnd);
  B.SetCurrentDebugLocation(LatchEnd->getDebugLoc());
  Value *Next = B.CreateAdd(Counter, B.getInt64(1), "ad.iv.next", true, true);
  Counter->addIncoming(B.getInt64(0), L.getLoopPreheader());
  Counter->addIncoming(Next, L.getLoopLatch());
  return Counter;
}

/// start + step * counter, in place of an affine header phi.
static bool rewriteRecurrence(PHINode &Phi, Loop &L, PHINode *Counter,
                              ScalarEvolution &SE, SCEVExpander &Expander) {
  Type *Ty = Phi.getType();
  if (!SE.isSCEVable(Ty) || SE.getTypeSizeInBits(Ty) > 64)
    return false;
  const auto *Recurrence = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
  if (!Recurrence || Recurrence->getLoop() != &L || !Recurrence->isAffine())
    return false;
  const SCEV *Step = Recurrence->getStepRecurrence(SE);
  Instruction *PreheaderEnd = L.getLoopPreheader()->getTerminator();
  if (!Expander.isSafeToExpandAt(Step, PreheaderEnd))
    return false;
  Value *StepValue = Expander.expandCodeFor(Step, Step->getType(),
                                            PreheaderEnd->getIterator());
  Value *Start = Phi.getIncomingValueForBlock(L.getLoopPreheader());
  IRBuilder<> B(L.getHeader(), L.getHeader()->getFirstInsertionPt());
  B.SetCurrentDebugLocation(Phi.getDebugLoc());
  Value *Offset = B.CreateTrunc(Counter, Step->getType());
  if (!Step->isOne())
    Offset = B.CreateMul(Offset, StepValue);
  Value *New;
  if (Ty->isPointerTy())
    New = B.CreatePtrAdd(Start, Offset, Phi.getName());
  else if (auto *C = dyn_cast<ConstantInt>(Start); C && C->isZero())
    New = Offset;
  else
    New = B.CreateAdd(Start, Offset, Phi.getName());
  SE.forgetValue(&Phi);
  Phi.replaceAllUsesWith(New);
  Phi.eraseFromParent();
  return true;
}

/// The exit count that holds at every exit from which F returns.
static const SCEV *
lastIndex(Loop &L, DominatorTree &DT, ScalarEvolution &SE,
          const SmallPtrSetImpl<const BasicBlock *> &Returning) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  BasicBlock *Only = nullptr;
  for (BasicBlock *B : Exiting)
    for (BasicBlock *S : successors(B))
      if (!L.contains(S) && Returning.contains(S)) {
        if (Only && Only != B)
          return SE.getBackedgeTakenCount(&L);
        Only = B;
      }
  if (!Only || !DT.dominates(Only, L.getLoopLatch()))
    return SE.getBackedgeTakenCount(&L);
  return SE.getExitCount(&L, Only);
}

LoopShape numberLoops(Function &F, LoopInfo &LI, DominatorTree &DT,
                      ScalarEvolution &SE) {
  LoopShape Shape;
  auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : Loops)
    Shape[L->getHeader()].Counter = insertCounter(*L);

  auto Returning = returningBlocks(F);
  compat::Expander Expander(SE, *F.getParent());
  Type *I64 = Type::getInt64Ty(F.getContext());
  // The counts first: the rewritten recurrences are harder to analyse.
  for (Loop *L : Loops) {
    const SCEV *Count = lastIndex(*L, DT, SE, Returning);
    Instruction *At = L->getLoopPreheader()->getTerminator();
    if (isa<SCEVCouldNotCompute>(Count) || !Count->getType()->isIntegerTy() ||
        SE.getTypeSizeInBits(Count->getType()) > 64 ||
        !Expander.isSafeToExpandAt(Count, At))
      continue;
    Shape[L->getHeader()].Last = Expander.expandCodeFor(
        SE.getNoopOrZeroExtend(Count, I64), I64, At->getIterator());
  }
  for (Loop *L : Loops) {
    PHINode *Counter = Shape[L->getHeader()].Counter;
    for (PHINode &Phi : make_early_inc_range(L->getHeader()->phis()))
      if (&Phi != Counter)
        rewriteRecurrence(Phi, *L, Counter, SE, Expander);
  }
  return Shape;
}

} // namespace autodiff
