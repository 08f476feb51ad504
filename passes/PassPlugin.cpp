// PassPlugin.cpp - Where do the passes enter the compiler?
#include "Discover/EarlyMarks.h"
#include "Discover/MarkerDiscovery.h"
#include "Pipeline.h"
#include "Support/LLVMCompat.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace autodiff;

static void registerPasses(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(EarlyMarksPass());
      });
  compat::registerOptimizerEarlyEPCallback(
      PB, [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        Passes.addPass(AutodiffPass(Options::fromCommandLine()));
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &Passes,
         ArrayRef<PassBuilder::PipelineElement>) {
#define MODULE_PASS(PassName, Object)                                          \
  if (Name == PassName) {                                                      \
    Passes.addPass(Object);                                                    \
    return true;                                                               \
  }
#include "PassRegistry.def"
        return false;
      });
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "autodiff", AUTODIFF_VERSION,
          registerPasses};
}
