#include "Prepare/ComplexForm.h"
#include "Rules/ComplexAbi.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace autodiff {

/// A call that ends its block is made an ordinary one.
static CallBase &asCall(CallBase &Call) {
  auto *Invoke = dyn_cast<InvokeInst>(&Call);
  return Invoke ? *changeToCall(Invoke) : Call;
}

static void rewrite(CallBase &Found, const ComplexLibraryCall &What) {
  CallBase &Call = asCall(Found);
  IRBuilder<> B(&Call);
  SmallVector<Value *, 4> Parts = readComplexOperands(B, Call, What);
  Value *Re, *Im = nullptr;
  if (What.Rule) {
    Re = createComplexCall(B, ComplexPart::Re, What.Rule->Name, Parts);
    Im = createComplexCall(B, ComplexPart::Im, What.Rule->Name, Parts);
  } else {
    // What stands for the function itself has no kink.
    auto Emit = [&](const RuleExpr &E) {
      return E.emit(B, What.Ty, Parts, nullptr, KinkMode::IEEE);
    };
    Re = Emit(What.Definition->Re);
    if (What.Definition->Im)
      Im = Emit(*What.Definition->Im);
  }
  replaceComplexResult(B, Call, Re, Im);
}

void writeComplexInParts(Function &F) {
  SmallVector<std::pair<CallBase *, ComplexLibraryCall>, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (ComplexLibraryCall What = matchComplexLibraryCall(*Call))
        Calls.push_back({Call, What});
  for (auto &[Call, What] : Calls)
    rewrite(*Call, What);
}

/// Is V the formula for that part of a product?
static bool isProductFormula(Value *V, ComplexPart Part, const CallBase &Call) {
  Value *A = Call.getArgOperand(0), *B = Call.getArgOperand(1);
  Value *C = Call.getArgOperand(2), *D = Call.getArgOperand(3);
  if (Part == ComplexPart::Re)
    return match(V, m_FSub(m_c_FMul(m_Specific(A), m_Specific(C)),
                           m_c_FMul(m_Specific(B), m_Specific(D))));
  return match(V, m_c_FAdd(m_c_FMul(m_Specific(A), m_Specific(D)),
                           m_c_FMul(m_Specific(B), m_Specific(C))));
}

/// The product that Phi merges from clang's two ways to compute it, the formula
/// and, where that is not a number, the helper; or null.
static CallBase *mergedProduct(PHINode &Phi, ComplexPart &Part,
                               DominatorTree &DT) {
  CallBase *Helper = nullptr;
  for (Value *V : Phi.incoming_values())
    if (auto *Call = dyn_cast<CallBase>(V))
      if (ComplexCall What = matchComplexCall(*Call);
          What && What.Rule->Name == "mul") {
        Helper = Call;
        Part = What.Part;
      }
  if (!Helper)
    return nullptr;
  bool HasFormula = false;
  for (Value *V : Phi.incoming_values())
    if (V != Helper) {
      if (!isProductFormula(V, Part, *Helper) ||
          !DT.dominates(cast<Instruction>(V), &Phi))
        return nullptr;
      HasFormula = true;
    }
  return HasFormula ? Helper : nullptr;
}

bool mergeComplexProducts(Function &F, DominatorTree &DT) {
  bool Changed = false;
  for (BasicBlock &Block : F)
    for (PHINode &Phi : make_early_inc_range(Block.phis())) {
      ComplexPart Part;
      CallBase *Product = mergedProduct(Phi, Part, DT);
      if (!Product)
        continue;
      IRBuilder<> B(&Block, Block.getFirstInsertionPt());
      B.SetCurrentDebugLocation(Product->getDebugLoc());
      Phi.replaceAllUsesWith(createComplexCall(
          B, Part, "mul", SmallVector<Value *, 4>(Product->args())));
      Phi.eraseFromParent();
      Changed = true;
    }
  return Changed;
}

} // namespace autodiff
