#include "Plan/Overwrites.h"
#include "Activity/CallKind.h"
#include "Prepare/Prepare.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace autodiff {

Overwrites::Overwrites(const PreparedFunction &P, const UnitFacts &Facts,
                       bool Split, FunctionAnalysisManager &FAM)
    : Facts(Facts), Split(Split), Alias(FAM.getResult<AAManager>(*P.Body)),
      LI(FAM.getResult<LoopAnalysis>(*P.Body)),
      DT(FAM.getResult<DominatorTreeAnalysis>(*P.Body)) {
  Alias.enableCrossIterationMode();
  auto Returning = returningBlocks(*P.Body);
  for (const Instruction &I : instructions(*P.Body)) {
    if (!I.mayWriteToMemory() || !Returning.contains(I.getParent()))
      continue;
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      CallKind Kind = callKind(*Call, Facts.Unit);
      // Memory that is given back is released after the reverse sweep.
      if (Kind == CallKind::Free || Kind == CallKind::Allocate ||
          Kind == CallKind::AllocateZeroed || Kind == CallKind::Constant ||
          Kind == CallKind::Rule)
        continue;
    }
    Writers.push_back(&I);
  }
}

/// In a split derivative the caller goes on before the reverse runs.
bool Overwrites::outlivesFunction(const LoadInst &Load) const {
  const Value *Object = getUnderlyingObject(Load.getPointerOperand());
  auto *Global = dyn_cast<GlobalVariable>(Object);
  return Global && Global->isConstant();
}

/// The writer's memory is of another class than the pointer's, and one of the
/// two is the unit's own. (Two pointers that the unit was given may be the
/// same, whatever their classes.)
bool Overwrites::isElsewhere(const Instruction &Writer,
                             const Value *Pointer) const {
  const Value *To = nullptr;
  if (auto *Store = dyn_cast<StoreInst>(&Writer))
    To = Store->getPointerOperand();
  else if (auto *Fill = dyn_cast<MemIntrinsic>(&Writer))
    To = Fill->getRawDest();
  return To && Facts.Classes.classOf(To) != Facts.Classes.classOf(Pointer) &&
         (Facts.Activity.isOwnMemory(To) ||
          Facts.Activity.isOwnMemory(Pointer));
}

bool Overwrites::mayBeOverwritten(const LoadInst &Load) {
  auto [It, New] = Known.try_emplace(&Load, true);
  if (!New)
    return It->second;
  if (!Load.isSimple() || (Split && !outlivesFunction(Load)))
    return true;
  MemoryLocation Where = MemoryLocation::get(&Load);
  for (const Instruction *Writer : Writers)
    if (!isElsewhere(*Writer, Load.getPointerOperand()) &&
        isModSet(Alias.getModRefInfo(Writer, Where)) &&
        isPotentiallyReachable(&Load, Writer, nullptr, &DT, &LI))
      return true;
  Known[&Load] = false;
  return false;
}

} // namespace autodiff
