#include "Generate/PrimalLookup.h"
#include "Activity/CallKind.h"
#include "Generate/DerivativeFunction.h"

using namespace llvm;

namespace autodiff {

Value *PrimalLookup::get(IRBuilderBase &B, const Needed &N) {
  if (Value *V = Known.lookup(N))
    return V;
  const Decision *D = Planned.Plan.find(N);
  assert(D && "the reverse reads a value that the plan does not name");
  Value *V = nullptr;
  switch (D->How) {
  case Storage::Free:
    V = free(B, N);
    break;
  case Storage::Keep:
    V = kept(B, N);
    break;
  case Storage::Reread:
  case Storage::Recompute:
    V = recomputed(B, N);
    break;
  }
  Known[N] = V;
  return V;
}

void PrimalLookup::promoteCounters() {
  for (auto [L, Counter] : Counters)
    promoteVariable(*Counter);
  Counters.clear();
}

Value *PrimalLookup::free(IRBuilderBase &B, const Needed &N) {
  if (auto *Phi = dyn_cast<PHINode>(N.V))
    return B.CreateLoad(B.getInt64Ty(),
                        counter(LI.getLoopFor(Phi->getParent())));
  return N.What == Needed::Kind::Shadow ? Shadows.of(N.V) : Shadows.mapped(N.V);
}

Value *PrimalLookup::kept(IRBuilderBase &B, const Needed &N) {
  if (Value *Place = Cells.placeOf(B, N))
    return Cells.load(B, N, Place);
  const Loop *L = scopeOf(N, LI);
  Frame::LoopCells &LoopCells = *Cells.cellsOf(L);
  Type *I64 = B.getInt64Ty();
  Value *Iteration = B.CreateLoad(I64, counter(L));
  if (LoopCells.Position)
    Iteration = B.CreateAdd(B.CreateLoad(I64, LoopCells.Position), Iteration);
  return Cells.load(B, N, Cells.address(B, LoopCells, N, Iteration));
}

Value *PrimalLookup::recomputed(IRBuilderBase &B, const Needed &N) {
  switch (N.What) {
  case Needed::Kind::Tape:
    llvm_unreachable("tapes are kept");
  case Needed::Kind::Last:
    return primal(B, Planned.P->Shape.lookup(N.Loop->getHeader()).Last);
  case Needed::Kind::Edge: {
    bool Inverted;
    auto *Block = cast<BasicBlock>(N.V);
    const BranchInst *Branch =
        decidingBranch(Block, Planned.Shape, DT, Inverted);
    Value *Condition = primal(B, Branch->getCondition());
    // Predecessor 0 is taken when the condition holds.
    return B.CreateSelect(Condition, B.getInt16(Inverted),
                          B.getInt16(!Inverted));
  }
  case Needed::Kind::Shadow:
    if (!Facts.Activity.hasShadow(N.V))
      return primal(B, N.V);
    break;
  case Needed::Kind::Primal:
    break;
  }
  return repeated(B, *cast<Instruction>(N.V), N.What);
}

/// The instruction again, on operands that are there.
Value *PrimalLookup::repeated(IRBuilderBase &B, const Instruction &I,
                              Needed::Kind What) {
  if (auto *Call = dyn_cast<CallBase>(&I);
      Call && callKind(*Call, Facts.Unit) == CallKind::Constant)
    return primal(B, Call->getArgOperand(0));
  SmallVector<Value *, 4> Operands;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Operands.push_back(get(B, {What, Load->getPointerOperand()}));
  else if (auto *Call = dyn_cast<CallBase>(&I))
    for (const Use &Argument : Call->args())
      Operands.push_back(primal(B, Argument));
  else
    for (const Use &Operand : I.operands())
      Operands.push_back(get(B, {Operand->getType()->isPtrOrPtrVectorTy()
                                     ? What
                                     : Needed::Kind::Primal,
                                 Operand}));
  Instruction *Copy = I.clone();
  for (auto [K, Operand] : enumerate(Operands))
    Copy->setOperand(K, Operand);
  if (isa<LoadInst>(Copy)) {
    MDNode *Tag = Copy->getMetadata(LLVMContext::MD_tbaa);
    Copy->dropUnknownNonDebugMetadata();
    Copy->setMetadata(LLVMContext::MD_tbaa, Tag);
  }
  B.Insert(Copy, I.getName());
  return Copy;
}

} // namespace autodiff
