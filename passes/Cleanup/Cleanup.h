// Cleanup.h - How does a derivative get into the user's code?
//
// Takes the marker's place, is simplified, inlined into the function that asked
// (which is simplified too), and left to the ordinary vectoriser. A function
// compiled without optimisation keeps a call to the optimised derivative.
#ifndef AUTODIFF_CLEANUP_CLEANUP_H
#define AUTODIFF_CLEANUP_CLEANUP_H

#include "Discover/Request.h"
#include "llvm/IR/PassManager.h"

namespace autodiff {

/// Simplifies a generated function like -O2 code.
void simplifyDerivative(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Puts Derivative in the place of the request's marker.
void installDerivative(const Request &R, llvm::Function &Derivative,
                       llvm::FunctionAnalysisManager &FAM);

/// Takes a marker that was refused out of the module (an error was reported).
void removeMarker(llvm::CallBase &Marker);

} // namespace autodiff

#endif
