#include "Prepare/VectorCalls.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace autodiff {

namespace {

/// Expands one call; null for what is left as it is.
class Expansion {
public:
  explicit Expansion(IntrinsicInst &Call)
      : B(&Call), Call(Call), X(operand(0)), Y(operand(1)) {
    if (isa<FPMathOperator>(Call))
      B.setFastMathFlags(Call.getFastMathFlags());
  }
  Value *x86(StringRef Name);
  Value *reduction();

private:
  Value *operand(unsigned K) {
    return K < Call.arg_size() ? Call.getArgOperand(K) : nullptr;
  }
  std::optional<uint64_t> immediate(unsigned K) {
    auto *C = K < Call.arg_size() ? dyn_cast<ConstantInt>(Call.getArgOperand(K))
                                  : nullptr;
    return C ? std::optional(C->getZExtValue()) : std::nullopt;
  }
  /// The lowest element is Low, the others are those of X.
  Value *scalar(Value *Low) {
    return B.CreateInsertElement(X, Low, uint64_t(0));
  }
  Value *low(Value *V) { return B.CreateExtractElement(V, uint64_t(0)); }
  /// The first if it is less (greater), else the second, also of NaNs.
  Value *least(Value *P, Value *Q) {
    return B.CreateSelect(B.CreateFCmpOLT(P, Q), P, Q);
  }
  Value *greatest(Value *P, Value *Q) {
    return B.CreateSelect(B.CreateFCmpOGT(P, Q), P, Q);
  }
  Value *horizontal(Instruction::BinaryOps Operation);
  Value *alternating();
  Value *blended();
  Value *compared(Value *P, Value *Q, uint64_t Condition);
  Value *rounded(Value *V, uint64_t Mode);
  Value *narrowed();

  IRBuilder<> B;
  IntrinsicInst &Call;
  Value *X, *Y;
};

} // namespace

/// Sums (differences) of neighbours: those of X, then those of Y, in each 128
/// bits.
Value *Expansion::horizontal(Instruction::BinaryOps Operation) {
  auto *Ty = cast<FixedVectorType>(X->getType());
  int Width = Ty->getNumElements();
  int Lane = 128 / Ty->getScalarSizeInBits();
  SmallVector<int, 8> First, Second;
  for (int Base = 0; Base != Width; Base += Lane)
    for (int Source : {Base, Base + Width})
      for (int K = 0; K != Lane; K += 2) {
        First.push_back(Source + K);
        Second.push_back(Source + K + 1);
      }
  return B.CreateBinOp(Operation, B.CreateShuffleVector(X, Y, First),
                       B.CreateShuffleVector(X, Y, Second));
}

/// Differences and sums in turn.
Value *Expansion::alternating() {
  int Width = cast<FixedVectorType>(X->getType())->getNumElements();
  SmallVector<int, 8> Mask;
  for (int K = 0; K != Width; ++K)
    Mask.push_back(K % 2 ? K + Width : K);
  return B.CreateShuffleVector(B.CreateFSub(X, Y), B.CreateFAdd(X, Y), Mask);
}

/// Y where the sign bit of the third operand is set.
Value *Expansion::blended() {
  Value *Mask = operand(2);
  Type *Bits = VectorType::getInteger(cast<VectorType>(Mask->getType()));
  Value *Chosen = B.CreateICmpSLT(B.CreateBitCast(Mask, Bits),
                                  Constant::getNullValue(Bits));
  return B.CreateSelect(Chosen, Y, X);
}

/// All bits of an element are set where the condition holds.
Value *Expansion::compared(Value *P, Value *Q, uint64_t Condition) {
  static constexpr CmpInst::Predicate Predicates[] = {
      CmpInst::FCMP_OEQ, CmpInst::FCMP_OLT, CmpInst::FCMP_OLE,
      CmpInst::FCMP_UNO, CmpInst::FCMP_UNE, CmpInst::FCMP_UGE,
      CmpInst::FCMP_UGT, CmpInst::FCMP_ORD};
  if (Condition >= std::size(Predicates))
    return nullptr;
  Value *Holds = B.CreateFCmp(Predicates[Condition], P, Q);
  Type *Bits =
      P->getType()->isVectorTy()
          ? VectorType::getInteger(cast<VectorType>(P->getType()))
          : cast<Type>(B.getIntNTy(P->getType()->getScalarSizeInBits()));
  return B.CreateBitCast(B.CreateSExt(Holds, Bits), P->getType());
}

Value *Expansion::rounded(Value *V, uint64_t Mode) {
  static constexpr Intrinsic::ID Modes[] = {Intrinsic::roundeven,
                                            Intrinsic::floor, Intrinsic::ceil,
                                            Intrinsic::trunc};
  bool Current = Mode & 4;
  return B.CreateUnaryIntrinsic(Current ? Intrinsic::rint : Modes[Mode & 3], V);
}

/// Two doubles become the lower two of four floats.
Value *Expansion::narrowed() {
  Value *Half = B.CreateFPTrunc(X, FixedVectorType::get(B.getFloatTy(), 2));
  return B.CreateShuffleVector(Half, Constant::getNullValue(Half->getType()),
                               {0, 1, 2, 3});
}

static bool isOneOf(StringRef Name, std::initializer_list<StringRef> Names) {
  return is_contained(Names, Name);
}

Value *Expansion::x86(StringRef Name) {
  if (isOneOf(Name, {"sse.max.ps", "sse2.max.pd", "avx.max.ps.256",
                     "avx.max.pd.256"}))
    return greatest(X, Y);
  if (isOneOf(Name, {"sse.min.ps", "sse2.min.pd", "avx.min.ps.256",
                     "avx.min.pd.256"}))
    return least(X, Y);
  constexpr uint64_t CurrentDirection = 4;
  if (isOneOf(Name, {"avx512.max.ps.512", "avx512.max.pd.512"}))
    return immediate(2) == CurrentDirection ? greatest(X, Y) : nullptr;
  if (isOneOf(Name, {"avx512.min.ps.512", "avx512.min.pd.512"}))
    return immediate(2) == CurrentDirection ? least(X, Y) : nullptr;
  if (isOneOf(Name, {"sse.max.ss", "sse2.max.sd"}))
    return scalar(greatest(low(X), low(Y)));
  if (isOneOf(Name, {"sse.min.ss", "sse2.min.sd"}))
    return scalar(least(low(X), low(Y)));
  if (isOneOf(Name, {"sse3.hadd.ps", "sse3.hadd.pd", "avx.hadd.ps.256",
                     "avx.hadd.pd.256"}))
    return horizontal(Instruction::FAdd);
  if (isOneOf(Name, {"sse3.hsub.ps", "sse3.hsub.pd", "avx.hsub.ps.256",
                     "avx.hsub.pd.256"}))
    return horizontal(Instruction::FSub);
  if (isOneOf(Name, {"sse3.addsub.ps", "sse3.addsub.pd", "avx.addsub.ps.256",
                     "avx.addsub.pd.256"}))
    return alternating();
  if (isOneOf(Name, {"sse41.blendvps", "sse41.blendvpd", "avx.blendv.ps.256",
                     "avx.blendv.pd.256"}))
    return blended();
  if (isOneOf(Name, {"sse41.round.ps", "sse41.round.pd", "avx.round.ps.256",
                     "avx.round.pd.256"}))
    return immediate(1) ? rounded(X, *immediate(1)) : nullptr;
  if (isOneOf(Name, {"sse41.round.ss", "sse41.round.sd"}))
    return immediate(2) ? scalar(rounded(low(Y), *immediate(2))) : nullptr;
  if (isOneOf(Name, {"sse.cmp.ps", "sse2.cmp.pd", "avx.cmp.ps.256",
                     "avx.cmp.pd.256"}))
    return immediate(2) ? compared(X, Y, *immediate(2)) : nullptr;
  if (isOneOf(Name, {"sse.cmp.ss", "sse2.cmp.sd"})) {
    Value *Low =
        immediate(2) ? compared(low(X), low(Y), *immediate(2)) : nullptr;
    return Low ? scalar(Low) : nullptr;
  }
  if (Name == "sse2.cvtpd2ps")
    return narrowed();
  if (Name == "sse2.cvtsd2ss")
    return scalar(B.CreateFPTrunc(low(Y), B.getFloatTy()));
  return nullptr;
}

/// In the order of the elements; sums and products begin with the first
/// operand.
Value *Expansion::reduction() {
  Intrinsic::ID ID = Call.getIntrinsicID();
  bool Starts = ID == Intrinsic::vector_reduce_fadd ||
                ID == Intrinsic::vector_reduce_fmul;
  Value *Vector = Starts ? Y : X;
  auto *Ty = Vector ? dyn_cast<FixedVectorType>(Vector->getType()) : nullptr;
  if (!Ty || !Ty->isFPOrFPVectorTy())
    return nullptr;
  Value *Result = Starts ? X : nullptr;
  for (unsigned K = 0; K != Ty->getNumElements(); ++K) {
    Value *Element = B.CreateExtractElement(Vector, K);
    if (!Result)
      Result = Element;
    else if (ID == Intrinsic::vector_reduce_fadd)
      Result = B.CreateFAdd(Result, Element);
    else if (ID == Intrinsic::vector_reduce_fmul)
      Result = B.CreateFMul(Result, Element);
    else
      Result = B.CreateBinaryIntrinsic(
          ID == Intrinsic::vector_reduce_fmax       ? Intrinsic::maxnum
          : ID == Intrinsic::vector_reduce_fmin     ? Intrinsic::minnum
          : ID == Intrinsic::vector_reduce_fmaximum ? Intrinsic::maximum
                                                    : Intrinsic::minimum,
          Result, Element);
  }
  return Result;
}

static Value *expand(IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::vector_reduce_fadd:
  case Intrinsic::vector_reduce_fmul:
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmin:
  case Intrinsic::vector_reduce_fmaximum:
  case Intrinsic::vector_reduce_fminimum:
    return Expansion(Call).reduction();
  default:
    break;
  }
  StringRef Name = Call.getCalledFunction()->getName();
  return Name.consume_front("llvm.x86.") ? Expansion(Call).x86(Name) : nullptr;
}

void expandVectorCalls(Function &F) {
  SmallVector<IntrinsicInst *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I))
      Calls.push_back(Call);
  for (IntrinsicInst *Call : Calls)
    if (Value *Result = expand(*Call)) {
      Call->replaceAllUsesWith(Result);
      Call->eraseFromParent();
    }
}

} // namespace autodiff
