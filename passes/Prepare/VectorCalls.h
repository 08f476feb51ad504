// VectorCalls.h - What do the vector intrinsics of a target compute?
//
// Writes those of x86 that clang does not write in plain IR itself (minimum and
// maximum, horizontal sums, blends, rounding, comparisons, conversions), and
// reductions of vectors, as comparisons, selects, shuffles and arithmetic of
// the same results, bit for bit.
#ifndef AUTODIFF_PREPARE_VECTORCALLS_H
#define AUTODIFF_PREPARE_VECTORCALLS_H

namespace llvm {
class Function;
} // namespace llvm

namespace autodiff {

/// Rewrites the calls in F.
void expandVectorCalls(llvm::Function &F);

} // namespace autodiff

#endif
