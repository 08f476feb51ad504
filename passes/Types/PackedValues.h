// PackedValues.h - Which integers that are merged carry numbers side by side?
//
// The calling convention puts small structs into one integer ({int, float} into
// an i64), and the optimiser lets such integers meet at joins and in loops.
// Merges (phi, select, freeze) of integers into which a number goes, or from
// which one is taken, become merges of the parts.
#ifndef AUTODIFF_TYPES_PACKEDVALUES_H
#define AUTODIFF_TYPES_PACKEDVALUES_H

namespace llvm {
class Function;
} // namespace llvm

namespace autodiff {

/// True if something changed; what is left wants simplification.
bool splitPackedValues(llvm::Function &F);

} // namespace autodiff

#endif
