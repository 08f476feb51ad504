#include "Generate/Frame.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

Frame::Frame(const CachePlan &Plan, Function &In)
    : DL(In.getParent()->getDataLayout()) {
  IRBuilder<> B(&In.getEntryBlock(), In.getEntryBlock().getFirstInsertionPt());
  for (const Needed &N : Plan.Frame)
    Values[N] = cell(B, storedType(N), "kept");
  for (const LoopCache &Cache : Plan.Loops) {
    LoopCells &Cells = Loops[Cache.Loop];
    Cells.Cache = &Cache;
    Cells.Block = cell(B, B.getPtrTy(), "cache");
    Cells.Capacity = cell(B, B.getInt64Ty(), "cache.capacity");
    Cells.Position = cell(B, B.getInt64Ty(), "cache.position");
    for (const Needed &N : Cache.Values) {
      Cells.Offsets.push_back(Cells.RecordSize);
      Cells.RecordSize += DL.getTypeAllocSize(storedType(N));
    }
  }
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
  const auto &List = Cells.Cache->Values;
  unsigned K = find(List, N) - List.begin();
  assert(K != List.size() && "not kept in this loop");
  Value *Array = B.CreateLoad(B.getPtrTy(), Cells.Block);
  if (Cells.Offsets[K]) {
    Value *Capacity = B.CreateLoad(B.getInt64Ty(), Cells.Capacity);
    Array = B.CreatePtrAdd(Array,
                           B.CreateMul(Capacity, B.getInt64(Cells.Offsets[K])));
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
