// Runtime.h - Where does the memory of one gradient call come from?
//
// One arena per gradient call, a local variable of the combined derivative,
// passed to split ones: caches and tapes are bumped off its chunks, and memory
// that the primal gives back while its content or its shadow is still needed is
// noted in it. Releasing the arena ends all of it, on return and on unwinding.
// The functions are plain IR, internal to each module, so that no library is
// needed and the optimiser sees through them.
#ifndef AUTODIFF_GENERATE_RUNTIME_H
#define AUTODIFF_GENERATE_RUNTIME_H

#include "llvm/IR/IRBuilder.h"

namespace autodiff::runtime {

/// Size and alignment of the arena variable, in bytes.
inline constexpr unsigned ArenaBytes = 48;

/// ptr alloc(arena, bytes): 16-byte aligned, not zeroed.
llvm::Value *emitAlloc(llvm::IRBuilderBase &B, llvm::Value *Arena,
                       llvm::Value *Bytes, const llvm::Twine &Name = "");
/// Notes the call Free (a deallocation of its first argument) to be made, on
/// Pointer, when the arena is released.
void emitDefer(llvm::IRBuilderBase &B, llvm::Value *Arena, llvm::CallBase &Free,
               llvm::Value *Pointer);
void emitRelease(llvm::IRBuilderBase &B, llvm::Value *Arena);
/// Defines the functions that M has come to use.
void define(llvm::Module &M);

} // namespace autodiff::runtime

#endif
