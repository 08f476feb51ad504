#include "Activity/CallKind.h"
#include "Generate/ReverseGenerator.h"

using namespace llvm;

namespace autodiff {

/// The callee's reverse reads its tape and returns the adjoints of its
/// arguments; those of memory go to the shadows.
void ReverseGenerator::reverseUnitCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  Function *Reverse = Splits.lookup(Callee).Reverse;
  SmallVector<Value *, 3> Arguments{Lookup.get(B, Needed::tape(&Call)),
                                    Memory.get()};
  if (carriesFloat(Call.getType()) && Facts.Activity.isActive(Callee)) {
    Value *Adjoint =
        Facts.Activity.isActive(&Call) ? Adjoints.take(B, &Call) : nullptr;
    Arguments.push_back(Adjoint ? Adjoint
                                : AdjointValues::identity(Call.getType()));
  }
  CallInst *Shares = B.CreateCall(Reverse, Arguments);
  unsigned Field = 0;
  for (const Argument &Formal : Callee->args())
    if (carriesFloat(Formal.getType()) && Facts.Activity.isActive(&Formal))
      earn(Call.getArgOperand(Formal.getArgNo()),
           B.CreateExtractValue(Shares, Field++));
}

} // namespace autodiff
