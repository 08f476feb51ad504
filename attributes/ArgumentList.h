// ArgumentList.h - Which parameters does the argument list of an attribute
// name?
#ifndef AUTODIFF_ATTRIBUTES_ARGUMENTLIST_H
#define AUTODIFF_ATTRIBUTES_ARGUMENTLIST_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace clang {
class ParsedAttr;
class Sema;
} // namespace clang

namespace autodiff {

/// The name of \p A as a user writes it: "autodiff::grad" or "autodiff_grad".
std::string spellingOf(const clang::ParsedAttr &A);

/// Where that name stands, without the scope.
clang::SourceLocation nameLocation(const clang::ParsedAttr &A);

/// Reports any argument list of \p A; true if there is none.
bool checkNoArguments(clang::Sema &S, const clang::ParsedAttr &A);

/// The numbers of the parameters of \p F that \p A names, in ascending order;
/// empty if it has no argument list; nothing if an error was reported.
std::optional<llvm::SmallVector<unsigned, 4>>
parseParameterNames(clang::Sema &S, const clang::ParsedAttr &A,
                    const clang::FunctionDecl &F);

} // namespace autodiff

#endif
