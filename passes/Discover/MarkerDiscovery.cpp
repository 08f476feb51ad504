// MarkerDiscovery.cpp - Which derivatives does a module ask for?
#include "Discover/MarkerDiscovery.h"
#include "Discover/MarkerReader.h"
#include "Discover/Reachability.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace autodiff {

/// The contract's marker functions that M declares.
static SmallVector<Function *> markerFunctions(const Module &M) {
  SmallVector<Function *> Markers;
#define AUTODIFF_MARKER(enumerator, symbol)                                    \
  if (Function *Marker = M.getFunction(#symbol))                               \
    Markers.push_back(Marker);
#include "autodiff/detail/markers.def"
  return Markers;
}

bool hasMarkers(const Module &M) {
  return any_of(markerFunctions(M),
                [](const Function *Marker) { return !Marker->use_empty(); });
}

/// The marker calls of M in module order.
static std::vector<CallBase *> markerCalls(Module &M) {
  SmallPtrSet<Function *, 8> Callers;
  for (Function *Marker : markerFunctions(M))
    for (User *U : Marker->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Callers.insert(Call->getFunction());
  std::vector<CallBase *> Calls;
  for (Function &F : M) {
    if (!Callers.contains(&F))
      continue;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (isMarkerCall(*Call))
          Calls.push_back(Call);
  }
  return Calls;
}

/// Stays with a marker that was reported, and with copies of it.
static constexpr StringLiteral RefusedName = "autodiff.refused";

Discovery::Discovery(Module &M) {
  SmallVector<CallBase *> Lost;
  for (CallBase *Call : markerCalls(M)) {
    std::optional<Request> R;
    if (!Call->hasMetadata(RefusedName) && (R = readMarker(*Call)))
      Pending.push_back({std::move(*R), Call, {}});
    else
      refuse(*Call, Lost);
  }
  refuseRecursive(Lost);
  if (Pending.size() + Lost.size() > 1)
    for (Waiting &W : Pending)
      W.Reached = reachableFrom(W.R.Trampoline, Reach::Operands);
  refuseUnresolvable(Lost);
}

std::optional<Request> Discovery::next() {
  // What was simplified since may have lost markers.
  erase_if(Pending, [](const Waiting &W) { return !W.Alive; });
  if (Pending.empty())
    return std::nullopt;
  auto Next = find_if(Pending, [&](const Waiting &Outer) {
    return none_of(Pending, [&](const Waiting &Inner) {
      return Outer.waitsFor(*Inner.R.Marker);
    });
  });
  // What is left of cycles was only named, not called: module order.
  if (Next == Pending.end())
    Next = Pending.begin();
  Request Result = std::move(Next->R);
  Pending.erase(Next);
  return Result;
}

bool Discovery::Waiting::waitsFor(CallBase &Inner) const {
  return R.Marker != &Inner && Reached.contains(Inner.getFunction());
}

void Discovery::refuse(CallBase &Call, SmallVectorImpl<CallBase *> &Lost) {
  Call.setMetadata(RefusedName, MDNode::get(Call.getContext(), {}));
  Lost.push_back(&Call);
}

/// A derivative of a function that takes this very derivative is infinite.
void Discovery::refuseRecursive(SmallVectorImpl<CallBase *> &Lost) {
  erase_if(Pending, [&](Waiting &W) {
    CallBase &Call = *W.R.Marker;
    if (!reachableFrom(W.R.Trampoline, Reach::Calls)
             .contains(Call.getFunction()))
      return false;
    refuseMarker(Call, "derivative requested inside its own differentiated "
                       "function");
    refuse(Call, Lost);
    return true;
  });
}

/// Where an inner derivative was refused there is no outer one; the inner one
/// has been reported.
void Discovery::refuseUnresolvable(SmallVectorImpl<CallBase *> &Lost) {
  for (size_t Before = ~size_t(0); Before != Pending.size();) {
    Before = Pending.size();
    erase_if(Pending, [&](Waiting &W) {
      bool IsLost =
          any_of(Lost, [&](CallBase *Inner) { return W.waitsFor(*Inner); });
      if (IsLost)
        refuse(*W.R.Marker, Lost);
      return IsLost;
    });
  }
}

std::vector<CallBase *> refusedMarkers(Module &M) {
  std::vector<CallBase *> Calls = markerCalls(M);
  erase_if(Calls, [](const CallBase *Call) {
    return !Call->hasMetadata(RefusedName);
  });
  return Calls;
}

//===--- print<ad-requests> -----------------------------------------------===//

static StringRef nameOf(Mode M) {
  switch (M) {
  case Mode::Forward:
    return "forward";
  case Mode::Reverse:
    return "reverse";
  }
  llvm_unreachable("unknown mode");
}

static void print(raw_ostream &OS, const Request &R) {
  OS << nameOf(R.DerivativeMode) << " derivative of '" << R.TargetName
     << "' through @" << R.Trampoline->getName() << "\n";
  OS << "  slots:";
  for (bool IsActive : R.ActiveSlots)
    OS << (IsActive ? " active" : " inactive");
  OS << "\n  requested in @" << R.Marker->getFunction()->getName();
  if (R.Where.isKnown())
    OS << " at " << R.Where.File << ":" << R.Where.Line << ":"
       << R.Where.Column;
  OS << "\n";
}

PreservedAnalyses RequestPrinterPass::run(Module &M, ModuleAnalysisManager &) {
  Discovery Requests(M);
  while (std::optional<Request> R = Requests.next())
    print(OS, *R);
  return PreservedAnalyses::all();
}

} // namespace autodiff
