#include "Prepare/Prepare.h"
#include "Discover/EarlyMarks.h"
#include "Discover/OpaqueCalls.h"
#include "Prepare/ComplexForm.h"
#include "Prepare/FloatEnvironment.h"
#include "Prepare/IndirectCalls.h"
#include "Prepare/MathCalls.h"
#include "Prepare/OverflowChecks.h"
#include "Prepare/Reallocation.h"
#include "Prepare/Recursion.h"
#include "Prepare/VectorCalls.h"
#include "Rules/LibraryFunctions.h"
#include "Rules/RuleTable.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"

using namespace llvm;

namespace autodiff {

/// Instructions of one function past which callees stay calls.
static constexpr unsigned InlineLimit = 60000;
/// How often calls found behind a function pointer may lead to further ones.
static constexpr unsigned DispatchRounds = 16;

PreparedUnit::~PreparedUnit() {
  for (PreparedFunction &P : functions()) {
    if (FAM)
      FAM->clear(*P.Body, P.Body->getName());
    P.Body->dropAllReferences();
  }
  for (PreparedFunction &P : functions()) {
    P.Body->replaceAllUsesWith(PoisonValue::get(P.Body->getType()));
    P.Body->eraseFromParent();
  }
}

namespace {

class Preparer {
public:
  Preparer(const Request &R, FunctionAnalysisManager &FAM,
           RequestErrors &Errors)
      : R(R), FAM(FAM), Errors(Errors), Unit(std::make_unique<PreparedUnit>()) {
    Unit->FAM = &FAM;
  }
  std::unique_ptr<PreparedUnit> run();

private:
  Function *copyOf(Function &Source);
  bool inlineInto(Function &F);
  bool simplify(Function &F);
  void canonicalize(Function &F);
  bool isDifferentiable(const CallBase &Call) const;
  bool checkForm(const Function &F);

  const Request &R;
  FunctionAnalysisManager &FAM;
  RequestErrors &Errors;
  std::unique_ptr<PreparedUnit> Unit;
  SmallPtrSet<const Function *, 16> Recursive;
  DenseMap<const Function *, Function *> Copies;
  SmallPtrSet<const Function *, 16> Checked;
};

} // namespace

/// Forms that no derivative can be made of, wherever they occur.
bool Preparer::checkForm(const Function &F) {
  if (!Checked.insert(&F).second)
    return true;
  if (F.isPresplitCoroutine() || F.hasFnAttribute(CoroutineAttribute)) {
    Errors.error(F.getEntryBlock().front(), Message::ControlCoroutine);
    return false;
  }
  for (const Instruction &I : instructions(F)) {
    if (isa<IndirectBrInst>(I) || isa<CallBrInst>(I)) {
      // Clang gives the one branch of all computed gotos no line.
      const Instruction *At = &I;
      for (const BasicBlock *Pred : predecessors(I.getParent()))
        if (!At->getDebugLoc() || At->getDebugLoc().getLine() == 0)
          At = Pred->getTerminator();
      Errors.error(*At, Message::ControlIndirectBranch);
      return false;
    }
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (Call->hasFnAttr(Attribute::ReturnsTwice)) {
        const Function *Callee = Call->getCalledFunction();
        Errors.error(I, Message::ControlSetjmp,
                     {Callee ? Callee->getName().str() : "setjmp"});
        return false;
      }
  }
  return true;
}

/// True for a call whose callee's body should be differentiated.
bool Preparer::isDifferentiable(const CallBase &Call) const {
  const Function *Callee = Call.getCalledFunction();
  return Callee && !Callee->isDeclaration() && !Callee->isInterposable() &&
         !Callee->hasFnAttribute(InactiveAttribute) && !Callee->isVarArg() &&
         !findMathRule(Call) && libraryEffect(Call) == LibraryEffect::Unknown;
}

/// A call through an alias or through a constant cast, made direct.
static void makeDirect(CallBase &Call) {
  auto *Target = dyn_cast<Constant>(Call.getCalledOperand());
  if (!Target || Call.getCalledFunction())
    return;
  const DataLayout &DL = Call.getModule()->getDataLayout();
  Target = ConstantFoldConstant(Target, DL);
  if (auto *Alias = dyn_cast<GlobalAlias>(Target);
      Alias && !Alias->isInterposable())
    Target = Alias->getAliaseeObject();
  auto *Callee = dyn_cast_or_null<Function>(Target);
  if (Callee && Callee->getFunctionType() == Call.getFunctionType())
    Call.setCalledFunction(Callee);
}

Function *Preparer::copyOf(Function &Source) {
  Function *&Copy = Copies[&Source];
  if (Copy)
    return Copy;
  ValueToValueMapTy Map;
  Copy = CloneFunction(&Source, Map);
  Copy->setName(Source.getName() + ".ad");
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setVisibility(GlobalValue::DefaultVisibility);
  Copy->setDSOLocal(true);
  Copy->setComdat(nullptr);
  Copy->removeFnAttr(Attribute::OptimizeNone);
  Copy->removeFnAttr(Attribute::NoInline);
  Copy->removeFnAttr(Attribute::AlwaysInline);
  Unit->Functions[Copy].Body = Copy;
  Unit->Functions[Copy].Source = &Source;
  Unit->Functions[Copy].SourceName =
      &Source == R.Trampoline ? R.TargetName : userName(Source);
  return Copy;
}

/// The forms that have rules, of what the language or the user's flags make
/// another form of.
void Preparer::canonicalize(Function &F) {
  relaxFloatEnvironment(F, Errors);
  canonicalizeMath(F);
  expandVectorCalls(F);
  expandReallocations(F);
  separateOverflowChecks(F);
}

/// True if F's code changed.
bool Preparer::inlineInto(Function &F) {
  bool Changed = false;
  SmallVector<CallBase *, 16> Work;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Work.push_back(Call);
  unsigned Size = F.getInstructionCount();
  while (!Work.empty()) {
    CallBase *Call = Work.pop_back_val();
    makeDirect(*Call);
    if (!isDifferentiable(*Call) || Unit->find(Call->getCalledFunction()))
      continue;
    Function *Callee = Call->getCalledFunction();
    if (!checkForm(*Callee))
      return false;
    unsigned CalleeSize = Callee->getInstructionCount();
    // Until canonicalize, F may hold what is strict of its callees.
    if (Callee->hasFnAttribute(Attribute::StrictFP))
      F.addFnAttr(Attribute::StrictFP);
    InlineFunctionInfo Info;
    if (!Recursive.contains(Callee) && Size + CalleeSize <= InlineLimit &&
        isInlineViable(*Callee).isSuccess() &&
        InlineFunction(*Call, Info).isSuccess()) {
      Size += CalleeSize;
      Changed = true;
      append_range(Work, Info.InlinedCallSites);
      continue;
    }
    Call->setCalledFunction(copyOf(*Callee));
  }
  return Changed;
}

/// In general formulas, with complex functions in parts.
static void simplifyPrimal(Function &F, FunctionAnalysisManager &FAM) {
  avoidShortcuts(F);
  writeComplexInParts(F);
  simplifyFunction(F, FAM);
  if (mergeComplexProducts(F, FAM.getResult<DominatorTreeAnalysis>(F)))
    simplifyFunction(F, FAM);
}

void simplifyFunction(Function &F, FunctionAnalysisManager &FAM) {
  PassBuilder Builder;
  FunctionPassManager Passes = Builder.buildFunctionSimplificationPipeline(
      OptimizationLevel::O2, ThinOrFullLTOPhase::None);
  FAM.invalidate(F, PreservedAnalyses::none());
  PreservedAnalyses Kept = Passes.run(F, FAM);
  FAM.invalidate(F, Kept);
}

/// Statements about a value or a scope that hold at one point of the primal
/// only, not when its instructions run again in another order.
static bool isPointwiseHint(const Instruction &I) {
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  if (!Intrinsic)
    return false;
  switch (Intrinsic->getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::assume:
  case Intrinsic::sideeffect:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::pseudoprobe:
    return true;
  default:
    return false;
  }
}

static void dropHints(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (isPointwiseHint(I)) {
      I.replaceAllUsesWith(PoisonValue::get(I.getType()));
      I.eraseFromParent();
      continue;
    }
    I.setMetadata(LLVMContext::MD_noalias, nullptr);
    I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
    I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
    I.setMetadata(LLVMContext::MD_invariant_group, nullptr);
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (!Call->isNoTailCall())
        Call->setTailCallKind(CallInst::TCK_None);
  }
}

template <typename PassT>
static void runPass(PassT Pass, Function &F, FunctionAnalysisManager &FAM) {
  FAM.invalidate(F, Pass.run(F, FAM));
}

static bool isIrreducible(Function &F, FunctionAnalysisManager &FAM) {
  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  ReversePostOrderTraversal<const Function *> Order(&F);
  return containsIrreducibleCFG<const BasicBlock *>(Order, LI);
}

/// Gives what follows an invoke a block of its own.
static void splitNormalEdges(Function &F) {
  SmallVector<InvokeInst *, 8> Invokes;
  for (BasicBlock &B : F)
    if (auto *Invoke = dyn_cast<InvokeInst>(B.getTerminator()))
      if (!Invoke->getNormalDest()->getSinglePredecessor())
        Invokes.push_back(Invoke);
  for (InvokeInst *Invoke : Invokes)
    SplitEdge(Invoke->getParent(), Invoke->getNormalDest());
}

/// Loop-simplify and LCSSA form with numbered loops and one return.
static bool shape(PreparedFunction &P, FunctionAnalysisManager &FAM,
                  RequestErrors &Errors) {
  Function &F = *P.Body;
  dropHints(F);
  unhideComparisons(F);
  // Where a call that has become unreachable would have unwound to.
  removeUnreachableBlocks(F);
  splitNormalEdges(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  runPass(UnifyFunctionExitNodesPass(), F, FAM);
  if (isIrreducible(F, FAM)) {
    runPass(LowerSwitchPass(), F, FAM);
    runPass(FixIrreduciblePass(), F, FAM);
    assert(!isIrreducible(F, FAM) && "computed gotos are refused before");
  }
  runPass(LoopSimplifyPass(), F, FAM);
  P.Shape = numberLoops(F, FAM.getResult<LoopAnalysis>(F),
                        FAM.getResult<DominatorTreeAnalysis>(F),
                        FAM.getResult<ScalarEvolutionAnalysis>(F));
  FAM.invalidate(F, PreservedAnalyses::none());
  runPass(LCSSAPass(), F, FAM);
  FAM.invalidate(F, PreservedAnalyses::none());

  for (BasicBlock &B : F)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      P.Return = Return;
  if (!P.Return) {
    Errors.error(Message::ControlNeverReturns, {P.SourceName});
    return false;
  }
  return true;
}

/// Inlines into F and simplifies it. What simplification makes known of calls
/// through pointers is followed. False if an error was reported.
bool Preparer::simplify(Function &F) {
  inlineInto(F);
  canonicalize(F);
  for (unsigned Round = 0; Round != 4 && !Errors.any(); ++Round) {
    simplifyPrimal(F, FAM);
    if (!inlineInto(F))
      break;
    canonicalize(F);
  }
  writeComplexInParts(F);
  return !Errors.any();
}

std::unique_ptr<PreparedUnit> Preparer::run() {
  Recursive = recursiveFunctions(*R.Trampoline);
  if (!checkForm(*R.Trampoline))
    return nullptr;
  copyOf(*R.Trampoline);
  SmallVector<Function *, 4> Changed;
  unsigned Done = 0, Round = 0;
  do {
    for (Function *F : Changed)
      if (!simplify(*F))
        return nullptr;
    // Grows while copies of further callees are added.
    for (; Done != Unit->Functions.size(); ++Done)
      if (!simplify(*(Unit->Functions.begin() + Done)->second.Body))
        return nullptr;
    Changed = dispatchIndirectCalls(*Unit);
  } while (!Changed.empty() && ++Round != DispatchRounds);
  if (Changed.empty())
    sealIndirectCalls(*Unit);
  return std::move(Unit);
}

bool shapeUnit(PreparedUnit &Unit, RequestErrors &Errors) {
  return all_of(Unit.functions(), [&](PreparedFunction &P) {
    return shape(P, *Unit.FAM, Errors);
  });
}

std::unique_ptr<PreparedUnit>
prepare(const Request &R, FunctionAnalysisManager &FAM, RequestErrors &Errors) {
  return Preparer(R, FAM, Errors).run();
}

} // namespace autodiff
