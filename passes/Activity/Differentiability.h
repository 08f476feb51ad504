// Differentiability.h - Is there anything active that no derivative is known
// of?
//
// Every active instruction, every access to active memory and every call is
// checked before a plan is made; what cannot be differentiated is an error at
// the user's line. What passes this check, the generators can emit.
#ifndef AUTODIFF_ACTIVITY_DIFFERENTIABILITY_H
#define AUTODIFF_ACTIVITY_DIFFERENTIABILITY_H

#include "Activity/ActivityAnalysis.h"
#include "Discover/RequestErrors.h"
#include "Prepare/Prepare.h"
#include "Types/TypeAnalysis.h"

namespace autodiff {

/// Reports what cannot be differentiated; true if there is nothing.
bool checkDifferentiability(PreparedUnit &Unit, const TypeInfo &Types,
                            const ActivityInfo &Activity,
                            RequestErrors &Errors);

} // namespace autodiff

#endif
