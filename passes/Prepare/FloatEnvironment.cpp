#include "Prepare/FloatEnvironment.h"
#include "Discover/OpaqueCalls.h"
#include "Discover/RequestErrors.h"
#include "Support/LLVMCompat.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace autodiff {

/// The instruction that the constrained intrinsic stands for; 0 if it stands
/// for an intrinsic.
static unsigned opcodeOf(const ConstrainedFPIntrinsic &I) {
  switch (I.getIntrinsicID()) {
#define INSTRUCTION(name, arguments, rounds, intrinsic)                        \
  case Intrinsic::intrinsic:                                                   \
    return Instruction::name;
#define FUNCTION(name, arguments, rounds, intrinsic)
#define CMP_INSTRUCTION(name, arguments, rounds, intrinsic, node)
#include "llvm/IR/ConstrainedOps.def"
  default:
    return 0;
  }
}

static Value *relaxed(IRBuilderBase &B, ConstrainedFPIntrinsic &I) {
  Value *X = I.getArgOperand(0);
  Value *Y = I.getNonMetadataArgCount() > 1 ? I.getArgOperand(1) : nullptr;
  if (auto *Comparison = dyn_cast<ConstrainedFPCmpIntrinsic>(&I))
    return B.CreateFCmp(Comparison->getPredicate(), X, Y);
  if (unsigned Opcode = opcodeOf(I)) {
    if (Instruction::isBinaryOp(Opcode))
      return B.CreateBinOp(Instruction::BinaryOps(Opcode), X, Y);
    return B.CreateCast(Instruction::CastOps(Opcode), X, I.getType());
  }
  StringRef Name = Intrinsic::getBaseName(I.getIntrinsicID());
  Name.consume_front("llvm.experimental.constrained.");
  Intrinsic::ID ID = compat::lookupIntrinsic(("llvm." + Name).str());
  SmallVector<Value *, 3> Arguments(I.arg_begin(),
                                    I.arg_begin() + I.getNonMetadataArgCount());
  return ID ? B.CreateIntrinsic(I.getType(), ID, Arguments) : nullptr;
}

static bool hasRoundingOfItsOwn(const ConstrainedFPIntrinsic &I) {
  std::optional<RoundingMode> Mode = I.getRoundingMode();
  return Mode && *Mode != RoundingMode::Dynamic &&
         *Mode != RoundingMode::NearestTiesToEven;
}

static bool usesExceptionFlags(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  static constexpr StringRef Names[] = {"feclearexcept", "fetestexcept",
                                        "fegetexceptflag", "feraiseexcept"};
  return Callee && is_contained(Names, Callee->getName());
}

/// Replaces I; false if it has no ordinary form.
static bool relax(ConstrainedFPIntrinsic &I) {
  IRBuilder<> B(&I);
  B.setFastMathFlags(isa<FPMathOperator>(I) ? I.getFastMathFlags()
                                            : FastMathFlags());
  Value *New = relaxed(B, I);
  if (!New)
    return false;
  if (isa<Instruction>(New))
    New->takeName(&I);
  I.replaceAllUsesWith(New);
  I.eraseFromParent();
  // The optimiser knew nothing of this comparison.
  if (auto *Made = dyn_cast<Instruction>(New);
      Made && isEqualityOfFloats(*Made))
    hideComparison(cast<FCmpInst>(*Made));
  return true;
}

void relaxFloatEnvironment(Function &F, RequestErrors &Errors) {
  if (!F.hasFnAttribute(Attribute::StrictFP))
    return;
  bool SetsFlags = false;
  const CallBase *UsesFlags = nullptr;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (usesExceptionFlags(*Call))
      UsesFlags = Call;
    Call->removeFnAttr(Attribute::StrictFP);
    auto *Constrained = dyn_cast<ConstrainedFPIntrinsic>(Call);
    if (!Constrained)
      continue;
    SetsFlags |= Constrained->getExceptionBehavior() == fp::ebStrict;
    if (hasRoundingOfItsOwn(*Constrained))
      return Errors.error(I, Message::FloatRounding);
    if (!relax(*Constrained))
      return Errors.error(
          I, Message::ValueUnsupported,
          {Intrinsic::getBaseName(Constrained->getIntrinsicID()).str()});
  }
  if (SetsFlags && UsesFlags)
    return Errors.error(*UsesFlags, Message::FloatEnvironment,
                        {UsesFlags->getCalledFunction()->getName().str()});
  F.removeFnAttr(Attribute::StrictFP);
}

} // namespace autodiff
