// CachePlan.h - How does the reverse sweep get each primal value it reads?
//
// Re-read it from memory that nobody overwrites, recompute it from values that
// are there, or keep it. Pure data: made before any derivative code exists,
// printed by print<ad-plan>, checked by verify<ad-plan>, and followed to the
// letter by the generators. Values of a loop are kept in arrays indexed by the
// iteration, one block of memory per loop; values outside loops in the frame
// (SSA values of a combined derivative, the tape of a split one).
#ifndef AUTODIFF_PLAN_CACHEPLAN_H
#define AUTODIFF_PLAN_CACHEPLAN_H

#include "Plan/ReverseShape.h"
#include "llvm/ADT/MapVector.h"

namespace llvm {
class BatchAAResults;
} // namespace llvm

namespace autodiff {

enum class Storage {
  Free,      ///< a constant, an argument, a static alloca, a loop counter
  Reread,    ///< a load whose memory still holds the value
  Recompute, ///< from its operands
  Keep       ///< stored in the primal sweep
};

struct Decision {
  Storage How;
  const char *Why;
};

/// The memory of the values kept in one loop.
struct LoopCache {
  /// Where room is made for them.
  enum class Reserve {
    AtNestEntry,  ///< once, in the preheader of Nest, for all iterations below
                  ///< it
    AtEntry,      ///< at each entry of the loop, for all its iterations
    EachIteration ///< by chunks: the trip count is not known on entry
  };
  const llvm::Loop *Loop = nullptr;
  llvm::SmallVector<Needed, 4> Values;
  Reserve Room = Reserve::EachIteration;
  const llvm::Loop *Nest = nullptr; ///< for AtNestEntry: the outermost loop
  bool EnteredOnce = false;         ///< at most once in a run of the derivative
};

class CachePlan {
public:
  llvm::MapVector<Needed, Decision> Decisions;
  llvm::SmallVector<Needed, 8> Frame; ///< kept outside loops
  /// Too many for variables, whose liveness across all blocks and registers
  /// would be the optimiser's to find.
  bool FrameInMemory = false;
  llvm::SmallVector<LoopCache, 4> Loops;
  bool Split = false; ///< the reverse is a function of its own

  const Decision *find(const Needed &N) const {
    auto It = Decisions.find(N);
    return It == Decisions.end() ? nullptr : &It->second;
  }
  void print(llvm::raw_ostream &OS, const llvm::DataLayout &DL) const;
};

/// The type in which a kept value is stored.
llvm::Type *storedType(const Needed &N);
/// The innermost loop in which a value is defined, or null.
const llvm::Loop *scopeOf(const Needed &N, const llvm::LoopInfo &LI);
/// The branch in whose order the two predecessors of B are taken (true first if
/// Inverted is false), or null if a branch does not decide.
const llvm::BranchInst *decidingBranch(const llvm::BasicBlock *B,
                                       const ReverseShape &Shape,
                                       const llvm::DominatorTree &DT,
                                       bool &Inverted);
/// What recomputing N reads; nothing if N cannot be recomputed at all.
std::optional<llvm::SmallVector<Needed, 4>>
recomputationNeeds(const Needed &N, const UnitFacts &Facts,
                   const PreparedFunction &P, const ReverseShape &Shape,
                   const llvm::DominatorTree &DT);

/// Plans one function of the unit. Split: reverse is a function of its own.
CachePlan planCaches(const PreparedFunction &P, const UnitFacts &Facts,
                     const ReverseShape &Shape, bool Split,
                     llvm::FunctionAnalysisManager &FAM);

} // namespace autodiff

#endif
