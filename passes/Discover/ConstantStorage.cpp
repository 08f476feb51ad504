// ConstantStorage.cpp - How does a variable carry no derivative?
#include "Discover/ConstantStorage.h"
#include "Discover/OpaqueCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace autodiff {

//===--- Where to put an identity -----------------------------------------===//

/// The first place where the result of I can be used. The normal edge of an
/// invoke gets a block of its own if need be.
static BasicBlock::iterator placeAfter(Instruction &I) {
  auto *Invoke = dyn_cast<InvokeInst>(&I);
  if (!Invoke)
    return *I.getInsertionPointAfterDef();
  BasicBlock *Normal = Invoke->getNormalDest();
  if (Normal->getSinglePredecessor())
    FoldSingleEntryPHINodes(Normal);
  else
    Normal = SplitEdge(Invoke->getParent(), Normal);
  return Normal->getFirstInsertionPt();
}

/// The place for the identity of an address, before every use of it: behind the
/// allocas where it can be, so that they stay together.
static BasicBlock::iterator placeForAddress(Value &Address, Function &F) {
  auto *I = dyn_cast<Instruction>(&Address);
  auto BehindAllocas = F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  if (!I)
    return BehindAllocas;
  if (isa<AllocaInst>(I) && I->getParent() == &F.getEntryBlock() &&
      BehindAllocas != F.getEntryBlock().end() &&
      I->comesBefore(&*BehindAllocas))
    return BehindAllocas;
  return placeAfter(*I);
}

/// The type of a variable where its address tells it, else null.
static Type *typeOfStorage(const Value &Address) {
  if (const auto *Slot = dyn_cast<AllocaInst>(&Address))
    return Slot->isArrayAllocation() ? nullptr : Slot->getAllocatedType();
  if (const auto *Variable = dyn_cast<GlobalVariable>(&Address))
    return Variable->getValueType();
  if (const auto *Field = dyn_cast<GEPOperator>(&Address))
    return Field->getResultElementType();
  return nullptr;
}

static bool isInteger(const Value &Address) {
  const Type *T = typeOfStorage(Address);
  return T && T->isIntegerTy();
}

Value *holdResultConstant(Instruction &I) {
  if (I.use_empty())
    return &I;
  BasicBlock::iterator Place = placeAfter(I);
  IRBuilder<> Builder(Place->getParent(), Place);
  Builder.SetCurrentDebugLocation(I.getDebugLoc());
  // Uses that a split or a folded phi has replaced are gone from the list.
  SmallVector<Use *> Uses = to_vector(make_pointer_range(I.uses()));
  Value *Constant = holdConstant(Builder, &I);
  if (Constant != &I)
    for (Use *U : Uses)
      U->set(Constant);
  return Constant;
}

//===--- Variables --------------------------------------------------------===//

namespace {
/// Rewrites the uses of one address, and of what is computed from it, in one
/// function. What is read directly is held constant value by value, because the
/// optimiser may forward it from a store; so is what is written through a
/// pointer that is constant already. Elsewhere a variable's address goes out as
/// a constant pointer, and only loads see that: a store to the variable and a
/// load through such a pointer are never recognised as the same place.
class AddressHolder {
public:
  enum class Kind { Variable, ConstantPointer };

  AddressHolder(Value &Address, Kind K, Function &F)
      : Address(Address), K(K), F(F) {}

  void run() {
    SmallVector<Use *> Uses;
    for (Use &U : Address.uses())
      if (auto *I = dyn_cast<Instruction>(U.getUser()))
        if (I->getFunction() == &F)
          Uses.push_back(&U);
    for (Use *U : Uses)
      hold(*U);
  }

private:
  void hold(Use &U) {
    auto &I = *cast<Instruction>(U.getUser());
    switch (I.getOpcode()) {
    case Instruction::Load:
      return holdLoad(cast<LoadInst>(I), U);
    case Instruction::Store:
      if (U.getOperandNo() == StoreInst::getPointerOperandIndex())
        return holdStore(cast<StoreInst>(I));
      break;
    case Instruction::GetElementPtr:
    case Instruction::AddrSpaceCast:
      return AddressHolder(I, K, F).run();
    case Instruction::Call:
      if (auto *Call = dyn_cast<IntrinsicInst>(&I);
          Call && holdIntrinsic(*Call, U))
        return;
      break;
    default:
      break;
    }
    U.set(pointer());
  }

  void holdLoad(LoadInst &Load, Use &U) {
    // Floats that are read as an integer: as of memory that is constant.
    if (Load.getType()->isIntegerTy()) {
      if (!isInteger(Address))
        U.set(pointer());
      return;
    }
    Value *Held = holdResultConstant(Load);
    if (Held != &Load && Held->getType()->isPointerTy())
      AddressHolder(*Held, Kind::ConstantPointer, F).run();
  }

  void holdStore(StoreInst &Store) {
    if (K == Kind::Variable)
      return;
    IRBuilder<> Builder(&Store);
    Store.setOperand(0, holdConstant(Builder, Store.getValueOperand()));
  }

  /// True if the intrinsic does not read through the address.
  bool holdIntrinsic(IntrinsicInst &Call, const Use &U) {
    switch (Call.getIntrinsicID()) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::assume:
    case Intrinsic::var_annotation:
      return true;
    case Intrinsic::memcpy:
    case Intrinsic::memcpy_inline:
    case Intrinsic::memmove:
    case Intrinsic::memset:
    case Intrinsic::memset_inline:
      return U.getOperandNo() == 0;
    case Intrinsic::ptr_annotation:
    case Intrinsic::threadlocal_address:
      AddressHolder(Call, K, F).run();
      return true;
    default:
      return Call.isDebugOrPseudoInst();
    }
  }

  /// The address as one through which nothing carries a derivative.
  Value *pointer() {
    if (K == Kind::ConstantPointer)
      return &Address;
    if (Pointer)
      return Pointer;
    BasicBlock::iterator Place = placeForAddress(Address, F);
    IRBuilder<> Builder(Place->getParent(), Place);
    Builder.SetCurrentDebugLocation({});
    Pointer = holdConstant(Builder, &Address);
    return Pointer;
  }

  Value &Address;
  const Kind K;
  Function &F;
  Value *Pointer = nullptr;
};
} // namespace

void ConstantStorage::hold(IntrinsicInst &Annotation) {
  Value *Address = Annotation.getArgOperand(0)->stripPointerCasts();
  if (isInteger(*Address))
    return;
  // A field's annotation gives a pointer that stands for this access.
  if (Annotation.getIntrinsicID() == Intrinsic::ptr_annotation)
    Address = &Annotation;
  if (isa<Constant>(Address) || !Held.insert(Address).second)
    return;
  AddressHolder(*Address, AddressHolder::Kind::Variable,
                *Annotation.getFunction())
      .run();
}

void ConstantStorage::hold(GlobalVariable &Variable, Function &F) {
  if (isInteger(Variable))
    return;
  convertUsersOfConstantsToInstructions(&Variable, &F,
                                        /*RemoveDeadConstants=*/false);
  AddressHolder(Variable, AddressHolder::Kind::Variable, F).run();
}

//===--- Arguments --------------------------------------------------------===//

/// A value that the calling convention packs into an integer, a vector or an
/// aggregate was loaded from memory: read it again through a constant pointer.
static Value *reloadConstant(LoadInst &Load) {
  IRBuilder<> Builder(&Load);
  Value *Pointer = holdConstant(Builder, Load.getPointerOperand());
  auto *Again = cast<LoadInst>(Load.clone());
  Again->insertBefore(Load.getIterator());
  Again->setOperand(LoadInst::getPointerOperandIndex(), Pointer);
  return Again;
}

void holdArgumentConstant(CallBase &Call, unsigned Index) {
  Value *Argument = Call.getArgOperand(Index);
  if (Call.paramHasAttr(Index, Attribute::InAlloca) ||
      Call.paramHasAttr(Index, Attribute::Preallocated))
    return;
  auto *Load = dyn_cast<LoadInst>(Argument);
  if (Load && !hasOpaqueIdentity(Load->getType())) {
    if (!isInteger(*Load->getPointerOperand()))
      Call.setArgOperand(Index, reloadConstant(*Load));
    return;
  }
  IRBuilder<> Builder(&Call);
  Call.setArgOperand(Index, holdConstant(Builder, Argument));
}

} // namespace autodiff
