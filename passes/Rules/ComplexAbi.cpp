#include "Rules/ComplexAbi.h"
#include "Support/LLVMCompat.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace autodiff {

namespace {

/// How one complex number is passed.
enum class Form { Numbers, Vector, Memory };

struct Convention {
  Form Operand, Result;
};

} // namespace

static std::optional<Convention> conventionOf(const Module &M, const Type *Ty,
                                              bool IsOperator) {
  Triple Target(compat::targetTriple(M));
  if (Target.getArch() != Triple::x86_64 || Target.isOSWindows())
    return std::nullopt;
  Convention Is{Form::Numbers, Form::Numbers};
  if (Ty->isFloatTy())
    Is = {Form::Vector, Form::Vector};
  else if (Ty->isX86_FP80Ty())
    Is = {Form::Memory, Form::Numbers};
  else if (Ty->isFP128Ty())
    Is = {Form::Memory, Form::Memory};
  // The compiler's helpers take four numbers.
  if (IsOperator)
    Is.Operand = Form::Numbers;
  return Is;
}

static StructType *pairOf(Type *Ty) { return StructType::get(Ty, Ty); }

static FunctionType *signature(const Convention &Is, Type *Ty,
                               unsigned Operands, bool IsReal) {
  Type *Pointer = PointerType::get(Ty->getContext(), 0);
  SmallVector<Type *, 5> Parameters;
  Type *Result = Ty;
  if (!IsReal)
    switch (Is.Result) {
    case Form::Numbers:
      Result = pairOf(Ty);
      break;
    case Form::Vector:
      Result = FixedVectorType::get(Ty, 2);
      break;
    case Form::Memory:
      Result = Type::getVoidTy(Ty->getContext());
      Parameters.push_back(Pointer);
      break;
    }
  for (unsigned I = 0; I != Operands; ++I)
    switch (Is.Operand) {
    case Form::Numbers:
      Parameters.append(2, Ty);
      break;
    case Form::Vector:
      Parameters.push_back(FixedVectorType::get(Ty, 2));
      break;
    case Form::Memory:
      Parameters.push_back(Pointer);
      break;
    }
  return FunctionType::get(Result, Parameters, /*isVarArg=*/false);
}

//===-- Names -------------------------------------------------------------===//

/// The letter of a type in the compiler's names: __muldc3.
static StringRef operatorLetter(const Type *Ty) {
  return Ty->isFloatTy()      ? "s"
         : Ty->isDoubleTy()   ? "d"
         : Ty->isX86_FP80Ty() ? "x"
                              : "t";
}

static std::string symbolOf(const ComplexRule &Rule, const Type *Ty,
                            const Module &M) {
  if (Rule.IsOperator)
    return ("__" + Rule.Name + operatorLetter(Ty) + "c3").str();
  return libmName(Rule.Name, Ty, M);
}

/// The function of that base name.
static ComplexLibraryCall findBase(StringRef Name, bool IsOperator, Type *Ty) {
  const ComplexRule *Rule = findComplexRule(Name);
  if (Rule && Rule->IsOperator == IsOperator)
    return {Rule, nullptr, Ty};
  return {nullptr, IsOperator ? nullptr : findComplexDefinition(Name), Ty};
}

/// The functions that the symbol may stand for, by the types of a part.
static SmallVector<ComplexLibraryCall, 4> findSymbol(StringRef Symbol,
                                                     const Module &M) {
  LLVMContext &C = M.getContext();
  SmallVector<ComplexLibraryCall, 4> Found;
  for (Type *Ty : {Type::getDoubleTy(C), Type::getFloatTy(C),
                   Type::getX86_FP80Ty(C), Type::getFP128Ty(C)}) {
    StringRef Name = Symbol;
    if (Name.consume_front("__")) {
      auto Operator = findBase(Name.take_front(3), /*IsOperator=*/true, Ty);
      if (Operator && symbolOf(*Operator.Rule, Ty, M) == Symbol)
        Found.push_back(Operator);
      continue;
    }
    for (StringRef Suffix : {"", "f", "l", "f128"}) {
      Name = Symbol;
      if (!Name.consume_back(Suffix) || !hasLibmSuffix(Ty, Suffix))
        continue;
      if (auto Function = findBase(Name, /*IsOperator=*/false, Ty))
        Found.push_back(Function);
    }
  }
  return Found;
}

//===-- Calls of the program ----------------------------------------------===//

ComplexLibraryCall matchComplexLibraryCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || Callee->isIntrinsic() ||
      Call.isNoBuiltin())
    return {};
  const Module &M = *Callee->getParent();
  for (const ComplexLibraryCall &Found : findSymbol(Callee->getName(), M)) {
    bool IsOperator = Found.Rule && Found.Rule->IsOperator;
    bool IsReal = Found.Definition && !Found.Definition->Im;
    unsigned Operands = Found.Rule ? Found.Rule->operands() : 1;
    auto Is = conventionOf(M, Found.Ty, IsOperator);
    if (Is &&
        Callee->getFunctionType() == signature(*Is, Found.Ty, Operands, IsReal))
      return Found;
  }
  return {};
}

static Value *partAddress(IRBuilderBase &B, Type *Ty, Value *Pair,
                          unsigned Part) {
  return B.CreateConstInBoundsGEP2_32(pairOf(Ty), Pair, 0, Part);
}

SmallVector<Value *, 4> readComplexOperands(IRBuilderBase &B,
                                            const CallBase &Call,
                                            const ComplexLibraryCall &What) {
  bool ResultInMemory = Call.getType()->isVoidTy();
  SmallVector<Value *, 4> Parts;
  for (Value *V : drop_begin(Call.args(), ResultInMemory))
    if (V->getType()->isVectorTy()) {
      Parts.push_back(B.CreateExtractElement(V, uint64_t(0)));
      Parts.push_back(B.CreateExtractElement(V, 1));
    } else if (V->getType()->isPointerTy()) {
      Parts.push_back(B.CreateLoad(What.Ty, partAddress(B, What.Ty, V, 0)));
      Parts.push_back(B.CreateLoad(What.Ty, partAddress(B, What.Ty, V, 1)));
    } else {
      Parts.push_back(V);
    }
  return Parts;
}

/// Extractions of parts read them directly, all else a value made of them.
static void replacePair(IRBuilderBase &B, CallBase &Call, Value *Re,
                        Value *Im) {
  for (User *U : make_early_inc_range(Call.users()))
    if (auto *Extract = dyn_cast<ExtractValueInst>(U)) {
      Extract->replaceAllUsesWith(Extract->getIndices()[0] == 0 ? Re : Im);
      Extract->eraseFromParent();
    }
  if (Call.use_empty())
    return;
  Value *Pair = B.CreateInsertValue(PoisonValue::get(Call.getType()), Re, 0);
  Call.replaceAllUsesWith(B.CreateInsertValue(Pair, Im, 1));
}

void replaceComplexResult(IRBuilderBase &B, CallBase &Call, Value *Re,
                          Value *Im) {
  if (!Im) {
    Call.replaceAllUsesWith(Re);
  } else if (Call.getType()->isVoidTy()) {
    Value *Result = Call.getArgOperand(0);
    Type *Ty = Re->getType();
    B.CreateStore(Re, partAddress(B, Ty, Result, 0));
    B.CreateStore(Im, partAddress(B, Ty, Result, 1));
  } else if (Call.getType()->isVectorTy()) {
    Value *Pair = B.CreateInsertElement(PoisonValue::get(Call.getType()), Re,
                                        uint64_t(0));
    Call.replaceAllUsesWith(B.CreateInsertElement(Pair, Im, 1));
  } else {
    replacePair(B, Call, Re, Im);
  }
  Call.eraseFromParent();
}

//===-- Calls of the derivative -------------------------------------------===//

static Value *createSlot(IRBuilderBase &B, Type *Ty) {
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> AtEntry(&Entry, Entry.begin());
  return AtEntry.CreateAlloca(pairOf(Ty), nullptr, "complex");
}

static void passOperand(IRBuilderBase &B, Form As, Value *Re, Value *Im,
                        SmallVectorImpl<Value *> &Arguments) {
  Type *Ty = Re->getType();
  switch (As) {
  case Form::Numbers:
    Arguments.append({Re, Im});
    return;
  case Form::Vector: {
    Value *Pair = PoisonValue::get(FixedVectorType::get(Ty, 2));
    Pair = B.CreateInsertElement(Pair, Re, uint64_t(0));
    Arguments.push_back(B.CreateInsertElement(Pair, Im, 1));
    return;
  }
  case Form::Memory: {
    Value *Slot = createSlot(B, Ty);
    B.CreateStore(Re, partAddress(B, Ty, Slot, 0));
    B.CreateStore(Im, partAddress(B, Ty, Slot, 1));
    Arguments.push_back(Slot);
    return;
  }
  }
}

/// What the call promises, and how memory is passed.
static void setAttributes(CallInst &Call, const Convention &Is, Type *Ty,
                          bool IsLibrarys) {
  LLVMContext &C = Call.getContext();
  const DataLayout &DL = Call.getModule()->getDataLayout();
  bool ResultInMemory = Is.Result == Form::Memory;
  bool InMemory = ResultInMemory || Is.Operand == Form::Memory;
  auto SetMemory = [&](unsigned Index, Attribute PassedBy) {
    Call.addParamAttr(Index, PassedBy);
    Call.addParamAttr(
        Index, Attribute::getWithAlignment(C, DL.getABITypeAlign(pairOf(Ty))));
  };
  for (unsigned I = 0; I != Call.arg_size(); ++I)
    if (I == 0 && ResultInMemory)
      SetMemory(I, Attribute::getWithStructRetType(C, pairOf(Ty)));
    else if (Is.Operand == Form::Memory)
      SetMemory(I, Attribute::getWithByValType(C, pairOf(Ty)));
  if (!IsLibrarys)
    return; // a program's own definition of the name promises nothing
  Call.setDoesNotThrow();
  Call.addFnAttr(Attribute::WillReturn);
  if (!InMemory)
    Call.setDoesNotAccessMemory();
}

std::pair<Value *, Value *> createComplexLibraryCall(IRBuilderBase &B,
                                                     const ComplexRule &Rule,
                                                     ArrayRef<Value *> Parts) {
  Type *Ty = Parts.front()->getType();
  Module &M = *B.GetInsertBlock()->getModule();
  auto Is = conventionOf(M, Ty, Rule.IsOperator);
  assert(Is && "rules are of targets whose convention is known");
  FunctionCallee Callee = M.getOrInsertFunction(
      symbolOf(Rule, Ty, M),
      signature(*Is, Ty, Rule.operands(), /*IsReal=*/false));
  SmallVector<Value *, 5> Arguments;
  bool ResultInMemory = Is->Result == Form::Memory;
  if (ResultInMemory)
    Arguments.push_back(createSlot(B, Ty));
  for (unsigned I = 0; I != Parts.size(); I += 2)
    passOperand(B, Is->Operand, Parts[I], Parts[I + 1], Arguments);
  CallInst *Call = B.CreateCall(Callee, Arguments);
  auto *Known = dyn_cast<Function>(Callee.getCallee());
  setAttributes(*Call, *Is, Ty, Known && Known->isDeclaration());
  if (ResultInMemory)
    return {B.CreateLoad(Ty, partAddress(B, Ty, Arguments[0], 0)),
            B.CreateLoad(Ty, partAddress(B, Ty, Arguments[0], 1))};
  if (Is->Result == Form::Vector)
    return {B.CreateExtractElement(Call, uint64_t(0)),
            B.CreateExtractElement(Call, 1)};
  return {B.CreateExtractValue(Call, 0), B.CreateExtractValue(Call, 1)};
}

} // namespace autodiff
