#include "Prepare/Place.h"
#include "Support/LLVMCompat.h"
#include "llvm/IR/Operator.h"
#include <numeric>

using namespace llvm;

namespace autodiff {

Place either(Place A, Place B) {
  return {A.Offset,
          std::gcd(std::gcd(A.Stride, B.Stride), A.Offset - B.Offset)};
}

bool addStep(const GEPOperator &Step, const DataLayout &DL,
             function_ref<int64_t(const Value &)> DivisorOf, Place &P) {
  unsigned Width = DL.getIndexTypeSizeInBits(Step.getType());
  compat::VariableOffsets Variable;
  APInt Constant(Width, 0);
  if (Step.getType()->isVectorTy() ||
      !Step.collectOffset(DL, Width, Variable, Constant))
    return false;
  P.Offset += Constant.getSExtValue();
  for (auto &[Index, Scale] : Variable)
    P.Stride = std::gcd(P.Stride, Scale.getSExtValue() * DivisorOf(*Index));
  return true;
}

} // namespace autodiff
