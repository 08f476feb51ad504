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

/// Puts a derivative in the place of the request's marker: the first part takes
/// the marker's slots and shadows, the others are what it calls.
void installDerivative(const Request &R, llvm::ArrayRef<llvm::Function *> Parts,
                       llvm::FunctionAnalysisManager &FAM);

/// Takes a marker that was refused out of the module (an error was reported).
void removeMarker(llvm::CallBase &Marker);

} // namespace autodiff

#endif
