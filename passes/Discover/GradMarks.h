// GradMarks.h - Which arguments does grad(x, y) leave out?
#ifndef AUTODIFF_DISCOVER_GRADMARKS_H
#define AUTODIFF_DISCOVER_GRADMARKS_H

#include "Discover/Annotations.h"
#include "Discover/Reachability.h"

namespace autodiff {

/// Where the trampolines (with their plumbing) call the annotated function,
/// holds constant the arguments of the parameters that are not in its list. A
/// function whose parameters cannot be told apart in the IR is reported.
void holdOtherParameters(const Annotations::Grad &Grad,
                         const FunctionSet &Trampolines);

} // namespace autodiff

#endif
