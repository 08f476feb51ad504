#include "Types/MemoryClasses.h"
#include "Discover/EarlyMarks.h"
#include "Prepare/Prepare.h"
#include "Rules/LibraryFunctions.h"
#include "Types/AccessTypes.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace autodiff {

bool mayCarryPointer(const Type *Ty) {
  if (Ty->isPtrOrPtrVectorTy())
    return true;
  if (auto *Int = dyn_cast<IntegerType>(Ty))
    return Int->getBitWidth() >= 64;
  if (auto *Vector = dyn_cast<VectorType>(Ty))
    return Vector->isIntOrIntVectorTy() && Vector->getScalarSizeInBits() >= 64;
  for (const Type *Element : Ty->subtypes())
    if (mayCarryPointer(Element))
      return true;
  return false;
}

MemoryClasses::MemoryClasses(PreparedUnit &Unit) {
  findAddresses(Unit);
  for (PreparedFunction &P : Unit.functions()) {
    for (Argument &A : P.Body->args())
      if (mayCarryPointer(A.getType())) {
        Id Class = node(&A);
        if (P.Body == Unit.root().Body)
          Roots.push_back({&A, Class});
      }
    for (Instruction &I : instructions(*P.Body))
      visit(I, Unit);
  }
}

MemoryClasses::Id MemoryClasses::fresh() {
  Parent.push_back(Parent.size());
  Contents.push_back(None);
  SeenInMemory.push_back(false);
  return Parent.size() - 1;
}

MemoryClasses::Id MemoryClasses::representative(Id Class) const {
  while (Parent[Class] != Class)
    Class = Parent[Class];
  return Class;
}

MemoryClasses::Id MemoryClasses::find(Id Class) {
  while (Parent[Class] != Class)
    Class = Parent[Class] = Parent[Parent[Class]];
  return Class;
}

void MemoryClasses::unify(Id A, Id B) {
  SmallVector<std::pair<Id, Id>, 8> Work{{A, B}};
  while (!Work.empty()) {
    auto [X, Y] = Work.pop_back_val();
    X = find(X);
    Y = find(Y);
    if (X == Y)
      continue;
    if (Y < X)
      std::swap(X, Y);
    Parent[Y] = X;
    SeenInMemory[X] = SeenInMemory[X] || SeenInMemory[Y];
    if (Contents[X] == None)
      Contents[X] = Contents[Y];
    else if (Contents[Y] != None)
      Work.push_back({Contents[X], Contents[Y]});
  }
}

MemoryClasses::Id MemoryClasses::contents(Id Class) {
  Class = find(Class);
  if (Contents[Class] == None) {
    Id New = fresh();
    Contents[Class] = New;
  }
  return find(Contents[Class]);
}

MemoryClasses::Id MemoryClasses::seenContents(Id Class) {
  Id Inner = contents(Class);
  SeenInMemory[Inner] = true;
  return Inner;
}

/// Constants that point nowhere.
static bool pointsNowhere(const Value *V) {
  return isa<ConstantData>(V) || isa<ConstantTokenNone>(V) ||
         (isa<Function>(V));
}

MemoryClasses::Id MemoryClasses::node(const Value *V) {
  if (auto It = Nodes.find(V); It != Nodes.end())
    return find(It->second);
  Id New = fresh();
  Nodes[V] = New;
  if (auto *Global = dyn_cast<GlobalValue>(V)) {
    if (auto *Alias = dyn_cast<GlobalAlias>(Global)) {
      unify(New, node(Alias->getAliaseeObject()));
      return find(New);
    }
    Roots.push_back({V, New});
    // Addresses in a global's initialiser are contents of its memory.
    if (auto *Variable = dyn_cast<GlobalVariable>(Global);
        Variable && Variable->hasInitializer() &&
        !isa<ConstantData>(Variable->getInitializer()))
      unify(seenContents(New), node(Variable->getInitializer()));
  } else if (auto *C = dyn_cast<Constant>(V)) {
    for (const Use &Operand : C->operands())
      if (!pointsNowhere(Operand))
        unify(New, node(Operand));
  }
  return find(New);
}

void MemoryClasses::flow(const Value *From, const Value *To) {
  if (pointsNowhere(From) || pointsNowhere(To) ||
      !mayCarryPointer(From->getType()) || !mayCarryPointer(To->getType()))
    return;
  if (From->getType()->isIntOrIntVectorTy() && !isa<Constant>(From) &&
      !Addresses.contains(From))
    return;
  unify(node(From), node(To));
}

/// An integer that is only computed with: its type says so, or it is neither
/// stored anew nor made an address.
static bool isPlainInteger(const LoadInst &Load) {
  if (!Load.getType()->isIntOrIntVectorTy())
    return false;
  if (accessKind(Load) == AccessKind::Integer)
    return true;
  SmallVector<const Value *, 8> Work{&Load};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const User *U : V->users()) {
      if (auto *Store = dyn_cast<StoreInst>(U);
          (Store && Store->getValueOperand() == V) || isa<IntToPtrInst>(U) ||
          isa<CallBase>(U) || isa<ReturnInst>(U))
        return false;
      if (mayCarryPointer(U->getType()))
        Work.push_back(U);
    }
  }
  return true;
}

/// Integer arithmetic that moves an address along; other arithmetic of
/// addresses is not followed.
static bool movesAddress(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return true;
  default:
    return isa<CastInst, PHINode, SelectInst, FreezeInst>(I);
  }
}

/// Integers that an address may be in: an index that is added to two addresses
/// does not make them one.
void MemoryClasses::findAddresses(PreparedUnit &Unit) {
  SmallVector<const Value *, 32> Work;
  auto Add = [&](const Value &V) {
    if (V.getType()->isIntOrIntVectorTy() && mayCarryPointer(V.getType()) &&
        Addresses.insert(&V).second)
      Work.push_back(&V);
  };
  for (PreparedFunction &P : Unit.functions()) {
    for (const Argument &A : P.Body->args())
      Add(A);
    for (const Instruction &I : instructions(*P.Body)) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (isa<PtrToIntInst>(I) ||
          (Load ? !isPlainInteger(*Load)
                : !isa<BinaryOperator>(I) && !movesAddress(I)))
        Add(I);
    }
  }
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users())
      if (auto *I = dyn_cast<Instruction>(U); I && movesAddress(*I))
        Add(*I);
}

void MemoryClasses::visit(Instruction &I, PreparedUnit &Unit) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call, Unit);
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Id Memory = node(Load->getPointerOperand());
    if (mayCarryPointer(Load->getType()) && !isPlainInteger(*Load))
      unify(node(Load), seenContents(Memory));
    return;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Id Memory = node(Store->getPointerOperand());
    Value *V = Store->getValueOperand();
    if (mayCarryPointer(V->getType()) && !pointsNowhere(V))
      unify(seenContents(Memory), node(V));
    return;
  }
  if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I)) {
    unify(node(Swap), seenContents(node(Swap->getPointerOperand())));
    return flow(Swap->getNewValOperand(), Swap);
  }
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    unify(node(Update), seenContents(node(Update->getPointerOperand())));
    return flow(Update->getValOperand(), Update);
  }
  if (isa<AllocaInst>(I)) {
    Roots.push_back({&I, node(&I)});
    return;
  }
  if (auto *Return = dyn_cast<ReturnInst>(&I)) {
    // The function itself stands for what it returns.
    if (Value *V = Return->getReturnValue();
        V && mayCarryPointer(V->getType()) && !pointsNowhere(V)) {
      auto [It, New] = Nodes.try_emplace(I.getFunction(), None);
      if (New)
        It->second = fresh();
      unify(Nodes[I.getFunction()], node(V));
    }
    return;
  }
  if (!mayCarryPointer(I.getType()))
    return;
  // Integer arithmetic is followed as far as it moves an address along.
  if (I.getType()->isIntOrIntVectorTy() && !movesAddress(I))
    return;
  if (isa<LandingPadInst>(I)) {
    Roots.push_back({&I, node(&I)});
    return;
  }
  if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return flow(Address->getPointerOperand(), &I);
  for (Value *Operand : I.operands())
    flow(Operand, &I);
}

void MemoryClasses::visitCall(CallBase &Call, PreparedUnit &Unit) {
  if (auto *Transfer = dyn_cast<MemTransferInst>(&Call)) {
    unify(contents(node(Transfer->getRawDest())),
          contents(node(Transfer->getRawSource())));
    return;
  }
  Function *Callee = Call.getCalledFunction();
  if (PreparedFunction *P = Callee ? Unit.find(Callee) : nullptr) {
    for (auto [Actual, Formal] : zip(Call.args(), P->Body->args()))
      flow(Actual, &Formal);
    if (mayCarryPointer(Call.getType())) {
      auto [It, New] = Nodes.try_emplace(Callee, None);
      if (New)
        It->second = fresh();
      unify(node(&Call), Nodes[Callee]);
    }
    return;
  }
  if (!mayCarryPointer(Call.getType()))
    return;
  if (isOpaqueConstant(Call)) {
    Roots.push_back({&Call, node(&Call)});
    return;
  }
  if (Value *Returned = Call.getReturnedArgOperand())
    return flow(Returned, &Call);
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
      Intrinsic && Call.getType()->isPtrOrPtrVectorTy()) {
    // threadlocal.address, launder.invariant.group, ptrmask ...
    for (Value *Operand : Call.args())
      flow(Operand, &Call);
    return;
  }
  Roots.push_back({&Call, node(&Call)});
}

MemoryClasses::Id MemoryClasses::classOf(const Value *Pointer) const {
  auto It = Nodes.find(Pointer);
  return It == Nodes.end() ? None : representative(It->second);
}

bool MemoryClasses::hasContents(Id Class) const {
  return Class != None && Contents[representative(Class)] != None &&
         SeenInMemory[contentsOf(Class)];
}

MemoryClasses::Id MemoryClasses::contentsOf(Id Class) const {
  return representative(Contents[representative(Class)]);
}

} // namespace autodiff
