#include "Prepare/Reallocation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"

using namespace llvm;

namespace autodiff {

static CallInst *callLibrary(IRBuilderBase &B, StringRef Name, Type *Result,
                             ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 3> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee F =
      M.getOrInsertFunction(Name, FunctionType::get(Result, Types, false));
  TargetLibraryInfoImpl Impl{Triple(M.getTargetTriple())};
  inferNonMandatoryLibFuncAttrs(&M, Name, TargetLibraryInfo(Impl));
  return B.CreateCall(F, Arguments);
}

/// realloc(Old, Bytes); Valid is null or a condition under which it is tried.
static void expandRealloc(CallBase &Call, Value *Bytes, Value *Valid) {
  IRBuilder<> B(&Call);
  Value *Old = Call.getArgOperand(0);
  Type *Pointer = Call.getType();
  Value *Null = Constant::getNullValue(Pointer);
  // realloc(p, 0) gives p back; of a null pointer it is an allocation.
  Value *Zero = Constant::getNullValue(Bytes->getType());
  Value *HasOld = B.CreateIsNotNull(Old, "old");
  Value *Wanted = B.CreateOr(B.CreateICmpNE(Bytes, Zero), B.CreateNot(HasOld));
  if (Valid)
    Wanted = B.CreateAnd(Valid, Wanted);
  BasicBlock *Before = Call.getParent();
  Instruction *Allocate =
      SplitBlockAndInsertIfThen(Wanted, &Call, /*Unreachable=*/false);
  B.SetInsertPoint(Allocate);
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *New = callLibrary(B, "malloc", Pointer, {Bytes});
  New->setName("block");
  Value *Moved = B.CreateAnd(B.CreateIsNotNull(New), HasOld);
  Instruction *Copy =
      SplitBlockAndInsertIfThen(Moved, Allocate, /*Unreachable=*/false);
  B.SetInsertPoint(Copy);
  Value *OldBytes = callLibrary(B, BlockSizeFunction, Bytes->getType(), {Old});
  B.CreateMemCpy(New, MaybeAlign(), Old, MaybeAlign(),
                 B.CreateBinaryIntrinsic(Intrinsic::umin, OldBytes, Bytes));
  callLibrary(B, "free", B.getVoidTy(), {Old});

  // Not wanted, but valid: the block is given back.
  B.SetInsertPoint(Call.getParent(), Call.getParent()->begin());
  PHINode *Result = B.CreatePHI(Pointer, 2);
  Result->addIncoming(Null, Before);
  Result->addIncoming(New, Allocate->getParent());
  Call.replaceAllUsesWith(Result);
  B.SetInsertPoint(Before->getTerminator());
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *Dropped = B.CreateAnd(HasOld, B.CreateICmpEQ(Bytes, Zero));
  if (Valid)
    Dropped = B.CreateAnd(Dropped, Valid);
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(Dropped, Before->getTerminator(), false));
  callLibrary(B, "free", B.getVoidTy(), {Old});
}

static void expandPosixMemalign(CallBase &Call) {
  IRBuilder<> B(&Call);
  Value *Where = Call.getArgOperand(0);
  Value *New = callLibrary(B, "memalign", Where->getType(),
                           {Call.getArgOperand(1), Call.getArgOperand(2)});
  Value *Failed = B.CreateIsNull(New);
  constexpr unsigned NoMemory = 12; // ENOMEM
  Call.replaceAllUsesWith(
      B.CreateSelect(Failed, ConstantInt::get(Call.getType(), NoMemory),
                     Constant::getNullValue(Call.getType())));
  B.CreateStore(New, Where);
}

/// A call to the C library's function of that name and number of parameters.
static bool isCallTo(const CallBase &Call, StringRef Name,
                     unsigned Parameters) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && Callee->getName() == Name &&
         Call.arg_size() == Parameters && !Callee->isVarArg();
}

static void expand(CallBase &Call) {
  if (isCallTo(Call, "realloc", 2) && Call.getType()->isPointerTy()) {
    expandRealloc(Call, Call.getArgOperand(1), nullptr);
  } else if (isCallTo(Call, "reallocarray", 3) &&
             Call.getType()->isPointerTy()) {
    IRBuilder<> B(&Call);
    Value *Product =
        B.CreateBinaryIntrinsic(Intrinsic::umul_with_overflow,
                                Call.getArgOperand(1), Call.getArgOperand(2));
    expandRealloc(Call, B.CreateExtractValue(Product, 0),
                  B.CreateNot(B.CreateExtractValue(Product, 1)));
  } else if (isCallTo(Call, "posix_memalign", 3) &&
             Call.getArgOperand(0)->getType()->isPointerTy()) {
    expandPosixMemalign(Call);
  } else {
    return;
  }
  Call.eraseFromParent();
}

void expandReallocations(Function &F) {
  // An invoke of what does not throw becomes a call first.
  SmallVector<CallInst *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      Calls.push_back(Call);
  for (CallInst *Call : Calls)
    expand(*Call);
}

} // namespace autodiff
