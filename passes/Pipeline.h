// Pipeline.h - From marker calls to derivatives, stage by stage.
#ifndef AUTODIFF_PIPELINE_H
#define AUTODIFF_PIPELINE_H

#include "Options.h"
#include "llvm/IR/PassManager.h"

namespace llvm {} // namespace llvm

namespace autodiff {

/// Where the pipeline ends, for looking at a stage: `autodiff<stop-after=...>`
/// and `print<ad-...>`.
enum class Stage { Prepare, Types, Activity, Plan, Verify, All };

/// `autodiff`: resolves every marker of a module.
class AutodiffPass : public llvm::PassInfoMixin<AutodiffPass> {
public:
  explicit AutodiffPass(Options Opts, Stage Last = Stage::All)
      : Opts(Opts), Last(Last) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }

private:
  Options Opts;
  Stage Last;
};

} // namespace autodiff

#endif
