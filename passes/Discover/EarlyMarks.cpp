// EarlyMarks.cpp - What must be said before the optimiser runs?
#include "Discover/EarlyMarks.h"
#include "Discover/AccessTags.h"
#include "Discover/Annotations.h"
#include "Discover/ConstantStorage.h"
#include "Discover/GradMarks.h"
#include "Discover/MarkerDiscovery.h"
#include "Discover/MarkerReader.h"
#include "Discover/OpaqueCalls.h"
#include "Discover/Reachability.h"
#include "Rules/LibraryFunctions.h"
#include "autodiff/detail/markers.def" // AUTODIFF_NO_PLUGIN_MESSAGE
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

namespace {
/// What removeEarlyMarks has to undo on a function.
constexpr StringLiteral AddedNoInline = "autodiff-added-noinline";
constexpr StringLiteral RemovedAlwaysInline = "autodiff-removed-alwaysinline";
} // namespace

//===--- Setting ----------------------------------------------------------===//

/// Keeps a function a call until its callers are differentiated.
static void keepCalled(Function &F, StringRef Mark) {
  F.addFnAttr(Mark);
  if (F.isDeclaration() || F.hasFnAttribute(Attribute::NoInline))
    return;
  F.addFnAttr(AddedNoInline);
  if (F.hasFnAttribute(Attribute::AlwaysInline)) {
    F.removeFnAttr(Attribute::AlwaysInline);
    F.addFnAttr(RemovedAlwaysInline);
  }
  F.addFnAttr(Attribute::NoInline);
}

static void hideComparisons(Function &F) {
  bool TakesShortcuts = takesShortcuts(F.getName());
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isEqualityOfFloats(I))
      hideComparison(cast<FCmpInst>(I), TakesShortcuts);
}

namespace {
/// Sets the marks of a module with requests.
class Marker {
public:
  Marker(Module &M, const Annotations &Marks) : M(M), Marks(Marks) {}

  void run() {
    readMarkers();
    Inactive.insert(Marks.InactiveFunctions.begin(),
                    Marks.InactiveFunctions.end());
    Reached =
        reachableFrom(Trampolines.getArrayRef(), Reach::Everything,
                      [&](const Function &F) { return Inactive.contains(&F); });
    markFunctions();
    holdStorage();
    holdVariables();
    holdInactiveResults();
    for (const Annotations::Grad &Grad : Marks.Grads)
      holdOtherParameters(Grad, Plumbing);
  }

private:
  /// True for the bodies in which marks are set.
  bool isDifferentiated(Function *F) const {
    return !F->isDeclaration() && Reached.contains(F) && !Inactive.contains(F);
  }

  void readMarkers() {
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && isMarkerCall(*Call))
          readMarker(*Call);
    for (Function *Trampoline : Trampolines) {
      FunctionSet Functions = plumbingOf(*Trampoline);
      Plumbing.insert(Functions.begin(), Functions.end());
    }
  }

  void readMarker(CallBase &Call) {
    // Two markers at the ends of an if are otherwise sunk into one, whose
    // descriptor and trampoline are no constants any more.
    Call.addFnAttr(Attribute::NoMerge);
    for (Value *Argument : Call.args())
      if (Function *Trampoline = functionBehind(Argument))
        Trampolines.insert(Trampoline);
  }

  void markFunctions() {
    for (Function *F : Reached)
      if (Inactive.contains(F))
        keepCalled(*F, InactiveAttribute);
      else if (F->isPresplitCoroutine())
        keepCalled(*F, CoroutineAttribute);
      else if (!F->isDeclaration())
        hideComparisons(*F);
  }

  void holdStorage() {
    for (IntrinsicInst *Annotation : Marks.InactiveStorage)
      if (isDifferentiated(Annotation->getFunction()))
        Storage.hold(*Annotation);
  }

  void holdVariables() {
    SmallSetVector<GlobalVariable *, 8> Variables(
        Marks.InactiveVariables.begin(), Marks.InactiveVariables.end());
    for (GlobalVariable *Variable : Variables) {
      Variable->addAttribute(InactiveAttribute);
      for (Function *F : Reached)
        if (isDifferentiated(F))
          Storage.hold(*Variable, *F);
    }
  }

  /// A result may be found to be one of the arguments even without inlining
  /// (`returned`), so it needs a mark of its own.
  void holdInactiveResults() {
    for (Function *Callee : Reached) {
      if (!Inactive.contains(Callee))
        continue;
      SmallVector<CallBase *> Calls;
      for (User *U : Callee->users())
        if (auto *Call = dyn_cast<CallBase>(U))
          if (functionBehind(Call->getCalledOperand()) == Callee &&
              isDifferentiated(Call->getFunction()))
            Calls.push_back(Call);
      for (CallBase *Call : Calls)
        if (!Call->isMustTailCall())
          holdResultConstant(*Call);
    }
  }

  Module &M;
  const Annotations &Marks;
  FunctionSet Trampolines;
  FunctionSet Plumbing; ///< with the trampolines
  FunctionSet Reached;
  SmallPtrSet<const Function *, 8> Inactive;
  ConstantStorage Storage;
};
} // namespace

/// The header's entry points stop the compile at the user's line if the pass
/// does not run; it does, so they become what they are: plumbing.
static void openEntries(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration() ||
        F.getFnAttribute("dontcall-error").getValueAsString() !=
            AUTODIFF_NO_PLUGIN_MESSAGE)
      continue;
    F.removeFnAttr("dontcall-error");
    F.removeFnAttr(Attribute::NoInline);
    F.removeFnAttr(Attribute::OptimizeNone);
    F.addFnAttr(Attribute::AlwaysInline);
  }
}

PreservedAnalyses EarlyMarksPass::run(Module &M, ModuleAnalysisManager &) {
  Annotations Marks = readAnnotations(M);
  bool HasRequests = hasMarkers(M);
  if (HasRequests) {
    openEntries(M);
    Marker(M, Marks).run();
    addAccessTags(M);
  }
  bool Changed = removeAnnotations(M) || HasRequests;
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

//===--- Removing ---------------------------------------------------------===//

bool unhideComparisons(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallInst>(&I))
      Changed |= unhideComparison(*Call);
  return Changed;
}

/// Replaces opaque identities of F by their argument.
static bool removeOpaqueConstants(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !isOpaqueConstant(*Call))
      continue;
    Call->replaceAllUsesWith(Call->getArgOperand(0));
    Call->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

/// Removes what keepCalled added; true if F may be inlined again.
static bool unmark(Function &F) {
  bool IsFreed = F.hasFnAttribute(AddedNoInline);
  if (IsFreed)
    F.removeFnAttr(Attribute::NoInline);
  if (F.hasFnAttribute(RemovedAlwaysInline))
    F.addFnAttr(Attribute::AlwaysInline);
  for (StringRef Mark :
       {StringRef(InactiveAttribute), StringRef(CoroutineAttribute),
        StringRef(AddedNoInline), StringRef(RemovedAlwaysInline)})
    F.removeFnAttr(Mark);
  return IsFreed;
}

static bool undoEarlyMarks(Module &M, bool &IsAnyFreed) {
  bool Changed = false;
  for (Function &F : M) {
    Changed |= unhideComparisons(F);
    Changed |= removeOpaqueConstants(F);
    Changed |= F.hasFnAttribute(InactiveAttribute);
    IsAnyFreed |= unmark(F);
  }
  for (GlobalVariable &Variable : M.globals())
    if (Variable.hasAttribute(InactiveAttribute)) {
      Variable.setAttributes(Variable.getAttributes().removeAttribute(
          M.getContext(), InactiveAttribute));
      Changed = true;
    }
  Changed |= removeAccessTags(M);
  return removeOpaqueDeclarations(M) || Changed;
}

bool removeEarlyMarks(Module &M) {
  bool IsAnyFreed = false;
  undoEarlyMarks(M, IsAnyFreed);
  return IsAnyFreed;
}

PreservedAnalyses RemoveEarlyMarksPass::run(Module &M,
                                            ModuleAnalysisManager &) {
  bool IsAnyFreed = false;
  return undoEarlyMarks(M, IsAnyFreed) ? PreservedAnalyses::none()
                                       : PreservedAnalyses::all();
}

} // namespace autodiff
