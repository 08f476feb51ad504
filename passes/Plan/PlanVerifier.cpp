#include "Plan/PlanVerifier.h"
#include "Plan/Overwrites.h"
#include "Prepare/Prepare.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace autodiff {

namespace {

class Verifier {
public:
  Verifier(const PreparedFunction &P, const UnitFacts &Facts,
           const ReverseShape &Shape, const CachePlan &Plan,
           FunctionAnalysisManager &FAM, raw_ostream *OS)
      : P(P), Facts(Facts), Shape(Shape), Plan(Plan),
        LI(FAM.getResult<LoopAnalysis>(*P.Body)),
        DT(FAM.getResult<DominatorTreeAnalysis>(*P.Body)),
        Memory(P, Facts, Plan.Split, FAM), OS(OS) {}
  bool run();

private:
  void complain(const Needed &N, const char *What);
  void provide(const Needed &N);
  void checkKept(const Needed &N);
  unsigned places(const Needed &N, const Loop *Scope) const;

  const PreparedFunction &P;
  const UnitFacts &Facts;
  const ReverseShape &Shape;
  const CachePlan &Plan;
  LoopInfo &LI;
  DominatorTree &DT;
  Overwrites Memory;
  raw_ostream *OS;
  DenseSet<Needed> Provided;
  bool Holds = true;
};

} // namespace

void Verifier::complain(const Needed &N, const char *What) {
  Holds = false;
  if (!OS)
    return;
  *OS << "plan: ";
  N.print(*OS);
  *OS << ' ' << What << '\n';
}

unsigned Verifier::places(const Needed &N, const Loop *Scope) const {
  if (!Scope)
    return count(Plan.Frame, N);
  unsigned Count = 0;
  for (const LoopCache &Cache : Plan.Loops)
    if (Cache.Loop == Scope)
      Count += count(Cache.Values, N);
  return Count;
}

void Verifier::checkKept(const Needed &N) {
  if (places(N, scopeOf(N, LI)) != 1)
    complain(N, "is read from a store that does not exist");
}

void Verifier::provide(const Needed &N) {
  if (!Provided.insert(N).second)
    return;
  const Decision *D = Plan.find(N);
  if (!D)
    return complain(N, "is needed and not provided");
  auto *Load = dyn_cast<LoadInst>(N.V);
  switch (D->How) {
  case Storage::Free:
    if (isa<Instruction>(N.V) && !isa<AllocaInst, PHINode>(N.V))
      complain(N, "is not free");
    return;
  case Storage::Keep:
    return checkKept(N);
  case Storage::Reread:
    if (!Load || Memory.mayBeOverwritten(*Load))
      complain(N, "is re-read but may be overwritten");
    break;
  case Storage::Recompute:
    if (Load && N.What == Needed::Kind::Primal)
      complain(N, "is a load and not recomputed");
    break;
  }
  auto Operands = recomputationNeeds(N, Facts, P, Shape, DT);
  if (!Operands)
    return complain(N, "cannot be recomputed");
  for (const Needed &Operand : *Operands) {
    const Loop *Inner = scopeOf(N, LI), *Outer = scopeOf(Operand, LI);
    if (N.What != Needed::Kind::Last && Outer &&
        !(Inner && Outer->contains(Inner)))
      complain(N, "is recomputed from a value of a loop that was left");
    provide(Operand);
  }
}

bool Verifier::run() {
  for (const BasicBlock *B : Shape.blocks()) {
    ArrayRef<const BasicBlock *> Preds = Shape.predecessors(B);
    const Loop *L = LI.getLoopFor(B);
    if (Preds.size() > 1 && !(L && L->getHeader() == B))
      provide(Needed::edge(B));
    for (const BasicBlock *Pred : Preds)
      for (const Loop *Entered : Shape.loopsEntered(B, Pred))
        provide(Needed::last(B, Entered));
    for (const Instruction &I : *B)
      forEachNeeded(I, Facts, [&](Needed N) { provide(N); });
  }
  for (const Needed &N : Plan.Frame)
    if (!Provided.contains(N))
      complain(N, "is kept and never read");
  for (const LoopCache &Cache : Plan.Loops)
    for (const Needed &N : Cache.Values)
      if (!Provided.contains(N))
        complain(N, "is kept and never read");
  return Holds;
}

bool verifyPlan(const PreparedFunction &P, const UnitFacts &Facts,
                const ReverseShape &Shape, const CachePlan &Plan,
                FunctionAnalysisManager &FAM, raw_ostream *OS) {
  return Verifier(P, Facts, Shape, Plan, FAM, OS).run();
}

} // namespace autodiff
