#include "Generate/PrimalSweep.h"
#include "Activity/CallKind.h"
#include "Generate/Runtime.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace autodiff {

/// Bytes of a cache of constant size that still lie in the stack frame.
static constexpr uint64_t FrameLimit = 8192;
/// Iterations in the first chunk of a cache that grows.
static constexpr uint64_t FirstChunk = 64;

PrimalSweep::PrimalSweep(const PlannedFunction &Planned, const UnitFacts &Facts,
                         const SplitDerivatives &Splits, Function &In,
                         ValueToValueMapTy &Map, Frame &Cells, Arena &Memory,
                         ShadowPointers &Shadows, LoopInfo &LI)
    : Planned(Planned), Facts(Facts), Splits(Splits), In(In), Map(Map),
      Cells(Cells), Memory(Memory), Shadows(Shadows), LI(LI) {}

Value *PrimalSweep::mapped(const Value *V) const { return Shadows.mapped(V); }

void PrimalSweep::run() {
  for (const LoopCache &Cache : Planned.Plan.Loops)
    makeRoom(Cache);
  keepMerges();
  // The copies of F's instructions, visited by the originals: what is inserted
  // is not visited.
  ReversePostOrderTraversal<const Function *> Order(Planned.P->Body);
  for (const BasicBlock *B : Order)
    for (const Instruction &I : *B)
      visit(I);
  for (auto &[N, D] : Planned.Plan.Decisions)
    if (D.How == Storage::Keep && !isa<BasicBlock>(N.V) && !isa<PHINode>(N.V))
      keep(N);
}

Instruction *PrimalSweep::afterPhis(const BasicBlock *B) {
  if (BasicBlock *Tail = AfterRoom.lookup(B))
    return &*Tail->getFirstInsertionPt();
  return &*cast<BasicBlock>(mapped(B))->getFirstInsertionPt();
}

Value *PrimalSweep::iterationIndex(IRBuilderBase &B, const Loop *L) {
  Value *Counter = mapped(Planned.P->Shape.lookup(L->getHeader()).Counter);
  Value *Start = EntryPosition.lookup(L);
  return Start ? B.CreateAdd(Start, Counter, "iteration") : Counter;
}

static Value *roundedUp(IRBuilderBase &B, Value *Iterations) {
  return B.CreateAnd(B.CreateAdd(Iterations, B.getInt64(15)),
                     B.getInt64(~uint64_t(15)), "capacity");
}

/// At B's position: if Wanted iterations do not fit, a larger block with the
/// first InUse iterations copied.
void PrimalSweep::makeRoomFor(IRBuilderBase &B, Frame::LoopCells &Cells,
                              Value *Wanted, Value *InUse) {
  Type *I64 = B.getInt64Ty();
  Value *Capacity = B.CreateLoad(I64, Cells.Capacity);
  Value *Full = B.CreateICmpUGT(Wanted, Capacity);
  Instruction *Then = SplitBlockAndInsertIfThen(Full, &*B.GetInsertPoint(),
                                                /*Unreachable=*/false);
  IRBuilder<> G(Then);
  Value *Twice = G.CreateShl(Capacity, 1);
  Value *Least = G.CreateBinaryIntrinsic(Intrinsic::umax, Wanted, Twice);
  Value *Rounded = roundedUp(G, Least);
  Value *Old = G.CreateLoad(G.getPtrTy(), Cells.Block);
  Value *New = runtime::emitAlloc(
      G, Memory.get(), G.CreateMul(Rounded, G.getInt64(Cells.RecordSize)),
      "cache");
  const DataLayout &DL = In.getParent()->getDataLayout();
  for (const Needed &N : Cells.Cache->Values) {
    uint64_t Offset = Cells.Offsets.lookup(N);
    Value *From =
        G.CreatePtrAdd(Old, G.CreateMul(Capacity, G.getInt64(Offset)));
    Value *To = G.CreatePtrAdd(New, G.CreateMul(Rounded, G.getInt64(Offset)));
    uint64_t Size = DL.getTypeAllocSize(storedType(N));
    G.CreateMemCpy(To, MaybeAlign(), From, MaybeAlign(),
                   G.CreateMul(InUse, G.getInt64(Size)));
  }
  G.CreateStore(New, Cells.Block);
  G.CreateStore(Rounded, Cells.Capacity);
}

/// A nest of few iterations, entered once: its cache is a local array.
bool PrimalSweep::placeInFrame(const LoopCache &Cache,
                               Frame::LoopCells &Cells) {
  const Loop *Outermost = Cache.Nest ? Cache.Nest : Cache.Loop;
  if (Planned.Plan.Split || Outermost->getParentLoop() ||
      Cache.Room == LoopCache::Reserve::EachIteration)
    return false;
  uint64_t Count = 1;
  for (const Loop *L = Cache.Loop; L; L = L->getParentLoop()) {
    auto *Last =
        dyn_cast<ConstantInt>(Planned.P->Shape.lookup(L->getHeader()).Last);
    if (!Last || Last->getZExtValue() > FrameLimit)
      return false;
    Count *= Last->getZExtValue() + 1;
    if (Count * Cells.RecordSize > FrameLimit)
      return false;
  }
  Count = alignTo(Count, 16);
  BasicBlock &Entry = In.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
  auto *Block =
      B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Count * Cells.RecordSize),
                     nullptr, "cache");
  Block->setAlignment(Align(16));
  B.SetInsertPoint(
      (Cells.Position ? Cells.Position : Cells.Capacity)->getNextNode());
  while (isa<AllocaInst>(*B.GetInsertPoint()) ||
         isa<StoreInst>(*B.GetInsertPoint()))
    B.SetInsertPoint(B.GetInsertPoint()->getNextNode());
  B.CreateStore(Block, Cells.Block);
  B.CreateStore(B.getInt64(Count), Cells.Capacity);
  return true;
}

void PrimalSweep::reserveAtEntry(const LoopCache &Cache,
                                 Frame::LoopCells &Cells) {
  const Loop *Where = Cache.Nest ? Cache.Nest : Cache.Loop;
  IRBuilder<> B(
      cast<Instruction>(mapped(Where->getLoopPreheader()->getTerminator())));
  Value *Count = nullptr;
  for (const Loop *L = Cache.Loop;; L = L->getParentLoop()) {
    Value *Last = mapped(Planned.P->Shape.lookup(L->getHeader()).Last);
    Value *Trips = B.CreateAdd(Last, B.getInt64(1), "trips");
    Count = Count ? B.CreateMul(Count, Trips) : Trips;
    if (L == Where)
      break;
  }
  if (!Planned.Plan.Split && !Where->getParentLoop()) {
    // Entered once: there is no room yet.
    Value *Rounded = roundedUp(B, Count);
    B.CreateStore(
        runtime::emitAlloc(B, Memory.get(),
                           B.CreateMul(Rounded, B.getInt64(Cells.RecordSize)),
                           "cache"),
        Cells.Block);
    B.CreateStore(Rounded, Cells.Capacity);
    return;
  }
  Value *InUse = B.CreateLoad(B.getInt64Ty(), Cells.Position);
  makeRoomFor(B, Cells, B.CreateAdd(InUse, Count), InUse);
}

void PrimalSweep::countExits(const LoopCache &Cache, Frame::LoopCells &Cells) {
  SmallVector<BasicBlock *, 4> Exits;
  Cache.Loop->getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits) {
    IRBuilder<> B(afterPhis(Exit));
    Value *Used = B.CreateAdd(iterationIndex(B, Cache.Loop), B.getInt64(1));
    B.CreateStore(Used, Cells.Position);
  }
}

void PrimalSweep::makeRoom(const LoopCache &Cache) {
  Frame::LoopCells &LoopCells = *Cells.cellsOf(Cache.Loop);
  IRBuilder<> B(cast<Instruction>(
      mapped(Cache.Loop->getLoopPreheader()->getTerminator())));
  if (LoopCells.Position) {
    EntryPosition[Cache.Loop] =
        B.CreateLoad(B.getInt64Ty(), LoopCells.Position, "position");
    countExits(Cache, LoopCells);
  }
  if (placeInFrame(Cache, LoopCells))
    return;
  if (Cache.Room != LoopCache::Reserve::EachIteration)
    return reserveAtEntry(Cache, LoopCells);
  const BasicBlock *Header = Cache.Loop->getHeader();
  B.SetInsertPoint(afterPhis(Header));
  Value *Iteration = iterationIndex(B, Cache.Loop);
  // The first chunk by a comparison with at least FirstChunk.
  Value *Wanted = B.CreateAdd(Iteration, B.getInt64(1));
  Value *Capacity = B.CreateLoad(B.getInt64Ty(), LoopCells.Capacity);
  Value *Empty = B.CreateICmpEQ(Capacity, B.getInt64(0));
  Wanted = B.CreateSelect(
      Empty, B.CreateAdd(Wanted, B.getInt64(FirstChunk - 1)), Wanted);
  makeRoomFor(B, LoopCells, Wanted, Iteration);
  AfterRoom[Header] = B.GetInsertPoint()->getParent();
}

/// Which edge a block was entered by, counts of loops that were left, and phis.
void PrimalSweep::keepMerges() {
  for (auto &[N, D] : Planned.Plan.Decisions)
    if (D.How == Storage::Keep && (isa<BasicBlock>(N.V) || isa<PHINode>(N.V)))
      keep(N);
}

void PrimalSweep::keep(const Needed &N) {
  IRBuilder<> B(In.getContext());
  Value *V = nullptr;
  Instruction *At = nullptr;
  switch (N.What) {
  case Needed::Kind::Primal:
    V = mapped(N.V);
    break;
  case Needed::Kind::Shadow:
    V = Shadows.of(N.V);
    break;
  case Needed::Kind::Tape:
    V = Tapes.lookup(N.V);
    break;
  case Needed::Kind::Last:
    V = mapped(Planned.P->Shape.lookup(N.Loop->getHeader()).Counter);
    break;
  case Needed::Kind::Edge: {
    auto *Block = cast<BasicBlock>(N.V);
    auto *Here = cast<BasicBlock>(mapped(Block));
    PHINode *Edge = PHINode::Create(B.getInt16Ty(), pred_size(Here), "edge");
    Edge->insertBefore(*Here, Here->begin());
    // Rooms split blocks of the derivative: the copies of the terminators stand
    // in the blocks that branch here.
    for (const BasicBlock *Pred : predecessors(Block))
      Edge->addIncoming(
          B.getInt16(Planned.Shape.edgeNumber(Pred, Block)),
          cast<Instruction>(mapped(Pred->getTerminator()))->getParent());
    V = Edge;
    break;
  }
  }
  if (auto *Block = dyn_cast<BasicBlock>(N.V))
    At = afterPhis(Block);
  else if (isa<PHINode>(N.V))
    At = afterPhis(cast<PHINode>(N.V)->getParent());
  else if (auto *I = dyn_cast<Instruction>(V))
    At = pointAfter(*I);
  else
    At = In.getEntryBlock().getTerminator(); // a parameter
  while (isa<AllocaInst>(At))
    At = At->getNextNode();
  B.SetInsertPoint(At);
  if (Value *Place = Cells.placeOf(B, N))
    return Cells.store(B, N, V, Place);
  const Loop *L = scopeOf(N, LI);
  Frame::LoopCells &LoopCells = *Cells.cellsOf(L);
  Cells.store(B, N, V, Cells.address(B, LoopCells, N, iterationIndex(B, L)));
}

void PrimalSweep::visit(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return visitStore(*Store);
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return;
  switch (callKind(*Call, Facts.Unit)) {
  case CallKind::Free:
    return visitFree(*Call);
  case CallKind::Transfer:
    return visitTransfer(cast<MemTransferInst>(I));
  case CallKind::Fill:
    return visitFill(cast<MemSetInst>(I));
  case CallKind::Unit:
    return visitUnitCall(*Call);
  default:
    return;
  }
}

/// A pointer stored anew: its shadow into the shadow.
void PrimalSweep::visitStore(const StoreInst &Store) {
  const Value *V = Store.getValueOperand(), *Where = Store.getPointerOperand();
  if (!V->getType()->isPointerTy() || !Facts.Activity.hasShadow(Where) ||
      !Facts.Activity.hasShadowContents(Where))
    return;
  auto *Copy = cast<StoreInst>(mapped(&Store));
  Value *Shadow = isa<ConstantData>(V) ? mapped(V) : Shadows.of(V);
  Value *To = Shadows.of(Where);
  IRBuilder<> B(Copy->getNextNode());
  if (Value *Real = Shadows.isReal(B, Where))
    Shadow = B.CreateSelect(Real, Shadow, mapped(V));
  auto *Mirror = B.CreateAlignedStore(Shadow, To, Store.getAlign());
  Mirror->setMetadata(LLVMContext::MD_tbaa,
                      Store.getMetadata(LLVMContext::MD_tbaa));
}

bool PrimalSweep::isReadInReverse(MemoryClasses::Id Class) {
  if (!ReadInReverse) {
    ReadInReverse.emplace();
    for (auto &[N, D] : Planned.Plan.Decisions)
      if (auto *Load = dyn_cast<LoadInst>(N.V);
          Load && D.How == Storage::Reread)
        if (auto Read = Facts.Classes.classOf(Load->getPointerOperand());
            Read != MemoryClasses::None)
          ReadInReverse->insert(Read);
  }
  return Class != MemoryClasses::None && ReadInReverse->contains(Class);
}

/// Memory is given back when the reverse sweep has read it.
void PrimalSweep::visitFree(const CallBase &Call) {
  const Value *Pointer = Call.getArgOperand(0);
  bool Shadowed = Facts.Activity.hasShadow(Pointer);
  bool Read = isReadInReverse(Facts.Classes.classOf(Pointer));
  if (!Shadowed && !Read)
    return;
  auto *Copy = cast<CallBase>(mapped(&Call));
  IRBuilder<> B(Copy);
  runtime::emitDefer(B, Memory.get(), *Copy, mapped(Pointer));
  if (Shadowed) {
    Value *Shadow = Shadows.of(Pointer);
    if (Value *Real = Shadows.isReal(B, Pointer))
      Shadow = B.CreateSelect(Real, Shadow,
                              Constant::getNullValue(Shadow->getType()));
    runtime::emitDefer(B, Memory.get(), *Copy, Shadow);
  }
  Map.erase(&Call);
  Copy->eraseFromParent();
}

/// The fields of a region that may overlap their destination, out of the way.
static Value *copyOfRegion(IRBuilder<> &B, Value *From, Value *Bytes) {
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> AtEntry(&Entry, Entry.getFirstInsertionPt());
  uint64_t Size = cast<ConstantInt>(Bytes)->getZExtValue();
  Value *Kept = AtEntry.CreateAlloca(ArrayType::get(B.getInt8Ty(), Size));
  B.CreateMemCpy(Kept, MaybeAlign(), From, MaybeAlign(), Bytes);
  return Kept;
}

/// Shadow pointers move with the pointers; adjoints move in the reverse sweep.
void PrimalSweep::visitTransfer(const MemTransferInst &Copy) {
  const Value *To = Copy.getRawDest(), *From = Copy.getRawSource();
  if (!Facts.Activity.hasShadow(To) || !Facts.Activity.hasShadowContents(To))
    return;
  auto *Primal = cast<MemTransferInst>(mapped(&Copy));
  RegionTypes Types = copiedTypes(Copy, Facts);
  Value *ShadowTo = Shadows.of(To), *ShadowFrom = Shadows.of(From);
  IRBuilder<> B(Primal->getNextNode());
  Value *Real = Shadows.isReal(B, To);
  auto Move = [&](int64_t Offset, Value *Bytes) {
    if (Real)
      Bytes =
          B.CreateSelect(Real, Bytes, Constant::getNullValue(Bytes->getType()));
    B.CreateMemMove(B.CreateConstGEP1_64(B.getInt8Ty(), ShadowTo, Offset),
                    MaybeAlign(),
                    B.CreateConstGEP1_64(B.getInt8Ty(), ShadowFrom, Offset),
                    MaybeAlign(), Bytes);
  };
  switch (Types.Layout) {
  case RegionTypes::Form::Floats:
  case RegionTypes::Form::Unknown: // refused, or without any number
    return;
  case RegionTypes::Form::NoFloats:
    return Move(0, Primal->getLength());
  case RegionTypes::Form::Mixed:
    if (Types.Period)
      return; // numbers and integers only
    if (isa<MemMoveInst>(Copy))
      ShadowFrom = copyOfRegion(B, ShadowFrom, Primal->getLength());
    for (const TypedBytes &Part : Types.Parts)
      if (Part.Kind != AccessKind::Float)
        Move(Part.Offset, B.getInt64(Part.Size));
    return;
  }
}

/// Pointers set to null have null shadows; numbers are reversed later. In
/// memory of the unit's own adjoints are zero anyway, whatever lies where.
void PrimalSweep::visitFill(const MemSetInst &Fill) {
  const Value *To = Fill.getRawDest();
  if (!Facts.Activity.hasShadow(To) || !Facts.Activity.hasShadowContents(To))
    return;
  auto *Primal = cast<MemSetInst>(mapped(&Fill));
  std::optional<uint64_t> Size;
  if (auto *Length = dyn_cast<ConstantInt>(Fill.getLength()))
    Size = Length->getZExtValue();
  RegionTypes Types = Facts.Types.region(To, Size, Fill);
  Value *Shadow = Shadows.of(To);
  IRBuilder<> B(Primal->getNextNode());
  if (Types.Layout == RegionTypes::Form::NoFloats ||
      Types.Layout == RegionTypes::Form::Unknown || Types.Period)
    B.CreateMemSet(Shadow, Primal->getValue(), Primal->getLength(),
                   MaybeAlign());
  else if (Types.Layout == RegionTypes::Form::Mixed)
    for (const TypedBytes &Part : Types.Parts)
      if (Part.Kind != AccessKind::Float)
        B.CreateMemSet(B.CreateConstGEP1_64(B.getInt8Ty(), Shadow, Part.Offset),
                       Primal->getValue(), Part.Size, MaybeAlign());
}

void PrimalSweep::visitUnitCall(const CallBase &Call) {
  auto *Primal = cast<CallBase>(mapped(&Call));
  if (!hasReverseWork(Call, Facts)) {
    Primal->setCalledFunction(
        Facts.Unit.find(Call.getCalledFunction())->Source);
    return;
  }
  Function *Augmented = Splits.lookup(Call.getCalledFunction()).Augmented;
  SmallVector<Value *, 8> Arguments(Primal->args());
  for (const Use &Argument : Call.args())
    if (Argument->getType()->isPointerTy() &&
        Facts.Activity.hasShadow(
            Call.getCalledFunction()->getArg(Call.getArgOperandNo(&Argument))))
      Arguments.push_back(Shadows.of(Argument));
  Arguments.push_back(Memory.get());
  IRBuilder<> B(Primal);
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(Primal))
    New = B.CreateInvoke(Augmented, Invoke->getNormalDest(),
                         Invoke->getUnwindDest(), Arguments);
  else
    New = B.CreateCall(Augmented, Arguments);
  New->setCallingConv(Augmented->getCallingConv());
  New->setDebugLoc(Primal->getDebugLoc());
  B.SetInsertPoint(pointAfter(*New));
  unsigned Field = 0;
  Value *Result = nullptr;
  if (!Call.getType()->isVoidTy()) {
    Result = B.CreateExtractValue(New, Field++);
    if (Call.getType()->isPointerTy() && Facts.Activity.hasShadow(&Call))
      Shadows.set(&Call, B.CreateExtractValue(New, Field++));
  }
  Tapes[&Call] = B.CreateExtractValue(New, Field);
  if (Result)
    Primal->replaceAllUsesWith(Result);
  Map[&Call] = Result ? Result : New;
  Primal->eraseFromParent();
}

} // namespace autodiff
