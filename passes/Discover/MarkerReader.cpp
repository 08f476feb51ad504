// MarkerReader.cpp - What does one marker call ask for?
#include "Discover/MarkerReader.h"
#include "Discover/Reachability.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

// The contract's version, and nothing else of it at this point.
#include "autodiff/detail/markers.def"

using namespace llvm;

namespace autodiff {

namespace {
/// Byte offsets of the descriptor's fields.
enum class Field : uint64_t {
#define AUTODIFF_DESCRIPTOR_FIELD(name, offset) name = offset,
#include "autodiff/detail/markers.def"
};

/// What a slot is to the derivative.
enum class Activity : uint32_t {
#define AUTODIFF_ACTIVITY(enumerator, value) enumerator = value,
#include "autodiff/detail/markers.def"
};

/// A marker's fixed arguments, before slots and shadows.
enum MarkerArgument : unsigned {
  DescriptorArgument,
  TrampolineArgument,
  FirstSlot
};

constexpr uint64_t FieldSize = sizeof(uint32_t);

/// A constant descriptor in the module.
class Descriptor {
public:
  /// Nothing where the pointer does not lead to a constant object.
  static std::optional<Descriptor> at(Value *Pointer, const DataLayout &DL) {
    APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
    Value *Base = Pointer;
    // Aliases and constant offsets can alternate.
    while (true) {
      Value *Stripped = Base->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true);
      Stripped = Stripped->stripPointerCastsAndAliases();
      if (Stripped == Base)
        break;
      Base = Stripped;
    }
    auto *Object = dyn_cast<GlobalVariable>(Base);
    if (!Object || !Object->isConstant() || !Object->hasInitializer())
      return std::nullopt;
    return Descriptor(*Object->getInitializer(), Offset.getZExtValue(), DL);
  }

  std::optional<uint32_t> read(Field F, uint64_t Index = 0) const {
    uint64_t At = Start + static_cast<uint64_t>(F) + Index * FieldSize;
    uint64_t Size = DL.getTypeAllocSize(Initializer.getType());
    if (At > Size || Size - At < FieldSize)
      return std::nullopt;
    Type *Word = Type::getInt32Ty(Initializer.getContext());
    auto *Read = dyn_cast_or_null<ConstantInt>(
        ConstantFoldLoadFromConst(&Initializer, Word, APInt(64, At), DL));
    if (!Read)
      return std::nullopt;
    return static_cast<uint32_t>(Read->getZExtValue());
  }

private:
  Descriptor(Constant &Initializer, uint64_t Start, const DataLayout &DL)
      : Initializer(Initializer), Start(Start), DL(DL) {}

  Constant &Initializer;
  uint64_t Start;
  const DataLayout &DL;
};
} // namespace

static void reportAt(const CallBase &Marker, Message Id,
                     ArrayRef<std::string> Arguments) {
  report(Marker.getContext(),
         DiagnosticLine{DiagnosticLine::Severity::Error, placeOf(Marker),
                        formatMessage(Id, Arguments)});
}

void refuseMarker(const CallBase &Marker, std::string Detail) {
  reportAt(Marker, Message::RequestMalformed, std::move(Detail));
}

static std::optional<Mode> modeOf(const CallBase &Marker) {
  StringRef Callee = Marker.getCalledOperand()->stripPointerCasts()->getName();
  return StringSwitch<std::optional<Mode>>(Callee)
#define AUTODIFF_MARKER(enumerator, symbol) .Case(#symbol, Mode::enumerator)
#include "autodiff/detail/markers.def"
      .Default(std::nullopt);
}

/// What is wrong with a trampoline of this many slots; empty if nothing is.
static std::string faultOf(const Function &Trampoline, uint32_t SlotCount) {
  if (!Trampoline.getReturnType()->isVoidTy())
    return "the trampoline returns a value";
  if (Trampoline.isVarArg() || Trampoline.arg_size() != SlotCount)
    return "the descriptor has " + std::to_string(SlotCount) +
           " slots, the trampoline " + std::to_string(Trampoline.arg_size());
  for (const Argument &Slot : Trampoline.args())
    if (!Slot.getType()->isPointerTy())
      return "slot " + std::to_string(Slot.getArgNo()) + " is not a pointer";
  return "";
}

/// Reads the slots' activities; what is wrong with them, or nothing.
static std::string readActivities(const CallBase &Marker, const Descriptor &D,
                                  uint32_t SlotCount,
                                  SmallVectorImpl<bool> &ActiveSlots) {
  for (uint32_t Slot = 0; Slot < SlotCount; ++Slot) {
    std::string Name = "slot " + std::to_string(Slot);
    std::optional<uint32_t> Word = D.read(Field::activity, Slot);
    bool IsActive = Word == static_cast<uint32_t>(Activity::Active);
    if (!IsActive && Word != static_cast<uint32_t>(Activity::Inactive))
      return Name + " has an unknown activity";
    const Value *Shadow = Marker.getArgOperand(FirstSlot + 2 * Slot + 1);
    if (IsActive && isa<ConstantPointerNull>(Shadow->stripPointerCasts()))
      return Name + " is active, but its shadow is null";
    ActiveSlots.push_back(IsActive);
  }
  return "";
}

/// Reads the descriptor into R; what is wrong with it, or nothing.
static std::string readDescriptor(CallBase &Marker, Request &R) {
  std::optional<Descriptor> D =
      Descriptor::at(Marker.getArgOperand(DescriptorArgument),
                     Marker.getModule()->getDataLayout());
  if (!D)
    return "the descriptor is not a constant object";
  std::optional<uint32_t> Version = D->read(Field::version);
  if (!Version)
    return "the descriptor cannot be read";
  if (*Version != AUTODIFF_CONTRACT_VERSION)
    return "the headers speak version " + std::to_string(*Version) +
           " of the contract, the plugin version " +
           std::to_string(AUTODIFF_CONTRACT_VERSION);
  std::optional<uint32_t> SlotCount = D->read(Field::slotCount);
  if (!SlotCount)
    return "the descriptor cannot be read";
  if (D->read(Field::width) != 1)
    return "a width other than 1";
  if (D->read(Field::flags) != 0)
    return "unknown flags";
  std::string Fault = faultOf(*R.Trampoline, *SlotCount);
  if (!Fault.empty())
    return Fault;
  if (Marker.arg_size() != FirstSlot + 2 * size_t(*SlotCount))
    return "the marker does not pass a slot and a shadow for each of " +
           std::to_string(*SlotCount) + " slots";
  return readActivities(Marker, *D, *SlotCount, R.ActiveSlots);
}

std::optional<Request> readMarker(CallBase &Marker) {
  std::optional<Mode> M = modeOf(Marker);
  if (!M || Marker.arg_size() < FirstSlot) {
    refuseMarker(Marker, "the marker lacks its descriptor or its trampoline");
    return std::nullopt;
  }
  Function *Trampoline =
      functionBehind(Marker.getArgOperand(TrampolineArgument));
  if (!Trampoline) {
    reportAt(Marker, Message::RequestUnknownFunction, {});
    return std::nullopt;
  }
  if (Trampoline->isDeclaration()) {
    reportAt(Marker, Message::RequestNoBody, targetName(*Trampoline));
    return std::nullopt;
  }
  Request R;
  R.Marker = &Marker;
  R.Trampoline = Trampoline;
  R.DerivativeMode = *M;
  std::string Fault = readDescriptor(Marker, R);
  if (!Fault.empty()) {
    refuseMarker(Marker, Fault);
    return std::nullopt;
  }
  R.Where = placeOf(Marker);
  R.TargetName = targetName(*Trampoline);
  return R;
}

} // namespace autodiff
