#include "Types/NumberBits.h"
#include "Prepare/Prepare.h"
#include "Rules/RuleTable.h"
#include "Types/AccessTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace autodiff {

namespace {

/// One number whose bits an integer holds: the integer moves by
/// Factor * 2^Exponent units in the last place of X.
struct Term {
  Value *X;
  Value *Factor = nullptr; ///< null: 1
  int Exponent = 0;
  /// The place of the leading bit of X's fraction; -1 if it has none any more.
  int Leading = 0;
};
using Terms = SmallVector<Term, 2>;

/// Reads one expression of integers, from the number that is made of it down to
/// the numbers whose bits go in.
class BitsReader {
public:
  BitsReader(Instruction &Root, const DataLayout &DL) : B(&Root), DL(DL) {}
  /// Nothing if it is not understood.
  std::optional<Terms> read(Value *V);
  /// The bit casts that were understood.
  ArrayRef<Instruction *> leaves() const { return Leaves.getArrayRef(); }

private:
  std::optional<Terms> compute(Instruction &I);
  std::optional<Terms> masked(Terms In, const APInt &Mask);
  std::optional<Terms> merged(Value *X, Value *Y);
  std::optional<Terms> chosen(std::optional<Terms> In, Value *Condition);
  std::optional<Terms> selected(SelectInst &Select);
  std::optional<Terms> keptAbove(Terms In, Value *Other);
  void scale(Terms &In, int Exponent, Value *Factor);
  Type *numberType(const Term &T) { return T.X->getType(); }
  Value *number(const Term &T, double V) {
    return ConstantFP::get(T.X->getType(), V);
  }

  IRBuilder<> B;
  const DataLayout &DL;
  SetVector<Instruction *> Leaves;
  DenseMap<Value *, std::optional<Terms>> Known;
};

} // namespace

/// Bits of the fraction that are stored, for the types whose bits are laid out
/// as sign, exponent, fraction.
static std::optional<unsigned> fractionBits(const Type *Ty) {
  if (!Ty->isFPOrFPVectorTy() || Ty->isScalableTy())
    return std::nullopt;
  const Type *Number = Ty->getScalarType();
  if (Number->isX86_FP80Ty() || Number->isPPC_FP128Ty())
    return std::nullopt;
  return APFloat::semanticsPrecision(Number->getFltSemantics()) - 1;
}

/// A bit cast of numbers to integers of their width, or back.
static bool isBitsCast(const Instruction &I, bool ToNumber) {
  if (!isa<BitCastInst>(I))
    return false;
  Type *From = I.getOperand(0)->getType(), *To = I.getType();
  Type *Number = ToNumber ? To : From, *Bits = ToNumber ? From : To;
  return Bits->isIntOrIntVectorTy() && fractionBits(Number) &&
         Number->getScalarSizeInBits() == Bits->getScalarSizeInBits();
}

void BitsReader::scale(Terms &In, int Exponent, Value *Factor) {
  for (Term &T : In) {
    T.Exponent += Exponent;
    if (Factor)
      T.Factor = T.Factor ? B.CreateFMul(T.Factor, Factor) : Factor;
  }
}

/// What a mask leaves: all that moves if the leading bit of the fraction is
/// kept, nothing if none of the fraction is.
std::optional<Terms> BitsReader::masked(Terms In, const APInt &Mask) {
  Terms Out;
  for (const Term &T : In) {
    if (T.Leading < 0)
      return std::nullopt;
    if (unsigned(T.Leading) < Mask.getBitWidth() && Mask[T.Leading])
      Out.push_back(T);
    else if (!Mask.getLoBits(
                      std::min<unsigned>(T.Leading + 1, Mask.getBitWidth()))
                  .isZero())
      return std::nullopt;
  }
  return Out;
}

/// The bits of the fraction stay as they are if Other has none there.
std::optional<Terms> BitsReader::keptAbove(Terms In, Value *Other) {
  KnownBits Bits = computeKnownBits(Other, DL);
  for (const Term &T : In)
    if (T.Leading < 0 || Bits.countMinTrailingZeros() < unsigned(T.Leading) + 1)
      return std::nullopt;
  return In;
}

std::optional<Terms> BitsReader::merged(Value *X, Value *Y) {
  std::optional<Terms> Result = read(X), Other = read(Y);
  if (!Result || !Other)
    return std::nullopt;
  append_range(*Result, *Other);
  return Result;
}

/// In where Condition holds, else nothing.
std::optional<Terms> BitsReader::chosen(std::optional<Terms> In,
                                        Value *Condition) {
  for (unsigned K = 0; In && K != In->size(); ++K) {
    Term &T = (*In)[K];
    if (T.X->getType()->isVectorTy() != Condition->getType()->isVectorTy())
      return std::nullopt;
    T.Factor = B.CreateSelect(Condition, T.Factor ? T.Factor : number(T, 1),
                              number(T, 0));
  }
  return In;
}

std::optional<Terms> BitsReader::selected(SelectInst &Select) {
  Terms Result;
  for (bool First : {true, false}) {
    std::optional<Terms> Arm =
        read(First ? Select.getTrueValue() : Select.getFalseValue());
    if (!Arm)
      return std::nullopt;
    for (Term &T : *Arm) {
      Value *Own = T.Factor ? T.Factor : number(T, 1);
      Value *None = number(T, 0);
      if (Select.getCondition()->getType()->isVectorTy() &&
          !Own->getType()->isVectorTy())
        return std::nullopt;
      T.Factor = B.CreateSelect(Select.getCondition(), First ? Own : None,
                                First ? None : Own);
      Result.push_back(T);
    }
  }
  return Result;
}

std::optional<Terms> BitsReader::read(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return Terms();
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  Known[V] = std::nullopt; // for what leads back to itself
  std::optional<Terms> Result = compute(*I);
  Known[V] = Result;
  return Result;
}

std::optional<Terms> BitsReader::compute(Instruction &I) {
  if (isBitsCast(I, /*ToNumber=*/false)) {
    Value *X = I.getOperand(0);
    Leaves.insert(&I);
    Term T{X};
    T.Leading = int(*fractionBits(X->getType())) - 1;
    return Terms{T};
  }
  Value *X = I.getNumOperands() ? I.getOperand(0) : nullptr;
  Value *Y = I.getNumOperands() > 1 ? I.getOperand(1) : nullptr;
  const APInt *C = nullptr;
  if (Y)
    match(Y, m_APInt(C));
  switch (I.getOpcode()) {
  case Instruction::And: {
    // A mask that keeps all or nothing.
    for (Value *Mask : {X, Y})
      if (Value *Kept = nullptr; match(Mask, m_SExt(m_Value(Kept))) &&
                                 Kept->getType()->isIntOrIntVectorTy(1))
        return chosen(read(Mask == X ? Y : X), Kept);
    if (C) {
      std::optional<Terms> In = read(X);
      return In ? masked(std::move(*In), *C) : In;
    }
    std::optional<Terms> In = merged(X, Y);
    return In && In->empty() ? In : std::nullopt;
  }
  case Instruction::Or: {
    if (haveNoCommonBitsSet(X, Y, SimplifyQuery(DL)))
      return merged(X, Y);
    std::optional<Terms> In = read(X), Other = read(Y);
    if (!In || !Other)
      return std::nullopt;
    if (Other->empty())
      return keptAbove(std::move(*In), Y);
    return In->empty() ? keptAbove(std::move(*Other), X) : std::nullopt;
  }
  case Instruction::Xor: {
    std::optional<Terms> In = read(X), Other = read(Y);
    if (!In || !Other)
      return std::nullopt;
    if (C && C->isAllOnes()) {
      for (Term &T : *In)
        T.Factor = T.Factor ? B.CreateFNeg(T.Factor) : number(T, -1);
      return In;
    }
    if (Other->empty())
      return keptAbove(std::move(*In), Y);
    return In->empty() ? keptAbove(std::move(*Other), X) : std::nullopt;
  }
  case Instruction::Add:
    return merged(X, Y);
  case Instruction::Sub: {
    std::optional<Terms> In = read(X), Other = read(Y);
    if (!In || !Other)
      return std::nullopt;
    for (Term &T : *Other) {
      T.Factor = T.Factor ? B.CreateFNeg(T.Factor) : number(T, -1);
      In->push_back(T);
    }
    return In;
  }
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::SDiv: {
    std::optional<Terms> In = read(X);
    if (!In || In->empty())
      return !Y || !In ? std::nullopt : read(Y)->empty() ? In : std::nullopt;
    if (!C)
      return std::nullopt;
    double Times =
        I.getOpcode() == Instruction::Mul
            ? C->signedRoundToDouble()
            : 1 / C->roundToDouble(I.getOpcode() == Instruction::SDiv);
    for (Term &T : *In) {
      T.Factor = T.Factor ? B.CreateFMul(T.Factor, number(T, Times))
                          : number(T, Times);
      T.Leading = -1;
    }
    return In;
  }
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr: {
    std::optional<Terms> In = read(X);
    if (!In || In->empty())
      return In;
    if (!C)
      return std::nullopt;
    int By = int(C->getLimitedValue(1024));
    Terms Out;
    for (Term T : *In) {
      if (T.Leading < 0)
        return std::nullopt;
      int Distance = I.getOpcode() == Instruction::Shl ? By : -By;
      T.Exponent += Distance;
      T.Leading += Distance;
      if (T.Leading >= int(I.getType()->getScalarSizeInBits()))
        return std::nullopt;
      if (T.Leading >= 0) // else: the fraction is gone
        Out.push_back(T);
    }
    return Out;
  }
  case Instruction::Trunc: {
    std::optional<Terms> In = read(X);
    if (!In)
      return In;
    for (const Term &T : *In)
      if (T.Leading < 0 || T.Leading >= int(I.getType()->getScalarSizeInBits()))
        return std::nullopt;
    return In;
  }
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Freeze:
    return read(X);
  case Instruction::Select:
    return selected(cast<SelectInst>(I));
  default:
    return Terms(); // a leaf of its own
  }
}

namespace {

/// Rewrites one number that is made of bits.
class BitsLinearizer {
public:
  explicit BitsLinearizer(Instruction &Root)
      : Root(Root), DL(Root.getModule()->getDataLayout()) {}
  bool run();

private:
  Value *scaleOf(IRBuilderBase &B, Value *Number);
  Value *clone(Value *V, ArrayRef<Instruction *> Leaves);
  Value *slope(IRBuilderBase &B, const Term &T);

  Instruction &Root;
  const DataLayout &DL;
  DenseMap<Value *, Value *> Clones;
};

} // namespace

static Function *rowFunction(Module &M, StringRef Row, Type *Number,
                             unsigned Operands) {
  std::string Name = ("autodiff." + Row + ".").str();
  raw_string_ostream OS(Name);
  Number->print(OS);
  auto *Ty = FunctionType::get(Number, SmallVector<Type *, 3>(Operands, Number),
                               /*isVarArg=*/false);
  auto *F = cast<Function>(M.getOrInsertFunction(Name, Ty).getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  return F;
}

/// 2^e with the number's sign, for a number of exponent e: an ulp, up to a
/// factor that all numbers of the type share.
Value *BitsLinearizer::scaleOf(IRBuilderBase &B, Value *Number) {
  Type *Ty = Number->getType();
  unsigned Width = Ty->getScalarSizeInBits();
  unsigned Fraction = *fractionBits(Ty);
  Type *Bits = Ty->getWithNewType(B.getIntNTy(Width));
  Constant *Keep =
      ConstantInt::get(Bits, APInt::getHighBitsSet(Width, Width - Fraction));
  Constant *Least =
      ConstantInt::get(Bits, APInt::getOneBitSet(Width, Fraction));
  Constant *Exponent =
      ConstantInt::get(Bits, APInt::getBitsSet(Width, Fraction, Width - 1));
  Value *Kept = B.CreateAnd(B.CreateBitCast(Number, Bits), Keep);
  // Numbers too small for an exponent of their own have that of the least.
  Value *None =
      B.CreateICmpEQ(B.CreateAnd(Kept, Exponent), Constant::getNullValue(Bits));
  Kept = B.CreateSelect(None, B.CreateOr(Kept, Least), Kept);
  return B.CreateBitCast(Kept, Ty);
}

static Value *converted(IRBuilderBase &B, Value *V, Type *To) {
  return V->getType() == To ? V : B.CreateFPCast(V, To);
}

/// The slope of the root in a term's number, in the root's type.
Value *BitsLinearizer::slope(IRBuilderBase &B, const Term &T) {
  Type *From = T.X->getType(), *To = Root.getType();
  auto *Power = ConstantFP::get(
      From, scalbn(APFloat(From->getScalarType()->getFltSemantics(), 1),
                   T.Exponent, APFloat::rmNearestTiesToEven));
  Value *PerUlp = B.CreateFDiv(Power, scaleOf(B, T.X));
  if (T.Factor)
    PerUlp = B.CreateFMul(PerUlp, T.Factor);
  if (isa<BitCastInst>(Root))
    return B.CreateFMul(converted(B, PerUlp, To), scaleOf(B, &Root));
  auto *Ulps = ConstantFP::get(
      From, scalbn(APFloat(From->getScalarType()->getFltSemantics(), 1),
                   int(*fractionBits(From)), APFloat::rmNearestTiesToEven));
  return converted(B, B.CreateFMul(PerUlp, Ulps), To);
}

/// V with fixed numbers in place of those whose bits go in.
Value *BitsLinearizer::clone(Value *V, ArrayRef<Instruction *> Leaves) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return V;
  if (auto It = Clones.find(V); It != Clones.end())
    return It->second;
  Value *&Entry = Clones[V] = V;
  if (is_contained(Leaves, I)) {
    IRBuilder<> B(I);
    Value *X = I->getOperand(0);
    Value *Fixed = B.CreateCall(
        rowFunction(*I->getModule(), "fixed", X->getType(), 1), {X});
    return Entry = B.CreateBitCast(Fixed, I->getType());
  }
  if (!isa<BinaryOperator, CastInst, SelectInst, FreezeInst>(I) ||
      !I->getType()->isIntOrIntVectorTy())
    return V;
  SmallVector<Value *, 3> Operands;
  for (Value *Operand : I->operands())
    Operands.push_back(clone(Operand, Leaves));
  if (equal(Operands, I->operand_values()))
    return V;
  Instruction *Copy = I->clone();
  Copy->insertBefore(I->getIterator());
  for (auto [K, Operand] : enumerate(Operands))
    Copy->setOperand(K, Operand);
  return Clones[V] = Copy;
}

/// A number, not an integer that lies (or is moved) where a number might.
static bool isSurelyNumber(const Value *Number) {
  SmallVector<const Value *, 4> Work{Number};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (isa<BitCastInst>(V))
      return false;
    if (auto *Load = dyn_cast<LoadInst>(V);
        Load &&
        tagBytes(Load->getMetadata(LLVMContext::MD_tbaa), Load->getContext())
                .Kind != AccessKind::Float)
      return false;
    if (isa<FreezeInst, PHINode>(V))
      append_range(Work, cast<Instruction>(V)->operand_values());
    if (auto *Select = dyn_cast<SelectInst>(V)) {
      Work.push_back(Select->getTrueValue());
      Work.push_back(Select->getFalseValue());
    }
  }
  return true;
}

bool holdsNumberBits(const Value *Integer) {
  SmallVector<const Value *, 8> Work{Integer};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (isBitsCast(*I, /*ToNumber=*/false)) {
      auto *Fixed = dyn_cast<CallBase>(I->getOperand(0));
      if (!(Fixed && isNumberBitsRow(*Fixed)) &&
          isSurelyNumber(I->getOperand(0)))
        return true;
    } else if (isa<BinaryOperator, CastInst, SelectInst, FreezeInst, PHINode>(
                   I)) {
      for (const Value *Operand : I->operand_values())
        if (Operand->getType()->isIntOrIntVectorTy())
          Work.push_back(Operand);
    }
  }
  return false;
}

bool BitsLinearizer::run() {
  BitsReader Reader(Root, DL);
  std::optional<Terms> In = Reader.read(Root.getOperand(0));
  if (!In || Reader.leaves().empty())
    return false;
  // A part of what is taken for a number may be another number.
  unsigned Width = Root.getOperand(0)->getType()->getScalarSizeInBits();
  if (!all_of(*In, [&](const Term &T) {
        return isSurelyNumber(T.X) ||
               (isa<BitCastInst>(Root) &&
                T.X->getType()->getScalarSizeInBits() == Width);
      }))
    return false;
  Type *Ty = Root.getType();
  for (const Term &T : *In)
    if (T.X->getType()->isVectorTy() != Ty->isVectorTy())
      return false;
  Root.setOperand(0, clone(Root.getOperand(0), Reader.leaves()));
  IRBuilder<> B(Root.getNextNode());
  B.SetCurrentDebugLocation(Root.getDebugLoc());
  SmallVector<Use *, 4> Uses;
  for (Use &U : Root.uses())
    Uses.push_back(&U);
  Value *Y = &Root;
  for (const Term &T : *In)
    Y = B.CreateCall(rowFunction(*Root.getModule(), "linear", Ty, 3),
                     {Y, converted(B, T.X, Ty), slope(B, T)});
  for (Use *U : Uses)
    U->set(Y);
  return true;
}

/// Numbers that are made of integers.
static bool isRoot(const Instruction &I) {
  if (isa<SIToFPInst, UIToFPInst>(I))
    return fractionBits(I.getType()).has_value();
  return isBitsCast(I, /*ToNumber=*/true);
}

void linearizeNumberBits(PreparedUnit &Unit) {
  for (PreparedFunction &P : Unit.functions()) {
    SmallVector<Instruction *, 8> Roots;
    for (Instruction &I : instructions(*P.Body))
      if (isRoot(I))
        Roots.push_back(&I);
    bool Changed = false;
    for (Instruction *Root : Roots)
      Changed |= BitsLinearizer(*Root).run();
    if (Changed)
      Unit.FAM->invalidate(*P.Body, PreservedAnalyses::none());
  }
}

void lowerNumberBits(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && isNumberBitsRow(*Call)) {
      Call->replaceAllUsesWith(Call->getArgOperand(0));
      Call->eraseFromParent();
    }
}

} // namespace autodiff
