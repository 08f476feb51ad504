// LocationTracking.cpp - How does the pass know the user's lines without -g?
#include "LocationTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace autodiff {

/// Whether \p M calls a marker of ours or of the compatible interface.
static bool callsMarker(const Module &M) {
#define AUTODIFF_MARKER(Id, Symbol)                                            \
  if (M.getFunction(#Symbol))                                                  \
    return true;
#include "autodiff/detail/markers.def"
  return any_of(M.functions(), [](const Function &F) {
    return F.getName().contains("__enzyme_");
  });
}

/// Removes a module flag that Clang sets along with locations.
static void dropModuleFlag(Module &M, StringRef Key) {
  NamedMDNode *Flags = M.getModuleFlagsMetadata();
  if (!Flags)
    return;
  SmallVector<MDNode *, 8> Kept;
  for (MDNode *Flag : Flags->operands()) {
    auto *Name = dyn_cast_or_null<MDString>(Flag->getOperand(1));
    if (!Name || Name->getString() != Key)
      Kept.push_back(Flag);
  }
  Flags->clearOperands();
  for (MDNode *Flag : Kept)
    Flags->addOperand(Flag);
}

/// What is left of a loop's properties without its locations; null if nothing.
static void dropLoopLocations(Instruction &I) {
  if (!I.getMetadata(LLVMContext::MD_loop))
    return;
  updateLoopMetadataDebugLocations(I, [](Metadata *M) -> Metadata * {
    return isa<DILocation>(M) ? nullptr : M;
  });
  if (I.getMetadata(LLVMContext::MD_loop)->getNumOperands() == 1)
    I.setMetadata(LLVMContext::MD_loop, nullptr);
}

/// llvm::StripDebugInfo leaves a trace in bitcode: a metadata kind of its own.
static void dropLocations(Function &F) {
  F.setSubprogram(nullptr);
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (isa<DbgInfoIntrinsic>(I)) {
      I.eraseFromParent();
      continue;
    }
    I.dropDbgRecords();
    I.setDebugLoc(DebugLoc());
    dropLoopLocations(I);
  }
}

static void dropLocations(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    dropLocations(F);
    if (F.isIntrinsic() && F.getName().starts_with("llvm.dbg.") &&
        F.use_empty())
      F.eraseFromParent();
  }
  for (NamedMDNode &Named : make_early_inc_range(M.named_metadata()))
    if (Named.getName().starts_with("llvm.dbg."))
      Named.eraseFromParent();
  dropModuleFlag(M, "Debug Info Version");
}

namespace {

/// Drops the locations of a module that has no request.
class DropLocations : public PassInfoMixin<DropLocations> {
public:
  explicit DropLocations(std::shared_ptr<bool> MarkedGrad)
      : MarkedGrad(std::move(MarkedGrad)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (*MarkedGrad || callsMarker(M))
      return PreservedAnalyses::all();
    dropLocations(M);
    return PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }

private:
  std::shared_ptr<bool> MarkedGrad;
};

} // namespace

std::shared_ptr<bool> trackLocations(clang::CodeGenOptions &Options) {
  auto MarkedGrad = std::make_shared<bool>(false);
  // --coverage tracks locations itself. With -disable-llvm-passes (the first
  // half of -save-temps) nothing could drop them again.
  if (Options.getDebugInfo() != codegenoptions::NoDebugInfo ||
      !Options.CoverageNotesFile.empty() || !Options.CoverageDataFile.empty() ||
      Options.DisableLLVMPasses)
    return MarkedGrad;
  Options.setDebugInfo(codegenoptions::LocTrackingOnly);
  Options.PassBuilderCallbacks.push_back([MarkedGrad](PassBuilder &PB) {
    PB.registerPipelineStartEPCallback(
        [MarkedGrad](ModulePassManager &MPM, auto...) {
          MPM.addPass(DropLocations(MarkedGrad));
        });
  });
  return MarkedGrad;
}

} // namespace autodiff
