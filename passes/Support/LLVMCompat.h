// LLVMCompat.h - Where do LLVM 19 and LLVM 22 differ?
//
// The only file with an LLVM version check. Everything else calls the helpers
// below, which mean the same on both.
#ifndef AUTODIFF_SUPPORT_LLVMCOMPAT_H
#define AUTODIFF_SUPPORT_LLVMCOMPAT_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <string>
#include <utility>

// llvmGetPassPluginInfo, PassPluginLibraryInfo.
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#if LLVM_VERSION_MAJOR != 19 && LLVM_VERSION_MAJOR != 22
#error "clang-ad is built for LLVM 19 and LLVM 22"
#endif

namespace autodiff::compat {

//===--- The pipeline -----------------------------------------------------===//

/// Calls Callback(ModulePassManager &, OptimizationLevel, ThinOrFullLTOPhase)
/// at the start of the module optimisation pipeline. LLVM 19 does not tell the
/// phase there: it passes PhaseIfUnknown.
template <typename PassBuilderT, typename CallbackT>
void registerOptimizerEarlyEPCallback(
    PassBuilderT &PB, CallbackT Callback,
    llvm::ThinOrFullLTOPhase PhaseIfUnknown = llvm::ThinOrFullLTOPhase::None) {
#if LLVM_VERSION_MAJOR >= 20
  (void)PhaseIfUnknown;
  PB.registerOptimizerEarlyEPCallback(std::move(Callback));
#else
  PB.registerOptimizerEarlyEPCallback(
      [Callback = std::move(Callback), PhaseIfUnknown](auto &Passes,
                                                       auto Level) mutable {
        Callback(Passes, Level, PhaseIfUnknown);
      });
#endif
}

/// Likewise at the end of the pipeline.
template <typename PassBuilderT, typename CallbackT>
void registerOptimizerLastEPCallback(
    PassBuilderT &PB, CallbackT Callback,
    llvm::ThinOrFullLTOPhase PhaseIfUnknown = llvm::ThinOrFullLTOPhase::None) {
#if LLVM_VERSION_MAJOR >= 20
  (void)PhaseIfUnknown;
  PB.registerOptimizerLastEPCallback(std::move(Callback));
#else
  PB.registerOptimizerLastEPCallback(
      [Callback = std::move(Callback), PhaseIfUnknown](auto &Passes,
                                                       auto Level) mutable {
        Callback(Passes, Level, PhaseIfUnknown);
      });
#endif
}

/// The module's target triple as text.
inline std::string targetTriple(const llvm::Module &M) {
#if LLVM_VERSION_MAJOR >= 21
  return M.getTargetTriple().str();
#else
  return M.getTargetTriple();
#endif
}

//===--- Intrinsics -------------------------------------------------------===//

/// The declaration of an intrinsic, inserted where it is missing.
inline llvm::Function *
intrinsicDeclaration(llvm::Module &M, llvm::Intrinsic::ID Id,
                     llvm::ArrayRef<llvm::Type *> Types = {}) {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::Intrinsic::getOrInsertDeclaration(&M, Id, Types);
#else
  return llvm::Intrinsic::getDeclaration(&M, Id, Types);
#endif
}

/// The intrinsic named "llvm.xyz" (with or without type suffix), or
/// not_intrinsic where this LLVM has none. Use it for those that only the newer
/// one has: llvm.atan2, llvm.modf, llvm.sincos, llvm.ldexp ...
inline llvm::Intrinsic::ID lookupIntrinsic(llvm::StringRef Name) {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::Intrinsic::lookupIntrinsicID(Name);
#else
  return llvm::Function::lookupIntrinsicID(Name);
#endif
}

/// llvm.lifetime.start of a whole alloca.
inline llvm::CallInst *createLifetimeStart(llvm::IRBuilderBase &Builder,
                                           llvm::AllocaInst *Slot) {
  return Builder.CreateLifetimeStart(Slot);
}

/// llvm.lifetime.end of a whole alloca.
inline llvm::CallInst *createLifetimeEnd(llvm::IRBuilderBase &Builder,
                                         llvm::AllocaInst *Slot) {
  return Builder.CreateLifetimeEnd(Slot);
}

/// The pointer whose lifetime starts or ends.
inline llvm::Value *lifetimePointer(const llvm::LifetimeIntrinsic &I) {
  return I.getArgOperand(I.arg_size() - 1); // LLVM 19: (size, pointer)
}

//===--- Instructions -----------------------------------------------------===//

/// A pointer's address as an integer: ptrtoint, or LLVM 22's ptrtoaddr.
inline bool isPointerToInteger(const llvm::Instruction &I) {
#if LLVM_VERSION_MAJOR >= 22
  if (I.getOpcode() == llvm::Instruction::PtrToAddr)
    return true;
#endif
  return I.getOpcode() == llvm::Instruction::PtrToInt;
}

/// The first instruction of a block that is no phi.
inline llvm::BasicBlock::iterator firstNonPhi(llvm::BasicBlock &Block) {
  return Block.getFirstNonPHIIt();
}

/// Moves I before the position.
inline void moveBefore(llvm::Instruction &I, llvm::BasicBlock::iterator Where) {
  I.moveBefore(*Where->getParent(), Where);
}

/// What GEPOperator::collectOffset fills.
#if LLVM_VERSION_MAJOR >= 22
using VariableOffsets = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;
#else
using VariableOffsets = llvm::MapVector<llvm::Value *, llvm::APInt>;
#endif

//===--- Scalar evolution
//--------------------------------------------------===//

/// SCEVExpander, whose constructor lost its data layout in LLVM 22.
struct Expander : llvm::SCEVExpander {
#if LLVM_VERSION_MAJOR >= 22
  Expander(llvm::ScalarEvolution &SE, const llvm::Module &)
      : SCEVExpander(SE, "ad") {}
#else
  Expander(llvm::ScalarEvolution &SE, const llvm::Module &M)
      : SCEVExpander(SE, M.getDataLayout(), "ad") {}
#endif
};

//===--- Attributes -------------------------------------------------------===//

/// The parameter attribute "the callee keeps no copy of this pointer":
/// nocapture, captures(none).
inline llvm::Attribute noCaptureAttribute(llvm::LLVMContext &Context) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::Attribute::getWithCaptureInfo(Context,
                                             llvm::CaptureInfo::none());
#else
  return llvm::Attribute::get(Context, llvm::Attribute::NoCapture);
#endif
}

/// Removes nocapture or captures(...) from a parameter.
inline void removeCaptureAttribute(llvm::Function &F, unsigned Index) {
#if LLVM_VERSION_MAJOR >= 21
  F.removeParamAttr(Index, llvm::Attribute::Captures);
#else
  F.removeParamAttr(Index, llvm::Attribute::NoCapture);
#endif
}

/// True if the pointer may be kept beyond its function (by a store or a call;
/// by the return only if ReturnCaptures).
inline bool mayBeCaptured(const llvm::Value *Pointer, bool ReturnCaptures) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::PointerMayBeCaptured(Pointer, ReturnCaptures);
#else
  return llvm::PointerMayBeCaptured(Pointer, ReturnCaptures,
                                    /*StoreCaptures=*/true);
#endif
}

//===--- Debug information ------------------------------------------------===//

/// Brings the module's debug information into the form of records attached to
/// instructions (always so on 22; under LLVM 19 other forms are possible).
inline void useDebugRecords(llvm::Module &M) {
#if LLVM_VERSION_MAJOR < 21
  M.setIsNewDbgInfoFormat(true);
#else
  (void)M;
#endif
}

/// Removes the debug records and debug intrinsics of a function.
inline void dropDebugRecords(llvm::Function &F) {
  for (llvm::BasicBlock &Block : F)
    for (llvm::Instruction &I : llvm::make_early_inc_range(Block)) {
      I.dropDbgRecords();
      if (llvm::isa<llvm::DbgInfoIntrinsic>(I))
        I.eraseFromParent();
    }
}

/// Calls Visit for each variable record (declare, value, assign) before I.
template <typename VisitT>
void forEachVariableRecord(llvm::Instruction &I, VisitT Visit) {
  for (llvm::DbgVariableRecord &Record :
       llvm::filterDbgVars(I.getDbgRecordRange()))
    Visit(Record);
}

//===--- Analyses ---------------------------------------------------------===//

/// Constructs an llvm::SCEVExpander (or a class derived from it):
///   auto Expander = makeSCEVExpander<llvm::SCEVExpander>(SE, DL, "ad");
template <typename ExpanderT, typename ScalarEvolutionT>
ExpanderT makeSCEVExpander(ScalarEvolutionT &SE, const llvm::DataLayout &DL,
                           const char *Name, bool PreserveLCSSA = true) {
#if LLVM_VERSION_MAJOR >= 22
  (void)DL;
  return ExpanderT(SE, Name, PreserveLCSSA);
#else
  return ExpanderT(SE, DL, Name, PreserveLCSSA);
#endif
}

} // namespace autodiff::compat

#endif
