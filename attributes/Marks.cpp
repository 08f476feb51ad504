// Marks.cpp - Which marks does a declaration carry for the pass?
#include "attributes/Marks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace autodiff {

namespace {
enum class Annotation {
#define AUTODIFF_ANNOTATION(Id, Text) Id,
#include "autodiff/detail/markers.def"
};
} // namespace

static StringRef textOf(Annotation A) {
  switch (A) {
#define AUTODIFF_ANNOTATION(Id, Text)                                          \
  case Annotation::Id:                                                         \
    return Text;
#include "autodiff/detail/markers.def"
  }
  llvm_unreachable("a row of markers.def");
}

static void annotate(Decl &D, StringRef Text, SourceRange Where) {
  D.addAttr(
      AnnotateAttr::CreateImplicit(D.getASTContext(), Text, nullptr, 0, Where));
}

void markInactive(Decl &D, SourceRange Where) {
  if (!isMarkedInactive(D))
    annotate(D, textOf(Annotation::Inactive), Where);
}

bool isMarkedInactive(const Decl &D) {
  return llvm::any_of(
      D.specific_attrs<AnnotateAttr>(), [](const AnnotateAttr *A) {
        return A->getAnnotation() == textOf(Annotation::Inactive);
      });
}

/// Reads one annotation; nothing if it is not a grad mark.
static std::optional<GradMark> parseGrad(const AnnotateAttr &A) {
  GradMark Mark;
  Mark.Where = A.getLocation();
  StringRef Text = A.getAnnotation();
  if (Text == textOf(Annotation::Grad))
    return Mark;
  if (!Text.consume_front(textOf(Annotation::GradOf)))
    return std::nullopt;
  Mark.AllParameters = false;
  for (StringRef Number : llvm::split(Text.split('/').first, ',')) {
    unsigned N;
    if (!Number.getAsInteger(10, N))
      Mark.Numbers.push_back(N);
  }
  return Mark;
}

static GradMark unionOf(GradMark A, const GradMark &B) {
  A.AllParameters |= B.AllParameters;
  A.Numbers.append(B.Numbers.begin(), B.Numbers.end());
  llvm::sort(A.Numbers);
  A.Numbers.erase(llvm::unique(A.Numbers), A.Numbers.end());
  return A;
}

std::optional<GradMark> gradMarkOf(const FunctionDecl &F) {
  std::optional<GradMark> Result;
  for (const AnnotateAttr *A : F.specific_attrs<AnnotateAttr>()) {
    std::optional<GradMark> Mark = parseGrad(*A);
    if (Mark && Result)
      Result->Conflicting = true;
    else if (Mark)
      Result = Mark;
  }
  return Result;
}

static bool isGradMark(const Attr *A) {
  const auto *Annotated = dyn_cast<AnnotateAttr>(A);
  return Annotated && parseGrad(*Annotated);
}

void markGrad(FunctionDecl &F, const GradMark &Mark) {
  GradMark All = Mark;
  if (std::optional<GradMark> Former = gradMarkOf(F)) {
    All = unionOf(Mark, *Former);
    llvm::erase_if(F.getAttrs(), isGradMark);
  }
  std::string Text = textOf(Annotation::Grad).str();
  if (!All.AllParameters) {
    auto Digits = [](unsigned N) { return llvm::utostr(N); };
    Text = textOf(Annotation::GradOf).str() +
           llvm::join(llvm::map_range(All.Numbers, Digits), ",") + "/" +
           Digits(F.getNumParams());
  }
  annotate(F, Text, All.Where);
}

void markFieldsInactive(RecordDecl &R) {
  for (FieldDecl *Field : R.fields()) {
    markInactive(*Field, Field->getLocation());
    if (Field->isAnonymousStructOrUnion())
      if (RecordDecl *Anonymous = Field->getType()->getAsRecordDecl())
        markFieldsInactive(*Anonymous->getDefinition());
  }
}

} // namespace autodiff
