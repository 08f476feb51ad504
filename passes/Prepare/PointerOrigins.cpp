#include "Prepare/PointerOrigins.h"
#include "Rules/LibraryFunctions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <numeric>

using namespace llvm;

namespace autodiff {

PointerOrigins::PointerOrigins(PreparedUnit &Unit)
    : Unit(Unit), DL(Unit.root().Body->getParent()->getDataLayout()) {}

static Place normal(Place P) {
  if (P.Stride)
    P.Offset = ((P.Offset % P.Stride) + P.Stride) % P.Stride;
  return P;
}

static Place joined(Place A, Place B) { return normal(either(A, B)); }

static Place sum(Place A, Place B) {
  return normal({A.Offset + B.Offset, std::gcd(A.Stride, B.Stride)});
}

static bool mayOverlap(Place A, int64_t SizeA, Place B, int64_t SizeB) {
  Place D = sum(B, {-A.Offset, A.Stride});
  if (!D.Stride)
    return D.Offset < SizeA && -D.Offset < SizeB;
  return D.Offset < SizeA || D.Stride - D.Offset < SizeB;
}

/// True if Into grew.
static bool add(Places &Into, Value *Object, Place At) {
  auto [It, New] = Into.insert({Object, At});
  if (New)
    return true;
  Place Before = It->second;
  It->second = joined(Before, At);
  return Before.Offset != It->second.Offset ||
         Before.Stride != It->second.Stride;
}

static bool add(Places &Into, const Places &More) {
  bool Grew = false;
  for (auto &[Object, At] : More)
    Grew |= add(Into, Object, At);
  return Grew;
}

static void addAnything(Places &Into) { add(Into, nullptr, {}); }

static bool isKnownBody(const Function *F) {
  return F && !F->isDeclaration() && !F->isInterposable();
}

/// A block that holds no pointer yet.
static bool isAllocation(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  if (!Call || !Call->getCalledFunction())
    return false;
  LibraryEffect Effect = libraryEffect(*Call);
  return Effect == LibraryEffect::Allocate ||
         Effect == LibraryEffect::AllocateZeroed;
}

/// A number that divides V; 0 of what a loop adds nothing to.
static int64_t divisorOf(const Value *V, SmallPtrSetImpl<const Value *> &Seen) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return C->getValue().getSignificantBits() > 31 ? 1 : C->getSExtValue();
  if (!Seen.insert(V).second)
    return isa<PHINode>(V) ? 0 : 1;
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return 1;
  switch (I->getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
    return divisorOf(I->getOperand(0), Seen);
  case Instruction::Mul:
    if (isa<ConstantInt>(I->getOperand(1)))
      return divisorOf(I->getOperand(1), Seen);
    return 1;
  case Instruction::Shl:
    if (auto *Bits = dyn_cast<ConstantInt>(I->getOperand(1)))
      return int64_t(1) << Bits->getLimitedValue(32);
    return 1;
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::PHI: {
    int64_t Divisor = 0;
    for (const Value *Operand : I->operand_values())
      Divisor = std::gcd(Divisor, divisorOf(Operand, Seen));
    return Divisor;
  }
  default:
    return 1;
  }
}

/// Where a pointer at 0 is after Step.
static Place offsetOf(const GEPOperator &Step, const DataLayout &DL) {
  Place At;
  auto DivisorOf = [](const Value &Index) {
    SmallPtrSet<const Value *, 8> Seen;
    return divisorOf(&Index, Seen);
  };
  return addStep(Step, DL, DivisorOf, At) ? normal(At) : Place{0, 1};
}

void PointerOrigins::solve() {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    size_t Known = Values.size() + Regions.size();
    for (unsigned I = 0; I != Values.size(); ++I) {
      Places New = evaluate((Values.begin() + I)->first);
      Changed |= add((Values.begin() + I)->second, New);
    }
    for (unsigned I = 0; I != Regions.size(); ++I) {
      auto [Bytes, At] = (Regions.begin() + I)->first;
      Places New =
          evaluateRegion({Bytes.first, {At.first, At.second}, Bytes.second});
      Changed |= add((Regions.begin() + I)->second, New);
    }
    Changed |= Values.size() + Regions.size() != Known;
  }
}

/// The Size bytes By from Pointer.
void PointerOrigins::addRegions(Value *Pointer, Place By, uint64_t Size,
                                Places &Into) {
  Places Pointees = of(Pointer);
  for (auto [Object, Start] : Pointees) {
    Place At = sum(Start, By);
    if (Object)
      add(Into, Regions[{{Object, Size}, {At.Offset, At.Stride}}]);
    else
      addAnything(Into);
  }
}

/// What the callers pass, if all of them are seen.
Places PointerOrigins::evaluateArgument(Argument &A) {
  Places Result;
  Function &F = *A.getParent();
  if (!F.hasLocalLinkage() || &F == Unit.root().Body || F.use_empty())
    addAnything(Result);
  for (Use &U : F.uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (Call && Call->isCallee(&U) &&
        Call->getFunctionType() == F.getFunctionType())
      add(Result, of(Call->getArgOperand(A.getArgNo())));
    else
      addAnything(Result);
  }
  return Result;
}

/// Numbers point nowhere, unless they are copies of pointers.
Places PointerOrigins::evaluate(Value *V) {
  Places Result;
  if (auto *Alias = dyn_cast<GlobalAlias>(V); Alias && !Alias->isInterposable())
    V = Alias->getAliaseeObject();
  if (isa<GlobalObject>(V) || isa<AllocaInst>(V) || isAllocation(V)) {
    add(Result, V, {});
    return Result;
  }
  if (isa<ConstantData>(V))
    return Result;
  if (auto *A = dyn_cast<Argument>(V))
    return evaluateArgument(*A);
  if (auto *Load = dyn_cast<LoadInst>(V)) {
    addRegions(Load->getPointerOperand(), {},
               DL.getTypeStoreSize(Load->getType()), Result);
    return Result;
  }
  if (auto *Call = dyn_cast<CallBase>(V))
    if (Function *Callee = Call->getCalledFunction(); isKnownBody(Callee)) {
      for (BasicBlock &B : *Callee)
        if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
          if (Value *Returned = Return->getReturnValue())
            add(Result, of(Returned));
      return Result;
    }
  if (auto *Step = dyn_cast<GEPOperator>(V)) {
    Place By = offsetOf(*Step, DL);
    Places Base = of(Step->getPointerOperand());
    for (auto [Object, At] : Base)
      add(Result, Object, Object ? sum(At, By) : Place());
    return Result;
  }
  if (auto *S = dyn_cast<SelectInst>(V)) {
    add(Result, of(S->getTrueValue()));
    add(Result, of(S->getFalseValue()));
    return Result;
  }
  auto *U = dyn_cast<Operator>(V);
  if (isa<PHINode>(V) || isa<FreezeInst>(V) || isa<ExtractValueInst>(V) ||
      isa<InsertValueInst>(V) || isa<ConstantAggregate>(V) ||
      (U && Instruction::isCast(U->getOpcode()))) {
    for (Value *Operand : cast<User>(V)->operands())
      add(Result, of(Operand));
    return Result;
  }
  if (V->getType()->isPtrOrPtrVectorTy() || V->getType()->isAggregateType())
    addAnything(Result);
  return Result;
}

void PointerOrigins::addInitializer(Constant *C, int64_t At, const Region &R,
                                    Places &Into) {
  if (!isa<ConstantAggregate>(C)) {
    if (mayOverlap({At, 0}, DL.getTypeStoreSize(C->getType()), R.At, R.Size))
      add(Into, of(C));
    return;
  }
  auto *Struct = dyn_cast<StructType>(C->getType());
  for (unsigned I = 0; I != C->getNumOperands(); ++I) {
    auto *Part = cast<Constant>(C->getOperand(I));
    uint64_t Offset =
        Struct ? DL.getStructLayout(Struct)->getElementOffset(I).getFixedValue()
               : I * DL.getTypeAllocSize(Part->getType()).getFixedValue();
    addInitializer(Part, At + Offset, R, Into);
  }
}

Places PointerOrigins::evaluateRegion(const Region &R) {
  Places Result;
  auto *Global = dyn_cast<GlobalVariable>(R.Object);
  if (isa<Function>(R.Object) ||
      (Global && (!Global->hasDefinitiveInitializer() ||
                  !(Global->isConstant() || Global->hasLocalLinkage())))) {
    addAnything(Result);
    return Result;
  }
  if (Global)
    addInitializer(Global->getInitializer(), 0, R, Result);
  if (!Global || !Global->isConstant())
    addStores(R, Result);
  return Result;
}

void PointerOrigins::Walk::follow(Value *V, Place At) {
  auto [It, New] = Derived.insert({V, At});
  Place Before = It->second;
  It->second = joined(Before, At);
  if (New || Before.Offset != It->second.Offset ||
      Before.Stride != It->second.Stride)
    Work.push_back(V);
}

/// What is stored to an object; anything if not every access is seen.
void PointerOrigins::addStores(const Region &R, Places &Into) {
  Walk W{R, Into, {}, {}};
  W.follow(R.Object, {});
  while (!W.Work.empty()) {
    Value *Pointer = W.Work.pop_back_val();
    Place At = W.Derived[Pointer];
    for (Use &U : Pointer->uses())
      if (!addUse(U, At, W))
        return addAnything(Into);
  }
}

/// The bits of an address that are looked at, as sanitizers do, and not made a
/// pointer again.
static bool isOnlyLookedAt(const Value &Bits) {
  return all_of(Bits.users(), [](const User *By) {
    if (isa<BinaryOperator>(By) || isa<TruncInst>(By) || isa<ZExtInst>(By))
      return isOnlyLookedAt(*By);
    if (auto *Call = dyn_cast<CallBase>(By))
      return libraryEffect(*Call) == LibraryEffect::Inactive ||
             libraryEffect(*Call) == LibraryEffect::NoReturn ||
             Call->doesNotReturn();
    return isa<ICmpInst>(By);
  });
}

/// False if the address goes where it is not followed.
bool PointerOrigins::addUse(Use &U, Place At, Walk &W) {
  User *By = U.getUser();
  if (isa<LoadInst>(By) || isa<ICmpInst>(By))
    return true;
  if (auto *Store = dyn_cast<StoreInst>(By)) {
    if (U.getOperandNo() != StoreInst::getPointerOperandIndex())
      return addSpill(Store->getPointerOperand(), At, W);
    Value *Stored = Store->getValueOperand();
    if (mayOverlap(At, DL.getTypeStoreSize(Stored->getType()), W.Wanted.At,
                   W.Wanted.Size))
      add(W.Into, of(Stored));
    return true;
  }
  if (auto *Step = dyn_cast<GEPOperator>(By)) {
    W.follow(By, sum(At, offsetOf(*Step, DL)));
    return true;
  }
  if (isa<PHINode>(By) || isa<SelectInst>(By) || isa<FreezeInst>(By) ||
      isa<AddrSpaceCastOperator>(By)) {
    W.follow(By, At);
    return true;
  }
  if (isa<PtrToIntOperator>(By))
    return isOnlyLookedAt(*By);
  if (auto *Call = dyn_cast<CallBase>(By))
    return addCallUse(*Call, U, At, W);
  if (auto *Return = dyn_cast<ReturnInst>(By)) {
    Function &F = *Return->getFunction();
    for (User *Call : F.users())
      W.follow(Call, At);
    return !F.hasAddressTaken();
  }
  return false;
}

/// A parameter kept in a variable of its function, as in code that is not
/// optimised.
bool PointerOrigins::addSpill(Value *Variable, Place At, Walk &W) {
  if (!isa<AllocaInst>(Variable))
    return false;
  for (Use &U : Variable->uses()) {
    if (isa<LoadInst>(U.getUser()))
      W.follow(U.getUser(), At);
    else if (!isa<StoreInst>(U.getUser()) ||
             U.getOperandNo() != StoreInst::getPointerOperandIndex())
      return false;
  }
  return true;
}

bool PointerOrigins::addCallUse(CallBase &Call, Use &U, Place At, Walk &W) {
  if (auto *Transfer = dyn_cast<MemTransferInst>(&Call)) {
    auto *Length = dyn_cast<ConstantInt>(Transfer->getLength());
    int64_t Size = Length ? Length->getSExtValue() : INT64_MAX;
    const Region &R = W.Wanted;
    if (&U == &Transfer->getRawDestUse() && mayOverlap(At, Size, R.At, R.Size))
      addRegions(Transfer->getRawSource(), sum(R.At, {-At.Offset, At.Stride}),
                 R.Size, W.Into);
    return true;
  }
  bool AsksOnly = isa<IntrinsicInst>(Call) && Call.doesNotAccessMemory() &&
                  !Call.getType()->isPtrOrPtrVectorTy();
  if (AsksOnly || isa<MemSetInst>(Call) || Call.isLifetimeStartOrEnd() ||
      libraryEffect(Call) == LibraryEffect::Free)
    return true;
  if (!Call.isArgOperand(&U))
    return false;
  unsigned Number = Call.getArgOperandNo(&U);
  if (Call.doesNotCapture(Number) &&
      (Call.onlyReadsMemory(Number) || isa<IntrinsicInst>(Call)))
    return true;
  // Into the callees, as far as they are known by now.
  Places Callees;
  if (Call.isIndirectCall())
    Callees = of(Call.getCalledOperand());
  else if (isKnownBody(Call.getCalledFunction()))
    add(Callees, Call.getCalledFunction(), {});
  else
    return false;
  for (auto [Callee, Start] : Callees) {
    auto *F = dyn_cast_or_null<Function>(Callee);
    if (F && F->getFunctionType() != Call.getFunctionType())
      continue;
    if (!isKnownBody(F) || Number >= F->arg_size())
      return false;
    W.follow(F->getArg(Number), At);
  }
  return true;
}

} // namespace autodiff
