// OpaqueCalls.cpp - How is something hidden from the optimiser for a while?
#include "Discover/OpaqueCalls.h"
#include "Discover/EarlyMarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

static constexpr StringLiteral ComparisonPrefix = "__autodiff_fcmp_";
static constexpr StringLiteral ShortcutPrefix = "__autodiff_fcmp_shortcut_";

/// Declares a function without memory, effect or failure.
static FunctionCallee pureFunction(Module &M, StringRef Name, Type *Result,
                                   ArrayRef<Type *> Parameters) {
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(Result, Parameters, /*isVarArg=*/false));
  if (auto *F = dyn_cast<Function>(Callee.getCallee())) {
    F->setDoesNotAccessMemory();
    F->setDoesNotThrow();
    F->setWillReturn();
    F->setNoSync();
    F->setDoesNotFreeMemory();
    F->addFnAttr(Attribute::NoCallback);
    F->addFnAttr(Attribute::Speculatable);
  }
  return Callee;
}

//===--- Identities -------------------------------------------------------===//

/// The symbol of a type's opaque identity; empty where it has none.
static StringRef identityOf(const Type *T) {
  switch (T->getTypeID()) {
  case Type::HalfTyID:
    return "__autodiff_constant_f16";
  case Type::BFloatTyID:
    return "__autodiff_constant_bf16";
  case Type::FP128TyID:
    return "__autodiff_constant_f128";
  case Type::FloatTyID:
    return "__autodiff_constant_f32";
  case Type::DoubleTyID:
    return "__autodiff_constant_f64";
  case Type::X86_FP80TyID:
    return "__autodiff_constant_f80";
  case Type::PointerTyID:
    return T->getPointerAddressSpace() == 0 ? "__autodiff_constant_ptr" : "";
  default:
    return "";
  }
}

bool hasOpaqueIdentity(const Type *T) { return !identityOf(T).empty(); }

/// Holds each element of a vector constant.
static Value *holdLanes(IRBuilderBase &Builder, Value *V, unsigned Count) {
  Value *Result = V;
  for (unsigned Lane = 0; Lane < Count; ++Lane) {
    Value *Element = Builder.CreateExtractElement(V, Lane);
    Result = Builder.CreateInsertElement(Result, holdConstant(Builder, Element),
                                         Lane);
  }
  return Result;
}

/// Holds each field of a first-class structure or array constant.
static Value *holdFields(IRBuilderBase &Builder, Value *V, unsigned Count) {
  Value *Result = V;
  for (unsigned Index = 0; Index < Count; ++Index) {
    Value *Element = Builder.CreateExtractValue(V, Index);
    Value *Held = holdConstant(Builder, Element);
    if (Held != Element)
      Result = Builder.CreateInsertValue(Result, Held, Index);
  }
  return Result;
}

Value *holdConstant(IRBuilderBase &Builder, Value *V) {
  Type *T = V->getType();
  if (isa<ConstantData>(V))
    return V;
  if (StringRef Symbol = identityOf(T); !Symbol.empty()) {
    Module &M = *Builder.GetInsertBlock()->getModule();
    return Builder.CreateCall(pureFunction(M, Symbol, T, T), V);
  }
  if (auto *Vector = dyn_cast<FixedVectorType>(T))
    return hasOpaqueIdentity(Vector->getElementType())
               ? holdLanes(Builder, V, Vector->getNumElements())
               : V;
  if (auto *Structure = dyn_cast<StructType>(T))
    return holdFields(Builder, V, Structure->getNumElements());
  if (auto *Array = dyn_cast<ArrayType>(T))
    return holdFields(Builder, V, Array->getNumElements());
  return V;
}

bool isOpaqueConstant(const Value &V) {
  const auto *Call = dyn_cast<CallBase>(&V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Call->arg_size() != 1 ||
      Call->getType() != Call->getArgOperand(0)->getType())
    return false;
  return StringSwitch<bool>(Callee->getName())
#define AUTODIFF_OPAQUE_CONSTANT(suffix, type)                                 \
  .Case("__autodiff_constant_" #suffix, true)
#include "autodiff/detail/markers.def"
      // Types that not every compiler has: made here only.
      .Case("__autodiff_constant_f16", true)
      .Case("__autodiff_constant_bf16", true)
      .Case("__autodiff_constant_f128", true)
      .Default(false);
}

//===--- Comparisons ------------------------------------------------------===//

/// One letter for each fast-math flag.
static std::string lettersOf(FastMathFlags Flags) {
  std::string Letters;
  auto Add = [&](bool IsSet, char Letter) {
    if (IsSet)
      Letters += Letter;
  };
  Add(Flags.allowReassoc(), 'r');
  Add(Flags.noNaNs(), 'n');
  Add(Flags.noInfs(), 'i');
  Add(Flags.noSignedZeros(), 's');
  Add(Flags.allowReciprocal(), 'a');
  Add(Flags.allowContract(), 'c');
  Add(Flags.approxFunc(), 'f');
  return Letters;
}

static FastMathFlags flagsOf(StringRef Letters) {
  FastMathFlags Flags;
  Flags.setAllowReassoc(Letters.contains('r'));
  Flags.setNoNaNs(Letters.contains('n'));
  Flags.setNoInfs(Letters.contains('i'));
  Flags.setNoSignedZeros(Letters.contains('s'));
  Flags.setAllowReciprocal(Letters.contains('a'));
  Flags.setAllowContract(Letters.contains('c'));
  Flags.setApproxFunc(Letters.contains('f'));
  return Flags;
}

/// A name of a float type or a vector of floats, as in intrinsics: v4f32.
static std::string typeName(const Type *T) {
  if (const auto *Vector = dyn_cast<VectorType>(T)) {
    ElementCount Count = Vector->getElementCount();
    return (Count.isScalable() ? "nxv" : "v") +
           std::to_string(Count.getKnownMinValue()) +
           typeName(Vector->getElementType());
  }
  switch (T->getTypeID()) {
  case Type::HalfTyID:
    return "f16";
  case Type::BFloatTyID:
    return "bf16";
  case Type::FloatTyID:
    return "f32";
  case Type::DoubleTyID:
    return "f64";
  case Type::X86_FP80TyID:
    return "f80";
  case Type::FP128TyID:
    return "f128";
  case Type::PPC_FP128TyID:
    return "ppcf128";
  default:
    llvm_unreachable("not a floating-point type");
  }
}

bool isEqualityOfFloats(const Instruction &I) {
  const auto *Comparison = dyn_cast<FCmpInst>(&I);
  // isEquality would leave one and ueq out.
  return Comparison && is_contained({CmpInst::FCMP_OEQ, CmpInst::FCMP_UEQ,
                                     CmpInst::FCMP_ONE, CmpInst::FCMP_UNE},
                                    Comparison->getPredicate());
}

void hideComparison(FCmpInst &Comparison, bool IsShortcut) {
  Value *Left = Comparison.getOperand(0);
  std::string Name = ((IsShortcut ? ShortcutPrefix : ComparisonPrefix) +
                      CmpInst::getPredicateName(Comparison.getPredicate()))
                         .str() +
                     "_" + typeName(Left->getType());
  std::string Letters = lettersOf(Comparison.getFastMathFlags());
  if (!Letters.empty())
    Name += "_" + Letters;
  FunctionCallee Callee =
      pureFunction(*Comparison.getModule(), Name, Comparison.getType(),
                   {Left->getType(), Left->getType()});
  IRBuilder<> Builder(&Comparison);
  CallInst *Hidden =
      Builder.CreateCall(Callee, {Left, Comparison.getOperand(1)});
  Hidden->takeName(&Comparison);
  Comparison.replaceAllUsesWith(Hidden);
  Comparison.eraseFromParent();
}

bool isHiddenComparison(const Value &V) {
  const auto *Call = dyn_cast<CallInst>(&V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with(ComparisonPrefix);
}

void avoidShortcuts(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isHiddenComparison(I)) {
      StringRef Name = cast<CallInst>(I).getCalledFunction()->getName();
      if (!Name.consume_front(ShortcutPrefix))
        continue;
      bool IsUnequal = Name.starts_with("une") || Name.starts_with("one");
      I.replaceAllUsesWith(ConstantInt::getBool(I.getType(), IsUnequal));
      I.eraseFromParent();
    }
}

bool unhideComparison(CallInst &Call) {
  if (!isHiddenComparison(Call))
    return false;
  StringRef Name = Call.getCalledFunction()->getName();
  if (!Name.consume_front(ShortcutPrefix))
    Name.consume_front(ComparisonPrefix);
  SmallVector<StringRef, 3> Parts; // predicate, type, flags
  Name.split(Parts, '_');
  CmpInst::Predicate Predicate = StringSwitch<CmpInst::Predicate>(Parts[0])
                                     .Case("oeq", CmpInst::FCMP_OEQ)
                                     .Case("ueq", CmpInst::FCMP_UEQ)
                                     .Case("one", CmpInst::FCMP_ONE)
                                     .Case("une", CmpInst::FCMP_UNE);
  auto *Comparison = new FCmpInst(Call.getIterator(), Predicate,
                                  Call.getArgOperand(0), Call.getArgOperand(1));
  if (Parts.size() > 2)
    Comparison->setFastMathFlags(flagsOf(Parts[2]));
  Comparison->setDebugLoc(Call.getDebugLoc());
  Comparison->takeName(&Call);
  Call.replaceAllUsesWith(Comparison);
  Call.eraseFromParent();
  return true;
}

//===--- Declarations -----------------------------------------------------===//

bool removeOpaqueDeclarations(Module &M) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    bool IsOpaque = F.getName().starts_with("__autodiff_constant_") ||
                    F.getName().starts_with(ComparisonPrefix);
    if (!IsOpaque || !F.isDeclaration() || !F.use_empty())
      continue;
    F.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace autodiff
