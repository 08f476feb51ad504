// PlaceLookup.h - Where, in what Clang has read, is file:line:column?
#ifndef AUTODIFF_CLANG_PLUGIN_PLACELOOKUP_H
#define AUTODIFF_CLANG_PLUGIN_PLACELOOKUP_H

#include "Support/Diagnostics.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class SourceManager;
}

namespace autodiff {

/// The location that debug information describes by \p Where; invalid if there
/// is none. Lines may be those of #line directives and of preprocessed input.
clang::SourceLocation findPlace(clang::SourceManager &SM,
                                const SourcePlace &Where);

} // namespace autodiff

#endif
