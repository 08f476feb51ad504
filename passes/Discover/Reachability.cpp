// Reachability.cpp - Which functions can run inside a derivative?
#include "Discover/Reachability.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

Function *functionBehind(Value *V) {
  V = V->stripPointerCastsAndAliases();
  return dyn_cast<Function>(V);
}

bool isMarker(const Function &F) {
  return StringSwitch<bool>(F.getName())
#define AUTODIFF_MARKER(enumerator, symbol) .Case(#symbol, true)
#include "autodiff/detail/markers.def"
      .Default(false);
}

bool isMarkerCall(const CallBase &Call) {
  const auto *Callee =
      dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  return Callee && isMarker(*Callee);
}

namespace {
class Walk {
public:
  Walk(Reach How, function_ref<bool(const Function &)> StopAt)
      : How(How), StopAt(StopAt) {}

  FunctionSet run(ArrayRef<Function *> Roots) {
    Reached.insert(Roots.begin(), Roots.end());
    for (size_t Next = 0; Next < Reached.size(); ++Next) {
      Function *F = Reached[Next];
      if (StopAt && StopAt(*F))
        continue;
      for (Instruction &I : instructions(*F))
        visit(I);
    }
    return std::move(Reached);
  }

private:
  void visit(Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (How == Reach::Calls) {
      if (Call)
        visitCallOnly(*Call);
      return;
    }
    for (Value *Operand : I.operands())
      if (auto *C = dyn_cast<Constant>(Operand))
        visit(C);
    if (How == Reach::Everything && Call && Call->isIndirectCall())
      visitIndirect(*Call);
  }

  void visitCallOnly(CallBase &Call) {
    if (Function *Callee = functionBehind(Call.getCalledOperand()))
      Reached.insert(Callee);
    if (!isMarkerCall(Call))
      return;
    for (Value *Argument : Call.args())
      if (Function *Trampoline = functionBehind(Argument))
        Reached.insert(Trampoline);
  }

  /// Looks for functions in a constant; an explicit stack, because tables of
  /// pointers nest.
  void visit(Constant *Root) {
    SmallVector<Constant *> Stack{Root};
    while (!Stack.empty()) {
      Constant *C = Stack.pop_back_val();
      if (isa<ConstantData>(C) || !Seen.insert(C).second)
        continue;
      if (auto *F = dyn_cast<Function>(C)) {
        Reached.insert(F);
        continue;
      }
      if (isa<GlobalVariable>(C) && How != Reach::Everything)
        continue;
      for (Value *Operand : C->operands())
        if (auto *Inner = dyn_cast<Constant>(Operand))
          Stack.push_back(Inner);
    }
  }

  /// A call through a pointer may reach what has its type and its address
  /// taken.
  void visitIndirect(CallBase &Call) {
    if (!Types.insert(Call.getFunctionType()).second)
      return;
    for (Function &F : *Call.getModule())
      if (F.getFunctionType() == Call.getFunctionType() && !F.isIntrinsic() &&
          F.hasAddressTaken())
        Reached.insert(&F);
  }

  const Reach How;
  function_ref<bool(const Function &)> StopAt;
  FunctionSet Reached;
  SmallPtrSet<Constant *, 32> Seen;
  SmallPtrSet<FunctionType *, 4> Types;
};
} // namespace

FunctionSet reachableFrom(ArrayRef<Function *> Roots, Reach How,
                          function_ref<bool(const Function &)> StopAt) {
  return Walk(How, StopAt).run(Roots);
}

} // namespace autodiff
