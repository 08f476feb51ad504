// TypeAnalysis.h - Which bytes of memory are float, pointer or integer?
//
// Collects what every access, alias tag, address computation and allocation of
// the unit says about the memory class it touches, by byte offset. Offsets are
// those from the underlying object; a variable index counts by its stride.
// Invalidated with MemoryClasses.
#ifndef AUTODIFF_TYPES_TYPEANALYSIS_H
#define AUTODIFF_TYPES_TYPEANALYSIS_H

#include "Types/AccessTypes.h"
#include "Types/MemoryClasses.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/PassManager.h"
#include <optional>

namespace autodiff {

/// What a region of memory holds.
struct RegionTypes {
  enum class Form {
    NoFloats, ///< pointers and integers only
    Floats,   ///< an array of one floating-point type
    Mixed,    ///< the parts listed, from the region's start
    Unknown   ///< nobody knows
  };
  Form Layout = Form::Unknown;
  llvm::Type *Float = nullptr;            ///< for Floats
  llvm::SmallVector<TypedBytes, 4> Parts; ///< for Mixed
  /// For Mixed of unknown size: the parts repeat at this distance; else 0.
  uint64_t Period = 0;
};

class TypeInfo {
public:
  TypeInfo(PreparedUnit &Unit, const MemoryClasses &Classes);

  /// What Size bytes (or an unknown number of them) from Pointer on hold. Copy
  /// is the instruction that moves them: its own tags count first.
  RegionTypes region(const llvm::Value *Pointer, std::optional<uint64_t> Size,
                     const llvm::Instruction &Copy) const;

  /// Integers of the memory behind Pointer, declared as such, may be the bits
  /// of numbers.
  bool holdsPunned(const llvm::Value *Pointer) const;

  /// What the bytes of a load or store of integers are.
  AccessKind integerKind(const llvm::Instruction &Access) const;

  void print(llvm::raw_ostream &OS) const;

private:
  /// Bytes at Offset + k * Stride; Stride 0 means at Offset only, 1 anywhere.
  struct Fact {
    TypedBytes Bytes;
    int64_t Stride;
    bool Declared; ///< by a type or tag, not found from what is done with it
    /// Behind the addresses that tell it; others of the class may be of another
    /// type.
    llvm::SmallPtrSet<const llvm::Value *, 2> Objects;
  };
  /// Stride is not 0 for an array of these bytes. True if the fact is new.
  bool addFact(const llvm::Value *Pointer, TypedBytes Bytes,
               bool Declared = true, int64_t Stride = 0);
  void addType(const llvm::Value *Pointer, llvm::Type *Ty);
  void visit(const llvm::Instruction &I);
  void findBounds(PreparedUnit &Unit);
  static bool isPunned(const Fact &F, llvm::ArrayRef<Fact> Known);
  void findPunned();
  llvm::ArrayRef<Fact> factsOf(const llvm::Value *Pointer) const;
  bool isNumberAt(const llvm::Value *Pointer, int64_t Offset,
                  uint64_t Size) const;
  bool carryOver(const llvm::Instruction &Copy, std::optional<uint64_t> Size,
                 const llvm::Value *From, const llvm::Value *To);
  static TypedBytes bytesAt(llvm::ArrayRef<Fact> Known,
                            const llvm::Value *Object, int64_t Offset,
                            uint64_t Room, bool &Conflict);
  static bool mayHideNumber(llvm::ArrayRef<Fact> Known,
                            const llvm::Value *Object, int64_t Offset,
                            const llvm::BitVector &Covered);
  static bool fitsStride(llvm::ArrayRef<Fact> Known, int64_t Stride);
  RegionTypes repeating(llvm::ArrayRef<Fact> Known, const llvm::Value *Object,
                        int64_t Offset, int64_t Stride) const;
  RegionTypes mixed(llvm::ArrayRef<Fact> Own, llvm::ArrayRef<Fact> Known,
                    const llvm::Value *Object, int64_t Offset,
                    const llvm::BitVector &Padding) const;

  void addPunned(RegionTypes &Region, const llvm::Value *Pointer,
                 const llvm::Value *Object) const;

  /// Of a length: its greatest value and what it is a multiple of.
  struct Bound {
    uint64_t Most;
    unsigned TrailingZeros;
  };

  const llvm::DataLayout &DL;
  const MemoryClasses &Classes;
  StructTypes Structs;
  llvm::DenseMap<const llvm::Instruction *, Bound> Bounds;
  llvm::MapVector<MemoryClasses::Id, llvm::SmallVector<Fact, 8>> Facts;
};

} // namespace autodiff

#endif
