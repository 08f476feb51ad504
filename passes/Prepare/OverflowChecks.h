// OverflowChecks.h - What is the result of arithmetic that is checked?
//
// The result of llvm.sadd.with.overflow and its kin becomes the plain operation
// (addresses, loop counters and bits of numbers are read off those); the check
// stays.
#ifndef AUTODIFF_PREPARE_OVERFLOWCHECKS_H
#define AUTODIFF_PREPARE_OVERFLOWCHECKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace autodiff {

/// Rewrites the results in F.
void separateOverflowChecks(llvm::Function &F);

} // namespace autodiff

#endif
