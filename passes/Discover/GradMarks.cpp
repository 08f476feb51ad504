// GradMarks.cpp - Which arguments does grad(x, y) leave out?
//
// The annotation numbers source parameters. In the IR a leading pointer to the
// result (sret) and `this` come before them, and a parameter of class type may
// be passed in several pieces. The number of source parameters, where the
// annotation tells it, shows the last two; without it the parameters are taken
// to be the arguments after sret.
#include "Discover/GradMarks.h"
#include "Discover/ConstantStorage.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace autodiff {

namespace {
/// The source parameters as IR arguments, or why they are not.
struct ParameterRange {
  unsigned First = 0;
  unsigned Count = 0;
  std::string Fault;
};
} // namespace

/// True if this argument can be `this`: clang passes it as a pointer that is
/// not null, to a function whose name is qualified.
static bool canBeThis(const Function &F, unsigned Index) {
  if (Index >= F.arg_size())
    return false;
  const Argument &A = *F.getArg(Index);
  return A.getType()->isPointerTy() && A.hasNonNullAttr() &&
         StringRef(userName(F)).contains("::");
}

static ParameterRange parametersOf(const Function &F,
                                   std::optional<unsigned> Count) {
  ParameterRange Range;
  if (!F.arg_empty() && F.hasParamAttribute(0, Attribute::StructRet))
    Range.First = 1;
  unsigned Rest = F.arg_size() - Range.First;
  Range.Count = Count.value_or(Rest);
  if (Rest == Range.Count + 1 && canBeThis(F, Range.First))
    ++Range.First;
  else if (Rest != Range.Count)
    Range.Fault = "some parameters are passed in pieces";
  return Range;
}

static void holdOthers(CallBase &Call, const Function &F,
                       const Annotations::Grad &Grad) {
  auto Fail = [&](std::string Why) {
    report(Call.getContext(),
           DiagnosticLine{DiagnosticLine::Severity::Error, placeOf(Call),
                          formatMessage(Message::GradParameters,
                                        {userName(F), std::move(Why)})});
  };
  std::optional<GradList> List = parseGradList(Grad.Text);
  if (!List)
    return Fail("'" + Grad.Text + "' is not a list of parameters");
  ParameterRange Range = parametersOf(F, List->Count);
  if (!Range.Fault.empty())
    return Fail(Range.Fault);
  for (unsigned Parameter : List->Parameters)
    if (Parameter >= Range.Count)
      return Fail("there is no parameter " + std::to_string(Parameter));
  for (unsigned Parameter = 0; Parameter < Range.Count; ++Parameter)
    if (!is_contained(List->Parameters, Parameter))
      holdArgumentConstant(Call, Range.First + Parameter);
}

void holdOtherParameters(const Annotations::Grad &Grad,
                         const FunctionSet &Trampolines) {
  SmallVector<CallBase *> Calls;
  for (Function *Trampoline : Trampolines)
    for (Instruction &I : instructions(*Trampoline))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (functionBehind(Call->getCalledOperand()) == Grad.Target)
          Calls.push_back(Call);
  for (CallBase *Call : Calls)
    holdOthers(*Call, *Grad.Target, Grad);
}

} // namespace autodiff
