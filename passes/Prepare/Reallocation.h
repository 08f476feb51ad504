// Reallocation.h - What does a block that grows consist of?
//
// Writes calls that allocate, move and release memory at once in terms of the
// plain ones, of which the later stages know what each means to a shadow:
//
//   realloc(p, n)            malloc, copy of the smaller size, free
//   reallocarray(p, n, m)    the same, with a check of n * m
//   posix_memalign(&p, a, n) memalign, store
//
// The size of the old block is asked of the allocator (malloc_usable_size).
#ifndef AUTODIFF_PREPARE_REALLOCATION_H
#define AUTODIFF_PREPARE_REALLOCATION_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace autodiff {

inline constexpr llvm::StringLiteral BlockSizeFunction = "malloc_usable_size";

/// Rewrites the calls in F.
void expandReallocations(llvm::Function &F);

} // namespace autodiff

#endif
