// FloatEnvironment.h - How is code differentiated that says it may run under
// another rounding mode?
//
// -ffp-model=strict and #pragma STDC FENV_ACCESS make constrained intrinsics of
// all floating-point operations. A differentiated function does not change the
// environment (Differentiability refuses that), so that its copy runs under one
// environment throughout: ordinary operations round there as the constrained
// ones do.
#ifndef AUTODIFF_PREPARE_FLOATENVIRONMENT_H
#define AUTODIFF_PREPARE_FLOATENVIRONMENT_H

namespace llvm {
class Function;
} // namespace llvm

namespace autodiff {

class RequestErrors;

/// Makes ordinary operations of the constrained ones of F. Those that are to
/// run in a rounding mode of their own are an error, and so are exception flags
/// read where each operation is to set them.
void relaxFloatEnvironment(llvm::Function &F, RequestErrors &Errors);

} // namespace autodiff

#endif
