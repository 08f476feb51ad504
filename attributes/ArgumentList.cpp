// ArgumentList.cpp - Which parameters does the argument list of an attribute
// name?
//
//   list: '(' name { ',' name } ')'
//
// Whatever else stands there is an error at the token.
#include "attributes/ArgumentList.h"
#include "attributes/ArgumentTokens.h"
#include "attributes/FrontendDiagnostics.h"
#include "attributes/Marks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace autodiff {

std::string spellingOf(const ParsedAttr &A) {
  StringRef Name = A.getAttrName()->getName();
  if (!A.hasScope())
    return Name.str();
  return (A.getScopeName()->getName() + "::" + Name).str();
}

/// In [[scope::name]] it is the end of the range, in
/// __attribute__((name(...))) the beginning.
SourceLocation nameLocation(const ParsedAttr &A) {
  return A.hasScope() ? A.getRange().getEnd() : A.getLoc();
}

namespace {

/// How the list behind an attribute's name is to be taken.
enum class ListState { Absent, Present, Invalid };

/// Reads the list of one attribute on one function.
class NameListParser {
public:
  NameListParser(Sema &S, const ParsedAttr &A, const FunctionDecl &F)
      : S(S), Spelling(spellingOf(A)), F(F) {}

  bool parse(ArrayRef<Token> Tokens);
  llvm::SmallVector<unsigned, 4> takeNumbers() {
    llvm::sort(Numbers);
    return std::move(Numbers);
  }

private:
  bool takeName(const Token &T);
  bool checkParameter(const Token &T, unsigned Number);
  void reportUnknown(const Token &T, StringRef Name);
  std::string textOf(const Token &T) const {
    return S.getPreprocessor().getSpelling(T);
  }
  DiagnosticBuilder report(const Token &T, FrontendMessage Id) const {
    return reportFrontend(S.getDiagnostics(), T.getLocation(), Id);
  }

  Sema &S;
  std::string Spelling;
  const FunctionDecl &F;
  llvm::SmallVector<unsigned, 4> Numbers;
};

} // namespace

/// \p Tokens is not empty.
bool NameListParser::parse(ArrayRef<Token> Tokens) {
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const Token &T = Tokens[I];
    if (I % 2 == 0) {
      if (!takeName(T))
        return false;
    } else if (T.isNot(tok::comma)) {
      report(T, FrontendMessage::ExpectedComma) << Spelling << textOf(T);
      return false;
    }
  }
  if (Tokens.back().is(tok::comma)) {
    report(Tokens.back(), FrontendMessage::MissingParameterName) << &F;
    return false;
  }
  return true;
}

bool NameListParser::takeName(const Token &T) {
  const IdentifierInfo *Name =
      T.isAnnotation() || T.isLiteral() ? nullptr : T.getIdentifierInfo();
  if (!Name || T.isNot(tok::identifier)) {
    report(T, FrontendMessage::ExpectedParameterName)
        << &F << Spelling << (T.isAnnotation() ? "..." : textOf(T));
    return false;
  }
  for (const ParmVarDecl *P : F.parameters())
    if (P->getIdentifier() == Name)
      return checkParameter(T, P->getFunctionScopeIndex());
  reportUnknown(T, Name->getName());
  return false;
}

bool NameListParser::checkParameter(const Token &T, unsigned Number) {
  const ParmVarDecl *P = F.getParamDecl(Number);
  if (llvm::is_contained(Numbers, Number)) {
    report(T, FrontendMessage::DuplicateParameter) << P->getName() << Spelling;
    return false;
  }
  auto IsPack = [](const ParmVarDecl *Q) { return Q->isParameterPack(); };
  if (llvm::any_of(F.parameters(), IsPack)) {
    report(T, FrontendMessage::ParameterPack) << &F << Spelling;
    return false;
  }
  if (isMarkedInactive(*P)) {
    report(T, FrontendMessage::InactiveParameterNamed) << P;
    return false;
  }
  Numbers.push_back(Number);
  return true;
}

void NameListParser::reportUnknown(const Token &T, StringRef Name) {
  llvm::SmallVector<std::string, 4> Known;
  for (const ParmVarDecl *P : F.parameters())
    if (P->getIdentifier())
      Known.push_back(("'" + P->getName() + "'").str());
  if (Known.empty())
    report(T, FrontendMessage::NoNamedParameter) << Name << &F << Spelling;
  else
    report(T, FrontendMessage::UnknownParameter)
        << Name << &F << llvm::join(Known, ", ");
}

/// Finds the list of \p A and reports it if it is not closed or cannot be read.
static ListState findList(Sema &S, const ParsedAttr &A,
                          const ArgumentTokens *&List) {
  bool Watched = false;
  List = ArgumentRecorder::find(S.getPreprocessor(), nameLocation(A), Watched);
  DiagnosticsEngine &Engine = S.getDiagnostics();
  if (!Watched || (!List && A.getNumArgs() != 0)) {
    reportFrontend(Engine, A.getLoc(), FrontendMessage::UnreadableArguments)
        << spellingOf(A);
    return ListState::Invalid;
  }
  if (!List)
    return ListState::Absent;
  if (List->Closed)
    return ListState::Present;
  reportFrontend(Engine, List->Open.getLocation(),
                 FrontendMessage::UnbalancedArguments)
      << spellingOf(A);
  return ListState::Invalid;
}

bool checkNoArguments(Sema &S, const ParsedAttr &A) {
  const ArgumentTokens *List = nullptr;
  ListState State = findList(S, A, List);
  if (State == ListState::Present)
    reportFrontend(S.getDiagnostics(), List->Open.getLocation(),
                   FrontendMessage::TakesNoArguments)
        << spellingOf(A);
  return State == ListState::Absent;
}

std::optional<llvm::SmallVector<unsigned, 4>>
parseParameterNames(Sema &S, const ParsedAttr &A, const FunctionDecl &F) {
  const ArgumentTokens *List = nullptr;
  switch (findList(S, A, List)) {
  case ListState::Absent:
    return llvm::SmallVector<unsigned, 4>();
  case ListState::Invalid:
    return std::nullopt;
  case ListState::Present:
    break;
  }
  if (List->Inner.empty()) {
    reportFrontend(S.getDiagnostics(), List->Open.getLocation(),
                   FrontendMessage::EmptyArgumentList)
        << spellingOf(A);
    return std::nullopt;
  }
  NameListParser Parser(S, A, F);
  if (!Parser.parse(List->Inner))
    return std::nullopt;
  return Parser.takeNumbers();
}

} // namespace autodiff
