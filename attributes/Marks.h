// Marks.h - Which marks does a declaration carry for the pass?
//
// A mark is an implicit `annotate` attribute whose text is a row of
// markers.def; CodeGen writes it into the module, where the pass reads it.
// Clang copies it to redeclarations and to instantiations of templates.
#ifndef AUTODIFF_ATTRIBUTES_MARKS_H
#define AUTODIFF_ATTRIBUTES_MARKS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace autodiff {

/// The parameters with respect to which a function is to be differentiable.
struct GradMark {
  clang::SourceLocation Where;            ///< of the attribute
  bool AllParameters = true;              ///< no names were given
  llvm::SmallVector<unsigned, 4> Numbers; ///< of the named ones, ascending
  bool Conflicting = false; ///< another declaration names other parameters
};

/// Marks \p D as carrying no derivative; twice is once.
void markInactive(clang::Decl &D, clang::SourceRange Where);
bool isMarkedInactive(const clang::Decl &D);

/// Marks \p F as differentiable; the parameters of a further mark on the same
/// declaration are added to those of the first. The text tells how many
/// parameters there are in all, so that the pass can tell `this` from them.
void markGrad(clang::FunctionDecl &F, const GradMark &Mark);
std::optional<GradMark> gradMarkOf(const clang::FunctionDecl &F);

/// Marks all fields of \p R, those of its anonymous members included, so that
/// each access to them carries the mark. \p R must be complete.
void markFieldsInactive(clang::RecordDecl &R);

} // namespace autodiff

#endif
