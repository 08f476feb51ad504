// UserName.cpp - What did the user call this function?
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include <cstdlib>

using namespace llvm;

namespace autodiff {

/// Takes over a buffer of the demangler.
static std::string takeText(char *Buffer) {
  std::string Text = Buffer ? Buffer : "";
  std::free(Buffer);
  return Text;
}

/// "f.123" -> "f": the linker's and the optimiser's numbers.
static StringRef withoutNumber(StringRef Symbol) {
  auto [Base, Number] = Symbol.rsplit('.');
  bool IsNumbered = !Base.empty() && !Number.empty() && all_of(Number, isDigit);
  return IsNumbered ? Base : Symbol;
}

/// The text before a parameter list at nesting depth zero:
/// "f<g(int)>::h(double)" -> "f<g(int)>::h".
static StringRef withoutParameters(StringRef Text) {
  int Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '(' && Depth == 0 && I != 0 &&
        !Text.take_front(I).ends_with("operator"))
      return Text.take_front(I);
    if (Text[I] == '<' || Text[I] == '(')
      ++Depth;
    if (Text[I] == '>' || Text[I] == ')')
      --Depth;
  }
  return Text;
}

/// "user(double)::'lambda'(double)::operator()" -> "lambda in user".
static std::string nameOfLambda(StringRef Name) {
  StringRef Enclosing = Name.take_front(Name.find("'lambda"));
  Enclosing.consume_back("::");
  Enclosing = withoutParameters(Enclosing);
  if (Enclosing.empty())
    return "lambda";
  return ("lambda in " + Enclosing).str();
}

std::string userName(StringRef Symbol) {
  if (Symbol.starts_with("_Z")) {
    // Clones and promoted functions carry suffixes: "_Z1fd.llvm.123".
    std::string Mangled =
        Symbol.take_until([](char C) { return C == '.'; }).str();
    ItaniumPartialDemangler Demangler;
    if (!Demangler.partialDemangle(Mangled.c_str()) && Demangler.isFunction()) {
      std::string Name = takeText(Demangler.getFunctionName(nullptr, nullptr));
      return StringRef(Name).contains("'lambda") ? nameOfLambda(Name) : Name;
    }
  }
  std::string Name = demangle(Symbol);
  if (Name != Symbol)
    return withoutParameters(Name).str();
  return withoutNumber(Symbol).str();
}

std::string userName(const Function &F) {
  return F.isIntrinsic() ? F.getName().str() : userName(F.getName());
}

} // namespace autodiff
