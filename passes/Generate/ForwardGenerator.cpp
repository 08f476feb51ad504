#include "Generate/ForwardGenerator.h"
#include "Activity/CallKind.h"
#include "Generate/AdjointValues.h"
#include "Generate/DerivativeFunction.h"
#include "Generate/Linear.h"
#include "Generate/ShadowPointers.h"
#include "Generate/TangentSweep.h"
#include "Prepare/Prepare.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

namespace {

class ForwardBuilder {
public:
  ForwardBuilder(const UnitFacts &Facts, KinkMode Kinks)
      : Facts(Facts), Kinks(Kinks) {}
  SmallVector<Function *, 4> run();

private:
  void declare(PreparedFunction &P);
  void define(PreparedFunction &P);
  Function *defineRoot(PreparedFunction &P);
  void sweep(PreparedFunction &P, Function &In, ValueToValueMapTy &Map,
             ShadowPointers &Shadows, TangentSweep &Tangents);

  const UnitFacts &Facts;
  KinkMode Kinks;
  TangentFunctions Forward;
  SetVector<GlobalVariable *> Globals;
};

} // namespace

SmallVector<Function *, 4> ForwardBuilder::run() {
  Function *Root = nullptr;
  for (PreparedFunction &P : Facts.Unit.functions())
    if (P.Body != Facts.Unit.root().Body)
      declare(P);
  for (PreparedFunction &P : Facts.Unit.functions())
    if (P.Body == Facts.Unit.root().Body)
      Root = defineRoot(P);
    else
      define(P);
  IRBuilder<> B(&Root->getEntryBlock(),
                Root->getEntryBlock().getFirstInsertionPt());
  for (GlobalVariable *Global : Globals)
    B.CreateMemSet(Global, B.getInt8(0),
                   Root->getParent()->getDataLayout().getTypeAllocSize(
                       Global->getValueType()),
                   Global->getAlign());
  ownDebugInfo(*Root, *Facts.Unit.root().Body);
  SmallVector<Function *, 4> Parts{Root};
  for (auto [Primal, Derivative] : Forward) {
    ownDebugInfo(*Derivative, *Primal);
    Parts.push_back(Derivative);
  }
  return Parts;
}

/// (arguments, then a shadow or tangent for each that has one)
///   -> {result, its shadow or tangent}.
void ForwardBuilder::declare(PreparedFunction &P) {
  Function &Primal = *P.Body;
  SmallVector<Type *, 8> Parameters, Results;
  for (Argument &A : Primal.args())
    Parameters.push_back(A.getType());
  for (Argument &A : Primal.args())
    if (hasTangentOrShadow(A, Facts))
      Parameters.push_back(A.getType());
  Type *Result = Primal.getReturnType();
  if (!Result->isVoidTy())
    Results.push_back(Result);
  if (Value *V = P.Return->getReturnValue(); V && hasTangentOrShadow(*V, Facts))
    Results.push_back(Result);
  Forward[&Primal] = createDerivative(
      Primal,
      FunctionType::get(StructType::get(Primal.getContext(), Results),
                        Parameters, false),
      Primal.getName() + ".forward");
}

void ForwardBuilder::define(PreparedFunction &P) {
  Function &Primal = *P.Body;
  Function &In = *Forward[&Primal];
  ValueToValueMapTy Map;
  for (auto [From, To] : zip(Primal.args(), In.args()))
    Map[&From] = &To;
  copyBody(Primal, In, Map);
  Arena Memory(In);
  ShadowPointers Shadows(Facts, In, Map, Memory, /*InArena=*/false,
                         ".tangents");
  TangentSweep Tangents(P, Facts, Forward, Shadows, Map, Kinks);
  unsigned Next = Primal.arg_size();
  for (Argument &A : Primal.args())
    if (hasTangentOrShadow(A, Facts)) {
      Argument *Given = In.getArg(Next++);
      if (A.getType()->isPointerTy())
        Shadows.set(&A, Given);
      else
        Tangents.set(&A, Given);
    }
  Tangents.run();
  auto *Return = cast<ReturnInst>(Map[P.Return]);
  IRBuilder<> B(Return);
  Value *Result = PoisonValue::get(In.getReturnType());
  if (Value *V = Return->getReturnValue()) {
    Result = B.CreateInsertValue(Result, V, 0);
    const Value *Original = P.Return->getReturnValue();
    if (hasTangentOrShadow(*Original, Facts))
      Result = B.CreateInsertValue(Result,
                                   V->getType()->isPointerTy()
                                       ? Shadows.of(Original)
                                       : Tangents.orZero(Original),
                                   1);
  }
  B.CreateRet(Result);
  Return->eraseFromParent();
  Memory.finish();
  for (GlobalVariable *Global : Shadows.globals())
    Globals.insert(Global);
}

Function *ForwardBuilder::defineRoot(PreparedFunction &P) {
  Function &Primal = *P.Body;
  LLVMContext &Context = Primal.getContext();
  SmallVector<Type *, 16> Parameters(2 * Primal.arg_size(),
                                     PointerType::getUnqual(Context));
  Function &In = *createDerivative(
      Primal, FunctionType::get(Type::getVoidTy(Context), Parameters, false),
      Primal.getName() + ".tangent");
  ValueToValueMapTy Map;
  for (Argument &A : Primal.args())
    Map[&A] = In.getArg(2 * A.getArgNo());
  copyBody(Primal, In, Map);
  Arena Memory(In);
  ShadowPointers Shadows(Facts, In, Map, Memory, /*InArena=*/false,
                         ".tangents");
  for (Argument &A : Primal.args())
    if (Facts.Activity.hasShadow(&A))
      Shadows.set(&A, In.getArg(2 * A.getArgNo() + 1));
  TangentSweep Tangents(P, Facts, Forward, Shadows, Map, Kinks);
  Tangents.run();
  Memory.finish();
  for (GlobalVariable *Global : Shadows.globals())
    Globals.insert(Global);
  return &In;
}

SmallVector<Function *, 4> generateForward(const UnitFacts &Facts,
                                           KinkMode Kinks) {
  return ForwardBuilder(Facts, Kinks).run();
}

} // namespace autodiff
