// ArgumentTokens.cpp - Which tokens stand between the parentheses of one of
// our attributes?
#include "attributes/ArgumentTokens.h"
#include "clang/Lex/Preprocessor.h"
#include <memory>

using namespace clang;

namespace autodiff {

/// The recorders alive, by their preprocessor: several where clang builds a
/// module in the middle of a translation unit.
static llvm::DenseMap<const Preprocessor *, ArgumentRecorder *> &recorders() {
  static llvm::DenseMap<const Preprocessor *, ArgumentRecorder *> Alive;
  return Alive;
}

ArgumentRecorder::ArgumentRecorder(Preprocessor &PP) : PP(PP) {
#define AUTODIFF_ATTRIBUTE(Id, name, Arguments, Places)                        \
  Names.insert(PP.getIdentifierInfo(#name));                                   \
  Names.insert(PP.getIdentifierInfo("__" #name "__"));                         \
  Names.insert(PP.getIdentifierInfo("autodiff_" #name));                       \
  Names.insert(PP.getIdentifierInfo("__autodiff_" #name "__"));
#include "attributes/Attributes.def"
  recorders()[&PP] = this;
}

ArgumentRecorder::~ArgumentRecorder() {
  auto It = recorders().find(&PP);
  if (It != recorders().end() && It->second == this)
    recorders().erase(It);
}

void ArgumentRecorder::install(Preprocessor &PP) {
  std::unique_ptr<ArgumentRecorder> Recorder(new ArgumentRecorder(PP));
  PP.setTokenWatcher(
      [Recorder = std::move(Recorder)](const Token &T) { Recorder->take(T); });
}

const ArgumentTokens *ArgumentRecorder::find(const Preprocessor &PP,
                                             SourceLocation Name,
                                             bool &Watched) {
  auto It = recorders().find(&PP);
  Watched = It != recorders().end();
  if (!Watched)
    return nullptr;
  auto List = It->second->Lists.find(Name);
  return List == It->second->Lists.end() ? nullptr : &List->second;
}

void ArgumentRecorder::take(const Token &T) {
  if (!Open.empty())
    extendOpenLists(T);
  if (LastName.isValid() && T.is(tok::l_paren)) {
    Lists[LastName].Open = T;
    Open.push_back({LastName, {tok::r_paren}});
  }
  LastName = SourceLocation();
  // Blocks that the preprocessor skips are raw.
  if (!T.isAnnotation() && !T.isLiteral() && T.isNot(tok::raw_identifier))
    if (const IdentifierInfo *Name = T.getIdentifierInfo())
      if (Names.contains(Name))
        LastName = T.getLocation();
}

/// The bracket that closes \p Kind; unknown if it opens nothing.
static tok::TokenKind closerOf(tok::TokenKind Kind) {
  switch (Kind) {
  case tok::l_paren:
    return tok::r_paren;
  case tok::l_square:
    return tok::r_square;
  case tok::l_brace:
    return tok::r_brace;
  default:
    return tok::unknown;
  }
}

/// Lists nest where an argument list holds a lambda with attributes. A token
/// that closes the wrong bracket, or the end of the file, ends a list unclosed.
void ArgumentRecorder::extendOpenLists(const Token &T) {
  bool Closes = T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace, tok::eof);
  for (size_t I = 0; I < Open.size();) {
    OpenList &List = Open[I];
    ArgumentTokens &Tokens = Lists[List.Name];
    bool Matches = Closes && T.is(List.Closers.back());
    if (Closes && !Matches) {
      Open.erase(Open.begin() + I);
      continue;
    }
    if (Matches)
      List.Closers.pop_back();
    if (List.Closers.empty()) {
      Tokens.Closed = true;
      Open.erase(Open.begin() + I);
      continue;
    }
    if (tok::TokenKind Closer = closerOf(T.getKind()); Closer != tok::unknown)
      List.Closers.push_back(Closer);
    Tokens.Inner.push_back(T);
    ++I;
  }
}

} // namespace autodiff
