// NumberTags.h - Where does the source say that memory holds a number?
//
// The optimiser turns loads and stores of numbers into those of integers where
// it sees only their bits used; an alias tag survives that. Without the front
// end's own tags (-O0, -fno-strict-aliasing) each access to a number gets one,
// under a root of its own, so that it names the type and tells nothing apart.
#ifndef AUTODIFF_DISCOVER_NUMBERTAGS_H
#define AUTODIFF_DISCOVER_NUMBERTAGS_H

namespace llvm {
class Module;
} // namespace llvm

namespace autodiff {

void addNumberTags(llvm::Module &M);
/// Removes what addNumberTags added; true if there was any.
bool removeNumberTags(llvm::Module &M);

} // namespace autodiff

#endif
