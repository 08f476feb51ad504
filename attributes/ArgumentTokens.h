// ArgumentTokens.h - Which tokens stand between the parentheses of one of our
// attributes?
//
// Clang skips the argument list of a plugin's [[...]] attribute, so the tokens
// are recorded as the preprocessor hands them out (macros expanded), and found
// again by the place of the attribute's name. Both spellings go this way.
#ifndef AUTODIFF_ATTRIBUTES_ARGUMENTTOKENS_H
#define AUTODIFF_ATTRIBUTES_ARGUMENTTOKENS_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace clang {
class Preprocessor;
}

namespace autodiff {

/// The parenthesised list behind the name of an attribute.
struct ArgumentTokens {
  clang::Token Open; ///< the '('
  llvm::SmallVector<clang::Token, 4> Inner;
  bool Closed = false; ///< its ')' was seen, and all brackets inside match
};

/// Records the lists of one translation unit.
class ArgumentRecorder {
public:
  /// Watches the tokens of \p PP from now on; \p PP owns the recorder.
  static void install(clang::Preprocessor &PP);

  /// The list behind the name at \p Name; null if no '(' follows it.
  /// \p Watched tells whether the tokens of \p PP are being recorded.
  static const ArgumentTokens *find(const clang::Preprocessor &PP,
                                    clang::SourceLocation Name, bool &Watched);

  ~ArgumentRecorder();

private:
  explicit ArgumentRecorder(clang::Preprocessor &PP);
  void take(const clang::Token &T);
  void extendOpenLists(const clang::Token &T);

  /// A list whose ')' has not been seen yet.
  struct OpenList {
    clang::SourceLocation Name;
    llvm::SmallVector<clang::tok::TokenKind, 4> Closers;
  };

  const clang::Preprocessor &PP;
  llvm::SmallPtrSet<const clang::IdentifierInfo *, 8> Names;
  clang::SourceLocation LastName; ///< of the previous token, if in Names
  std::vector<OpenList> Open;
  llvm::DenseMap<clang::SourceLocation, ArgumentTokens> Lists;
};

} // namespace autodiff

#endif
