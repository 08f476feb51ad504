// RequestChecker.h - Can a function marked `grad` be differentiated at all?
//
// Asked at the end of the translation unit, when types are complete, results
// deduced and templates instantiated, and before anything is optimised.
#ifndef AUTODIFF_CLANG_PLUGIN_REQUESTCHECKER_H
#define AUTODIFF_CLANG_PLUGIN_REQUESTCHECKER_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SetVector.h"

namespace clang {
class DiagnosticsEngine;
}

namespace autodiff {

class RequestChecker {
public:
  /// Notes the functions in \p D, members of records and namespaces included.
  void collect(clang::Decl &D);

  /// Reports each mistake in the functions noted, in their order; true if there
  /// are functions.
  bool checkAll(clang::DiagnosticsEngine &Engine) const;

private:
  llvm::SetVector<const clang::FunctionDecl *> Functions;
};

} // namespace autodiff

#endif
