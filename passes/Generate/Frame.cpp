#include "Generate/Frame.h"
#include "Generate/Runtime.h"
#include "Generate/ShadowPointers.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

Frame::Frame(const CachePlan &Plan, Function &In, Arena *Memory)
    : DL(In.getParent()->getDataLayout()) {
  IRBuilder<> B(&In.getEntryBlock(), In.getEntryBlock().getFirstInsertionPt());
  if (Plan.FrameInMemory)
    layOutBlock(Plan, In, Memory);
  else
    for (const Needed &N : Plan.Frame)
      Values[N] = cell(B, storedType(N), "kept");
  for (const LoopCache &Cache : Plan.Loops) {
    LoopCells &Cells = Loops[Cache.Loop];
    Cells.Cache = &Cache;
    Cells.Block = loopCell(B, B.getPtrTy(), "cache");
    Cells.Capacity = loopCell(B, B.getInt64Ty(), "cache.capacity");
    if (!Cache.EnteredOnce)
      Cells.Position = loopCell(B, B.getInt64Ty(), "cache.position");
    for (const Needed &N : Cache.Values) {
      Cells.Offsets[N] = Cells.RecordSize;
      Cells.RecordSize += DL.getTypeAllocSize(storedType(N));
    }
  }
}

void Frame::layOutBlock(const CachePlan &Plan, Function &In, Arena *Memory) {
  // A reverse changes the cells of loops, but not the tape: they are in memory
  // only where there is no tape.
  uint64_t LoopBytes = Plan.Split ? 0 : 24 * Plan.Loops.size();
  uint64_t Size = LoopBytes;
  for (const Needed &N : Plan.Frame) {
    Type *Ty = storedType(N);
    Size = alignTo(Size, DL.getABITypeAlign(Ty));
    InBlock[N] = Size;
    Size += DL.getTypeAllocSize(Ty);
  }
  BasicBlock &Entry = In.getEntryBlock();
  IRBuilder<> B(Memory ? Memory->firstUse() : &*Entry.getFirstInsertionPt());
  Block = B.CreateAlloca(B.getPtrTy(), nullptr, "frame");
  All.push_back(Block);
  if (!Memory)
    return;
  Value *Area =
      runtime::emitAlloc(B, Memory->get(), B.getInt64(Size), "frame.memory");
  B.CreateStore(Area, Block);
  if (!LoopBytes)
    return;
  B.CreateMemSet(Area, B.getInt8(0), LoopBytes, Align(8));
  LoopArea = Area;
}

Instruction *Frame::loopCell(IRBuilderBase &B, Type *Ty, const Twine &Name) {
  if (!LoopArea)
    return cell(B, Ty, Name);
  auto *Cell = cast<Instruction>(B.CreatePtrAdd(LoopArea, B.getInt64(0), Name));
  LoopArea = B.CreatePtrAdd(LoopArea, B.getInt64(8));
  return Cell;
}

Value *Frame::placeOf(IRBuilderBase &B, const Needed &N) const {
  if (AllocaInst *Cell = Values.lookup(N))
    return Cell;
  auto It = InBlock.find(N);
  if (It == InBlock.end())
    return nullptr;
  return B.CreateConstInBoundsGEP1_64(
      B.getInt8Ty(), B.CreateLoad(B.getPtrTy(), Block), It->second);
}

AllocaInst *Frame::cell(IRBuilderBase &B, Type *Ty, const Twine &Name) {
  AllocaInst *Cell = B.CreateAlloca(Ty, nullptr, Name);
  // What a path that was not taken did not keep is never read, but it is
  // carried along.
  if (Ty->isIntOrPtrTy())
    B.CreateStore(Constant::getNullValue(Ty), Cell);
  All.push_back(Cell);
  return Cell;
}

Value *Frame::address(IRBuilderBase &B, const LoopCells &Cells, const Needed &N,
                      Value *Iteration) const {
  auto It = Cells.Offsets.find(N);
  assert(It != Cells.Offsets.end() && "not kept in this loop");
  Value *Array = B.CreateLoad(B.getPtrTy(), Cells.Block);
  if (It->second) {
    Value *Capacity = B.CreateLoad(B.getInt64Ty(), Cells.Capacity);
    Array =
        B.CreatePtrAdd(Array, B.CreateMul(Capacity, B.getInt64(It->second)));
  }
  return B.CreateGEP(storedType(N), Array, Iteration);
}

void Frame::store(IRBuilderBase &B, const Needed &N, Value *V,
                  Value *Address) const {
  Type *Ty = storedType(N);
  if (V->getType() != Ty)
    V = B.CreateZExtOrTrunc(V, Ty);
  B.CreateAlignedStore(V, Address, DL.getABITypeAlign(Ty));
}

Value *Frame::load(IRBuilderBase &B, const Needed &N, Value *Address) const {
  Type *Ty = storedType(N);
  Value *V = B.CreateAlignedLoad(Ty, Address, DL.getABITypeAlign(Ty));
  if (N.What == Needed::Kind::Primal && N.V->getType() != Ty)
    V = B.CreateTrunc(V, N.V->getType());
  return V;
}

StructType *Frame::tapeType() const {
  if (All.empty())
    return nullptr;
  SmallVector<Type *, 16> Fields;
  for (AllocaInst *Cell : All)
    Fields.push_back(Cell->getAllocatedType());
  return StructType::get(All.front()->getContext(), Fields);
}

void Frame::saveTo(IRBuilderBase &B, Value *Tape) const {
  StructType *Ty = tapeType();
  for (auto [I, Cell] : enumerate(All))
    B.CreateStore(B.CreateLoad(Cell->getAllocatedType(), Cell),
                  B.CreateStructGEP(Ty, Tape, I));
}

void Frame::loadFrom(IRBuilderBase &B, Value *Tape) const {
  StructType *Ty = tapeType();
  for (auto [I, Cell] : enumerate(All))
    B.CreateStore(
        B.CreateLoad(Cell->getAllocatedType(), B.CreateStructGEP(Ty, Tape, I)),
        Cell);
}

} // namespace autodiff
