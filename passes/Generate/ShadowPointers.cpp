#include "Generate/ShadowPointers.h"
#include "Activity/CallKind.h"
#include "Generate/Runtime.h"
#include "Prepare/Prepare.h"
#include "Prepare/Reallocation.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"

using namespace llvm;

namespace autodiff {

Value *Arena::get() {
  if (Given)
    return Given;
  BasicBlock &Entry = In.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
  AllocaInst *Variable = B.CreateAlloca(
      ArrayType::get(B.getInt8Ty(), runtime::ArenaBytes), nullptr, "arena");
  Variable->setAlignment(Align(16));
  Cleared =
      B.CreateMemSet(Variable, B.getInt8(0), runtime::ArenaBytes, Align(16));
  return Given = Variable;
}

Instruction *Arena::firstUse() {
  get();
  return Cleared ? Cleared->getNextNode()
                 : &*In.getEntryBlock().getFirstInsertionPt();
}

void Arena::finish() {
  if (!Cleared)
    return;
  EscapeEnumerator Escapes(In, "ad.release", /*HandleExceptions=*/true);
  while (IRBuilder<> *B = Escapes.Next())
    runtime::emitRelease(*B, Given);
}

Instruction *pointAfter(Instruction &I) {
  if (auto *Invoke = dyn_cast<InvokeInst>(&I))
    return &*Invoke->getNormalDest()->getFirstInsertionPt();
  if (isa<PHINode>(I))
    return &*I.getParent()->getFirstInsertionPt();
  return I.getNextNode();
}

ShadowPointers::ShadowPointers(const UnitFacts &Facts, Function &In,
                               ValueToValueMapTy &Map, Arena &Memory,
                               bool InArena, StringRef Suffix)
    : Facts(Facts), In(In), Map(Map), Memory(Memory), InArena(InArena),
      Suffix(Suffix) {}

Value *ShadowPointers::mapped(const Value *V) const {
  if (auto It = Map.find(V); It != Map.end() && It->second)
    return It->second;
  assert(isa<Constant>(V) && "a value of the primal has no copy");
  return const_cast<Value *>(V);
}

Value *ShadowPointers::isReal(IRBuilderBase &B, const Value *Pointer) {
  if (!Facts.Activity.isMixed(Pointer))
    return nullptr;
  return B.CreateICmpNE(of(Pointer), mapped(Pointer), "has.shadow");
}

Value *ShadowPointers::of(const Value *V) {
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  if (!Facts.Activity.hasShadow(V))
    return mapped(V);
  if (auto *C = dyn_cast<Constant>(V))
    return Known[V] = ofConstant(*C);
  // A long chain of addresses from its start, not by recursion.
  SmallVector<const Instruction *, 4> Chain;
  for (const Value *Next = V; isa<Instruction>(Next) && !Known.contains(Next) &&
                              Facts.Activity.hasShadow(Next);) {
    Chain.push_back(cast<Instruction>(Next));
    auto *Step = dyn_cast<GetElementPtrInst>(Next);
    if (!Step)
      break;
    Next = Step->getPointerOperand();
  }
  Value *Shadow = nullptr;
  for (const Instruction *I : llvm::reverse(Chain)) {
    Shadow = make(*I);
    Known[I] = Shadow;
  }
  assert(Shadow && "a parameter has no shadow");
  return Shadow;
}

GlobalVariable *shadowGlobal(GlobalVariable &Global, StringRef Suffix) {
  Module &M = *Global.getParent();
  std::string Name = (Global.getName() + Suffix).str();
  if (GlobalVariable *Old = M.getNamedGlobal(Name))
    return Old;
  auto *Shadow = new GlobalVariable(
      M, Global.getValueType(), /*isConstant=*/false,
      GlobalValue::InternalLinkage,
      Constant::getNullValue(Global.getValueType()), Name, &Global,
      Global.getThreadLocalMode(), Global.getAddressSpace());
  Shadow->setAlignment(Global.getAlign());
  return Shadow;
}

/// The initialiser of a table with shadow pointers in the place of pointers.
Constant *ShadowPointers::shadowInitialiser(Constant &C) {
  Type *Ty = C.getType();
  if (Ty->isPointerTy())
    return isa<ConstantData>(C) ? &C : cast<Constant>(of(&C));
  // Numbers have zero tangents and adjoints, also where they are packed data.
  if (Ty->isFPOrFPVectorTy() || (carriesFloat(Ty) && isa<ConstantData>(C)))
    return Constant::getNullValue(Ty);
  if (isa<ConstantData>(C) || !Ty->isAggregateType())
    return &C;
  SmallVector<Constant *, 8> Elements;
  for (Use &Element : C.operands())
    Elements.push_back(shadowInitialiser(*cast<Constant>(Element)));
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return ConstantStruct::get(Struct, Elements);
  return ConstantArray::get(cast<ArrayType>(Ty), Elements);
}

Constant *ShadowPointers::ofTable(GlobalVariable &Table) {
  GlobalVariable *Shadow = shadowGlobal(Table, Suffix);
  Shadow->setInitializer(shadowInitialiser(*Table.getInitializer()));
  return Shadow;
}

Value *ShadowPointers::ofConstant(const Constant &C) {
  if (isa<ConstantData>(C) || isa<Function>(C))
    return const_cast<Constant *>(&C);
  if (auto *Alias = dyn_cast<GlobalAlias>(&C))
    return of(Alias->getAliasee());
  if (auto *Global = dyn_cast<GlobalVariable>(&C)) {
    // Only a table of addresses needs a shadow; numbers that are held have
    // none.
    if (Global->isConstant() && !Facts.Activity.hasShadowContents(Global))
      return const_cast<Constant *>(&C);
    if (Global->isConstant())
      return ofTable(const_cast<GlobalVariable &>(*Global));
    GlobalVariable *Shadow =
        shadowGlobal(const_cast<GlobalVariable &>(*Global), Suffix);
    Globals.push_back(Shadow);
    return Shadow;
  }
  SmallVector<Constant *, 4> Operands;
  for (const Use &Operand : C.operands())
    Operands.push_back(Operand->getType()->isPointerTy()
                           ? cast<Constant>(of(Operand))
                           : cast<Constant>(Operand));
  if (auto *Expr = dyn_cast<ConstantExpr>(&C))
    return Expr->getWithOperands(Operands);
  return const_cast<Constant *>(&C);
}

Value *ShadowPointers::ofLocal(const AllocaInst &Slot) {
  auto *Primal = cast<Instruction>(mapped(&Slot));
  const DataLayout &DL = In.getParent()->getDataLayout();
  IRBuilder<> B(pointAfter(*Primal));
  Value *Bytes = B.CreateMul(
      B.CreateZExtOrTrunc(mapped(Slot.getArraySize()), B.getInt64Ty()),
      B.getInt64(DL.getTypeAllocSize(Slot.getAllocatedType())));
  Value *Shadow;
  if (InArena || !Slot.isStaticAlloca()) {
    Shadow =
        runtime::emitAlloc(B, Memory.get(), Bytes, Slot.getName() + ".shadow");
  } else {
    auto *Local =
        B.CreateAlloca(Slot.getAllocatedType(), mapped(Slot.getArraySize()),
                       Slot.getName() + ".shadow");
    Local->setAlignment(Slot.getAlign());
    Shadow = Local;
    // Zeroed after the other variables of the entry block.
    Instruction *At = Local;
    while (isa<AllocaInst>(At))
      At = At->getNextNode();
    B.SetInsertPoint(At);
  }
  B.CreateMemSet(Shadow, B.getInt8(0), Bytes, Slot.getAlign());
  return Shadow;
}

/// Bytes that an allocation call asks for.
static Value *allocationSize(IRBuilderBase &B, const CallBase &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  Value *First = B.CreateZExtOrTrunc(Call.getArgOperand(0), B.getInt64Ty());
  if (Name == "calloc")
    return B.CreateMul(
        First, B.CreateZExtOrTrunc(Call.getArgOperand(1), B.getInt64Ty()));
  if (Name == "aligned_alloc" || Name == "memalign")
    return B.CreateZExtOrTrunc(Call.getArgOperand(1), B.getInt64Ty());
  return First;
}

/// Where blocks grow, their sizes are those that the allocator tells: the
/// shadow has as many bytes. Null if no block does.
static Value *ofGrowing(IRBuilderBase &B, CallBase &Primal) {
  static constexpr StringLiteral Resizable[] = {
      "malloc", "calloc", "aligned_alloc", "memalign", "valloc"};
  Module &M = *Primal.getModule();
  Function *SizeOf = M.getFunction(BlockSizeFunction);
  if (!SizeOf || SizeOf->use_empty() ||
      !is_contained(Resizable, Primal.getCalledFunction()->getName()))
    return nullptr;
  Value *Bytes = B.CreateCall(SizeOf, {&Primal});
  FunctionCallee Zeroed = M.getOrInsertFunction(
      "calloc", Primal.getType(), Bytes->getType(), Bytes->getType());
  return B.CreateCall(Zeroed, {ConstantInt::get(Bytes->getType(), 1), Bytes});
}

Value *ShadowPointers::ofAllocation(const CallBase &Call) {
  auto *Primal = cast<CallBase>(mapped(&Call));
  IRBuilder<> B(pointAfter(*Primal));
  B.SetCurrentDebugLocation(Primal->getDebugLoc());
  if (Value *Shadow = ofGrowing(B, *Primal))
    return Shadow;
  SmallVector<Value *, 3> Arguments(Primal->args());
  CallInst *Shadow =
      B.CreateCall(Primal->getFunctionType(), Primal->getCalledOperand(),
                   Arguments, Call.getName() + ".shadow");
  Shadow->setAttributes(Primal->getAttributes());
  Shadow->setCallingConv(Primal->getCallingConv());
  if (callKind(Call, Facts.Unit) == CallKind::AllocateZeroed)
    return Shadow;
  Value *Null = B.CreateIsNull(Shadow);
  Value *Bytes =
      B.CreateSelect(Null, B.getInt64(0), allocationSize(B, *Primal));
  B.CreateMemSet(Shadow, B.getInt8(0), Bytes, MaybeAlign());
  return Shadow;
}

/// The same address computation on shadow operands.
Value *ShadowPointers::mirror(const Instruction &I) {
  auto *Primal = cast<Instruction>(mapped(&I));
  Instruction *Copy = Primal->clone();
  if (I.hasName())
    Copy->setName(I.getName() + ".shadow");
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    Known[&I] = Copy; // closes cycles
    Copy->insertBefore(Primal->getIterator());
    for (unsigned K = 0; K != Phi->getNumIncomingValues(); ++K)
      cast<PHINode>(Copy)->setIncomingValue(K, of(Phi->getIncomingValue(K)));
    return Copy;
  }
  SmallVector<Value *, 4> Operands;
  for (const Use &Operand : I.operands())
    Operands.push_back(Operand->getType()->isPtrOrPtrVectorTy() &&
                               !isa<Function>(Operand)
                           ? of(Operand)
                           : mapped(Operand));
  for (auto [K, Operand] : enumerate(Operands))
    Copy->setOperand(K, Operand);
  if (auto *Load = dyn_cast<LoadInst>(Copy)) {
    MDNode *Tag = Load->getMetadata(LLVMContext::MD_tbaa);
    Copy->dropUnknownNonDebugMetadata();
    Copy->setMetadata(LLVMContext::MD_tbaa, Tag);
  }
  Copy->insertBefore(pointAfter(*Primal)->getIterator());
  return Copy;
}

Value *ShadowPointers::make(const Instruction &I) {
  if (auto *Slot = dyn_cast<AllocaInst>(&I))
    return ofLocal(*Slot);
  if (auto *Call = dyn_cast<CallBase>(&I))
    switch (callKind(*Call, Facts.Unit)) {
    case CallKind::Allocate:
    case CallKind::AllocateZeroed:
      return ofAllocation(*Call);
    case CallKind::SamePointer:
      return mirror(I);
    default:
      return mapped(&I); // held constant
    }
  return mirror(I);
}

} // namespace autodiff
