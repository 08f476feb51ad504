#include "Types/TypeAnalysis.h"
#include "Prepare/Place.h"
#include "Prepare/Prepare.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace llvm;

namespace autodiff {

/// Regions that are looked at byte by byte have no more bytes.
static constexpr uint64_t Limit = 4096;

static Place anywhere() { return {0, 1}; }

namespace {
/// Finds the place of an address, through merges of addresses too.
class PlaceFinder {
public:
  explicit PlaceFinder(const DataLayout &DL) : DL(DL) {}
  Place find(const Value *Pointer);

private:
  int64_t stepOf(const Value &Index);
  Place merged(const User &Merge);

  const DataLayout &DL;
  /// Merges that are being looked at: what is known of them so far.
  SmallDenseMap<const User *, std::optional<Place>, 4> Open;
};
} // namespace

/// What an index is a multiple of: i * 24 in units of bytes is a step of 24,
/// the distance of two addresses one of their own steps.
int64_t PlaceFinder::stepOf(const Value &Index) {
  auto *Operation = dyn_cast<Operator>(&Index);
  if (!Operation)
    return 1;
  auto *C = Operation->getNumOperands() == 2
                ? dyn_cast<ConstantInt>(Operation->getOperand(1))
                : nullptr;
  switch (Operation->getOpcode()) {
  case Instruction::Mul:
    return C ? int64_t(C->getValue().abs().getLimitedValue(1 << 20)) : 1;
  case Instruction::Shl:
    return C ? int64_t(1) << C->getLimitedValue(20) : 1;
  case Instruction::Sub: {
    auto *To = dyn_cast<PtrToIntOperator>(Operation->getOperand(0));
    auto *From = dyn_cast<PtrToIntOperator>(Operation->getOperand(1));
    if (!To || !From)
      return 1;
    Place P =
        either(find(To->getPointerOperand()), find(From->getPointerOperand()));
    return P.Stride;
  }
  default:
    return 1;
  }
}

/// Twice: a loop's own step is known when its start is.
Place PlaceFinder::merged(const User &Merge) {
  if (auto It = Open.find(&Merge); It != Open.end())
    return It->second ? *It->second : anywhere();
  if (Open.size() > 8)
    return anywhere();
  Open[&Merge] = std::nullopt;
  for (unsigned Round = 0; Round != 2; ++Round)
    for (const Use &Operand : Merge.operands()) {
      if (!Operand->getType()->isPointerTy() || isa<ConstantData>(Operand))
        continue;
      bool First = !Open[&Merge];
      Place P = find(Operand);
      // A step of a loop whose start is not known yet.
      if (First && P.Stride == 1)
        continue;
      std::optional<Place> &Known = Open[&Merge];
      Known = Known ? either(*Known, P) : P;
    }
  Place Result = Open[&Merge] ? *Open[&Merge] : anywhere();
  Open.erase(&Merge);
  return Result;
}

Place PlaceFinder::find(const Value *Pointer) {
  Place P;
  while (auto *Address = dyn_cast<GEPOperator>(Pointer)) {
    if (!addStep(
            *Address, DL, [&](const Value &Index) { return stepOf(Index); }, P))
      return anywhere();
    Pointer = Address->getPointerOperand();
  }
  if (isa<PHINode, SelectInst>(Pointer)) {
    Place Base = merged(*cast<User>(Pointer));
    return {P.Offset + Base.Offset, std::gcd(P.Stride, Base.Stride)};
  }
  return P;
}

static Place placeOfAddress(const Value *Pointer, const DataLayout &DL) {
  return PlaceFinder(DL).find(Pointer);
}

/// Calls Visit(from, to, size) for each copy that an instruction makes or ends:
/// the store of an integer that was loaded is one too.
static void forEachCopy(
    const Instruction &I,
    function_ref<void(const Value *, const Value *, std::optional<uint64_t>)>
        Visit) {
  if (auto *Copy = dyn_cast<MemTransferInst>(&I)) {
    auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    return Visit(Copy->getRawSource(), Copy->getRawDest(),
                 Length ? std::optional(Length->getZExtValue()) : std::nullopt);
  }
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store || !Store->getValueOperand()->getType()->isIntegerTy())
    return;
  uint64_t Width = Store->getValueOperand()->getType()->getIntegerBitWidth();
  if (Width < 16 || Width % 8)
    return;
  SmallVector<const Value *, 4> Work{Store->getValueOperand()};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty() && Seen.size() < 32) {
    auto *Moved = dyn_cast<Instruction>(Work.pop_back_val());
    if (!Moved || !Seen.insert(Moved).second)
      continue;
    if (auto *Load = dyn_cast<LoadInst>(Moved))
      Visit(Load->getPointerOperand(), Store->getPointerOperand(), Width / 8);
    else if (isa<PHINode, FreezeInst, SelectInst>(Moved))
      append_range(Work, Moved->operand_values());
  }
}

TypeInfo::TypeInfo(PreparedUnit &Unit, const MemoryClasses &Classes)
    : DL(Unit.root().Body->getParent()->getDataLayout()), Classes(Classes),
      Structs(*Unit.root().Body->getParent()) {
  findBounds(Unit);
  for (PreparedFunction &P : Unit.functions())
    for (const Instruction &I : instructions(*P.Body))
      visit(I);
  for (auto [Root, Class] : Classes.roots())
    if (auto *Global = dyn_cast<GlobalVariable>(Root))
      addType(Global, Global->getValueType());
  // Copies of copies: a few rounds.
  for (unsigned Round = 0, More = true; Round != 4 && More; ++Round) {
    More = false;
    for (PreparedFunction &P : Unit.functions())
      for (const Instruction &I : instructions(*P.Body))
        forEachCopy(I, [&](const Value *From, const Value *To,
                           std::optional<uint64_t> Size) {
          More |= carryOver(I, Size, From, To);
          More |= carryOver(I, Size, To, From);
        });
  }
  findPunned();
}

/// The copies and fills whose length is not a constant, but has a bound.
void TypeInfo::findBounds(PreparedUnit &Unit) {
  for (PreparedFunction &P : Unit.functions())
    for (Instruction &I : instructions(*P.Body)) {
      auto *Moves = dyn_cast<MemIntrinsic>(&I);
      if (!Moves || isa<ConstantInt>(Moves->getLength()))
        continue;
      // No object has more bytes than a signed number can count.
      auto &Scalars = Unit.FAM->getResult<ScalarEvolutionAnalysis>(*P.Body);
      APInt Most =
          Scalars.getSignedRangeMax(Scalars.getSCEV(Moves->getLength()));
      KnownBits Bits = computeKnownBits(Moves->getLength(), DL);
      if (Most.isStrictlyPositive() && Most.ule(Limit))
        Bounds[&I] = {Most.getZExtValue(), Bits.countMinTrailingZeros()};
    }
}

/// What is declared a number and an integer at one place is the bits of a
/// number where it is an integer. So is an array of numbers all of whose places
/// are declared integers.
bool TypeInfo::isPunned(const Fact &F, ArrayRef<Fact> Known) {
  bool Integers = false, Numbers = false;
  for (const Fact &G : Known) {
    if (!G.Declared || G.Bytes.Size != F.Bytes.Size)
      continue;
    bool Integer = G.Bytes.Kind == AccessKind::Integer;
    int64_t Distance = G.Bytes.Offset - F.Bytes.Offset;
    if (G.Stride == F.Stride) {
      if (Integer && Distance == 0)
        return true;
    } else if (G.Stride == 0 && F.Stride > 1 && Distance % F.Stride == 0) {
      Integers |= Integer;
      Numbers |= G.Bytes.Kind == AccessKind::Float;
    }
  }
  return Integers && !Numbers;
}

void TypeInfo::findPunned() {
  for (auto &[Class, List] : Facts)
    for (Fact &F : List)
      if (F.Bytes.Kind == AccessKind::Float)
        F.Declared &= !isPunned(F, List);
}

/// Something is seen to be a number there, not only to lie among numbers.
bool TypeInfo::isNumberAt(const Value *Pointer, int64_t Offset,
                          uint64_t Size) const {
  Place P = placeOfAddress(Pointer, DL);
  return any_of(factsOf(Pointer), [&](const Fact &F) {
    int64_t Distance = P.Offset + Offset - F.Bytes.Offset;
    if (F.Bytes.Kind != AccessKind::Float || F.Bytes.Size != Size ||
        F.Stride == 1)
      return false;
    return F.Stride == 0 ? Distance == 0 && P.Stride == 0
                         : Distance % F.Stride == 0 && P.Stride % F.Stride == 0;
  });
}

static bool hasFloatAt(const RegionTypes &Region, int64_t Offset) {
  return any_of(Region.Parts, [&](const TypedBytes &Part) {
    return Part.Kind == AccessKind::Float && Part.Offset == Offset;
  });
}

/// Bytes copied from where numbers are known to be are numbers, whatever is
/// declared where they go: it may be of another object. True if something was
/// added.
bool TypeInfo::carryOver(const Instruction &Copy, std::optional<uint64_t> Size,
                         const Value *From, const Value *To) {
  RegionTypes Target = region(To, Size, Copy);
  if (Target.Layout == RegionTypes::Form::Floats)
    return false;
  bool Mixed = Target.Layout == RegionTypes::Form::Mixed;
  RegionTypes Source = region(From, Size, Copy);
  bool Added = false;
  if (Source.Layout == RegionTypes::Form::Floats) {
    uint64_t Element = DL.getTypeAllocSize(Source.Float).getFixedValue();
    TypedBytes Number{0, Element, AccessKind::Float, Source.Float};
    if (!Mixed)
      return addFact(To, Number, /*Declared=*/false, Element);
    for (; Number.Offset + Element <= Size.value_or(Target.Period);
         Number.Offset += Element)
      if (!hasFloatAt(Target, Number.Offset) &&
          isNumberAt(From, Number.Offset, Element))
        Added |= addFact(To, Number, /*Declared=*/false, Target.Period);
  }
  if (Source.Layout == RegionTypes::Form::Mixed)
    for (const TypedBytes &Part : Source.Parts)
      if (!Mixed ||
          (Part.Kind == AccessKind::Float && !hasFloatAt(Target, Part.Offset)))
        Added |= addFact(To, Part, /*Declared=*/false, Source.Period);
  return Added;
}

bool TypeInfo::holdsPunned(const Value *Pointer) const {
  return any_of(factsOf(Pointer), [](const Fact &F) {
    return F.Bytes.Kind == AccessKind::Float && !F.Declared;
  });
}

/// Nothing is known of memory that is not seen to be accessed.
ArrayRef<TypeInfo::Fact> TypeInfo::factsOf(const Value *Pointer) const {
  MemoryClasses::Id Class = Classes.classOf(Pointer);
  if (Class == MemoryClasses::None)
    return {};
  auto It = Facts.find(Class);
  return It == Facts.end() ? ArrayRef<Fact>() : ArrayRef<Fact>(It->second);
}

bool TypeInfo::addFact(const Value *Pointer, TypedBytes Bytes, bool Declared,
                       int64_t Stride) {
  if (Bytes.Kind == AccessKind::Unknown)
    return false;
  MemoryClasses::Id Class = Classes.classOf(Pointer);
  if (Class == ~0u)
    return false;
  Place P = placeOfAddress(Pointer, DL);
  P.Stride = std::gcd(P.Stride, Stride);
  Bytes.Offset += P.Offset;
  if (P.Stride)
    Bytes.Offset = (Bytes.Offset % P.Stride + P.Stride) % P.Stride;
  Declared &= !Bytes.IsTail;
  auto &List = Facts[Class];
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  for (Fact &F : List) {
    if (F.Bytes.Offset != Bytes.Offset || F.Stride != P.Stride ||
        F.Bytes.Kind != Bytes.Kind || F.Bytes.Float != Bytes.Float)
      continue;
    // An integer that is seen to be one is not declared of the object.
    if (Bytes.Kind == AccessKind::Integer &&
        (F.Bytes.Size != Bytes.Size || F.Declared != Declared))
      continue;
    F.Declared |= Declared;
    F.Objects.insert(Object);
    return false;
  }
  List.push_back({Bytes, P.Stride, Declared, {}});
  List.back().Objects.insert(Object);
  return true;
}

void TypeInfo::addType(const Value *Pointer, Type *Ty) {
  forEachLeaf(Ty, DL, 0,
              [&](const TypedBytes &Bytes) { addFact(Pointer, Bytes); });
  for (const TypedBytes &Bytes : paddedLeaves(Ty, DL))
    if (Bytes.IsPadding)
      addFact(Pointer, Bytes);
}

AccessKind TypeInfo::integerKind(const Instruction &Access) const {
  AccessKind Tagged = accessKind(Access);
  if (hasFloat(lanesBehind(Access, DL)))
    return AccessKind::Float;
  if (Tagged != AccessKind::Unknown &&
      !(Tagged == AccessKind::Integer &&
        holdsPunned(getLoadStorePointerOperand(&Access))))
    return Tagged;
  uint64_t Size =
      DL.getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&Access)))
          .getFixedValue();
  RegionTypes Region =
      region(getLoadStorePointerOperand(&Access), Size, Access);
  switch (Region.Layout) {
  case RegionTypes::Form::NoFloats:
    return AccessKind::Integer;
  case RegionTypes::Form::Floats:
    return AccessKind::Float;
  case RegionTypes::Form::Mixed:
    // What no part covers is padding.
    for (const TypedBytes &Part : Region.Parts)
      if (Part.Kind == AccessKind::Float)
        return AccessKind::Float;
    return AccessKind::Integer;
  case RegionTypes::Form::Unknown:
    return AccessKind::Unknown;
  }
  llvm_unreachable("covered switch");
}

void TypeInfo::visit(const Instruction &I) {
  if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
    Type *Ty = getLoadStoreType(const_cast<Instruction *>(&I));
    forEachFieldBeside(I, Structs, DL, [&](const TypedBytes &Bytes) {
      addFact(Pointer, Bytes);
    });
    if (!Ty->isIntOrIntVectorTy())
      return addType(Pointer, Ty);
    TypedBytes Bytes =
        tagBytes(I.getMetadata(LLVMContext::MD_tbaa), I.getContext());
    Bytes.Size = DL.getTypeStoreSize(Ty).getFixedValue();
    SmallVector<TypedBytes, 4> Lanes = lanesBehind(I, DL);
    // What is seen to be a number is one, whatever the tag says.
    if (Bytes.Kind != AccessKind::Unknown && !hasFloat(Lanes)) {
      addFact(Pointer, Bytes);
      return;
    }
    for (const TypedBytes &Lane : Lanes)
      addFact(Pointer, Lane, /*Declared=*/false);
    return;
  }
  if (auto *Slot = dyn_cast<AllocaInst>(&I))
    return addType(Slot, Slot->getAllocatedType());
  if (auto *Address = dyn_cast<GetElementPtrInst>(&I)) {
    // The struct types that an address goes through.
    Type *Ty = Address->getSourceElementType();
    if (Ty->isAggregateType() && Ty->isSized())
      addType(Address->getPointerOperand(), Ty);
    return;
  }
  if (auto *Transfer = dyn_cast<MemTransferInst>(&I)) {
    // A loop of loads and stores became a copy: their tag is that of each
    // element.
    TypedBytes Element =
        tagBytes(I.getMetadata(LLVMContext::MD_tbaa), I.getContext());
    if (Element.Kind == AccessKind::Float) {
      Element.Size = DL.getTypeAllocSize(Element.Float).getFixedValue();
      addFact(Transfer->getRawDest(), Element, /*Declared=*/true, Element.Size);
      addFact(Transfer->getRawSource(), Element, /*Declared=*/true,
              Element.Size);
    }
    forEachTaggedField(I, [&](const TypedBytes &Bytes) {
      addFact(Transfer->getRawDest(), Bytes);
      addFact(Transfer->getRawSource(), Bytes);
    });
  }
}

/// How far after Offset the next of Start + k * Stride is.
static uint64_t distanceTo(int64_t Start, int64_t Stride, int64_t Offset) {
  int64_t Distance = Start - Offset;
  if (Stride)
    Distance = (Distance % Stride + Stride) % Stride;
  return Distance > 0 ? Distance : ~uint64_t(0);
}

/// The bytes that Known facts say something about at Offset + At in Object, if
/// they fit.
TypedBytes TypeInfo::bytesAt(ArrayRef<Fact> Known, const Value *Object,
                             int64_t Offset, uint64_t Room, bool &Conflict) {
  TypedBytes Found;
  // A variable index is not known to stay within its array: what is declared
  // just here goes before what it may reach. Not what is declared of another
  // object, which may be of another type.
  bool Here = false;
  uint64_t Widest = 0;
  for (const Fact &F : Known)
    if (F.Declared && F.Stride == 0 && F.Bytes.Offset == Offset &&
        F.Objects.contains(Object)) {
      Here = true;
      Widest = std::max(Widest, F.Bytes.Size);
    }
  auto IsHidden = [&](const Fact &F) {
    // The bits of numbers do not lie in smaller integers.
    bool Punned = F.Bytes.Kind == AccessKind::Float && !F.Declared &&
                  F.Bytes.Size <= Widest;
    bool Elsewhere = F.Declared && !F.Objects.contains(Object);
    return Here && !Punned && (F.Stride != 0 || Elsewhere);
  };
  for (const Fact &F : Known) {
    if (IsHidden(F))
      continue;
    int64_t Distance = Offset - F.Bytes.Offset;
    bool Matches = F.Stride == 0   ? Distance == 0
                   : F.Stride == 1 ? false
                                   : Distance % F.Stride == 0;
    if (!Matches)
      continue;
    if (F.Bytes.Size > Room && F.Bytes.Kind != AccessKind::Integer) {
      Conflict |= F.Bytes.Kind == AccessKind::Float; // cut off
      continue;
    }
    // A union: the float counts, whatever integer shares the bytes, but never
    // over a pointer.
    if (Found.Kind == AccessKind::Unknown ||
        (Found.Kind == AccessKind::Integer &&
         F.Bytes.Kind != AccessKind::Integer))
      Found = F.Bytes;
    else if (F.Bytes.Kind != AccessKind::Integer &&
             (F.Bytes.Kind != Found.Kind || F.Bytes.Float != Found.Float))
      Conflict = true;
  }
  if (Found.Kind != AccessKind::Integer)
    return Found;
  // An integer ends where a number begins: {int, float} that is used as one.
  Found.Size = std::min(Found.Size, Room);
  for (const Fact &F : Known)
    if (F.Bytes.Kind == AccessKind::Float && F.Stride != 1 && !IsHidden(F))
      Found.Size =
          std::min(Found.Size, distanceTo(F.Bytes.Offset, F.Stride, Offset));
  return Found;
}

/// A number may lie where nothing speaks of the bytes from Offset on that are
/// not Covered; or one begins before them and ends in them. Else they are
/// padding: with what is known to lie beside them, too few for a number of the
/// sizes seen there.
bool TypeInfo::mayHideNumber(ArrayRef<Fact> Known, const Value *Object,
                             int64_t Offset, const BitVector &Covered) {
  static constexpr int64_t Widest = 16;
  int64_t Size = Covered.size();
  uint64_t Least = 8;
  bool HasFloat = false;
  for (const Fact &F : Known)
    if (F.Bytes.Kind == AccessKind::Float) {
      HasFloat = true;
      Least = std::min(Least, F.Bytes.Size);
    }
  if (!HasFloat)
    Least = 4;
  // Byte I is that at Offset - Widest + I.
  BitVector Spoken(Size + 2 * Widest);
  for (int64_t At = -Widest; At < Size + Widest; ++At) {
    if (At >= 0 && At < Size) {
      if (Covered[At])
        Spoken.set(At + Widest);
      continue;
    }
    bool Ignored = false;
    TypedBytes Beside =
        bytesAt(Known, Object, Offset + At, ~uint64_t(0), Ignored);
    if (Beside.Kind == AccessKind::Unknown)
      continue;
    int64_t End = std::min(At + int64_t(Beside.Size), Size + Widest);
    if (At < 0 && End > 0 && Beside.Kind != AccessKind::Integer)
      return true;
    Spoken.set(At + Widest, End + Widest);
  }
  int64_t First = ((Offset % int64_t(Least)) + Least) % Least;
  for (int64_t At = -First; At < Size; At += Least)
    if (Spoken.find_first_in(At + Widest, At + Widest + Least) == -1)
      return true;
  return false;
}

/// The parts of a region of Size bytes. Own are facts from its start, Known
/// those of its memory class, in which it lies at Offset. Padding marks the
/// bytes that are surely nothing.
RegionTypes TypeInfo::mixed(ArrayRef<Fact> Own, ArrayRef<Fact> Known,
                            const Value *Object, int64_t Offset,
                            const BitVector &Padding) const {
  RegionTypes Result;
  Result.Layout = RegionTypes::Form::Mixed;
  BitVector Covered(Padding);
  uint64_t Size = Padding.size();
  bool Conflict = false;
  for (uint64_t At = 0; At != Size; ++At) {
    if (Covered[At])
      continue;
    TypedBytes Found = bytesAt(Own, Object, At, Size - At, Conflict);
    if (Found.Kind == AccessKind::Unknown)
      Found = bytesAt(Known, Object, Offset + int64_t(At), Size - At, Conflict);
    if (Found.Kind == AccessKind::Unknown)
      continue;
    Found.Offset = At;
    Result.Parts.push_back(Found);
    Covered.set(At, At + Found.Size);
  }
  Conflict |= mayHideNumber(Known, Object, Offset, Covered);
  return Conflict ? RegionTypes() : Result;
}

/// An address that steps by Stride meets the same fields at each step.
bool TypeInfo::fitsStride(ArrayRef<Fact> Known, int64_t Stride) {
  if (Stride <= 1)
    return Stride == 0;
  return all_of(Known, [&](const Fact &F) {
    if (F.Stride == 0)
      return (F.Bytes.Offset % Stride + Stride) % Stride +
                 int64_t(F.Bytes.Size) <=
             Stride;
    return Stride % F.Stride == 0;
  });
}

/// Integers that tags declare are numbers where numbers are seen.
void TypeInfo::addPunned(RegionTypes &Region, const Value *Pointer,
                         const Value *Object) const {
  ArrayRef<Fact> Known = factsOf(Pointer);
  Place P = placeOfAddress(Pointer, DL);
  if (Known.empty() || !fitsStride(Known, P.Stride))
    return;
  for (TypedBytes &Part : Region.Parts) {
    bool Ignored = false;
    if (Part.Kind != AccessKind::Integer)
      continue;
    TypedBytes Seen =
        bytesAt(Known, Object, P.Offset + Part.Offset, Part.Size, Ignored);
    if (Seen.Kind == AccessKind::Float && Seen.Size == Part.Size)
      Part = {Part.Offset, Part.Size, Seen.Kind, Seen.Float};
  }
}

/// Numbers of one type lie side by side, and a length with that many trailing
/// zeros ends between two.
static bool isArrayOfNumbers(RegionTypes &Region, unsigned TrailingZeros) {
  int64_t At = 0;
  Type *Number = nullptr;
  for (const TypedBytes &Part : Region.Parts) {
    if (Part.Kind != AccessKind::Float || Part.Offset != At ||
        (Number && Part.Float != Number))
      return false;
    Number = Part.Float;
    At += int64_t(Part.Size);
  }
  if (!Number || !isPowerOf2_64(Region.Parts[0].Size) ||
      Log2_64(Region.Parts[0].Size) > TrailingZeros)
    return false;
  Region.Layout = RegionTypes::Form::Floats;
  Region.Float = Number;
  return true;
}

RegionTypes TypeInfo::region(const Value *Pointer, std::optional<uint64_t> Size,
                             const Instruction &Copy) const {
  RegionTypes Result;
  // The copy's own tags name its fields; an array in it is a field of bytes.
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  SmallVector<Fact, 8> Own;
  BitVector Padding;
  if (Size && *Size <= Limit) {
    Padding.resize(*Size);
    bool Tagged = false;
    BitVector Fields(*Size);
    forEachTaggedField(Copy, [&](const TypedBytes &Bytes) {
      Tagged = true;
      if (uint64_t(Bytes.Offset) < *Size)
        Fields.set(Bytes.Offset,
                   std::min<uint64_t>(*Size, Bytes.Offset + Bytes.Size));
      if (Bytes.Kind != AccessKind::Unknown)
        Own.push_back({Bytes, 0, /*Declared=*/true, {}});
    });
    if (Tagged) {
      Padding = Fields.flip();
      Result = mixed(Own, {}, Object, 0, Padding);
      if (Result.Layout != RegionTypes::Form::Unknown) {
        addPunned(Result, Pointer, Object);
        return Result;
      }
    }
  }
  ArrayRef<Fact> Known = factsOf(Pointer);
  if (Known.empty())
    return Result;
  Type *Float = nullptr;
  bool Others = false, ManyFloats = false;
  for (const Fact &F : Known) {
    if (F.Bytes.Kind != AccessKind::Float) {
      Others = true;
      continue;
    }
    ManyFloats |= Float && Float != F.Bytes.Float;
    Float = F.Bytes.Float;
  }
  if (!Float && Own.empty()) {
    Result.Layout = RegionTypes::Form::NoFloats;
    return Result;
  }
  if (Float && !Others && !ManyFloats && Own.empty() &&
      (!Size || *Size % DL.getTypeAllocSize(Float) == 0)) {
    Result.Layout = RegionTypes::Form::Floats;
    Result.Float = Float;
    return Result;
  }
  Place P = placeOfAddress(Pointer, DL);
  if (Size && *Size <= Limit && fitsStride(Known, P.Stride))
    return mixed(Own, Known, Object, P.Offset, Padding);
  if (Size)
    return Result;
  auto Bound = Bounds.find(&Copy);
  if (Bound != Bounds.end() && fitsStride(Known, P.Stride)) {
    Result = mixed({}, Known, Object, P.Offset, BitVector(Bound->second.Most));
    if (isArrayOfNumbers(Result, Bound->second.TrailingZeros))
      return Result;
  }
  return repeating(Known, Object, P.Offset, P.Stride);
}

/// An array of structs, if what is known of its memory repeats like one.
RegionTypes TypeInfo::repeating(ArrayRef<Fact> Known, const Value *Object,
                                int64_t Offset, int64_t Stride) const {
  uint64_t Period = 0;
  for (const Fact &F : Known)
    if (F.Stride > 1)
      Period = std::gcd(Period, F.Stride);
  if (Period < 2 || Period > 4096 || Stride % Period)
    return RegionTypes();
  SmallVector<Fact, 8> Once;
  for (Fact F : Known) {
    if (F.Stride == 1 ||
        (F.Bytes.Offset % int64_t(Period)) + F.Bytes.Size > Period)
      return RegionTypes();
    F.Stride = Period;
    Once.push_back(F);
  }
  RegionTypes Result = mixed({}, Once, Object, Offset, BitVector(Period));
  Result.Period = Period;
  return Result;
}

void TypeInfo::print(raw_ostream &OS) const {
  for (auto &[Class, List] : Facts) {
    OS << "  memory " << Class << ":\n";
    for (const Fact &F : List) {
      OS << "    [" << F.Bytes.Offset;
      if (F.Stride)
        OS << " + k*" << F.Stride;
      OS << ", " << F.Bytes.Size << " bytes] ";
      switch (F.Bytes.Kind) {
      case AccessKind::Float:
        F.Bytes.Float->print(OS);
        break;
      case AccessKind::Pointer:
        OS << "pointer";
        break;
      case AccessKind::Integer:
        OS << "integer";
        break;
      case AccessKind::Unknown:
        break;
      }
      OS << '\n';
    }
  }
}

} // namespace autodiff
