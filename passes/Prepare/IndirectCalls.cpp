#include "Prepare/IndirectCalls.h"
#include "Rules/LibraryFunctions.h"
#include "Support/LLVMCompat.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace autodiff {

/// The functions that a call has been compared with.
static constexpr const char *DispatchedName = "autodiff.dispatched";

namespace {

/// Objects a value may point to; null stands for anything.
using Objects = SmallSetVector<Value *, 4>;

/// Inclusion-based points-to sets (L. O. Andersen, 1994), made on demand and
/// without regard to offsets.
class Origins {
public:
  explicit Origins(PreparedUnit &Unit) : Unit(Unit) {}
  /// Stable after solve().
  const Objects &of(Value *V) { return node(V, Values); }
  void solve();

private:
  using Map = MapVector<Value *, Objects>;

  const Objects &node(Value *V, Map &In) { return In[V]; }
  Objects evaluate(Value *V);
  Objects evaluateArgument(Argument &A);
  Objects contents(Value *Object);
  void addInitializer(Constant *C, Objects &Into);
  void addStores(Value *Object, Objects &Into);
  bool addUse(Use &U, SmallVectorImpl<Value *> &Derived, Objects &Into);
  bool addSpill(Value *Variable, SmallVectorImpl<Value *> &Derived);
  bool addCallUse(CallBase &Call, Use &U, SmallVectorImpl<Value *> &Derived,
                  Objects &Into);
  void add(Objects &Into, const Objects &More) {
    Into.insert(More.begin(), More.end());
  }
  void addContents(Value *Pointer, Objects &Into);

  PreparedUnit &Unit;
  Map Values, Contents;
};

} // namespace

static bool isKnownBody(const Function *F) {
  return F && !F->isDeclaration() && !F->isInterposable();
}

void Origins::solve() {
  auto update = [](Map &In, unsigned I, Objects New) {
    Objects &Old = (In.begin() + I)->second;
    unsigned Before = Old.size();
    Old.insert(New.begin(), New.end());
    return Old.size() != Before;
  };
  bool Changed = true;
  while (Changed) {
    Changed = false;
    unsigned Known = Values.size() + Contents.size();
    for (unsigned I = 0; I != Values.size(); ++I)
      Changed |= update(Values, I, evaluate((Values.begin() + I)->first));
    for (unsigned I = 0; I != Contents.size(); ++I)
      Changed |= update(Contents, I, contents((Contents.begin() + I)->first));
    Changed |= Values.size() + Contents.size() != Known;
  }
}

void Origins::addContents(Value *Pointer, Objects &Into) {
  Objects Pointees = of(Pointer);
  for (Value *Object : Pointees)
    if (Object)
      add(Into, node(Object, Contents));
    else
      Into.insert(nullptr);
}

/// What the callers pass, if all of them are seen.
Objects Origins::evaluateArgument(Argument &A) {
  Objects Result;
  Function &F = *A.getParent();
  if (!F.hasLocalLinkage() || &F == Unit.root().Body || F.use_empty()) {
    Result.insert(nullptr);
    return Result;
  }
  for (Use &U : F.uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (Call && Call->isCallee(&U) &&
        Call->getFunctionType() == F.getFunctionType())
      add(Result, of(Call->getArgOperand(A.getArgNo())));
    else
      Result.insert(nullptr);
  }
  return Result;
}

/// Numbers point nowhere, unless they are copies of pointers.
Objects Origins::evaluate(Value *V) {
  Objects Result;
  if (auto *Alias = dyn_cast<GlobalAlias>(V); Alias && !Alias->isInterposable())
    V = Alias->getAliaseeObject();
  if (isa<GlobalObject>(V) || isa<AllocaInst>(V) || isNoAliasCall(V)) {
    Result.insert(V);
    return Result;
  }
  if (isa<ConstantData>(V))
    return Result;
  if (auto *A = dyn_cast<Argument>(V))
    return evaluateArgument(*A);
  if (auto *Load = dyn_cast<LoadInst>(V)) {
    addContents(Load->getPointerOperand(), Result);
    return Result;
  }
  if (auto *Call = dyn_cast<CallBase>(V)) {
    if (Function *Callee = Call->getCalledFunction(); isKnownBody(Callee)) {
      for (BasicBlock &B : *Callee)
        if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
          if (Value *Returned = Return->getReturnValue())
            add(Result, of(Returned));
      return Result;
    }
  }
  auto *U = dyn_cast<Operator>(V);
  if (U && isa<GEPOperator>(U)) {
    add(Result, of(U->getOperand(0)));
    return Result;
  }
  if (auto *S = dyn_cast<SelectInst>(V)) {
    add(Result, of(S->getTrueValue()));
    add(Result, of(S->getFalseValue()));
    return Result;
  }
  if (isa<PHINode>(V) || isa<FreezeInst>(V) || isa<ExtractValueInst>(V) ||
      isa<InsertValueInst>(V) || isa<ConstantAggregate>(V) ||
      (U && Instruction::isCast(U->getOpcode()))) {
    for (Value *Operand : cast<User>(V)->operands())
      add(Result, of(Operand));
    return Result;
  }
  if (V->getType()->isPtrOrPtrVectorTy() || V->getType()->isAggregateType())
    Result.insert(nullptr);
  return Result;
}

void Origins::addInitializer(Constant *C, Objects &Into) {
  if (isa<ConstantAggregate>(C)) {
    for (Value *Operand : C->operands())
      addInitializer(cast<Constant>(Operand), Into);
    return;
  }
  add(Into, of(C));
}

Objects Origins::contents(Value *Object) {
  Objects Result;
  auto *Global = dyn_cast<GlobalVariable>(Object);
  if (isa<Function>(Object) ||
      (Global && (!Global->hasDefinitiveInitializer() ||
                  !(Global->isConstant() || Global->hasLocalLinkage())))) {
    Result.insert(nullptr);
    return Result;
  }
  if (Global)
    addInitializer(Global->getInitializer(), Result);
  if (!Global || !Global->isConstant())
    addStores(Object, Result);
  return Result;
}

/// What is stored to an object; anything if not every access is seen.
void Origins::addStores(Value *Object, Objects &Into) {
  SmallVector<Value *, 8> Derived = {Object};
  SmallPtrSet<Value *, 16> Seen;
  while (!Derived.empty()) {
    Value *Pointer = Derived.pop_back_val();
    if (!Seen.insert(Pointer).second)
      continue;
    for (Use &U : Pointer->uses())
      if (!addUse(U, Derived, Into)) {
        Into.insert(nullptr);
        return;
      }
  }
}

/// False if the address goes where it is not followed.
bool Origins::addUse(Use &U, SmallVectorImpl<Value *> &Derived, Objects &Into) {
  User *By = U.getUser();
  if (isa<LoadInst>(By) || isa<ICmpInst>(By))
    return true;
  if (auto *Store = dyn_cast<StoreInst>(By)) {
    if (U.getOperandNo() != StoreInst::getPointerOperandIndex())
      return addSpill(Store->getPointerOperand(), Derived);
    add(Into, of(Store->getValueOperand()));
    return true;
  }
  if (isa<GEPOperator>(By) || isa<PHINode>(By) || isa<SelectInst>(By) ||
      isa<FreezeInst>(By) || isa<AddrSpaceCastOperator>(By)) {
    Derived.push_back(By);
    return true;
  }
  if (auto *Call = dyn_cast<CallBase>(By))
    return addCallUse(*Call, U, Derived, Into);
  if (auto *Return = dyn_cast<ReturnInst>(By)) {
    Function &F = *Return->getFunction();
    append_range(Derived, F.users());
    return !F.hasAddressTaken();
  }
  return false;
}

/// A parameter kept in a variable of its function, as in code that is not
/// optimised.
bool Origins::addSpill(Value *Variable, SmallVectorImpl<Value *> &Derived) {
  if (!isa<AllocaInst>(Variable))
    return false;
  for (Use &U : Variable->uses()) {
    if (isa<LoadInst>(U.getUser()))
      Derived.push_back(U.getUser());
    else if (!isa<StoreInst>(U.getUser()) ||
             U.getOperandNo() != StoreInst::getPointerOperandIndex())
      return false;
  }
  return true;
}

bool Origins::addCallUse(CallBase &Call, Use &U,
                         SmallVectorImpl<Value *> &Derived, Objects &Into) {
  if (auto *Transfer = dyn_cast<MemTransferInst>(&Call)) {
    if (&U == &Transfer->getRawDestUse())
      addContents(Transfer->getRawSource(), Into);
    return true;
  }
  if (isa<MemSetInst>(Call) || Call.isLifetimeStartOrEnd() ||
      libraryEffect(Call) == LibraryEffect::Free)
    return true;
  if (!Call.isArgOperand(&U))
    return false;
  unsigned Number = Call.getArgOperandNo(&U);
  if (Call.doesNotCapture(Number) &&
      (Call.onlyReadsMemory(Number) || isa<IntrinsicInst>(Call)))
    return true;
  // Into the callees, as far as they are known by now.
  Objects Callees;
  if (Call.isIndirectCall())
    Callees = of(Call.getCalledOperand());
  else if (isKnownBody(Call.getCalledFunction()))
    Callees.insert(Call.getCalledFunction());
  return (Call.isIndirectCall() || !Callees.empty()) &&
         all_of(Callees, [&](Value *Callee) {
           auto *F = dyn_cast_or_null<Function>(Callee);
           if (F && F->getFunctionType() != Call.getFunctionType())
             return true;
           if (!isKnownBody(F) || Number >= F->arg_size())
             return false;
           Derived.push_back(F->getArg(Number));
           return true;
         });
}

static MDNode *dispatched(const CallBase &Call) {
  return Call.getMetadata(DispatchedName);
}

static bool isDispatched(const CallBase &Call, const Function *To) {
  MDNode *Node = dispatched(Call);
  return Node && any_of(Node->operands(), [&](const MDOperand &Operand) {
           auto *Value = dyn_cast_or_null<ValueAsMetadata>(Operand.get());
           return Value && Value->getValue() == To;
         });
}

static void recordDispatch(CallBase &Call, Function *To) {
  SmallVector<Metadata *, 4> All;
  if (MDNode *Node = dispatched(Call))
    append_range(All, Node->operands());
  All.push_back(ValueAsMetadata::get(To));
  Call.setMetadata(DispatchedName, MDNode::get(Call.getContext(), All));
}

SmallVector<Function *, 4> dispatchIndirectCalls(PreparedUnit &Unit) {
  SmallVector<CallBase *, 8> Calls;
  Origins Known(Unit);
  for (PreparedFunction &P : Unit.functions())
    for (Instruction &I : instructions(*P.Body))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall()) {
        Calls.push_back(Call);
        Known.of(Call->getCalledOperand());
      }
  SmallVector<Function *, 4> Changed;
  if (Calls.empty())
    return Changed;
  Known.solve();
  for (CallBase *Call : Calls) {
    const Objects &Callees = Known.of(Call->getCalledOperand());
    if (Callees.contains(nullptr)) {
      Call->setMetadata(DispatchedName, nullptr);
      continue;
    }
    for (Value *Callee : Callees) {
      auto *To = dyn_cast<Function>(Callee);
      if (!To || To->getFunctionType() != Call->getFunctionType() ||
          isDispatched(*Call, To) || !isLegalToPromote(*Call, To))
        continue;
      if (Changed.empty() || Changed.back() != Call->getFunction())
        Changed.push_back(Call->getFunction());
      promoteCallWithIfThenElse(*Call, To).setMetadata(DispatchedName, nullptr);
      recordDispatch(*Call, To);
    }
  }
  return Changed;
}

void sealIndirectCalls(PreparedUnit &Unit) {
  for (PreparedFunction &P : Unit.functions()) {
    // What follows one of them in its block goes with it.
    SmallVector<WeakVH, 4> Calls;
    for (Instruction &I : instructions(*P.Body))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->isIndirectCall() && dispatched(*Call))
        Calls.push_back(Call);
    for (WeakVH &Handle : Calls) {
      auto *Call = cast_or_null<CallBase>(Handle);
      if (!Call)
        continue;
      IRBuilder<>(Call).CreateCall(
          compat::intrinsicDeclaration(*P.Body->getParent(), Intrinsic::trap));
      changeToUnreachable(Call);
    }
    if (!Calls.empty())
      Unit.FAM->invalidate(*P.Body, PreservedAnalyses::none());
  }
}

void addIndirectEdges(CallGraph &Graph) {
  Module &M = Graph.getModule();
  SmallVector<Function *, 16> Taken;
  for (Function &F : M)
    if (!F.isDeclaration() && F.hasAddressTaken())
      Taken.push_back(&F);
  if (Taken.empty())
    return;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall())
        for (Function *To : Taken)
          if (To->getFunctionType() == Call->getFunctionType())
            Graph[&F]->addCalledFunction(nullptr, Graph[To]);
}

} // namespace autodiff
