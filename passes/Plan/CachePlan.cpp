#include "Plan/CachePlan.h"
#include "Activity/CallKind.h"
#include "Plan/Overwrites.h"
#include "Prepare/Prepare.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace autodiff {

/// Operations that one value may cost when it is recomputed.
static constexpr unsigned RecomputeLimit = 24;
/// Operations from the kept values to one that is recomputed by way of others.
static constexpr unsigned ChainLimit = 256;
/// Values and caches of loops that are kept in variables; more lie in memory.
static constexpr unsigned VariableLimit = 512;

Type *storedType(const Needed &N) {
  LLVMContext &Context = N.V->getContext();
  switch (N.What) {
  case Needed::Kind::Primal:
    return N.V->getType()->isIntegerTy(1) ? Type::getInt8Ty(Context)
                                          : N.V->getType();
  case Needed::Kind::Shadow:
    return N.V->getType();
  case Needed::Kind::Edge:
    return Type::getInt16Ty(Context);
  case Needed::Kind::Last:
    return Type::getInt64Ty(Context);
  case Needed::Kind::Tape:
    return PointerType::getUnqual(Context);
  }
  llvm_unreachable("covered switch");
}

const Loop *scopeOf(const Needed &N, const LoopInfo &LI) {
  if (auto *B = dyn_cast<BasicBlock>(N.V))
    return LI.getLoopFor(B);
  if (auto *I = dyn_cast<Instruction>(N.V))
    return LI.getLoopFor(I->getParent());
  return nullptr;
}

const BranchInst *decidingBranch(const BasicBlock *B, const ReverseShape &Shape,
                                 const DominatorTree &DT, bool &Inverted) {
  ArrayRef<const BasicBlock *> Preds = Shape.predecessors(B);
  const auto *Node = DT.getNode(B)->getIDom();
  if (Preds.size() != 2 || !Node)
    return nullptr;
  const BasicBlock *Top = Node->getBlock();
  // In a loop that was left, only its last decision counts, which is not there.
  if (const Loop *L = Shape.loops().getLoopFor(Top); L && !L->contains(B))
    return nullptr;
  auto *Branch = dyn_cast<BranchInst>(Top->getTerminator());
  if (!Branch || !Branch->isConditional() ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return nullptr;
  auto Leads = [&](unsigned Successor, const BasicBlock *Pred) {
    const BasicBlock *To = Branch->getSuccessor(Successor);
    if (Pred == Top)
      return To == B;
    return To != B && DT.dominates(BasicBlockEdge(Top, To), Pred);
  };
  for (bool Swap : {false, true})
    if (Leads(Swap, Preds[0]) && Leads(!Swap, Preds[1])) {
      Inverted = Swap;
      return Branch;
    }
  return nullptr;
}

/// Pure, cheap and always defined where its operands are.
static bool isCheap(const Instruction &I, const UnitFacts &Facts) {
  switch (I.getOpcode()) {
  case Instruction::FDiv:
  case Instruction::FRem:
  case Instruction::Freeze:
  case Instruction::PHI:
    return false;
  case Instruction::Call:
    if (callKind(cast<CallBase>(I), Facts.Unit) == CallKind::Constant)
      return true;
    if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
      switch (Intrinsic->getIntrinsicID()) {
      case Intrinsic::fabs:
      case Intrinsic::fmuladd:
      case Intrinsic::fma:
      case Intrinsic::maxnum:
      case Intrinsic::minnum:
      case Intrinsic::copysign:
      case Intrinsic::smax:
      case Intrinsic::smin:
      case Intrinsic::umax:
      case Intrinsic::umin:
      case Intrinsic::abs:
        return true;
      default:
        return false;
      }
    return false;
  default:
    return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst,
               GetElementPtrInst, ExtractElementInst, InsertElementInst,
               ShuffleVectorInst, ExtractValueInst, InsertValueInst>(I);
  }
}

/// Code that a backend may contract differently when it is emitted again; what
/// is too long to look at may be.
static bool mayRoundDifferently(const Value *V) {
  SmallVector<const Value *, 16> Work{V};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !isa<FPMathOperator>(I) || isa<PHINode, LoadInst>(I) ||
        !Seen.insert(I).second)
      continue;
    auto *Call = dyn_cast<IntrinsicInst>(I);
    if ((Call && Call->getIntrinsicID() == Intrinsic::fmuladd) ||
        I->hasAllowContract() || I->hasAllowReassoc() ||
        Seen.size() > ChainLimit)
      return true;
    append_range(Work, I->operand_values());
  }
  return false;
}

std::optional<SmallVector<Needed, 4>>
recomputationNeeds(const Needed &N, const UnitFacts &Facts,
                   const PreparedFunction &P, const ReverseShape &Shape,
                   const DominatorTree &DT) {
  SmallVector<Needed, 4> Needs;
  switch (N.What) {
  case Needed::Kind::Tape:
    return std::nullopt;
  case Needed::Kind::Last:
    if (Value *Last = P.Shape.lookup(N.Loop->getHeader()).Last) {
      Needs.push_back(Needed::primal(Last));
      return Needs;
    }
    return std::nullopt;
  case Needed::Kind::Edge: {
    bool Inverted;
    auto *B = cast<BasicBlock>(N.V);
    if (const BranchInst *Branch = decidingBranch(B, Shape, DT, Inverted)) {
      Needs.push_back(Needed::primal(Branch->getCondition()));
      return Needs;
    }
    return std::nullopt;
  }
  case Needed::Kind::Primal:
  case Needed::Kind::Shadow:
    break;
  }
  if (N.What == Needed::Kind::Shadow && !Facts.Activity.hasShadow(N.V)) {
    Needs.push_back(Needed::primal(N.V));
    return Needs;
  }
  auto *I = dyn_cast<Instruction>(N.V);
  if (!I)
    return std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    Needs.push_back({N.What, Load->getPointerOperand()});
    return Needs;
  }
  if (!isCheap(*I, Facts) ||
      (isa<FCmpInst>(I) && (mayRoundDifferently(I->getOperand(0)) ||
                            mayRoundDifferently(I->getOperand(1)))))
    return std::nullopt;
  if (isa<CallBase>(I)) {
    for (const Use &Argument : cast<CallBase>(I)->args())
      Needs.push_back(Needed::primal(Argument));
    return Needs;
  }
  for (const Use &Operand : I->operands()) {
    bool Pointer = Operand->getType()->isPtrOrPtrVectorTy();
    Needs.push_back({Pointer ? N.What : Needed::Kind::Primal, Operand});
  }
  return Needs;
}

namespace {

class Planner {
public:
  Planner(const PreparedFunction &P, const UnitFacts &Facts,
          const ReverseShape &Shape, bool Split, FunctionAnalysisManager &FAM)
      : P(P), Facts(Facts), Shape(Shape),
        LI(FAM.getResult<LoopAnalysis>(*P.Body)),
        DT(FAM.getResult<DominatorTreeAnalysis>(*P.Body)),
        Memory(P, Facts, Split, FAM) {
    Plan.Split = Split;
  }
  CachePlan run();

private:
  void collect();
  void want(Needed N) { Wanted.insert(N); }
  std::optional<Decision> free(const Needed &N) const;
  bool isAvailable(const Needed &N, unsigned &Budget, unsigned &Chain);
  unsigned costOf(ArrayRef<Needed> Operands) const;
  void decide(const Needed &N);
  void keep(const Needed &N, const char *Why);
  void placeCaches();
  bool runsInEachIteration(const Loop &Inner, const Loop &Outer) const;
  std::optional<SmallVector<Needed, 4>> operandsOf(const Needed &N) const {
    return recomputationNeeds(N, Facts, P, Shape, DT);
  }

  const PreparedFunction &P;
  const UnitFacts &Facts;
  const ReverseShape &Shape;
  LoopInfo &LI;
  DominatorTree &DT;
  Overwrites Memory;
  SetVector<Needed> Wanted;
  /// Operations that a decision repeats, itself included.
  DenseMap<Needed, unsigned> Cost;
  DenseMap<const Loop *, unsigned> CacheOf;
  CachePlan Plan;
};

} // namespace

/// Definitions first, so that later values can be recomputed from kept ones.
void Planner::collect() {
  ReversePostOrderTraversal<const Function *> Order(P.Body);
  for (const BasicBlock *B : Order) {
    if (!Shape.isReversed(B))
      continue;
    for (const BasicBlock *Pred : Shape.predecessors(B))
      for (const Loop *L : Shape.loopsEntered(B, Pred))
        want(Needed::last(B, L));
    const Loop *L = LI.getLoopFor(B);
    if (Shape.predecessors(B).size() > 1 && !(L && L->getHeader() == B))
      want(Needed::edge(B));
    for (const Instruction &I : *B)
      forEachNeeded(I, Facts, [&](Needed N) { want(N); });
  }
}

std::optional<Decision> Planner::free(const Needed &N) const {
  if (N.What == Needed::Kind::Edge || N.What == Needed::Kind::Last ||
      N.What == Needed::Kind::Tape)
    return std::nullopt;
  if (isa<Constant>(N.V))
    return Decision{Storage::Free, "constant"};
  if (isa<Argument>(N.V) && !Plan.Split)
    return Decision{Storage::Free, "argument"};
  if (auto *Slot = dyn_cast<AllocaInst>(N.V);
      Slot && Slot->isStaticAlloca() && !Plan.Split)
    return Decision{Storage::Free, "local variable"};
  if (auto *Phi = dyn_cast<PHINode>(N.V))
    if (const Loop *L = LI.getLoopFor(Phi->getParent());
        L && P.Shape.lookup(L->getHeader()).Counter == Phi)
      return Decision{Storage::Free, "loop counter"};
  return std::nullopt;
}

/// N can be had without keeping anything more, within a number of operations.
/// Adds to Chain what those that are planned already take.
bool Planner::isAvailable(const Needed &N, unsigned &Budget, unsigned &Chain) {
  if (Plan.find(N) || free(N)) {
    Chain += Cost.lookup(N);
    return Chain <= ChainLimit;
  }
  auto Operands = operandsOf(N);
  if (!Operands || Budget == 0)
    return false;
  --Budget;
  if (auto *Load = dyn_cast<LoadInst>(N.V);
      Load && Memory.mayBeOverwritten(*Load))
    return false;
  return all_of(*Operands, [&](const Needed &Operand) {
    return isAvailable(Operand, Budget, Chain);
  });
}

void Planner::keep(const Needed &N, const char *Why) {
  Plan.Decisions.insert({N, {Storage::Keep, Why}});
  const Loop *L = scopeOf(N, LI);
  if (!L) {
    Plan.Frame.push_back(N);
    return;
  }
  auto [It, New] = CacheOf.try_emplace(L, Plan.Loops.size());
  if (New)
    Plan.Loops.emplace_back().Loop = L;
  Plan.Loops[It->second].Values.push_back(N);
}

unsigned Planner::costOf(ArrayRef<Needed> Operands) const {
  unsigned Sum = 1;
  for (const Needed &Operand : Operands)
    Sum = std::min(Sum + Cost.lookup(Operand), ChainLimit + 1);
  return Sum;
}

void Planner::decide(const Needed &N) {
  if (Plan.find(N))
    return;
  if (auto D = free(N)) {
    Plan.Decisions.insert({N, *D});
    return;
  }
  auto *Load = dyn_cast<LoadInst>(N.V);
  auto Operands = operandsOf(N);
  if (!Operands)
    return keep(N, isa<PHINode>(N.V) ? "merges values" : "not repeatable");
  if (Load && Memory.mayBeOverwritten(*Load))
    return keep(N, Plan.Split ? "memory may change before the reverse"
                              : "memory is overwritten");
  unsigned Budget = RecomputeLimit, Chain = 0;
  bool Address = isa<GetElementPtrInst>(N.V) ||
                 (N.What == Needed::Kind::Shadow && Operands->size() == 1);
  bool Available = isAvailable(N, Budget, Chain);
  bool Long = Budget == 0 || Chain > ChainLimit;
  if (isa<Instruction>(N.V) && costOf(*Operands) > ChainLimit)
    return keep(N, "long to recompute");
  if (!Available && !Address)
    return keep(N, Long ? "long to recompute" : "operands are gone");
  // A value outside loops is kept for nothing in a combined derivative.
  bool Inside = scopeOf(N, LI) || Plan.Split;
  if (!Inside && !Address && isa<Instruction>(N.V))
    return keep(N, "one value");
  for (const Needed &Operand : *Operands)
    decide(Operand);
  Cost[N] = costOf(*Operands);
  Plan.Decisions.insert(
      {N, Load ? Decision{Storage::Reread, "memory is unchanged"}
               : Decision{Storage::Recompute, "cheap"}});
}

bool Planner::runsInEachIteration(const Loop &Inner, const Loop &Outer) const {
  const BasicBlock *Entry = Inner.getLoopPreheader();
  SmallVector<BasicBlock *, 4> Ends;
  Outer.getExitingBlocks(Ends);
  Ends.push_back(Outer.getLoopLatch());
  return all_of(Ends, [&](BasicBlock *B) { return DT.dominates(Entry, B); });
}

/// Room for a loop's values: at the entry of the nest, of the loop, or as it
/// goes.
void Planner::placeCaches() {
  for (LoopCache &Cache : Plan.Loops) {
    auto LastOf = [&](const Loop *L) {
      return P.Shape.lookup(L->getHeader()).Last;
    };
    Cache.EnteredOnce = !Plan.Split && !Cache.Loop->getParentLoop();
    if (!LastOf(Cache.Loop))
      continue;
    Cache.Room = LoopCache::Reserve::AtEntry;
    const Loop *Outermost = Cache.Loop;
    // Outwards while every outer iteration runs the inner loop, whose count
    // does not depend on it.
    for (const Loop *L = Cache.Loop, *Outer = L->getParentLoop();
         Outer && LastOf(Outer) && runsInEachIteration(*L, *Outer);
         L = Outer, Outer = Outer->getParentLoop()) {
      const Instruction *Entry = Outer->getLoopPreheader()->getTerminator();
      bool Invariant = true;
      for (const Loop *Inner = Cache.Loop; Inner != Outer;
           Inner = Inner->getParentLoop()) {
        auto *I = dyn_cast<Instruction>(LastOf(Inner));
        Invariant &= !I || DT.dominates(I, Entry);
      }
      if (!Invariant)
        break;
      Outermost = Outer;
    }
    if (Outermost != Cache.Loop) {
      Cache.Room = LoopCache::Reserve::AtNestEntry;
      Cache.Nest = Outermost;
    }
  }
}

CachePlan Planner::run() {
  collect();
  for (const Needed &N : Wanted)
    decide(N);
  placeCaches();
  Plan.FrameInMemory = Plan.Frame.size() + Plan.Loops.size() > VariableLimit;
  return std::move(Plan);
}

CachePlan planCaches(const PreparedFunction &P, const UnitFacts &Facts,
                     const ReverseShape &Shape, bool Split,
                     FunctionAnalysisManager &FAM) {
  return Planner(P, Facts, Shape, Split, FAM).run();
}

static StringRef storageName(Storage S) {
  switch (S) {
  case Storage::Free:
    return "free";
  case Storage::Reread:
    return "re-read";
  case Storage::Recompute:
    return "recompute";
  case Storage::Keep:
    return "keep";
  }
  llvm_unreachable("covered switch");
}

void CachePlan::print(raw_ostream &OS, const DataLayout &DL) const {
  for (auto &[N, D] : Decisions) {
    if (D.How == Storage::Free)
      continue;
    OS << "  " << storageName(D.How) << ' ';
    N.print(OS);
    OS << " (" << D.Why << ")\n";
  }
  for (const LoopCache &Cache : Loops) {
    uint64_t Bytes = 0;
    for (const Needed &N : Cache.Values)
      Bytes += DL.getTypeAllocSize(storedType(N));
    OS << "  loop ";
    Cache.Loop->getHeader()->printAsOperand(OS, false);
    OS << ": " << Bytes << " bytes an iteration, ";
    switch (Cache.Room) {
    case LoopCache::Reserve::AtNestEntry:
      OS << "reserved at the entry of the nest at ";
      Cache.Nest->getHeader()->printAsOperand(OS, false);
      break;
    case LoopCache::Reserve::AtEntry:
      OS << "reserved at entry";
      break;
    case LoopCache::Reserve::EachIteration:
      OS << "grown by chunks";
      break;
    }
    OS << '\n';
  }
}

} // namespace autodiff
