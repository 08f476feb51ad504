// AccessTypes.h - What does a single access say about the bytes it touches?
//
// Reads type-based alias tags (scalar, struct-path and !tbaa.struct) as clang
// writes them for C and C++.
#ifndef AUTODIFF_TYPES_ACCESSTYPES_H
#define AUTODIFF_TYPES_ACCESSTYPES_H

#include "Support/TypedBytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Type.h"

namespace llvm {
class DataLayout;
class Instruction;
class MDNode;
} // namespace llvm

namespace autodiff {

/// From the type of a load or store, or its alias tag.
AccessKind accessKind(const llvm::Instruction &Access);

/// What the parts of a load or store of an integer are seen to be, by what is
/// computed with them, whatever its tag says.
llvm::SmallVector<TypedBytes, 4> lanesBehind(const llvm::Instruction &Access,
                                             const llvm::DataLayout &DL);

bool hasFloat(llvm::ArrayRef<TypedBytes> Parts);

/// The bytes of a scalar alias tag's final type; Unknown if it says nothing
/// (char, a type of another language).
TypedBytes tagBytes(const llvm::MDNode *Tag, llvm::LLVMContext &Context);

/// The field that a struct-path tag names lies in a struct: calls Visit for
/// each of its fields, at its offset from the access. Of an array the tag tells
/// the first element.
void forEachFieldBeside(const llvm::Instruction &Access,
                        const llvm::DataLayout &DL,
                        llvm::function_ref<void(const TypedBytes &)> Visit);

/// Calls Visit for each field that !tbaa.struct of a copy names.
void forEachTaggedField(const llvm::Instruction &Copy,
                        llvm::function_ref<void(const TypedBytes &)> Visit);

} // namespace autodiff

#endif
