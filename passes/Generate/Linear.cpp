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

static Value *isZero(IRBuilderBase &B, Value *V) {
  return B.CreateFCmpOEQ(V, Constant::getNullValue(V->getType()));
}

Value *scaled(IRBuilderBase &B, Value *Seed, Value *Partial, bool Singular) {
  Value *Product = B.CreateFMul(Seed, Partial);
  if (!Singular)
    return Product;
  Value *Zero = Constant::getNullValue(Seed->getType());
  return B.CreateSelect(isZero(B, Seed), Zero, Product);
}

/// The divisor is chosen, not the quotient: a select of an expensive operation
/// becomes a branch, and the code after it a block of its own, one for each
/// division.
Value *quotient(IRBuilderBase &B, Value *Seed, Value *Divisor, bool Singular) {
  if (Singular)
    Divisor = B.CreateSelect(isZero(B, Seed),
                             ConstantFP::get(Divisor->getType(), 1), Divisor);
  return B.CreateFDiv(Seed, Divisor);
}

} // namespace autodiff
