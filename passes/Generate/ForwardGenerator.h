// ForwardGenerator.h - How does a unit get its forward-mode derivative?
//
// Tangents are computed beside the primal (Griewank & Walther, "Evaluating
// Derivatives", chapter 3.1), in one sweep, in a copy of each function of the
// unit. No plan is needed: everything that a partial reads is at hand.
#ifndef AUTODIFF_GENERATE_FORWARDGENERATOR_H
#define AUTODIFF_GENERATE_FORWARDGENERATOR_H

#include "Plan/NeededValues.h"
#include "Rules/RuleExpr.h"

namespace autodiff {

/// First void(slot0, shadow0, slot1, shadow1, ...), then what it calls: runs
/// the root of the unit and propagates tangents through the shadows.
llvm::SmallVector<llvm::Function *, 4> generateForward(const UnitFacts &Facts,
                                                       KinkMode Kinks);

} // namespace autodiff

#endif
