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

/// void(slot0, shadow0, slot1, shadow1, ...): the combined derivative of the
/// first planned function, the unit's root. Asker is the function it will be
/// inlined into.
llvm::Function *generateReverse(llvm::ArrayRef<PlannedFunction> Planned,
                                const UnitFacts &Facts,
                                llvm::FunctionAnalysisManager &FAM,
                                KinkMode Kinks, const llvm::Function &Asker);

} // namespace autodiff

#endif
