#include "Plan/Overwrites.h"
#include "Activity/CallKind.h"
#include "Prepare/Prepare.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

/// Writers that one load is compared with.
static constexpr unsigned StepLimit = 4096;

Overwrites::Overwrites(const PreparedFunction &P, const UnitFacts &Facts,
                       bool Split, FunctionAnalysisManager &FAM)
    : Facts(Facts), Split(Split), DL(P.Body->getParent()->getDataLayout()),
      Alias(FAM.getResult<AAManager>(*P.Body)),
      LI(FAM.getResult<LoopAnalysis>(*P.Body)),
      DT(FAM.getResult<DominatorTreeAnalysis>(*P.Body)) {
  Alias.enableCrossIterationMode();
  auto Returning = returningBlocks(*P.Body);
  ReversePostOrderTraversal<const Function *> Blocks(P.Body);
  for (const BasicBlock *B : Blocks) {
    if (!Returning.contains(B))
      continue;
    for (const Instruction &I : *B) {
      if (I.mayReadOrWriteMemory())
        Order[&I] = Order.size();
      if (!I.mayWriteToMemory())
        continue;
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        CallKind Kind = callKind(*Call, Facts.Unit);
        // Memory that is given back is released after the reverse sweep.
        if (Kind == CallKind::Free || Kind == CallKind::Allocate ||
            Kind == CallKind::AllocateZeroed || Kind == CallKind::Constant ||
            Kind == CallKind::Rule)
          continue;
      }
      addWriter(I);
    }
  }
}

/// An address in an object that another iteration has as well is not known by
/// its offset.
Overwrites::Place Overwrites::placeOf(const Value *Pointer,
                                      LocationSize Size) const {
  Place Result;
  Result.Object = getUnderlyingObject(Pointer);
  auto *Made = dyn_cast<Instruction>(Result.Object);
  if (!Size.hasValue() || Size.isScalable() ||
      (Made && LI.getLoopFor(Made->getParent())))
    return Result;
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  if (Pointer->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true) != Result.Object)
    return Result;
  Result.Offset = Offset.getSExtValue();
  Result.Size = Size.getValue();
  return Result;
}

void Overwrites::addWriter(const Instruction &Writer) {
  Place Where;
  if (auto *Store = dyn_cast<StoreInst>(&Writer))
    Where =
        placeOf(Store->getPointerOperand(), MemoryLocation::get(Store).Size);
  else if (auto *Fill = dyn_cast<MemIntrinsic>(&Writer))
    Where = placeOf(Fill->getRawDest(), MemoryLocation::getForDest(Fill).Size);
  Group &G = Groups[Where.Object];
  G.All.push_back(&Writer);
  if (!Where.Offset) {
    G.AtUnknown.push_back(&Writer);
    return;
  }
  G.AtOffset[*Where.Offset].push_back(&Writer);
  G.LargestSize = std::max(G.LargestSize, Where.Size);
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

bool Overwrites::areDisjoint(const Value *A, const Value *B) {
  auto [It, New] = Disjoint.try_emplace({A, B}, false);
  if (New)
    It->second = Alias.alias(MemoryLocation::getBeforeOrAfter(A),
                             MemoryLocation::getBeforeOrAfter(B)) ==
                 AliasResult::NoAlias;
  return It->second;
}

bool Overwrites::mayOverwrite(const Instruction &Writer, const LoadInst &Load) {
  return !isElsewhere(Writer, Load.getPointerOperand()) &&
         isModSet(Alias.getModRefInfo(&Writer, MemoryLocation::get(&Load))) &&
         isPotentiallyReachable(&Load, &Writer, nullptr, &DT, &LI);
}

/// Those after the load first: they are the likely ones, and the only ones if
/// the load is in no loop (a path against the reverse post-order starts in
/// one).
bool Overwrites::anyOverwrites(const Writers &List, const LoadInst &Load) {
  unsigned Here = Order.lookup(&Load);
  const auto *Later = partition_point(List, [&](const Instruction *Writer) {
    return Order.lookup(Writer) < Here;
  });
  auto Overwrites = [&](const Instruction *Writer) {
    return Steps == 0 || (--Steps, mayOverwrite(*Writer, Load));
  };
  if (std::any_of(Later, List.end(), Overwrites))
    return true;
  return LI.getLoopFor(Load.getParent()) &&
         std::any_of(List.begin(), Later, Overwrites);
}

bool Overwrites::anyOverwrites(const Value *Object, const Group &G,
                               const LoadInst &Load, const Place &Where) {
  if (Steps == 0)
    return true;
  --Steps;
  if (Object && Object != Where.Object && areDisjoint(Object, Where.Object))
    return false;
  if (Object != Where.Object || !Where.Offset)
    return anyOverwrites(G.All, Load);
  if (anyOverwrites(G.AtUnknown, Load))
    return true;
  for (auto It = G.AtOffset.lower_bound(*Where.Offset - int64_t(G.LargestSize)),
            End = G.AtOffset.lower_bound(*Where.Offset + int64_t(Where.Size));
       It != End; ++It)
    if (anyOverwrites(It->second, Load))
      return true;
  return false;
}

bool Overwrites::mayBeOverwritten(const LoadInst &Load) {
  auto [It, New] = Known.try_emplace(&Load, true);
  if (!New)
    return It->second;
  if (!Load.isSimple() || (Split && !outlivesFunction(Load)))
    return true;
  Steps = StepLimit;
  Place Where =
      placeOf(Load.getPointerOperand(), MemoryLocation::get(&Load).Size);
  for (auto &[Object, G] : Groups)
    if (anyOverwrites(Object, G, Load, Where))
      return true;
  Known[&Load] = false;
  return false;
}

} // namespace autodiff
