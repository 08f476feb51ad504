// PlanVerifier.h - Does a plan provide everything the reverse sweep reads?
//
// Walks what the reverse needs once more, independently of how the plan was
// made: every needed value has a decision; what is recomputed has its operands
// provided; what is re-read is not overwritten; what is kept has exactly one
// place, in the scope of its definition; nothing is kept that nobody reads.
#ifndef AUTODIFF_PLAN_PLANVERIFIER_H
#define AUTODIFF_PLAN_PLANVERIFIER_H

#include "Plan/CachePlan.h"
#include "llvm/IR/PassManager.h"

namespace autodiff {

/// True if the plan holds; else says what is wrong on OS, if given.
bool verifyPlan(const PreparedFunction &P, const UnitFacts &Facts,
                const ReverseShape &Shape, const CachePlan &Plan,
                llvm::FunctionAnalysisManager &FAM, llvm::raw_ostream *OS);

} // namespace autodiff

#endif
