#include "Plan/ReverseShape.h"
#include "Activity/CallKind.h"
#include "Prepare/Prepare.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace autodiff {

ReverseShape::ReverseShape(const PreparedFunction &P, const UnitFacts &Facts,
                           LoopInfo &LI, DominatorTree &DT)
    : LI(LI), DT(DT), Returning(returningBlocks(*P.Body)) {
  for (const BasicBlock &B : *P.Body)
    if (Returning.contains(&B) && any_of(B, [&](const Instruction &I) {
          return hasReverseWork(I, Facts);
        }))
      Working.insert(&B);
  findActiveLoops(Facts);
  SmallVector<const BasicBlock *, 16> Work{P.Return->getParent()};
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (Preds.count(B))
      continue;
    Order.push_back(B);
    findPredecessors(B, Facts);
    append_range(Work, Preds[B]);
  }
}

/// The values that flow into phis along an edge; which one did matters if they
/// are active and differ.
bool ReverseShape::hasActiveMerge(const BasicBlock *B,
                                  const UnitFacts &Facts) const {
  return any_of(B->phis(), [&](const PHINode &Phi) {
    return hasReverseWork(Phi, Facts) && !Phi.hasConstantValue();
  });
}

void ReverseShape::findActiveLoops(const UnitFacts &Facts) {
  for (const Loop *L : LI.getLoopsInPreorder()) {
    bool Active =
        any_of(L->blocks(), [&](BasicBlock *B) { return Working.contains(B); });
    SmallVector<BasicBlock *, 4> Exits;
    L->getExitBlocks(Exits);
    for (BasicBlock *Exit : Exits)
      Active |= Returning.contains(Exit) && hasActiveMerge(Exit, Facts);
    if (Active)
      for (const Loop *Outer = L; Outer; Outer = Outer->getParentLoop())
        ActiveLoops.insert(Outer);
  }
}

/// The block that stands for a predecessor: for one in a loop without work, the
/// loop's preheader.
const BasicBlock *ReverseShape::represent(const BasicBlock *Pred,
                                          const BasicBlock *B) const {
  const BasicBlock *Result = Pred;
  for (const Loop *L = LI.getLoopFor(Pred); L && !L->contains(B);
       L = L->getParentLoop())
    if (!isActive(L))
      Result = L->getLoopPreheader();
  return Result;
}

/// No block on a path from Top to B (both excluded) does anything in reverse.
bool ReverseShape::isQuietBetween(const BasicBlock *Top,
                                  const BasicBlock *B) const {
  SmallVector<const BasicBlock *, 16> Work(llvm::predecessors(B));
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    if (Block == Top || !Seen.insert(Block).second)
      continue;
    if (Working.contains(Block))
      return false;
    const Loop *L = LI.getLoopFor(Block);
    if (L && !L->contains(B) && isActive(L))
      return false;
    append_range(Work, llvm::predecessors(Block));
  }
  return true;
}

void ReverseShape::findPredecessors(const BasicBlock *B,
                                    const UnitFacts &Facts) {
  auto &List = Preds[B];
  const Loop *L = LI.getLoopFor(B);
  if (L && L->getHeader() == B) {
    List = {L->getLoopPreheader(), L->getLoopLatch()};
    return;
  }
  if (pred_empty(B))
    return;
  const auto *Node = DT.getNode(B)->getIDom();
  const BasicBlock *Top = Node ? Node->getBlock() : nullptr;
  if (Top && !hasActiveMerge(B, Facts) && isQuietBetween(Top, B) &&
      (!LI.getLoopFor(Top) || LI.getLoopFor(Top)->contains(B) ||
       !isActive(LI.getLoopFor(Top)))) {
    List.push_back(represent(Top, B));
    return;
  }
  for (const BasicBlock *Pred : llvm::predecessors(B)) {
    const BasicBlock *R = represent(Pred, B);
    if (!is_contained(List, R))
      List.push_back(R);
  }
}

unsigned ReverseShape::edgeNumber(const BasicBlock *From,
                                  const BasicBlock *B) const {
  ArrayRef<const BasicBlock *> List = predecessors(B);
  if (List.size() <= 1)
    return 0;
  return find(List, represent(From, B)) - List.begin();
}

SmallVector<const Loop *, 2>
ReverseShape::loopsEntered(const BasicBlock *Exit,
                           const BasicBlock *Pred) const {
  SmallVector<const Loop *, 2> Entered;
  for (const Loop *L = LI.getLoopFor(Pred); L && !L->contains(Exit);
       L = L->getParentLoop())
    Entered.push_back(L);
  std::reverse(Entered.begin(), Entered.end());
  return Entered;
}

} // namespace autodiff
