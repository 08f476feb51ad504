#include "Rules/SpecialFunctions.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

namespace {

/// B(2k) / 2k of the Bernoulli numbers, as fractions.
struct Fraction {
  const char *Numerator, *Denominator;
};
constexpr Fraction Bernoulli[] = {
    {"1", "12"},         {"-1", "120"},          {"1", "252"},
    {"-1", "240"},       {"1", "132"},           {"-691", "32760"},
    {"1", "12"},         {"-3617", "8160"},      {"43867", "14364"},
    {"-174611", "6600"}, {"77683", "276"},       {"-236364091", "65520"},
    {"657931", "12"},    {"-3392780147", "3480"}};

/// Writes the body of T digamma(T).
class DigammaBuilder {
public:
  explicit DigammaBuilder(Function &F)
      : F(F), Ty(F.getReturnType()), B(F.getContext()) {
    // From where on the series has the type's precision.
    unsigned Digits = APFloat::semanticsPrecision(Ty->getFltSemantics());
    Terms = Digits <= 53 ? 8 : Digits <= 64 ? 10 : 14;
    Least = Digits <= 53 ? "10" : Digits <= 64 ? "16" : "40";
  }
  void build();

private:
  Constant *number(StringRef Decimal) const {
    return ConstantFP::get(Ty, APFloat(Ty->getFltSemantics(), Decimal));
  }
  Value *call(Intrinsic::ID ID, Value *X) {
    return B.CreateUnaryIntrinsic(ID, X);
  }
  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(F.getContext(), Name, &F);
  }
  Value *series(Value *Y);
  Value *piCotangent(Value *X);

  Function &F;
  Type *Ty;
  IRBuilder<> B;
  unsigned Terms;
  StringRef Least;
};

} // namespace

/// log(y) - 1/(2y) - sum of B(2k) / (2k y^2k), the asymptotic series.
Value *DigammaBuilder::series(Value *Y) {
  Value *One = number("1");
  Value *Z = B.CreateFDiv(One, B.CreateFMul(Y, Y));
  Value *Sum = nullptr;
  for (unsigned K = Terms; K-- != 0;) {
    APFloat Coefficient(Ty->getFltSemantics(), Bernoulli[K].Numerator);
    Coefficient.divide(APFloat(Ty->getFltSemantics(), Bernoulli[K].Denominator),
                       APFloat::rmNearestTiesToEven);
    Value *C = ConstantFP::get(Ty, Coefficient);
    Sum = B.CreateFMul(Z, Sum ? B.CreateFAdd(C, Sum) : C);
  }
  Value *Half = B.CreateFDiv(number("0.5"), Y);
  return B.CreateFSub(B.CreateFSub(call(Intrinsic::log, Y), Half), Sum);
}

/// pi * cot(pi * X) of an X below -1/2, NaN at a pole. The distance from the
/// nearest integer is exact.
Value *DigammaBuilder::piCotangent(Value *X) {
  Value *Up = B.CreateFSub(X, call(Intrinsic::floor, X));
  Value *Distance = B.CreateSelect(B.CreateFCmpOGT(Up, number("0.5")),
                                   B.CreateFSub(Up, number("1")), Up);
  Value *Pi = number("3.14159265358979323846264338327950288420");
  Value *Angle = B.CreateFMul(Pi, Distance);
  Value *Cotangent =
      B.CreateFDiv(call(Intrinsic::cos, Angle), call(Intrinsic::sin, Angle));
  Value *AtPole = B.CreateFCmpOEQ(Distance, number("0"));
  return B.CreateSelect(AtPole, ConstantFP::getNaN(Ty),
                        B.CreateFMul(Pi, Cotangent));
}

/// digamma(x) = digamma(x + k) - 1/x - ... - 1/(x + k - 1), and left of -1/2
/// digamma(x) = digamma(1 - x) - pi cot(pi x).
void DigammaBuilder::build() {
  BasicBlock *Entry = block("entry"), *Loop = block("loop");
  BasicBlock *Step = block("step"), *Series = block("series");
  BasicBlock *Reflect = block("reflect"), *Done = block("done");
  Value *X = F.getArg(0);
  B.SetInsertPoint(Entry);
  Value *IsLeft = B.CreateFCmpOLT(X, number("-0.5"));
  Value *Start = B.CreateSelect(IsLeft, B.CreateFSub(number("1"), X), X);
  B.CreateBr(Loop);

  B.SetInsertPoint(Loop);
  PHINode *K = B.CreatePHI(Ty, 2), *Sum = B.CreatePHI(Ty, 2);
  Value *Y = B.CreateFAdd(Start, K);
  B.CreateCondBr(B.CreateFCmpOLT(Y, number(Least)), Step, Series);
  B.SetInsertPoint(Step);
  Value *NextSum = B.CreateFAdd(Sum, B.CreateFDiv(number("1"), Y));
  Value *NextK = B.CreateFAdd(K, number("1"));
  B.CreateBr(Loop);
  // -0 + -0 keeps the sign of a zero.
  K->addIncoming(ConstantFP::getNegativeZero(Ty), Entry);
  K->addIncoming(NextK, Step);
  Sum->addIncoming(number("0"), Entry);
  Sum->addIncoming(NextSum, Step);

  B.SetInsertPoint(Series);
  Value *Right = B.CreateFSub(series(Y), Sum);
  B.CreateCondBr(IsLeft, Reflect, Done);
  B.SetInsertPoint(Reflect);
  Value *Left = B.CreateFSub(Right, piCotangent(X));
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
  PHINode *Result = B.CreatePHI(Ty, 2);
  Result->addIncoming(Right, Series);
  Result->addIncoming(Left, Reflect);
  B.CreateRet(Result);
}

static Function *digammaOf(Module &M, Type *Ty) {
  std::string Name = "__autodiff_digamma_";
  raw_string_ostream(Name) << *Ty;
  if (Function *Known = M.getFunction(Name))
    return Known;
  auto *F = Function::Create(FunctionType::get(Ty, {Ty}, false),
                             GlobalValue::InternalLinkage, Name, M);
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->addFnAttr(Attribute::NoInline);
  DigammaBuilder(*F).build();
  return F;
}

Value *emitDigamma(IRBuilderBase &B, Value *X) {
  Type *Ty = X->getType();
  // Narrow numbers as double: its error does not show.
  if (Ty->isFloatTy())
    return B.CreateFPTrunc(emitDigamma(B, B.CreateFPExt(X, B.getDoubleTy())),
                           Ty);
  return B.CreateCall(digammaOf(*B.GetInsertBlock()->getModule(), Ty), {X});
}

} // namespace autodiff
