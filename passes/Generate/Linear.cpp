#include "Generate/Linear.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace autodiff {

FastMathFlags inheritedFlags(const Instruction &I) {
  FastMathFlags Flags;
  if (isa<FPMathOperator>(I)) {
    Flags.setAllowReassoc(I.hasAllowReassoc());
    Flags.setAllowReciprocal(I.hasAllowReciprocal());
    // x * y + z written to be contracted: so may be its derivative.
    auto *Fused = dyn_cast<IntrinsicInst>(&I);
    Flags.setAllowContract(
        I.hasAllowContract() ||
        (Fused && Fused->getIntrinsicID() == Intrinsic::fmuladd));
  }
  return Flags;
}

static Value *keepZero(IRBuilderBase &B, Value *Seed, Value *Result) {
  Value *Zero = Constant::getNullValue(Seed->getType());
  return B.CreateSelect(B.CreateFCmpOEQ(Seed, Zero), Zero, Result);
}

Value *scaled(IRBuilderBase &B, Value *Seed, Value *Partial, bool Singular) {
  Value *Product = B.CreateFMul(Seed, Partial);
  return Singular ? keepZero(B, Seed, Product) : Product;
}

Value *quotient(IRBuilderBase &B, Value *Seed, Value *Divisor, bool Singular) {
  Value *Quotient = B.CreateFDiv(Seed, Divisor);
  return Singular ? keepZero(B, Seed, Quotient) : Quotient;
}

} // namespace autodiff
