#include "Types/NumberBits.h"
#include "Discover/EarlyMarks.h"
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
  std::optional<Terms> bitwise(Instruction &I);
  std::optional<Terms> sum(Value *X, Value *Y, double Sign);
  std::optional<Terms> multiple(Instruction &I);
  std::optional<Terms> shifted(Instruction &I);
  std::optional<Terms> narrowed(Instruction &I);
  std::optional<Terms> selected(SelectInst &Select);
  std::optional<Terms> masked(std::optional<Terms> In, const APInt &Mask);
  std::optional<Terms> chosen(std::optional<Terms> In, Value *Condition,
                              bool Where);
  std::optional<Terms> keptAbove(Value *X, Value *Y);
  void multiply(Term &T, double By);
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

void BitsReader::multiply(Term &T, double By) {
  T.Factor = T.Factor ? B.CreateFMul(T.Factor, number(T, By)) : number(T, By);
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
    Term T{I.getOperand(0)};
    T.Leading = int(*fractionBits(T.X->getType())) - 1;
    Leaves.insert(&I);
    return Terms{T};
  }
  switch (I.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return bitwise(I);
  case Instruction::Add:
    return sum(I.getOperand(0), I.getOperand(1), 1);
  case Instruction::Sub:
    return sum(I.getOperand(0), I.getOperand(1), -1);
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::SDiv:
    return multiple(I);
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return shifted(I);
  case Instruction::Trunc:
    return narrowed(I);
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Freeze:
    return read(I.getOperand(0));
  case Instruction::Select:
    return selected(cast<SelectInst>(I));
  default:
    return Terms(); // a leaf of its own
  }
}

std::optional<Terms> BitsReader::bitwise(Instruction &I) {
  Value *X = I.getOperand(0), *Y = I.getOperand(1);
  const APInt *C = nullptr;
  bool Constant = match(Y, m_APInt(C));
  if (I.getOpcode() == Instruction::And) {
    // A mask that keeps all or nothing.
    for (Value *Mask : {X, Y})
      if (Value *Kept = nullptr; match(Mask, m_SExt(m_Value(Kept))) &&
                                 Kept->getType()->isIntOrIntVectorTy(1))
        return chosen(read(Mask == X ? Y : X), Kept, /*Where=*/true);
    if (Constant)
      return masked(read(X), *C);
    std::optional<Terms> In = sum(X, Y, 1);
    return In && In->empty() ? In : std::nullopt;
  }
  if (I.getOpcode() == Instruction::Xor && Constant && C->isAllOnes())
    return sum(Y, X, -1);
  if (I.getOpcode() == Instruction::Or &&
      haveNoCommonBitsSet(X, Y, SimplifyQuery(DL)))
    return sum(X, Y, 1);
  return keptAbove(X, Y);
}

/// The bits of one fraction stay as they are if the other operand has none
/// there and holds no number.
std::optional<Terms> BitsReader::keptAbove(Value *X, Value *Y) {
  std::optional<Terms> In = read(X), Other = read(Y);
  if (!In || !Other)
    return std::nullopt;
  if (In->empty()) {
    std::swap(X, Y);
    std::swap(In, Other);
  }
  if (!Other->empty())
    return std::nullopt;
  unsigned Free = computeKnownBits(Y, DL).countMinTrailingZeros();
  bool Kept = all_of(*In, [&](const Term &T) {
    return T.Leading >= 0 && unsigned(T.Leading) < Free;
  });
  return Kept ? In : std::nullopt;
}

std::optional<Terms> BitsReader::sum(Value *X, Value *Y, double Sign) {
  std::optional<Terms> Result = read(X), Other = read(Y);
  if (!Result || !Other)
    return std::nullopt;
  for (Term &T : *Other) {
    if (Sign != 1)
      multiply(T, Sign);
    Result->push_back(T);
  }
  return Result;
}

/// By a small constant: a large one makes a hash.
std::optional<Terms> BitsReader::multiple(Instruction &I) {
  std::optional<Terms> In = read(I.getOperand(0)), By = read(I.getOperand(1));
  if (!In || !By || !By->empty())
    return std::nullopt;
  if (In->empty())
    return In;
  const APInt *C = nullptr;
  if (!match(I.getOperand(1), m_APInt(C)) || C->isZero() ||
      C->getSignificantBits() > 8)
    return std::nullopt;
  double Times = C->signedRoundToDouble();
  for (Term &T : *In) {
    multiply(T, I.getOpcode() == Instruction::Mul ? Times : 1 / Times);
    T.Leading = -1;
  }
  return In;
}

std::optional<Terms> BitsReader::shifted(Instruction &I) {
  std::optional<Terms> In = read(I.getOperand(0));
  if (!In || In->empty())
    return In;
  const APInt *C = nullptr;
  if (!match(I.getOperand(1), m_APInt(C)))
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

std::optional<Terms> BitsReader::narrowed(Instruction &I) {
  std::optional<Terms> In = read(I.getOperand(0));
  int Width = I.getType()->getScalarSizeInBits();
  bool Kept = In && all_of(*In, [&](const Term &T) {
                return T.Leading >= 0 && T.Leading < Width;
              });
  return Kept ? In : std::nullopt;
}

std::optional<Terms> BitsReader::selected(SelectInst &Select) {
  Value *Condition = Select.getCondition();
  std::optional<Terms> Result =
      chosen(read(Select.getTrueValue()), Condition, /*Where=*/true);
  std::optional<Terms> Other =
      chosen(read(Select.getFalseValue()), Condition, /*Where=*/false);
  if (!Result || !Other)
    return std::nullopt;
  append_range(*Result, *Other);
  return Result;
}

/// What a mask leaves: all that moves if the leading bit of the fraction is
/// kept, nothing if none of the fraction is.
std::optional<Terms> BitsReader::masked(std::optional<Terms> In,
                                        const APInt &Mask) {
  if (!In)
    return In;
  Terms Out;
  for (const Term &T : *In) {
    if (T.Leading < 0)
      return std::nullopt;
    unsigned Fraction = std::min<unsigned>(T.Leading + 1, Mask.getBitWidth());
    if (unsigned(T.Leading) < Mask.getBitWidth() && Mask[T.Leading])
      Out.push_back(T);
    else if (!Mask.getLoBits(Fraction).isZero())
      return std::nullopt;
  }
  return Out;
}

/// In where (or where not) Condition holds, else nothing.
std::optional<Terms> BitsReader::chosen(std::optional<Terms> In,
                                        Value *Condition, bool Where) {
  for (unsigned K = 0; In && K != In->size(); ++K) {
    Term &T = (*In)[K];
    if (Condition->getType()->isVectorTy() && !T.X->getType()->isVectorTy())
      return std::nullopt;
    Value *Own = T.Factor ? T.Factor : number(T, 1), *None = number(T, 0);
    T.Factor =
        B.CreateSelect(Condition, Where ? Own : None, Where ? None : Own);
  }
  return In;
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

bool passesBits(const CallBase &Call, const Value &Operand) {
  const Function *Callee = Call.getCalledFunction();
  if (!Call.getType()->isIntOrIntVectorTy() || !Callee ||
      !Callee->isDeclaration() || Callee->hasFnAttribute(InactiveAttribute))
    return false;
  if (!Operand.getType()->isIntOrIntVectorTy())
    return Operand.getType()->isFPOrFPVectorTy() && !Callee->isIntrinsic();
  switch (Call.getIntrinsicID()) {
  case Intrinsic::ctlz: // steps
  case Intrinsic::cttz:
  case Intrinsic::ctpop:
    return false;
  default:
    return true;
  }
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
    } else if (auto *Call = dyn_cast<CallBase>(I)) {
      for (const Value *Operand : Call->args())
        if (Operand->getType()->isIntOrIntVectorTy() &&
            passesBits(*Call, *Operand))
          Work.push_back(Operand);
    } else if (isa<BinaryOperator, CastInst, SelectInst, FreezeInst, PHINode,
                   ExtractValueInst, ExtractElementInst, InsertElementInst,
                   ShuffleVectorInst>(I)) {
      for (const Value *Operand : I->operand_values())
        if (Operand->getType()->isIntOrIntVectorTy() ||
            Operand->getType()->isAggregateType())
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
