// RequestChecker.cpp - Can a function marked `grad` be differentiated at all?
#include "RequestChecker.h"
#include "DifferentiableType.h"
#include "attributes/FrontendDiagnostics.h"
#include "attributes/Marks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace autodiff {

void RequestChecker::collect(Decl &D) {
  if (const auto *F = dyn_cast<FunctionDecl>(&D)) {
    if (F->hasAttrs() && !F->isDependentContext() && gradMarkOf(*F))
      Functions.insert(F);
    return;
  }
  if (isa<TagDecl>(D) || isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    auto *Context = cast<DeclContext>(&D);
    if (!Context->isDependentContext())
      for (Decl *Member : Context->noload_decls())
        collect(*Member);
  }
}

namespace {

/// Checks one function.
class FunctionCheck {
public:
  FunctionCheck(DiagnosticsEngine &Engine, const FunctionDecl &F,
                const GradMark &Mark)
      : Engine(Engine), F(F), Mark(Mark),
        Spelling(spellingAt(F.getASTContext(), Mark.Where)) {}

  void run();

private:
  static std::string spellingAt(const ASTContext &Context, SourceLocation Name);
  bool checkNamedParameters();
  bool hasInput() const;
  bool hasOutput() const;
  bool isInput(const ParmVarDecl &P) const;
  /// A member function reads and writes its object.
  QualType objectType() const;
  void report(SourceLocation Where, FrontendMessage Id);
  void noteInstantiation();

  DiagnosticsEngine &Engine;
  const FunctionDecl &F;
  const GradMark &Mark;
  std::string Spelling;
};

} // namespace

/// The attribute's name as the user wrote it.
std::string FunctionCheck::spellingAt(const ASTContext &Context,
                                      SourceLocation Name) {
  StringRef Text = Lexer::getSourceText(
      CharSourceRange::getTokenRange(
          Context.getSourceManager().getExpansionRange(Name).getAsRange()),
      Context.getSourceManager(), Context.getLangOpts());
  return Text.empty() || Text == "grad" ? "autodiff::grad" : Text.str();
}

bool FunctionCheck::isInput(const ParmVarDecl &P) const {
  return !isMarkedInactive(P) && holdsFloat(P.getType());
}

QualType FunctionCheck::objectType() const {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method && Method->isImplicitObjectMemberFunction()
             ? Method->getThisType()
             : QualType();
}

bool FunctionCheck::hasInput() const {
  if (!Mark.AllParameters)
    return true; // checkNamedParameters has looked at them
  QualType Object = objectType();
  return (!Object.isNull() && holdsFloat(Object)) ||
         llvm::any_of(F.parameters(),
                      [&](const ParmVarDecl *P) { return isInput(*P); });
}

bool FunctionCheck::hasOutput() const {
  QualType Object = objectType();
  auto IsOutput = [](const ParmVarDecl *P) {
    return !isMarkedInactive(*P) && mayReturnFloatThrough(P->getType());
  };
  QualType Result = F.getReturnType();
  return (!Result->isVoidType() && holdsFloat(Result)) ||
         (!Object.isNull() && mayReturnFloatThrough(Object)) ||
         llvm::any_of(F.parameters(), IsOutput);
}

void FunctionCheck::noteInstantiation() {
  SourceLocation Where = F.getPointOfInstantiation();
  if (Where.isValid())
    reportFrontend(Engine, Where, FrontendMessage::InstantiatedHere) << &F;
}

void FunctionCheck::report(SourceLocation Where, FrontendMessage Id) {
  reportFrontend(Engine, Where, Id) << &F << Spelling;
  noteInstantiation();
}

bool FunctionCheck::checkNamedParameters() {
  bool Good = true;
  for (unsigned Number : Mark.Numbers) {
    if (Number >= F.getNumParams())
      continue;
    const ParmVarDecl *P = F.getParamDecl(Number);
    if (isInput(*P))
      continue;
    reportFrontend(Engine, P->getLocation(),
                   FrontendMessage::ParameterNotDifferentiable)
        << &F << P << P->getType() << Spelling;
    noteInstantiation();
    Good = false;
  }
  return Good;
}

void FunctionCheck::run() {
  if (Mark.Conflicting)
    return report(F.getLocation(), FrontendMessage::ConflictingGrad);
  if (isMarkedInactive(F))
    return report(F.getLocation(), FrontendMessage::GradAndInactive);
  if (F.isVariadic())
    return report(F.getLocation(), FrontendMessage::VariadicFunction);
  if (!checkNamedParameters())
    return;
  if (!hasInput())
    return report(F.getLocation(), FrontendMessage::NoDifferentiableParameter);
  if (!hasOutput())
    report(F.getLocation(), FrontendMessage::NoOutput);
}

bool RequestChecker::checkAll(DiagnosticsEngine &Engine) const {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Done;
  for (const FunctionDecl *F : Functions) {
    const FunctionDecl *Last = F->getMostRecentDecl();
    if (Last->isInvalidDecl() || !Done.insert(F->getCanonicalDecl()).second)
      continue;
    if (std::optional<GradMark> Mark = gradMarkOf(*Last))
      FunctionCheck(Engine, *Last, *Mark).run();
  }
  return !Functions.empty();
}

} // namespace autodiff
