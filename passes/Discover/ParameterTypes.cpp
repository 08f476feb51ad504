#include "Discover/ParameterTypes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <memory>
#include <string>

using namespace llvm;

namespace autodiff {

/// The parameter that a pointer is, directly or through the slot that the front
/// end keeps it in.
static const Argument *parameterOf(const Value *Pointer) {
  while (auto *Step = dyn_cast<GEPOperator>(Pointer))
    Pointer = Step->getPointerOperand();
  if (auto *Load = dyn_cast<LoadInst>(Pointer))
    if (auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand())) {
      const Value *Kept = nullptr;
      for (const User *U : Slot->users()) {
        auto *Store = dyn_cast<StoreInst>(U);
        if (isa<LoadInst>(U) || (Store && Store->getValueOperand() == Kept))
          continue;
        if (!Store || Store->getValueOperand() == Slot || Kept)
          return nullptr;
        Kept = Store->getValueOperand();
      }
      return dyn_cast_or_null<Argument>(Kept);
    }
  return dyn_cast<Argument>(Pointer);
}

/// The parameters in a function's name, "(double const*, int)"; "" if the
/// function takes others besides (this, the place of its result).
static std::string parametersOf(const Function &F) {
  ItaniumPartialDemangler Name;
  if (Name.partialDemangle(F.getName().str().c_str()) || !Name.isFunction())
    return "";
  std::unique_ptr<char, decltype(&std::free)> Text(
      Name.getFunctionParameters(nullptr, nullptr), &std::free);
  if (!Text)
    return "";
  std::string Parameters = Text.get();
  unsigned Depth = 0, Count = 1;
  for (char C : Parameters) {
    Depth += C == '(' || C == '<' || C == '[';
    Depth -= C == ')' || C == '>' || C == ']';
    Count += C == ',' && Depth == 1;
  }
  return Count == F.arg_size() ? Parameters : "";
}

StringRef declaredNumber(const Value *Pointer) {
  const Argument *Parameter = parameterOf(Pointer);
  if (!Parameter)
    return "";
  std::string Parameters = parametersOf(*Parameter->getParent());
  StringRef Rest(Parameters);
  if (!Rest.consume_front("(") || !Rest.consume_back(")"))
    return "";
  // What comes before has no comma of its own if it is to be found.
  for (unsigned I = 0; I != Parameter->getArgNo(); ++I) {
    auto [Other, Behind] = Rest.split(", ");
    if (Other.find_first_of("<([") != StringRef::npos)
      return "";
    Rest = Behind;
  }
  return StringSwitch<StringRef>(Rest.split(", ").first)
      .Cases("double*", "double const*", "double")
      .Cases("float*", "float const*", "float")
      .Cases("long double*", "long double const*", "long double")
      .Default("");
}

} // namespace autodiff
