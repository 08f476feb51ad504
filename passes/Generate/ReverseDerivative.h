// ReverseDerivative.h - How does a whole unit get its reverse-mode derivative?
//
// The trampoline's derivative is combined: primal sweep, then reverse sweep, in
// one function. A unit function that is called gets two halves, joined by a
// tape in the arena.
#ifndef AUTODIFF_GENERATE_REVERSEDERIVATIVE_H
#define AUTODIFF_GENERATE_REVERSEDERIVATIVE_H

#include "Generate/PrimalSweep.h"
#include "Rules/RuleExpr.h"

namespace autodiff {

/// First void(slot0, shadow0, slot1, shadow1, ...), the combined derivative of
/// the first planned function, the unit's root; then the halves of the others.
/// Asker is the function it will be
/// inlined into.
llvm::SmallVector<llvm::Function *, 4>
generateReverse(llvm::ArrayRef<PlannedFunction> Planned, const UnitFacts &Facts,
                llvm::FunctionAnalysisManager &FAM, KinkMode Kinks,
                const llvm::Function &Asker);

} // namespace autodiff

#endif
