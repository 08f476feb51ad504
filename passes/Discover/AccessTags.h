// AccessTags.h - Where does the source say what memory holds?
//
// The optimiser turns loads and stores of numbers into those of integers where
// it sees only their bits used, and forgets the structs that an address went
// through; alias tags survive that. Where the front end gives none (-O0,
// -fno-strict-aliasing), an access to a number gets one, and an access to a
// field gets one that names the fields beside it. They tell nothing apart: each
// field has a root of its own.
#ifndef AUTODIFF_DISCOVER_ACCESSTAGS_H
#define AUTODIFF_DISCOVER_ACCESSTAGS_H

namespace llvm {
class Module;
} // namespace llvm

namespace autodiff {

void addAccessTags(llvm::Module &M);
/// Removes what addAccessTags added; true if there was any.
bool removeAccessTags(llvm::Module &M);

} // namespace autodiff

#endif
