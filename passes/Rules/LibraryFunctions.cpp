#include "Rules/LibraryFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace autodiff {

namespace {
struct Row {
  LibraryEffect Effect = LibraryEffect::Unknown;
  bool ReturnsNumber = false;
};

struct PrefixRow {
  LibraryEffect Effect;
  StringRef Prefix;
};
} // namespace

static StringMap<Row> makeExactRows() {
  StringMap<Row> Rows;
#define LIBRARY_FUNCTION(effect, symbol)                                       \
  Rows[symbol] = {LibraryEffect::effect, /*ReturnsNumber=*/false};
#define LIBRARY_NUMBER(effect, symbol)                                         \
  Rows[symbol] = {LibraryEffect::effect, /*ReturnsNumber=*/true};
#include "Rules/LibraryFunctions.def"
  return Rows;
}

static const PrefixRow PrefixRows[] = {
#define LIBRARY_PREFIX(effect, prefix) {LibraryEffect::effect, prefix},
#include "Rules/LibraryFunctions.def"
};

static const PrefixRow StdRows[] = {
#define LIBRARY_STD(effect, prefix) {LibraryEffect::effect, prefix},
#include "Rules/LibraryFunctions.def"
};

/// throw_it of std::throw_it, mangled as _ZSt8throw_it..., and of
/// std::__1::throw_it (libc++); empty if it is none.
static StringRef nameInStd(StringRef Symbol) {
  unsigned Length;
  if (!Symbol.consume_front("_ZSt") && !Symbol.consume_front("_ZNSt3__1"))
    return "";
  return Symbol.consumeInteger(10, Length) ? "" : Symbol.take_front(Length);
}

static Row findRow(StringRef Symbol) {
  static const StringMap<Row> ExactRows = makeExactRows();
  auto Exact = ExactRows.find(Symbol);
  if (Exact != ExactRows.end())
    return Exact->second;
  for (const PrefixRow &Candidate : PrefixRows)
    if (Symbol.starts_with(Candidate.Prefix))
      return {Candidate.Effect};
  StringRef Name = nameInStd(Symbol);
  for (const PrefixRow &Candidate : StdRows)
    if (Name.starts_with(Candidate.Prefix))
      return {Candidate.Effect};
  return {};
}

/// Could that be the library's function and not one of the program that it did
/// not know of? A wrong Inactive would lose a derivative without a word.
static bool hasFittingType(const Row &Found, const FunctionType &Type) {
  bool ReturnsPointer = Type.getReturnType()->isPointerTy();
  bool TakesPointer =
      Type.getNumParams() > 0 && Type.getParamType(0)->isPointerTy();
  switch (Found.Effect) {
  case LibraryEffect::Allocate:
  case LibraryEffect::AllocateZeroed:
    return ReturnsPointer;
  case LibraryEffect::Free:
    return TakesPointer;
  case LibraryEffect::Inactive:
  case LibraryEffect::Math:
    return Found.ReturnsNumber ==
           Type.getReturnType()->getScalarType()->isFloatingPointTy();
  case LibraryEffect::Environment:
  case LibraryEffect::NoReturn:
  case LibraryEffect::Unknown:
    return true;
  }
  llvm_unreachable("all effects are handled");
}

LibraryEffect libraryEffect(const Function &Callee) {
  StringRef Symbol = Callee.getName();
  Row Found = findRow(Symbol);
  bool Reserved = Symbol.starts_with("_");
  if ((Reserved || Callee.isDeclaration()) &&
      hasFittingType(Found, *Callee.getFunctionType()) &&
      Found.Effect != LibraryEffect::Unknown)
    return Found.Effect;
  return Callee.isDeclaration() && Callee.doesNotReturn()
             ? LibraryEffect::NoReturn
             : LibraryEffect::Unknown;
}

bool takesShortcuts(StringRef Symbol) {
  static const StringRef Symbols[] = {
#define LIBRARY_SHORTCUT(symbol) symbol,
#include "Rules/LibraryFunctions.def"
  };
  return is_contained(Symbols, Symbol);
}

LibraryEffect libraryEffect(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee ? libraryEffect(*Callee) : LibraryEffect::Unknown;
}

} // namespace autodiff
