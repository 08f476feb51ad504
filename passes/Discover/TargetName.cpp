// TargetName.cpp - Which function of the user is behind a trampoline?
//
// Before inlining it is what the trampoline calls; after inlining only debug
// information and the trampoline's own name (its template arguments) tell.
#include "Discover/MarkerReader.h"
#include "Discover/Reachability.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace autodiff {

/// True for functions of the standard library's namespaces, for allocation, and
/// for what compilers call by reserved names (__cxa_throw, __autodiff_...).
static bool isStandardLibrary(StringRef Name) {
  return Name.starts_with("std::") || Name.starts_with("__") ||
         Name.starts_with("operator new") ||
         Name.starts_with("operator delete");
}

/// True for what only hands the call on: our headers, std::invoke and such.
static bool isPlumbing(const Function &F) {
  return F.isIntrinsic() || isHeaderFunction(F) ||
         isStandardLibrary(userName(F));
}

/// The outermost function of the user that was inlined into the trampoline.
static std::string nameOfInlined(const Function &Trampoline) {
  for (const Instruction &I : instructions(Trampoline)) {
    if (!I.getDebugLoc() || !I.getDebugLoc().getInlinedAt())
      continue;
    // The trampoline itself ends the chain; a generic lambda or a C program may
    // have it in the user's file.
    auto Chain = callChain(I);
    if (!isHeaderFunction(Trampoline) && !Chain.empty())
      Chain.pop_back();
    while (!Chain.empty() && isStandardLibrary(Chain.back().first))
      Chain.pop_back();
    if (!Chain.empty())
      return Chain.back().first;
  }
  return "";
}

/// The function or lambda among a trampoline's template arguments:
/// "void autodiff::detail::run<&f(double), double>(...)" -> "f".
static std::string nameInTemplateArguments(const Function &Trampoline) {
  std::string Text = demangle(Trampoline.getName());
  StringRef Rest(Text);
  size_t Start = Rest.find("<&");
  if (Start == StringRef::npos)
    return "";
  Rest = Rest.drop_front(Start + 2);
  Rest.consume_front("(");
  // The name ends where its parameters, or the next argument, begin.
  int Depth = 0;
  size_t End = 0;
  for (; End < Rest.size(); ++End) {
    char C = Rest[End];
    if (Depth == 0 && StringRef("(),>").contains(C))
      break;
    Depth += C == '<' ? 1 : C == '>' ? -1 : 0;
  }
  return Rest.take_front(End).str();
}

/// The trampoline, its plumbing, and the functions where the plumbing ends.
static FunctionSet calledThroughPlumbing(Function &Trampoline) {
  return reachableFrom(&Trampoline, Reach::Calls, [&](const Function &F) {
    return &F != &Trampoline && !isPlumbing(F);
  });
}

FunctionSet plumbingOf(Function &Trampoline) {
  FunctionSet Result = calledThroughPlumbing(Trampoline);
  Result.remove_if([&](const Function *F) {
    return F->isDeclaration() || (F != &Trampoline && !isPlumbing(*F));
  });
  return Result;
}

/// The first function that the trampoline calls, directly or through plumbing.
static std::string nameOfCalled(Function &Trampoline) {
  for (const Function *F : calledThroughPlumbing(Trampoline))
    if (F != &Trampoline && !isPlumbing(*F))
      return userName(*F);
  return "";
}

std::string targetName(Function &Trampoline) {
  std::string Name = nameOfInlined(Trampoline);
  if (Name.empty())
    Name = nameInTemplateArguments(Trampoline);
  if (Name.empty())
    Name = nameOfCalled(Trampoline);
  return Name.empty() ? userName(Trampoline) : Name;
}

} // namespace autodiff
