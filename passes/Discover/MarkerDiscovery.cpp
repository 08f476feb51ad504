// MarkerDiscovery.cpp - Which derivatives does a module ask for?
#include "Discover/MarkerDiscovery.h"
#include "Discover/MarkerReader.h"
#include "Discover/Reachability.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
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

/// The well-formed requests of a module and who waits for whom.
class Discovery::Worklist {
public:
  /// Reads every marker that is not in Refused; malformed ones are reported and
  /// put there.
  Worklist(Module &M, SetVector<CallBase *> &Refused) : Refused(Refused) {
    for (CallBase *Call : markerCalls(M)) {
      if (Refused.contains(Call))
        Lost.push_back(Call);
      else if (std::optional<Request> R = readMarker(*Call))
        Pending.insert({Call, std::move(*R)}), Alive[Call] = Call;
      else
        refuse(Call);
    }
    refuseRecursive();
    if (Pending.size() + Lost.size() > 1)
      for (auto &[Call, R] : Pending)
        Reached.insert({Call, reachableFrom(R.Trampoline, Reach::Operands)});
    refuseUnresolvable();
  }

  /// The next request whose inner markers have been taken before.
  std::optional<Request> take() {
    // What was simplified since may have lost markers.
    Pending.remove_if([&](auto &Entry) { return !Alive.lookup(Entry.first); });
    if (Pending.empty())
      return std::nullopt;
    auto Next = find_if(Pending, [&](auto &Entry) {
      return none_of(Pending, [&](auto &Inner) {
        return waitsFor(Entry.first, Inner.first);
      });
    });
    // What is left of cycles was only named, not called: module order.
    if (Next == Pending.end())
      Next = Pending.begin();
    Request Result = std::move(Next->second);
    Pending.erase(Next);
    return Result;
  }

private:
  void refuse(CallBase *Call) {
    Refused.insert(Call);
    Lost.push_back(Call);
  }

  bool waitsFor(CallBase *Outer, CallBase *Inner) const {
    auto Found = Reached.find(Outer);
    return Outer != Inner && Found != Reached.end() &&
           Found->second.contains(Inner->getFunction());
  }

  /// A derivative of a function that takes this very derivative is infinite.
  void refuseRecursive() {
    Pending.remove_if([&](auto &Entry) {
      auto &[Call, R] = Entry;
      if (!reachableFrom(R.Trampoline, Reach::Calls)
               .contains(Call->getFunction()))
        return false;
      refuseMarker(*Call, "derivative requested inside its own differentiated "
                          "function");
      refuse(Call);
      return true;
    });
  }

  /// Where an inner derivative was refused there is no outer one; the inner one
  /// has been reported.
  void refuseUnresolvable() {
    bool Changed = true;
    while (Changed) {
      Changed = false;
      Pending.remove_if([&](auto &Entry) {
        bool IsLost = any_of(Lost, [&](CallBase *Inner) {
          return waitsFor(Entry.first, Inner);
        });
        if (IsLost)
          refuse(Entry.first);
        Changed |= IsLost;
        return IsLost;
      });
    }
  }

  SetVector<CallBase *> &Refused;
  SmallVector<CallBase *> Lost; ///< the refused ones that are still in M
  MapVector<CallBase *, Request> Pending;
  DenseMap<CallBase *, WeakVH> Alive;
  DenseMap<CallBase *, FunctionSet> Reached;
};

Discovery::Discovery(Module &M)
    : M(M), Work(std::make_unique<Worklist>(M, Refused)) {}
Discovery::~Discovery() = default;

std::optional<Request> Discovery::next() {
  if (std::optional<Request> R = Work->take())
    return R;
  // What was simplified since may have copied markers.
  Work = std::make_unique<Worklist>(M, Refused);
  return Work->take();
}

std::vector<Request> Discovery::all() {
  std::vector<Request> All;
  while (std::optional<Request> R = Work->take())
    All.push_back(std::move(*R));
  return All;
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
  for (Request &R : Discovery(M).all())
    print(OS, R);
  return PreservedAnalyses::all();
}

} // namespace autodiff
