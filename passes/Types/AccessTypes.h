// AccessTypes.h - What does a single access say about the bytes it touches?
//
// Reads type-based alias tags (scalar, struct-path and !tbaa.struct) as clang
// writes them for C and C++.
#ifndef AUTODIFF_TYPES_ACCESSTYPES_H
#define AUTODIFF_TYPES_ACCESSTYPES_H

#include "Support/TypedBytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Type.h"

namespace llvm {
class DataLayout;
class Instruction;
class MDNode;
class Module;
class Value;
} // namespace llvm

namespace autodiff {

/// From the type of a load or store, or its alias tag.
AccessKind accessKind(const llvm::Instruction &Access);

/// What the parts of a load or store of an integer are seen to be, by what is
/// computed with them, whatever its tag says.
llvm::SmallVector<TypedBytes, 4> lanesBehind(const llvm::Instruction &Access,
                                             const llvm::DataLayout &DL);

/// The same for an integer that comes from memory or a merge, by what is done
/// with it, and for one that goes there, by how it is put together.
llvm::SmallVector<TypedBytes, 4> lanesOfLoaded(const llvm::Value &Bits,
                                               const llvm::DataLayout &DL);
llvm::SmallVector<TypedBytes, 4> lanesOfStored(const llvm::Value &Bits,
                                               const llvm::DataLayout &DL);

/// Parts, in order, with what lies between them up to Size: it is moved along,
/// as an integer. (A character may lie there: nothing is told of those.)
llvm::SmallVector<TypedBytes, 4> withGaps(llvm::ArrayRef<TypedBytes> Parts,
                                          uint64_t Size);

bool hasFloat(llvm::ArrayRef<TypedBytes> Parts);

/// The bytes of a scalar alias tag's final type; Unknown if it says nothing
/// (char, a type of another language).
TypedBytes tagBytes(const llvm::MDNode *Tag, llvm::LLVMContext &Context);

/// What the structs of alias tags are, arrays and padding included, where it
/// was noted (Discover/AccessTags.h).
class StructTypes {
public:
  explicit StructTypes(const llvm::Module &M);
  /// Struct itself if nothing more is known.
  const llvm::MDNode *find(const llvm::MDNode *Struct) const {
    const llvm::MDNode *Own = Known.lookup(Struct);
    return Own ? Own : Struct;
  }

private:
  llvm::DenseMap<const llvm::MDNode *, const llvm::MDNode *> Known;
};

/// The field that a struct-path tag names lies in a struct: calls Visit for
/// each of its fields, at its offset from the access. Of an array the front
/// end's tag tells the first element.
void forEachFieldBeside(const llvm::Instruction &Access,
                        const StructTypes &Structs, const llvm::DataLayout &DL,
                        llvm::function_ref<void(const TypedBytes &)> Visit);

/// Calls Visit for each field that !tbaa.struct of a copy names.
void forEachTaggedField(const llvm::Instruction &Copy,
                        llvm::function_ref<void(const TypedBytes &)> Visit);

} // namespace autodiff

#endif
