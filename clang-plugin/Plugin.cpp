// Plugin.cpp - What does Clang run of ours, and when?
//
// Loaded with -fplugin=. Registration only: the attributes register themselves
// (attributes/AttributeInfo.cpp), the pass does so in passes/PassPlugin.cpp.
#include "DiagnosticBridge.h"
#include "LocationTracking.h"
#include "RequestChecker.h"
#include "attributes/ArgumentTokens.h"
#include "attributes/Marks.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace autodiff {

namespace {

/// Sees each declaration before CodeGen does.
class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &CI, std::shared_ptr<bool> MarkedGrad)
      : Bridge(CI), Engine(CI.getDiagnostics()),
        MarkedGrad(std::move(MarkedGrad)) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      Checker.collect(*D);
    return true;
  }

  void HandleInlineFunctionDefinition(FunctionDecl *F) override {
    Checker.collect(*F); // members of local classes come this way only
  }

  void HandleTagDeclDefinition(TagDecl *D) override {
    auto *Record = dyn_cast<RecordDecl>(D);
    if (Record && isMarkedInactive(*Record))
      markFieldsInactive(*Record);
  }

  void HandleTranslationUnit(ASTContext &) override {
    *MarkedGrad = Checker.checkAll(Engine);
  }

private:
  DiagnosticBridge Bridge;
  DiagnosticsEngine &Engine;
  RequestChecker Checker;
  std::shared_ptr<bool> MarkedGrad;
};

class Action : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    ArgumentRecorder::install(CI.getPreprocessor());
    return std::make_unique<Consumer>(CI, trackLocations(CI.getCodeGenOpts()));
  }

  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<Action>
    Register("autodiff", "automatic differentiation");

} // namespace autodiff
