// MarkerReader.h - What does one marker call ask for?
//
// Checks a marker call and its descriptor against the contract (markers.def).
#ifndef AUTODIFF_DISCOVER_MARKERREADER_H
#define AUTODIFF_DISCOVER_MARKERREADER_H

#include "Discover/Reachability.h"
#include "Discover/Request.h"
#include <optional>

namespace autodiff {

/// The request of a marker call; a malformed one is reported.
std::optional<Request> readMarker(llvm::CallBase &Marker);

/// Reports that a marker call is malformed.
void refuseMarker(const llvm::CallBase &Marker, std::string Detail);

/// The primal's name, as far as it can be told from its trampoline.
std::string targetName(llvm::Function &Trampoline);

/// A trampoline and what only hands its call on: functions of our headers and
/// of the standard library that it calls directly.
FunctionSet plumbingOf(llvm::Function &Trampoline);

} // namespace autodiff

#endif
