// AccessTags.h - Where does the source say what memory holds?
//
// The optimiser turns loads and stores of numbers into those of integers where
// it sees only their bits used, and forgets the structs that an address went
// through; alias tags survive that. Where the front end gives none (-O0,
// -fno-strict-aliasing, bit-fields) or one that says nothing (characters), an
// access to a number gets one, and an access to a field gets one that names the
// fields beside it. They tell nothing apart: each field has a root of its own.
#ifndef AUTODIFF_DISCOVER_ACCESSTAGS_H
#define AUTODIFF_DISCOVER_ACCESSTAGS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace autodiff {

/// Named metadata: pairs of a struct type of the front end's alias tags, which
/// know nothing of arrays and padding, and one of our own that may be the same.
inline constexpr llvm::StringLiteral StructTable = "autodiff.structs";

/// Our names of 1, 2 and 4 bytes at the end of a struct.
inline constexpr llvm::StringLiteral TailPadding[] = {
    "autodiff tail 1", "autodiff tail 2", "autodiff tail 4"};

void addAccessTags(llvm::Module &M);
/// Removes what addAccessTags added; true if there was any.
bool removeAccessTags(llvm::Module &M);

} // namespace autodiff

#endif
