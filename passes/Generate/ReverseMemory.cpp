#include "Activity/CallKind.h"
#include "Generate/ReverseGenerator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

/// Where the adjoints behind Pointer are. For a pointer that may point to
/// memory held constant, a spare variable that is zero when it is read.
Value *ReverseGenerator::shadowAddress(const Value *Pointer, Type *Ty,
                                       int64_t Offset) {
  Value *Shadow = Lookup.get(B, Needed::shadow(Pointer));
  Value *Field =
      Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), Shadow, Offset) : Shadow;
  if (!Facts.Activity.isMixed(Pointer))
    return Field;
  BasicBlock &Entry = In.getEntryBlock();
  IRBuilder<> AtEntry(&Entry, Entry.getFirstInsertionPt());
  AllocaInst *Spare = AtEntry.CreateAlloca(Ty, nullptr, "no.shadow");
  AtEntry.CreateStore(AdjointValues::identity(Ty), Spare);
  return B.CreateSelect(B.CreateICmpNE(Shadow, Lookup.primal(B, Pointer)),
                        Field, Spare);
}

static void keepScalarTag(const Instruction &From, Instruction *To) {
  To->setMetadata(LLVMContext::MD_tbaa, From.getMetadata(LLVMContext::MD_tbaa));
}

void ReverseGenerator::reverseLoad(const LoadInst &I, Value *Adjoint) {
  Value *Where = shadowAddress(I.getPointerOperand(), I.getType());
  auto *Old = B.CreateAlignedLoad(I.getType(), Where, I.getAlign());
  auto *New = B.CreateAlignedStore(AdjointValues::sum(B, Old, Adjoint), Where,
                                   I.getAlign());
  keepScalarTag(I, Old);
  keepScalarTag(I, New);
}

/// Zeroes the floating-point leaves of V, keeps the others.
static Value *withoutFloats(IRBuilderBase &B, Value *V) {
  Type *Ty = V->getType();
  if (Ty->isFPOrFPVectorTy())
    return Constant::getNullValue(Ty);
  unsigned Count = Ty->isStructTy()  ? Ty->getStructNumElements()
                   : Ty->isArrayTy() ? Ty->getArrayNumElements()
                                     : 0;
  for (unsigned K = 0; K != Count; ++K) {
    Value *Leaf = B.CreateExtractValue(V, K);
    if (carriesFloat(Leaf->getType()))
      V = B.CreateInsertValue(V, withoutFloats(B, Leaf), K);
  }
  return V;
}

void ReverseGenerator::reverseStore(const StoreInst &I) {
  const Value *V = I.getValueOperand();
  Value *Where = shadowAddress(I.getPointerOperand(), V->getType());
  auto *Adjoint = B.CreateAlignedLoad(V->getType(), Where, I.getAlign());
  auto *Zero =
      B.CreateAlignedStore(withoutFloats(B, Adjoint), Where, I.getAlign());
  keepScalarTag(I, Adjoint);
  keepScalarTag(I, Zero);
  earn(V, Adjoint);
}

void ReverseGenerator::reverseTransfer(const MemTransferInst &I) {
  RegionTypes Types = copiedTypes(I, Facts);
  switch (Types.Layout) {
  case RegionTypes::Form::NoFloats:
    return;
  case RegionTypes::Form::Floats:
    return moveAdjoints(
        I, Types.Float, 0, Lookup.primal(B, I.getLength()),
        In.getParent()->getDataLayout().getTypeAllocSize(Types.Float));
  case RegionTypes::Form::Mixed:
    if (isa<MemMoveInst>(I) && !Types.Period)
      return moveFields(I, Types.Parts);
    for (const TypedBytes &Part : Types.Parts)
      if (Part.Kind == AccessKind::Float)
        moveAdjoints(I, Part.Float, Part.Offset,
                     Types.Period ? Lookup.primal(B, I.getLength())
                                  : B.getInt64(Part.Size),
                     Types.Period ? Types.Period : Part.Size);
    return;
  case RegionTypes::Form::Unknown:
    llvm_unreachable("refused by Differentiability");
  }
}

/// The ends may overlap, so that one field's source is the destination of
/// another: all adjoints are taken before any is given.
void ReverseGenerator::moveFields(const MemTransferInst &I,
                                  ArrayRef<TypedBytes> Parts) {
  if (!Facts.Activity.isMemoryActive(I.getRawDest()))
    return;
  Align To = I.getDestAlign().valueOrOne();
  Align From = I.getSourceAlign().valueOrOne();
  SmallVector<std::pair<const TypedBytes *, Value *>, 8> Taken;
  for (const TypedBytes &Part : Parts) {
    if (Part.Kind != AccessKind::Float)
      continue;
    Value *Where = shadowAddress(I.getRawDest(), Part.Float, Part.Offset);
    Align At = commonAlignment(To, Part.Offset);
    Taken.push_back({&Part, B.CreateAlignedLoad(Part.Float, Where, At)});
    B.CreateAlignedStore(AdjointValues::identity(Part.Float), Where, At);
  }
  if (!Facts.Activity.isMemoryActive(I.getRawSource()))
    return;
  for (auto [Part, Adjoint] : Taken) {
    Value *Where = shadowAddress(I.getRawSource(), Part->Float, Part->Offset);
    Align At = commonAlignment(From, Part->Offset);
    Value *Old = B.CreateAlignedLoad(Part->Float, Where, At);
    B.CreateAlignedStore(AdjointValues::sum(B, Old, Adjoint), Where, At);
  }
}

void ReverseGenerator::moveAdjoints(const MemTransferInst &I, Type *Float,
                                    int64_t Offset, Value *Bytes,
                                    uint64_t Stride) {
  if (!Facts.Activity.isMemoryActive(I.getRawDest()))
    return;
  auto At = [&](const Value *Pointer) {
    return B.CreateConstGEP1_64(B.getInt8Ty(),
                                Lookup.get(B, Needed::shadow(Pointer)), Offset);
  };
  Value *To = At(I.getRawDest());
  // A mixed end that has no shadow takes no part.
  if (Facts.Activity.isMixed(I.getRawDest()))
    Bytes = B.CreateSelect(
        B.CreateICmpNE(
            To, B.CreateConstGEP1_64(B.getInt8Ty(),
                                     Lookup.primal(B, I.getRawDest()), Offset)),
        Bytes, Constant::getNullValue(Bytes->getType()));
  if (!Facts.Activity.isMemoryActive(I.getRawSource())) {
    B.CreateMemSet(To, B.getInt8(0), Bytes, MaybeAlign());
    return;
  }
  Value *From = At(I.getRawSource());
  Value *Count =
      B.CreateUDiv(B.CreateAdd(B.CreateZExtOrTrunc(Bytes, B.getInt64Ty()),
                               B.getInt64(Stride - 1)),
                   B.getInt64(Stride));
  if (Facts.Activity.isMixed(I.getRawSource())) {
    // Adjoints of constant memory are dropped: cleared at the destination only.
    Value *Real = B.CreateICmpNE(
        From, B.CreateConstGEP1_64(B.getInt8Ty(),
                                   Lookup.primal(B, I.getRawSource()), Offset));
    Value *Clear =
        B.CreateSelect(Real, Constant::getNullValue(Bytes->getType()), Bytes);
    Count = B.CreateSelect(Real, Count, B.getInt64(0));
    B.CreateCall(adjointMove(*In.getParent(), Float),
                 {To, From, Count, B.getInt64(Stride)});
    B.CreateMemSet(To, B.getInt8(0), Clear, MaybeAlign());
    return;
  }
  B.CreateCall(adjointMove(*In.getParent(), Float),
               {To, From, Count, B.getInt64(Stride)});
}

void ReverseGenerator::reverseFill(const MemSetInst &I) {
  std::optional<uint64_t> Size;
  if (auto *Length = dyn_cast<ConstantInt>(I.getLength()))
    Size = Length->getZExtValue();
  RegionTypes Types = Facts.Types.region(I.getRawDest(), Size, I);
  Value *To = Lookup.get(B, Needed::shadow(I.getRawDest()));
  Value *Bytes = Lookup.primal(B, I.getLength());
  if (Facts.Activity.isMixed(I.getRawDest()))
    Bytes = B.CreateSelect(B.CreateICmpNE(To, Lookup.primal(B, I.getRawDest())),
                           Bytes, Constant::getNullValue(Bytes->getType()));
  switch (Types.Layout) {
  case RegionTypes::Form::NoFloats:
    return;
  case RegionTypes::Form::Floats:
  case RegionTypes::Form::Unknown: // no pointers, or memory of the unit's own
    B.CreateMemSet(To, B.getInt8(0), Bytes, MaybeAlign());
    return;
  case RegionTypes::Form::Mixed:
    if (Types.Period) { // no pointers there
      B.CreateMemSet(To, B.getInt8(0), Bytes, MaybeAlign());
      return;
    }
    for (const TypedBytes &Part : Types.Parts)
      if (Part.Kind == AccessKind::Float)
        B.CreateMemSet(B.CreateConstGEP1_64(B.getInt8Ty(), To, Part.Offset),
                       B.getInt8(0), Part.Size, MaybeAlign());
    return;
  }
}

Function *adjointMove(Module &M, Type *Float) {
  std::string TypeName;
  raw_string_ostream(TypeName) << *Float;
  std::string Name = "__autodiff_adjoint_move_" + TypeName;
  if (Function *Old = M.getFunction(Name))
    return Old;
  LLVMContext &Context = M.getContext();
  IRBuilder<> B(Context);
  Type *Ptr = B.getPtrTy(), *I64 = B.getInt64Ty();
  Function *F = Function::Create(
      FunctionType::get(B.getVoidTy(), {Ptr, Ptr, I64, I64}, false),
      GlobalValue::InternalLinkage, Name, M);
  F->setDoesNotThrow();
  Value *To = F->getArg(0), *From = F->getArg(1), *Count = F->getArg(2);
  Value *Stride = F->getArg(3);
  BasicBlock *Entry = BasicBlock::Create(Context, "entry", F);
  BasicBlock *Body = BasicBlock::Create(Context, "body", F);
  BasicBlock *Exit = BasicBlock::Create(Context, "exit", F);
  B.SetInsertPoint(Entry);
  // A move to lower addresses copied upwards: undone downwards.
  Value *Down = B.CreateICmpULT(To, From);
  Value *Start =
      B.CreateSelect(Down, B.CreateSub(Count, B.getInt64(1)), B.getInt64(0));
  Value *Step = B.CreateSelect(Down, B.getInt64(-1), B.getInt64(1));
  B.CreateCondBr(B.CreateICmpEQ(Count, B.getInt64(0)), Exit, Body);
  B.SetInsertPoint(Body);
  PHINode *Done = B.CreatePHI(I64, 2, "done");
  PHINode *Index = B.CreatePHI(I64, 2, "index");
  Value *Distance = B.CreateMul(Index, Stride);
  Value *ToElement = B.CreatePtrAdd(To, Distance);
  Value *FromElement = B.CreatePtrAdd(From, Distance);
  Align Unaligned(1);
  Value *Adjoint = B.CreateAlignedLoad(Float, ToElement, Unaligned);
  B.CreateAlignedStore(Constant::getNullValue(Float), ToElement, Unaligned);
  Value *Old = B.CreateAlignedLoad(Float, FromElement, Unaligned);
  B.CreateAlignedStore(B.CreateFAdd(Old, Adjoint), FromElement, Unaligned);
  Value *NextDone = B.CreateAdd(Done, B.getInt64(1));
  Value *NextIndex = B.CreateAdd(Index, Step);
  B.CreateCondBr(B.CreateICmpEQ(NextDone, Count), Exit, Body);
  Done->addIncoming(B.getInt64(0), Entry);
  Done->addIncoming(NextDone, Body);
  Index->addIncoming(Start, Entry);
  Index->addIncoming(NextIndex, Body);
  B.SetInsertPoint(Exit);
  B.CreateRetVoid();
  return F;
}

} // namespace autodiff
