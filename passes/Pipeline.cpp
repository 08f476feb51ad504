#include "Pipeline.h"
#include "Activity/Differentiability.h"
#include "Cleanup/Cleanup.h"
#include "Discover/EarlyMarks.h"
#include "Discover/MarkerDiscovery.h"
#include "Generate/ForwardGenerator.h"
#include "Generate/ReverseDerivative.h"
#include "Plan/PlanVerifier.h"
#include "Prepare/MathCalls.h"
#include "Rules/ComplexRules.h"
#include "Types/NumberBits.h"
#include "Types/Retype.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace autodiff {

namespace {

/// One request on its way through the stages.
class Resolution {
public:
  Resolution(const Request &R, const Options &Opts, Stage Last,
             FunctionAnalysisManager &FAM)
      : R(R), Opts(Opts), Last(Last), FAM(FAM), Errors(R) {}
  void run();

private:
  std::vector<PlannedFunction> plan(const UnitFacts &Facts);
  void print(const UnitFacts &Facts, ArrayRef<PlannedFunction> Planned);
  void remark(ArrayRef<PlannedFunction> Planned);

  const Request &R;
  const Options &Opts;
  Stage Last;
  FunctionAnalysisManager &FAM;
  RequestErrors Errors;
};

} // namespace

std::vector<PlannedFunction> Resolution::plan(const UnitFacts &Facts) {
  std::vector<PlannedFunction> Planned;
  for (PreparedFunction &P : Facts.Unit.functions()) {
    LoopInfo &LI = FAM.getResult<LoopAnalysis>(*P.Body);
    DominatorTree &DT = FAM.getResult<DominatorTreeAnalysis>(*P.Body);
    ReverseShape Shape(P, Facts, LI, DT);
    CachePlan Caches = planCaches(P, Facts, Shape, !Planned.empty(), FAM);
    Planned.push_back({&P, std::move(Shape), std::move(Caches)});
  }
  return Planned;
}

void Resolution::print(const UnitFacts &Facts,
                       ArrayRef<PlannedFunction> Planned) {
  raw_ostream &OS = errs();
  OS << "derivative of " << R.TargetName << ":\n";
  switch (Last) {
  case Stage::Prepare:
    for (PreparedFunction &P : Facts.Unit.functions())
      P.Body->print(OS);
    return;
  case Stage::Types:
    return Facts.Types.print(OS);
  case Stage::Activity:
    return Facts.Activity.print(OS, Facts.Unit);
  case Stage::Plan:
    for (const PlannedFunction &F : Planned) {
      OS << "plan of " << F.P->Body->getName() << ":\n";
      F.Plan.print(OS, F.P->Body->getParent()->getDataLayout());
    }
    return;
  case Stage::Verify:
    for (const PlannedFunction &F : Planned)
      OS << "plan of " << F.P->Body->getName() << ": "
         << (verifyPlan(*F.P, Facts, F.Shape, F.Plan, FAM, &OS) ? "complete\n"
                                                                : "broken\n");
    return;
  case Stage::All:
    return;
  }
}

void Resolution::run() {
  std::unique_ptr<PreparedUnit> Unit = prepare(R, FAM, Errors);
  if (!Unit)
    return removeMarker(*R.Marker);
  retypeAccesses(*Unit);
  linearizeNumberBits(*Unit);
  if (!shapeUnit(*Unit, Errors))
    return removeMarker(*R.Marker);
  MemoryClasses Classes(*Unit);
  TypeInfo Types(*Unit, Classes);
  ActivityInfo Activity(*Unit, Classes, Types, R.ActiveSlots);
  UnitFacts Facts{*Unit, Classes, Types, Activity};
  // What is known so far can be looked at also where it is refused.
  bool Early =
      Last == Stage::Prepare || Last == Stage::Types || Last == Stage::Activity;
  if (Early)
    print(Facts, {});
  if (!checkDifferentiability(*Unit, Types, Activity, Errors) || Early)
    return removeMarker(*R.Marker);

  std::vector<PlannedFunction> Planned;
  if (R.DerivativeMode == Mode::Reverse)
    Planned = plan(Facts);
  if (Last != Stage::All) {
    print(Facts, Planned);
    return removeMarker(*R.Marker);
  }
  SmallVector<Function *, 4> Parts =
      R.DerivativeMode == Mode::Reverse
          ? generateReverse(Planned, Facts, FAM, Opts.Kinks,
                            *R.Marker->getFunction())
          : generateForward(Facts, Opts.Kinks);
  for (Function *Part : Parts)
    lowerNumberBits(*Part);
  if (Opts.Print)
    for (Function *Part : Parts)
      Part->print(errs());
  remark(Planned);
  installDerivative(R, Parts, FAM);
}

/// Says what the derivative costs (-Rpass=autodiff).
void Resolution::remark(ArrayRef<PlannedFunction> Planned) {
  const DataLayout &DL = R.Marker->getModule()->getDataLayout();
  unsigned Kept = 0, Recomputed = 0, Reread = 0;
  uint64_t BytesPerIteration = 0;
  for (const PlannedFunction &F : Planned) {
    for (auto &[N, D] : F.Plan.Decisions) {
      Kept += D.How == Storage::Keep;
      Recomputed += D.How == Storage::Recompute;
      Reread += D.How == Storage::Reread;
    }
    for (const LoopCache &Cache : F.Plan.Loops)
      for (const Needed &N : Cache.Values)
        BytesPerIteration += DL.getTypeAllocSize(storedType(N));
  }
  OptimizationRemarkEmitter Emitter(R.Marker->getFunction());
  OptimizationRemark Remark("autodiff", "Derivative", R.Marker);
  Remark << "differentiated '" << ore::NV("Function", R.TargetName) << "'";
  if (R.DerivativeMode == Mode::Reverse)
    Remark << " (kept " << ore::NV("Kept", Kept) << " values, "
           << ore::NV("Bytes", unsigned(BytesPerIteration))
           << " bytes per iteration; re-read " << ore::NV("Reread", Reread)
           << ", recomputed " << ore::NV("Recomputed", Recomputed) << ")";
  else
    Remark << " in forward mode";
  Emitter.emit(Remark);
}

PreservedAnalyses AutodiffPass::run(Module &M, ModuleAnalysisManager &MAM) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Changed = hasMarkers(M);
  // What is simplified meanwhile may copy markers.
  for (bool More = true; More;) {
    More = false;
    Discovery Requests(M);
    while (std::optional<Request> R = Requests.next()) {
      Resolution(*R, Opts, Last, FAM).run();
      More = true;
    }
  }
  for (CallBase *Marker : refusedMarkers(M))
    removeMarker(*Marker);
  removeComplexDeclarations(M);
  removeMathHelpers(M);
  Changed |= removeEarlyMarks(M);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace autodiff
