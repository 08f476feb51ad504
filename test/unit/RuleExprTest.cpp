#include "Rules/RuleExpr.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace autodiff;
using namespace llvm;

namespace {

const RuleExpr X = RuleExpr::operand(0), Y = RuleExpr::operand(1);
const RuleExpr R = RuleExpr::result();

RuleExpr call(StringRef Name, std::vector<RuleExpr> Arguments) {
  return RuleExpr::call(Name, std::move(Arguments));
}

/// A function T f(T x, T y, T r), or with another type of y, to emit into.
class RuleEmission : public testing::Test {
protected:
  void start(Type *Ty, Type *SecondTy = nullptr) {
    Type *Parameters[] = {Ty, SecondTy ? SecondTy : Ty, Ty};
    F = Function::Create(FunctionType::get(Ty, Parameters, false),
                         Function::ExternalLinkage, "f", M);
    B.SetInsertPoint(BasicBlock::Create(Context, "entry", F));
  }

  /// The IR of the tree, verified.
  std::string emitted(const RuleExpr &E,
                      KinkMode Kinks = KinkMode::Subgradient) {
    Value *Operands[] = {F->getArg(0), F->getArg(1)};
    B.CreateRet(E.emit(B, F->getReturnType(), Operands, F->getArg(2), Kinks));
    std::string Text;
    raw_string_ostream Stream(Text);
    EXPECT_FALSE(verifyModule(M, &Stream)) << Stream.str();
    F->print(Stream);
    return Stream.str();
  }

  CallInst *firstCall() {
    for (Instruction &I : F->getEntryBlock())
      if (auto *Call = dyn_cast<CallInst>(&I))
        return Call;
    return nullptr;
  }

  LLVMContext Context;
  Module M{"test", Context};
  IRBuilder<> B{Context};
  Function *F = nullptr;
};

bool contains(StringRef Text, StringRef Part) { return Text.contains(Part); }

unsigned occurrences(StringRef Text, StringRef Part) {
  return Text.count(Part);
}

} // namespace

TEST(RuleExprText, Numbers) {
  EXPECT_EQ("0", RuleExpr().text());
  EXPECT_EQ("0.5", RuleExpr(0.5).text());
  EXPECT_EQ("0.1", RuleExpr(0.1).text());
  EXPECT_EQ("x - -1", (X - -1).text());
  EXPECT_EQ("0.69", RuleExpr::constant("0.69").text());
  EXPECT_TRUE(RuleExpr(0).isZero());
  EXPECT_FALSE(RuleExpr(1).isZero());
}

TEST(RuleExprText, ParenthesesOnlyWhereTheyMatter) {
  EXPECT_EQ("1 + r * r", (1 + R * R).text());
  EXPECT_EQ("(1 - r) * (1 + r)", ((1 - R) * (1 + R)).text());
  EXPECT_EQ("x - y - r", (X - Y - R).text());
  EXPECT_EQ("x - (y - r)", (X - (Y - R)).text());
  EXPECT_EQ("x / (y / r)", (X / (Y / R)).text());
  EXPECT_EQ("-(x * x)", (-(X * X)).text());
  EXPECT_EQ("-sin(x)", (-call("sin", {X})).text());
  EXPECT_EQ("pow(x, y - 1)", call("pow", {X, Y - 1}).text());
}

TEST(RuleExprText, SelectAndKink) {
  RuleExpr Safe = RuleExpr::select(RuleExpr::Compare::Equal, R, 0, 0, 0.5 / R);
  EXPECT_EQ("r == 0 ? 0 : 0.5 / r", Safe.text());
  EXPECT_EQ("(r == 0 ? 0 : 0.5 / r) * x", (Safe * X).text());
  EXPECT_EQ("kink(r == 0 ? 0 : 0.5 / r, 0.5 / r)",
            RuleExpr::kink(Safe, 0.5 / R).text());
}

TEST(RuleExprReads, OperandsAndResult) {
  RuleExpr E = RuleExpr::kink(X, call("log", {R}));
  EXPECT_TRUE(E.readsOperand(0));
  EXPECT_FALSE(E.readsOperand(1));
  EXPECT_TRUE(E.readsResult());
  EXPECT_FALSE((X * Y).readsResult());
  EXPECT_FALSE(RuleExpr(2).readsOperand(0));
}

TEST_F(RuleEmission, ChildrenLeftToRight) {
  start(B.getDoubleTy());
  std::string Text = emitted((X + Y) * (X - Y));
  EXPECT_LT(Text.find("fadd"), Text.find("fsub"));
  EXPECT_LT(Text.find("fsub"), Text.find("fmul"));
}

TEST_F(RuleEmission, ConstantOperandsFold) {
  start(B.getDoubleTy());
  Constant *Two = ConstantFP::get(B.getDoubleTy(), 2.0);
  Value *V = (1 / (1 + X * X))
                 .emit(B, B.getDoubleTy(), {Two}, nullptr, KinkMode::IEEE);
  ASSERT_TRUE(isa<ConstantFP>(V));
  EXPECT_EQ(0.2, cast<ConstantFP>(V)->getValueAPF().convertToDouble());
}

TEST_F(RuleEmission, ConstantsInThePrecisionOfTheType) {
  StringRef Ln2 = "0.6931471805599453094172321214581765680755";
  for (Type *Ty : {B.getFloatTy(), B.getDoubleTy(),
                   Type::getX86_FP80Ty(Context), Type::getFP128Ty(Context)}) {
    Value *V = RuleExpr::constant(Ln2).emit(B, Ty, {}, nullptr, KinkMode::IEEE);
    APFloat Expected(Ty->getFltSemantics(), Ln2);
    EXPECT_TRUE(cast<ConstantFP>(V)->getValueAPF().bitwiseIsEqual(Expected));
  }
  Value *Tenth = RuleExpr(0.1).emit(B, Type::getX86_FP80Ty(Context), {},
                                    nullptr, KinkMode::IEEE);
  EXPECT_TRUE(cast<ConstantFP>(Tenth)->getValueAPF().bitwiseIsEqual(
      APFloat(APFloat::x87DoubleExtended(), "0.1")));
}

TEST_F(RuleEmission, KinkEmitsOneSideOnly) {
  RuleExpr E = RuleExpr::kink(X + Y, X * Y);
  start(B.getDoubleTy());
  std::string Text = emitted(E, KinkMode::Subgradient);
  EXPECT_TRUE(contains(Text, "fadd") && !contains(Text, "fmul"));
  F->eraseFromParent();
  start(B.getDoubleTy());
  Text = emitted(E, KinkMode::IEEE);
  EXPECT_TRUE(!contains(Text, "fadd") && contains(Text, "fmul"));
}

TEST_F(RuleEmission, SelectComparesAsC) {
  start(B.getDoubleTy());
  RuleExpr Ordered =
      RuleExpr::select(RuleExpr::Compare::GreaterEqual, X, Y, 1, 0);
  RuleExpr IsNaN = RuleExpr::select(RuleExpr::Compare::NotEqual, Y, Y, 1, 0);
  std::string Text = emitted(Ordered + IsNaN);
  EXPECT_TRUE(contains(Text, "fcmp oge double"));
  EXPECT_TRUE(contains(Text, "fcmp une double"));
  EXPECT_EQ(2u, occurrences(Text, " select "));
}

TEST_F(RuleEmission, Intrinsics) {
  start(FixedVectorType::get(B.getDoubleTy(), 2));
  std::string Text = emitted(call("cos", {X}) * call("pow", {X, Y}) +
                             call("fmax", {X, call("sinh", {Y})}));
  EXPECT_TRUE(contains(Text, "@llvm.cos.v2f64("));
  EXPECT_TRUE(contains(Text, "@llvm.pow.v2f64("));
  EXPECT_TRUE(contains(Text, "@llvm.maxnum.v2f64("));
  EXPECT_TRUE(contains(Text, "@llvm.sinh.v2f64("));
}

TEST_F(RuleEmission, LibmNamesByPrecision) {
  // A string or a Triple, by the version of LLVM.
  using TargetTriple = std::decay_t<decltype(M.getTargetTriple())>;
  M.setTargetTriple(TargetTriple("x86_64-unknown-linux-gnu"));
  std::pair<Type *, const char *> Names[] = {
      {B.getFloatTy(), "@erff("},
      {B.getDoubleTy(), "@erf("},
      {Type::getX86_FP80Ty(Context), "@erfl("},
      {Type::getFP128Ty(Context), "@erff128("}};
  for (auto [Ty, Name] : Names) {
    start(Ty);
    EXPECT_TRUE(contains(emitted(call("erf", {X})), Name)) << Name;
    F->eraseFromParent();
  }
}

TEST_F(RuleEmission, LibmCallSiteIsPureAndTheDeclarationUntouched) {
  start(B.getDoubleTy());
  emitted(call("cbrt", {X}));
  CallInst *Call = firstCall();
  ASSERT_TRUE(Call);
  EXPECT_TRUE(Call->doesNotAccessMemory());
  EXPECT_TRUE(Call->doesNotThrow());
  EXPECT_TRUE(Call->hasFnAttr(Attribute::WillReturn));
  Function *Cbrt = M.getFunction("cbrt");
  EXPECT_FALSE(Cbrt->doesNotAccessMemory());
  EXPECT_FALSE(Cbrt->doesNotThrow());
}

TEST_F(RuleEmission, AProgramsOwnDefinitionPromisesNothing) {
  start(B.getDoubleTy());
  F->setName("erf");
  B.CreateRet(F->getArg(0));
  F = Function::Create(F->getFunctionType(), Function::ExternalLinkage, "g", M);
  B.SetInsertPoint(BasicBlock::Create(Context, "entry", F));
  emitted(call("erf", {X, Y, R}));
  EXPECT_FALSE(firstCall()->doesNotAccessMemory());
}

TEST_F(RuleEmission, LibmOfVectorsGoesLaneByLane) {
  start(FixedVectorType::get(B.getFloatTy(), 4));
  std::string Text = emitted(call("hypot", {X, Y}));
  EXPECT_EQ(4u, occurrences(Text, "call float @hypotf("));
  EXPECT_EQ(8u, occurrences(Text, "extractelement"));
  EXPECT_EQ(4u, occurrences(Text, "insertelement"));
}

TEST_F(RuleEmission, LibmOfHalfGoesThroughFloat) {
  for (Type *Ty : {B.getHalfTy(), B.getBFloatTy()}) {
    start(Ty);
    std::string Text = emitted(call("erf", {X}));
    EXPECT_TRUE(contains(Text, "call float @erff("));
    EXPECT_EQ(1u, occurrences(Text, "fpext"));
    EXPECT_EQ(1u, occurrences(Text, "fptrunc"));
    F->eraseFromParent();
  }
}

TEST_F(RuleEmission, ExponentsStayIntegers) {
  start(B.getDoubleTy(), B.getInt32Ty());
  std::string Text = emitted(Y * call("powi", {X, Y - 1}));
  EXPECT_EQ(1u, occurrences(Text, "sitofp i32 %1 to double"));
  EXPECT_TRUE(contains(Text, "sub i32 %1, 1"));
  EXPECT_TRUE(contains(Text, "@llvm.powi.f64.i32("));
}

TEST_F(RuleEmission, ScalarExponentOfAVector) {
  start(FixedVectorType::get(B.getDoubleTy(), 2), B.getInt32Ty());
  std::string Text = emitted(Y * call("powi", {X, Y - 1}));
  EXPECT_TRUE(contains(Text, "shufflevector <2 x double>"));
  EXPECT_TRUE(contains(Text, "@llvm.powi.v2f64.i32("));
}

TEST_F(RuleEmission, TheBuildersFlagsAndNoOthers) {
  start(B.getDoubleTy());
  FastMathFlags Flags;
  Flags.setAllowContract();
  Flags.setAllowReassoc();
  B.setFastMathFlags(Flags);
  std::string Text = emitted(call("exp", {X * Y}) + call("erf", {X}));
  EXPECT_EQ(4u, occurrences(Text, "reassoc contract "));
  EXPECT_FALSE(contains(Text, "nnan"));
}
