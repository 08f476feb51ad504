// TypedBytes.h - What do the bytes of a type hold?
#ifndef AUTODIFF_SUPPORT_TYPEDBYTES_H
#define AUTODIFF_SUPPORT_TYPEDBYTES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class DataLayout;
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

namespace autodiff {

/// What bytes hold.
enum class AccessKind { Unknown, Float, Pointer, Integer };

/// Bytes of one kind. Float is the type for AccessKind::Float, else null.
struct TypedBytes {
  int64_t Offset = 0;
  uint64_t Size = 0;
  AccessKind Kind = AccessKind::Unknown;
  llvm::Type *Float = nullptr;
  bool IsPadding = false;
  /// Padding at the end of a struct; a class that derives from it may use it.
  bool IsTail = false;
};

/// Calls Visit for each leaf of a type at its offset.
void forEachLeaf(llvm::Type *Ty, const llvm::DataLayout &DL, int64_t Offset,
                 llvm::function_ref<void(const TypedBytes &)> Visit);

/// The leaves of an aggregate in order, padding included as integers of 1, 2 or
/// 4 bytes; a character is an integer, a buffer of them unknown. Empty if there
/// is a union in it, which may hold something else, or too many.
llvm::SmallVector<TypedBytes, 8> paddedLeaves(llvm::Type *Ty,
                                              const llvm::DataLayout &DL);

/// The bits of a part of an integer, as an integer of the part's size; and the
/// part's bits at their place in an integer of type Whole, zeros beside them.
llvm::Value *takePart(llvm::IRBuilderBase &B, llvm::Value *Whole,
                      const TypedBytes &Part);
llvm::Value *placePart(llvm::IRBuilderBase &B, llvm::Value *Bits,
                       llvm::Type *Whole, const TypedBytes &Part);

} // namespace autodiff

#endif
