#include "Generate/ReverseGenerator.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace autodiff {

ReverseGenerator::ReverseGenerator(const PlannedFunction &Planned,
                                   const UnitFacts &Facts,
                                   const SplitDerivatives &Splits, Function &In,
                                   Frame &Cells, Arena &Memory,
                                   PrimalLookup &Lookup, LoopInfo &LI,
                                   KinkMode Kinks)
    : Planned(Planned), Facts(Facts), Splits(Splits), In(In), Cells(Cells),
      Memory(Memory), Lookup(Lookup), LI(LI), Kinks(Kinks), Adjoints(In),
      B(In.getContext()) {}

std::pair<BasicBlock *, BasicBlock *> ReverseGenerator::run() {
  makeCounters();
  findSpeculated();
  for (const BasicBlock *Block : Planned.Shape.blocks())
    Blocks[Block] =
        BasicBlock::Create(In.getContext(), Block->getName() + ".rev", &In);
  for (const BasicBlock *Block : Planned.Shape.blocks())
    reverseBlock(*Block);
  BasicBlock *First = Blocks[Planned.P->Return->getParent()];
  // The entry's reverse may have been split while it was written.
  BasicBlock *Last = nullptr;
  for (BasicBlock &Block : In)
    if (!Block.getTerminator())
      Last = &Block;
  return {First, Last};
}

void ReverseGenerator::makeCounters() {
  BasicBlock &Entry = In.getEntryBlock();
  B.SetInsertPoint(&Entry, Entry.getFirstInsertionPt());
  for (const Loop *L : LI.getLoopsInPreorder())
    if (Planned.Shape.isActive(L))
      Lookup.setCounter(L, B.CreateAlloca(B.getInt64Ty(), nullptr, "rev.iv"));
}

void ReverseGenerator::reverseBlock(const BasicBlock &Block) {
  B.SetInsertPoint(Blocks[&Block]);
  Lookup.beginBlock();
  Adjoints.beginBlock();
  for (const Instruction &I : llvm::reverse(Block)) {
    if (isa<PHINode>(I) || !hasReverseWork(I, Facts))
      continue;
    B.SetCurrentDebugLocation(I.getDebugLoc());
    reverse(I);
  }
  leaveBlock(Block);
}

/// Adjoints of phis go to the edge that was taken, then the sweep follows it.
void ReverseGenerator::leaveBlock(const BasicBlock &Block) {
  SmallVector<std::pair<const PHINode *, Value *>, 4> Merges;
  for (const PHINode &Phi : Block.phis())
    if (hasReverseWork(Phi, Facts))
      if (Value *Adjoint = Adjoints.take(B, &Phi))
        Merges.push_back({&Phi, Adjoint});
  ArrayRef<const BasicBlock *> Preds = Planned.Shape.predecessors(&Block);
  if (Preds.empty())
    return; // the entry: the sweep ends here
  BasicBlock *From = B.GetInsertBlock();
  const Loop *L = LI.getLoopFor(&Block);
  bool Header = L && L->getHeader() == &Block;
  Value *Edge = Preds.size() > 1 && !Header
                    ? Lookup.get(B, Needed::edge(&Block))
                    : nullptr;
  SmallVector<BasicBlock *, 4> Targets;
  for (unsigned K = 0; K != Preds.size(); ++K)
    Targets.push_back(edgeBlock(Block, K, Merges));
  B.SetInsertPoint(From);
  if (Header)
    return leaveHeader(*L, Targets[0], Targets[1]);
  if (Targets.size() == 1) {
    B.CreateBr(Targets[0]);
    return;
  }
  SwitchInst *Switch = B.CreateSwitch(Edge, Targets[0], Targets.size() - 1);
  for (unsigned K = 1; K != Targets.size(); ++K)
    Switch->addCase(B.getInt16(K), Targets[K]);
}

BasicBlock *ReverseGenerator::edgeBlock(
    const BasicBlock &Block, unsigned Number,
    ArrayRef<std::pair<const PHINode *, Value *>> Merges) {
  const BasicBlock *Pred = Planned.Shape.predecessors(&Block)[Number];
  BasicBlock *Edge =
      BasicBlock::Create(In.getContext(), Block.getName() + ".edge", &In);
  B.SetInsertPoint(Edge);
  Lookup.beginBlock();
  for (auto [Phi, Adjoint] : Merges)
    for (const BasicBlock *Incoming : predecessors(&Block))
      if (Planned.Shape.edgeNumber(Incoming, &Block) == Number) {
        B.SetCurrentDebugLocation(Phi->getDebugLoc());
        earn(Phi->getIncomingValueForBlock(Incoming), Adjoint);
        break;
      }
  enterLoops(Block, *Pred);
  B.CreateBr(Blocks[Pred]);
  return Edge;
}

/// Backwards into a loop: its reverse starts with the last iteration.
void ReverseGenerator::enterLoops(const BasicBlock &Exit,
                                  const BasicBlock &Pred) {
  for (const Loop *L : Planned.Shape.loopsEntered(&Exit, &Pred)) {
    Value *Last = Lookup.get(B, Needed::last(&Exit, L));
    B.CreateStore(Last, Lookup.counter(L));
    Frame::LoopCells *LoopCells = Cells.cellsOf(L);
    if (LoopCells && LoopCells->Position) {
      Value *Used = B.CreateLoad(B.getInt64Ty(), LoopCells->Position);
      Value *Trips = B.CreateAdd(Last, B.getInt64(1));
      B.CreateStore(B.CreateSub(Used, Trips), LoopCells->Position);
    }
    // What was found before belongs to another iteration.
    Lookup.beginBlock();
  }
}

/// After the first iteration on to the preheader, else to the iteration before.
void ReverseGenerator::leaveHeader(const Loop &L, BasicBlock *ToPreheader,
                                   BasicBlock *ToLatch) {
  AllocaInst *Counter = Lookup.counter(&L);
  Value *Iteration = B.CreateLoad(B.getInt64Ty(), Counter);
  Value *First = B.CreateICmpEQ(Iteration, B.getInt64(0));
  BasicBlock *Again = BasicBlock::Create(
      In.getContext(), ToLatch->getName() + ".next", &In, ToLatch);
  B.CreateCondBr(First, ToPreheader, Again);
  B.SetInsertPoint(Again);
  B.CreateStore(B.CreateSub(Iteration, B.getInt64(1)), Counter);
  B.CreateBr(ToLatch);
}

} // namespace autodiff
