#include "Generate/ReverseDerivative.h"
#include "Activity/CallKind.h"
#include "Generate/DerivativeFunction.h"
#include "Generate/ReverseGenerator.h"
#include "Generate/Runtime.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

namespace {

class ReverseBuilder {
public:
  ReverseBuilder(ArrayRef<PlannedFunction> Planned, const UnitFacts &Facts,
                 FunctionAnalysisManager &FAM, KinkMode Kinks,
                 const Function &Asker)
      : Planned(Planned), Facts(Facts), FAM(FAM), Kinks(Kinks), Asker(Asker) {}
  SmallVector<Function *, 4> run();

private:
  void declareSplit(const PlannedFunction &F);
  void defineAugmented(const PlannedFunction &F);
  void defineReverse(const PlannedFunction &F);
  Function *defineCombined(const PlannedFunction &F);
  void clearGlobals(Function &F);
  void returnShares(BasicBlock &Last, const PlannedFunction &F,
                    AdjointValues &Adjoints);

  LoopInfo &loops(const PlannedFunction &F) {
    return FAM.getResult<LoopAnalysis>(*F.P->Body);
  }
  DominatorTree &dominators(const PlannedFunction &F) {
    return FAM.getResult<DominatorTreeAnalysis>(*F.P->Body);
  }

  ArrayRef<PlannedFunction> Planned;
  const UnitFacts &Facts;
  FunctionAnalysisManager &FAM;
  KinkMode Kinks;
  const Function &Asker;
  SplitDerivatives Splits;
  SetVector<GlobalVariable *> Globals;
};

} // namespace

SmallVector<Function *, 4> ReverseBuilder::run() {
  bool Throws = mayThrow(Facts.Unit);
  for (const PlannedFunction &F : Planned.drop_front()) {
    declareSplit(F);
    if (!Throws) {
      Splits[F.P->Body].Augmented->setDoesNotThrow();
      Splits[F.P->Body].Reverse->setDoesNotThrow();
    }
  }
  for (const PlannedFunction &F : Planned.drop_front()) {
    defineAugmented(F);
    defineReverse(F);
  }
  Function *Root = defineCombined(Planned.front());
  clearGlobals(*Root);
  ownDebugInfo(*Root, *Planned.front().P->Body);
  SmallVector<Function *, 4> Parts{Root};
  for (const PlannedFunction &F : Planned.drop_front()) {
    const SplitDerivative &Split = Splits[F.P->Body];
    for (Function *Half : {Split.Augmented, Split.Reverse}) {
      ownDebugInfo(*Half, *F.P->Body);
      Parts.push_back(Half);
    }
  }
  runtime::define(*Root->getParent());
  return Parts;
}

void ReverseBuilder::declareSplit(const PlannedFunction &F) {
  Function &Primal = *F.P->Body;
  LLVMContext &Context = Primal.getContext();
  Type *Ptr = PointerType::getUnqual(Context);
  SmallVector<Type *, 8> Parameters, Results, Shares;
  for (Argument &A : Primal.args())
    Parameters.push_back(A.getType());
  for (Argument &A : Primal.args()) {
    if (A.getType()->isPointerTy() && Facts.Activity.hasShadow(&A))
      Parameters.push_back(Ptr);
    if (carriesFloat(A.getType()) && Facts.Activity.isActive(&A))
      Shares.push_back(A.getType());
  }
  Parameters.push_back(Ptr);
  Type *Result = Primal.getReturnType();
  if (!Result->isVoidTy())
    Results.push_back(Result);
  if (Value *Returned = F.P->Return->getReturnValue();
      Returned && Result->isPointerTy() && Facts.Activity.hasShadow(Returned))
    Results.push_back(Ptr);
  Results.push_back(Ptr);
  SmallVector<Type *, 3> ReverseParameters{Ptr, Ptr};
  if (carriesFloat(Result) && Facts.Activity.isActive(&Primal))
    ReverseParameters.push_back(Result);
  SplitDerivative &Split = Splits[&Primal];
  Split.Augmented = createDerivative(
      Primal,
      FunctionType::get(StructType::get(Context, Results), Parameters, false),
      Primal.getName() + ".augmented");
  Split.Reverse =
      createDerivative(Primal,
                       FunctionType::get(StructType::get(Context, Shares),
                                         ReverseParameters, false),
                       Primal.getName() + ".reverse");
}

void ReverseBuilder::defineAugmented(const PlannedFunction &F) {
  Function &Primal = *F.P->Body;
  Function &In = *Splits[&Primal].Augmented;
  ValueToValueMapTy Map;
  for (auto [From, To] : zip(Primal.args(), In.args()))
    Map[&From] = &To;
  copyBody(Primal, In, Map);
  Arena Memory(In, In.getArg(In.arg_size() - 1));
  ShadowPointers Shadows(Facts, In, Map, Memory, /*InArena=*/true);
  unsigned Next = Primal.arg_size();
  for (Argument &A : Primal.args())
    if (A.getType()->isPointerTy() && Facts.Activity.hasShadow(&A))
      Shadows.set(&A, In.getArg(Next++));
  Frame Cells(F.Plan, In, &Memory);
  PrimalSweep(F, Facts, Splits, In, Map, Cells, Memory, Shadows, loops(F))
      .run();

  auto *Return = cast<ReturnInst>(Map[F.P->Return]);
  IRBuilder<> B(Return);
  Value *Result = PoisonValue::get(In.getReturnType());
  unsigned Field = 0;
  if (Value *V = Return->getReturnValue()) {
    Result = B.CreateInsertValue(Result, V, Field++);
    const Value *Original = F.P->Return->getReturnValue();
    if (V->getType()->isPointerTy() && Facts.Activity.hasShadow(Original))
      Result = B.CreateInsertValue(Result, Shadows.of(Original), Field++);
  }
  Value *Tape = Constant::getNullValue(B.getPtrTy());
  if (StructType *Ty = Cells.tapeType()) {
    uint64_t Bytes = In.getParent()->getDataLayout().getTypeAllocSize(Ty);
    Tape = runtime::emitAlloc(B, Memory.get(), B.getInt64(Bytes), "tape");
    Cells.saveTo(B, Tape);
  }
  Result = B.CreateInsertValue(Result, Tape, Field);
  B.CreateRet(Result);
  Return->eraseFromParent();
  for (GlobalVariable *Global : Shadows.globals())
    Globals.insert(Global);
}

/// The sweep's last block returns the adjoints of the active parameters.
void ReverseBuilder::returnShares(BasicBlock &Last, const PlannedFunction &F,
                                  AdjointValues &Adjoints) {
  IRBuilder<> B(&Last);
  Function &In = *Last.getParent();
  Value *Shares = PoisonValue::get(In.getReturnType());
  unsigned Field = 0;
  for (Argument &A : F.P->Body->args())
    if (carriesFloat(A.getType()) && Facts.Activity.isActive(&A))
      Shares = B.CreateInsertValue(Shares, Adjoints.take(B, &A), Field++);
  B.CreateRet(Shares);
}

void ReverseBuilder::defineReverse(const PlannedFunction &F) {
  Function &Primal = *F.P->Body;
  Function &In = *Splits[&Primal].Reverse;
  BasicBlock *Entry = BasicBlock::Create(In.getContext(), "entry", &In);
  ReturnInst *Placeholder = ReturnInst::Create(
      In.getContext(), PoisonValue::get(In.getReturnType()), Entry);
  ValueToValueMapTy Map;
  Arena Memory(In, In.getArg(1));
  ShadowPointers Shadows(Facts, In, Map, Memory, /*InArena=*/true);
  Frame Cells(F.Plan, In, /*Memory=*/nullptr);
  IRBuilder<> B(Placeholder);
  if (Cells.tapeType())
    Cells.loadFrom(B, In.getArg(0));
  PrimalLookup Lookup(F, Facts, Cells, Shadows, loops(F), dominators(F));
  ReverseGenerator Generator(F, Facts, Splits, In, Cells, Memory, Lookup,
                             loops(F), Kinks);
  if (In.arg_size() == 3) // the adjoint of the result
    if (const Value *Returned = F.P->Return->getReturnValue();
        Facts.Activity.isActive(Returned))
      Generator.adjoints().seed(B, Returned, In.getArg(2));
  auto [First, Last] = Generator.run();
  B.SetInsertPoint(Placeholder);
  B.CreateBr(First);
  Placeholder->eraseFromParent();
  returnShares(*Last, F, Generator.adjoints());
  Generator.adjoints().promoteCells();
  Lookup.promoteCounters();
}

Function *ReverseBuilder::defineCombined(const PlannedFunction &F) {
  Function &Primal = *F.P->Body;
  LLVMContext &Context = Primal.getContext();
  SmallVector<Type *, 16> Parameters(2 * Primal.arg_size(),
                                     PointerType::getUnqual(Context));
  Function &In = *createDerivative(
      Primal, FunctionType::get(Type::getVoidTy(Context), Parameters, false),
      Primal.getName() + ".gradient");
  ValueToValueMapTy Map;
  for (Argument &A : Primal.args())
    Map[&A] = In.getArg(2 * A.getArgNo());
  copyBody(Primal, In, Map);
  // So that it can be inlined where it was asked for.
  if (Asker.hasPersonalityFn() && !In.hasPersonalityFn())
    In.setPersonalityFn(Asker.getPersonalityFn());
  Arena Memory(In);
  ShadowPointers Shadows(Facts, In, Map, Memory, /*InArena=*/false);
  for (Argument &A : Primal.args())
    Shadows.set(&A, Facts.Activity.hasShadow(&A)
                        ? In.getArg(2 * A.getArgNo() + 1)
                        : In.getArg(2 * A.getArgNo()));
  Frame Cells(F.Plan, In, &Memory);
  PrimalSweep(F, Facts, Splits, In, Map, Cells, Memory, Shadows, loops(F))
      .run();
  PrimalLookup Lookup(F, Facts, Cells, Shadows, loops(F), dominators(F));
  ReverseGenerator Generator(F, Facts, Splits, In, Cells, Memory, Lookup,
                             loops(F), Kinks);
  auto [First, Last] = Generator.run();
  auto *Return = cast<ReturnInst>(Map[F.P->Return]);
  IRBuilder<> B(Return);
  B.CreateBr(First);
  Return->eraseFromParent();
  B.SetInsertPoint(Last);
  B.CreateRetVoid();
  Generator.adjoints().promoteCells();
  Lookup.promoteCounters();
  Memory.finish();
  for (GlobalVariable *Global : Shadows.globals())
    Globals.insert(Global);
  return &In;
}

/// Shadows of globals start at zero in each gradient call.
void ReverseBuilder::clearGlobals(Function &F) {
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
  for (GlobalVariable *Global : Globals)
    B.CreateMemSet(
        Global, B.getInt8(0),
        F.getParent()->getDataLayout().getTypeAllocSize(Global->getValueType()),
        Global->getAlign());
}

SmallVector<Function *, 4> generateReverse(ArrayRef<PlannedFunction> Planned,
                                           const UnitFacts &Facts,
                                           FunctionAnalysisManager &FAM,
                                           KinkMode Kinks,
                                           const Function &Asker) {
  return ReverseBuilder(Planned, Facts, FAM, Kinks, Asker).run();
}

} // namespace autodiff
