#include "Prepare/MathCalls.h"
#include "Rules/RuleTable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace autodiff {

/// The types of what the function returns and writes, in that order.
static StructType *resultsOf(const Function &Library, const MathRule &Rule) {
  Type *Returned = Library.getReturnType();
  LLVMContext &Context = Library.getContext();
  Type *Number = Returned->isVoidTy() ? Library.getArg(0)->getType() : Returned;
  SmallVector<Type *, 2> Types;
  for (MathRule::Kind Kind : Rule.Results)
    Types.push_back(Kind == MathRule::Kind::Number ? Number
                                                   : Type::getInt32Ty(Context));
  return StructType::get(Context, Types);
}

/// The pure form of the function, whose results in memory are local here.
static Function *pureForm(Function &Library, const MathRule &Rule) {
  Module &M = *Library.getParent();
  std::string Name =
      (PureFormPrefix + Rule.Name + "." + Library.getName()).str();
  if (Function *Known = M.getFunction(Name))
    return Known;
  unsigned Count = Rule.Operands.size();
  StructType *Results = resultsOf(Library, Rule);
  ArrayRef<Type *> Operands =
      Library.getFunctionType()->params().take_front(Count);
  auto *F = Function::Create(FunctionType::get(Results, Operands, false),
                             GlobalValue::InternalLinkage, Name, M);
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "entry", F));
  bool Returns = !Library.getReturnType()->isVoidTy();
  SmallVector<Value *, 4> Arguments;
  for (Argument &A : F->args())
    Arguments.push_back(&A);
  for (Type *Output : Results->elements().drop_front(Returns))
    Arguments.push_back(B.CreateAlloca(Output));
  CallInst *Call = B.CreateCall(&Library, Arguments);
  Call->setCallingConv(Library.getCallingConv());
  Call->setDoesNotThrow();
  Value *All = PoisonValue::get(Results);
  if (Returns)
    All = B.CreateInsertValue(All, Call, 0);
  for (unsigned I = Returns; I != Rule.Results.size(); ++I)
    All = B.CreateInsertValue(All,
                              B.CreateLoad(Results->getElementType(I),
                                           Arguments[Count + I - Returns]),
                              I);
  B.CreateRet(All);
  return F;
}

static void returnOutputs(CallInst &Call, const MathRule &Rule) {
  unsigned Count = Rule.Operands.size();
  bool Returns = !Call.getType()->isVoidTy();
  IRBuilder<> B(&Call);
  SmallVector<Value *, 3> Operands(Call.arg_begin(), Call.arg_begin() + Count);
  CallInst *Pure =
      B.CreateCall(pureForm(*Call.getCalledFunction(), Rule), Operands);
  if (Returns)
    Call.replaceAllUsesWith(B.CreateExtractValue(Pure, 0));
  for (unsigned I = Returns; I != Rule.Results.size(); ++I)
    B.CreateStore(B.CreateExtractValue(Pure, I),
                  Call.getArgOperand(Count + I - Returns));
  Call.eraseFromParent();
}

void canonicalizeMath(Function &F) {
  SmallVector<std::pair<CallBase *, const MathRule *>, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const MathRule *Rule = findRuleWithOutputs(*Call))
        Calls.push_back({Call, Rule});
  for (auto [Call, Rule] : Calls) {
    auto *Invoke = dyn_cast<InvokeInst>(Call);
    returnOutputs(Invoke ? *changeToCall(Invoke) : *cast<CallInst>(Call),
                  *Rule);
  }
}

void removeMathHelpers(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if ((F.getName().starts_with(PureFormPrefix) ||
         F.getName().starts_with("__autodiff_digamma_")) &&
        F.use_empty())
      F.eraseFromParent();
}

} // namespace autodiff
