// LocationTracking.h - How does the pass know the user's lines without -g?
//
// Clang then attaches locations to instructions that it keeps out of the object
// file (as it does for -Rpass). A module without a request drops them before
// the first pass runs, so that its object code is that of plain Clang:
// AddressSanitizer, for one, writes the lines that it finds into the program,
// and -flto writes them into the bitcode.
#ifndef AUTODIFF_CLANG_PLUGIN_LOCATIONTRACKING_H
#define AUTODIFF_CLANG_PLUGIN_LOCATIONTRACKING_H

#include "clang/Basic/CodeGenOptions.h"
#include <memory>

namespace autodiff {

/// Turns locations on in \p Options where they are off, before the module is
/// created. The front end sets what is returned when a function is marked
/// `grad`: a request that the module does not show.
std::shared_ptr<bool> trackLocations(clang::CodeGenOptions &Options);

} // namespace autodiff

#endif
