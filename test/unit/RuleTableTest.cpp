#include "Rules/RuleTable.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cfloat>
#include <cmath>
#include <limits>

using namespace autodiff;
using namespace llvm;

//===-- Which row belongs to a call? --------------------------------------===//

namespace {

/// The name of the row of the first call in the IR, or "".
std::string rowOf(const std::string &IR) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(IR, Problem, Context);
  if (!M)
    return "no IR: " + Problem.getMessage().str();
  for (Function &F : *M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        const MathRule *Rule = findMathRule(*Call);
        return Rule ? Rule->Name : "";
      }
  return "no call";
}

/// Of a call to that name: Result(Parameters).
std::string rowOf(const std::string &Name, const std::string &Result,
                  const std::vector<std::string> &Parameters,
                  const std::string &Attributes = "") {
  std::string Types, Arguments;
  for (const std::string &Ty : Parameters) {
    Types += (Types.empty() ? "" : ", ") + Ty;
    Arguments += (Arguments.empty() ? "" : ", ") + Ty + " poison";
  }
  return rowOf("declare " + Result + " @" + Name + "(" + Types + ")\n" +
               "define void @caller() {\n  " +
               (Result == "void" ? "" : "%v = ") + "call " + Result + " @" +
               Name + "(" + Arguments + ") " + Attributes +
               "\n  ret void\n}\n");
}

} // namespace

TEST(RuleLookup, LibmNames) {
  EXPECT_EQ("sin", rowOf("sin", "double", {"double"}));
  EXPECT_EQ("sin", rowOf("sinf", "float", {"float"}));
  EXPECT_EQ("sin", rowOf("sinl", "x86_fp80", {"x86_fp80"}));
  EXPECT_EQ("sin", rowOf("sinl", "fp128", {"fp128"}));
  EXPECT_EQ("sin", rowOf("sinf128", "fp128", {"fp128"}));
  EXPECT_EQ("pow", rowOf("powf", "float", {"float", "float"}));
  EXPECT_EQ("ldexp", rowOf("ldexp", "double", {"double", "i32"}));
}

TEST(RuleLookup, NamesThatEndLikeASuffix) {
  EXPECT_EQ("erf", rowOf("erf", "double", {"double"}));
  EXPECT_EQ("erf", rowOf("erff", "float", {"float"}));
  EXPECT_EQ("ceil", rowOf("ceil", "double", {"double"}));
  EXPECT_EQ("ceil", rowOf("ceill", "x86_fp80", {"x86_fp80"}));
}

namespace {
/// A declaration with attributes and a call to it.
std::string declared(const std::string &Name, const std::string &Ty,
                     const std::string &Parameters,
                     const std::string &Attributes) {
  std::string Arguments = Parameters + " poison";
  if (size_t Comma = Arguments.find(','); Comma != std::string::npos)
    Arguments.insert(Comma, " poison");
  return "declare " + Ty + " @" + Name + "(" + Parameters + ") " + Attributes +
         "\ndefine void @caller() {\n  %v = call " + Ty + " @" + Name + "(" +
         Arguments + ")\n  ret void\n}\n";
}
} // namespace

/// Names that a program may have given to functions of its own.
TEST(RuleLookup, Extensions) {
  EXPECT_EQ("", rowOf("gamma", "double", {"double"}));
  EXPECT_EQ("", rowOf("y1", "double", {"double"}));
  EXPECT_EQ("y1", rowOf(declared("y1", "double", "double", "nounwind")));
  EXPECT_EQ("", rowOf("jn", "double", {"i32", "double"}));
}

TEST(RuleLookup, NamesOfOtherForms) {
  EXPECT_EQ("lgamma", rowOf(declared("gammaf", "float", "float", "nounwind")));
  EXPECT_EQ("remainder",
            rowOf(declared("drem", "double", "double, double", "nounwind")));
  EXPECT_EQ("exp10",
            rowOf(declared("pow10l", "x86_fp80", "x86_fp80", "nounwind")));
  EXPECT_EQ("fmax", rowOf("fmaximum_num", "double", {"double", "double"}));
  EXPECT_EQ("sin", rowOf("sinq", "fp128", {"fp128"}));
  EXPECT_EQ("sin", rowOf("sinf32", "float", {"float"}));
  EXPECT_EQ("sin", rowOf("sinf32x", "double", {"double"}));
  EXPECT_EQ("sin", rowOf("sinf64x", "x86_fp80", {"x86_fp80"}));
  EXPECT_EQ("jn", rowOf(declared("jnf", "float", "i32, float", "nounwind")));
  EXPECT_EQ("scalbln", rowOf("scalbln", "double", {"double", "i64"}));
  EXPECT_EQ("nexttoward",
            rowOf("nexttoward", "double", {"double", "x86_fp80"}));
}

TEST(RuleLookup, TwoResultsAreOfThePureForm) {
  EXPECT_EQ("", rowOf("frexp", "double", {"double", "ptr"}));
  EXPECT_EQ("", rowOf("modff", "float", {"float", "ptr"}));
  EXPECT_EQ("", rowOf("sincos", "void", {"double", "ptr", "ptr"}));
  EXPECT_EQ("", rowOf("frexp", "{ double, i32 }", {"double"}));
  EXPECT_EQ("frexp",
            rowOf("__autodiff_pure_frexp.frexpf", "{ float, i32 }", {"float"}));
}

TEST(RuleLookup, FiniteNames) {
  EXPECT_EQ("sin", rowOf("__sin_finite", "double", {"double"}));
  EXPECT_EQ("exp", rowOf("__expf_finite", "float", {"float"}));
  EXPECT_EQ("pow",
            rowOf("__powl_finite", "x86_fp80", {"x86_fp80", "x86_fp80"}));
  EXPECT_EQ("", rowOf("__sin", "double", {"double"}));
}

TEST(RuleLookup, Intrinsics) {
  EXPECT_EQ("sin", rowOf("llvm.sin.f64", "double", {"double"}));
  EXPECT_EQ("sin", rowOf("llvm.sin.v2f64", "<2 x double>", {"<2 x double>"}));
  EXPECT_EQ("exp", rowOf("llvm.exp.f16", "half", {"half"}));
  EXPECT_EQ("fmax", rowOf("llvm.maxnum.f32", "float", {"float", "float"}));
  EXPECT_EQ("fmax", rowOf("llvm.maximum.f32", "float", {"float", "float"}));
  EXPECT_EQ("fmin", rowOf("llvm.minnum.f64", "double", {"double", "double"}));
  EXPECT_EQ("fmin", rowOf("llvm.minimum.f64", "double", {"double", "double"}));
  EXPECT_EQ("fma", rowOf("llvm.fmuladd.f64", "double",
                         {"double", "double", "double"}));
  EXPECT_EQ("powi", rowOf("llvm.powi.f64.i32", "double", {"double", "i32"}));
  EXPECT_EQ("ldexp", rowOf("llvm.ldexp.f64.i32", "double", {"double", "i32"}));
  EXPECT_EQ("sinh", rowOf("llvm.sinh.f64", "double", {"double"}));
  EXPECT_EQ("exp10", rowOf("llvm.exp10.v4f32", "<4 x float>", {"<4 x float>"}));
  EXPECT_EQ("canonicalize",
            rowOf("llvm.canonicalize.f64", "double", {"double"}));
  EXPECT_EQ("canonicalize",
            rowOf("llvm.arithmetic.fence.f64", "double", {"double"}));
  EXPECT_EQ("frexp",
            rowOf("llvm.frexp.f64.i32", "{ double, i32 }", {"double"}));
  EXPECT_EQ("frexp", rowOf("llvm.frexp.v2f32.v2i32",
                           "{ <2 x float>, <2 x i32> }", {"<2 x float>"}));
#if LLVM_VERSION_MAJOR >= 22
  EXPECT_EQ("atan2", rowOf("llvm.atan2.f64", "double", {"double", "double"}));
  EXPECT_EQ("modf", rowOf("llvm.modf.f64", "{ double, double }", {"double"}));
  EXPECT_EQ("sincos", rowOf("llvm.sincos.f32", "{ float, float }", {"float"}));
  EXPECT_EQ("sincospi",
            rowOf("llvm.sincospi.f64", "{ double, double }", {"double"}));
  EXPECT_EQ("fmax",
            rowOf("llvm.maximumnum.f64", "double", {"double", "double"}));
#endif
}

TEST(RuleLookup, OtherIntrinsicsHaveNone) {
  EXPECT_EQ("", rowOf("declare double @llvm.experimental.constrained.sin.f64("
                      "double, metadata, metadata)\n"
                      "define void @caller() strictfp {\n"
                      "  %v = call double "
                      "@llvm.experimental.constrained.sin.f64(double 1.0, "
                      "metadata !\"round.dynamic\", "
                      "metadata !\"fpexcept.strict\") strictfp\n"
                      "  ret void\n}\n"));
  EXPECT_EQ("", rowOf("llvm.smax.i32", "i32", {"i32", "i32"}));
}

TEST(RuleLookup, WrongSignatures) {
  EXPECT_EQ("", rowOf("sin", "float", {"float"}));
  EXPECT_EQ("", rowOf("sinf", "double", {"double"}));
  EXPECT_EQ("", rowOf("sin", "double", {"double", "double"}));
  EXPECT_EQ("", rowOf("sin", "double", {"i32"}));
  EXPECT_EQ("", rowOf("sin", "i32", {"double"}));
  EXPECT_EQ("", rowOf("sin", "<2 x double>", {"<2 x double>"}));
  EXPECT_EQ("", rowOf("ldexp", "double", {"double", "double"}));
}

TEST(RuleLookup, ProgramsOwnFunctions) {
  EXPECT_EQ("", rowOf("define double @sin(double %x) {\n  ret double %x\n}\n"
                      "define void @caller() {\n"
                      "  %v = call double @sin(double 1.0)\n  ret void\n}\n"));
  EXPECT_EQ("", rowOf("sin", "double", {"double"}, "nobuiltin"));
  // powi is the compiler's function only.
  EXPECT_EQ("", rowOf("powi", "double", {"double", "i32"}));
  EXPECT_EQ("", rowOf("define void @caller(ptr %f) {\n"
                      "  %v = call double %f(double 1.0)\n  ret void\n}\n"));
}

TEST(RuleTable, EachRowOnceAndComplete) {
  StringRef Wanted[] = {
      "sin",       "cos",      "tan",   "asin", "acos",  "atan",     "atan2",
      "sinh",      "cosh",     "tanh",  "exp",  "exp2",  "expm1",    "log",
      "log2",      "log10",    "log1p", "pow",  "powi",  "sqrt",     "cbrt",
      "hypot",     "fabs",     "fmin",  "fmax", "fma",   "copysign", "erf",
      "erfc",      "fmod",     "floor", "ceil", "trunc", "round",    "rint",
      "nearbyint", "roundeven"};
  for (StringRef Name : Wanted) {
    const MathRule *Rule = findMathRule(Name);
    ASSERT_TRUE(Rule) << Name.str();
    EXPECT_EQ(Name, Rule->Name);
  }
  for (const MathRule &Rule : mathRules())
    EXPECT_EQ(&Rule, findMathRule(Rule.Name)) << Rule.Name;
  EXPECT_FALSE(findMathRule("scalb"));
}

TEST(RuleTable, WhatRowsRead) {
  EXPECT_TRUE(findMathRule("floor")->isFlat());
  EXPECT_FALSE(findMathRule("copysign")->isFlat());
  EXPECT_TRUE(findMathRule("copysign")->Partials[1].isZero());
  EXPECT_TRUE(findMathRule("exp")->readsResult());
  EXPECT_FALSE(findMathRule("exp")->readsOperand(0));
  EXPECT_TRUE(findMathRule("fma")->readsOperand(1));
  EXPECT_FALSE(findMathRule("fma")->readsOperand(2));
  EXPECT_EQ("kink(r == 0 ? 0 : 0.5 / r, 0.5 / r)",
            findMathRule("sqrt")->Partials[0].text());
  EXPECT_EQ("y == 0 ? 0 : y * pow(x, y - 1)",
            findMathRule("pow")->Partials[0].text());
  EXPECT_EQ("s", findMathRule("sincos")->partial(0, 0).text());
  EXPECT_EQ("-r", findMathRule("sincos")->partial(0, 1).text());
  EXPECT_TRUE(findMathRule("frexp")->partial(0, 1).isZero());
  EXPECT_TRUE(findMathRule("jn")->isFlatIn(0));
  EXPECT_TRUE(findMathRule("jn")->readsOperand(0));
}

//===-- Are the partials right? -------------------------------------------===//

namespace {

using Wide = long double;

/// A row as C sees it: the library's function and the box to sample.
struct Reference {
  const char *Name;
  unsigned Arity;
  Wide (*Function)(Wide, Wide, Wide);
  Wide (*Second)(Wide);
  Wide Low[3], High[3];
};

// Functions with two results, one at a time.
Wide first_sincos(Wide x) { return sinl(x); }
Wide second_sincos(Wide x) { return cosl(x); }
Wide first_sincospi(Wide x) { return sinl(x * 3.14159265358979323846264L); }
Wide second_sincospi(Wide x) { return cosl(x * 3.14159265358979323846264L); }
Wide first_frexp(Wide x) {
  int Exponent;
  return frexpl(x, &Exponent);
}
Wide first_lgamma_r(Wide x) { return lgammal(x); }
Wide first_modf(Wide x) { return x - truncl(x); }
Wide second_modf(Wide x) { return truncl(x); }
Wide first_remquo(Wide x, Wide y) { return remainderl(x, y); }
Wide first_canonicalize(Wide x) { return x; }

#define FUNCTION(...) [](Wide x, Wide y, Wide z) -> Wide { return __VA_ARGS__; }
const Reference References[] = {
#define MATH_RULE_1(name, ddx, singular, lo, hi)                               \
  {#name, 1, FUNCTION((void)y, (void)z, name##l(x)), nullptr, {lo}, {hi}},
#define MATH_RULE_2(name, ddx, ddy, singular, xlo, xhi, ylo, yhi)              \
  {#name, 2, FUNCTION((void)z, name##l(x, y)), nullptr, {xlo, ylo}, {xhi, yhi}},
#define MATH_RULE_3(name, ddx, ddy, ddz, singular, lo, hi)                     \
  {#name, 3, FUNCTION(name##l(x, y, z)), nullptr, {lo, lo, lo}, {hi, hi, hi}},
#define MATH_RULE_INT(name, ddx, singular, xlo, xhi, nlo, nhi)                 \
  {#name,   2,          FUNCTION((void)z, name##l(x, (int)y)),                 \
   nullptr, {xlo, nlo}, {xhi, nhi}},
#define MATH_RULE_LONG MATH_RULE_INT
#define MATH_RULE_ORDER(name, ddx, singular, nlo, nhi, xlo, xhi)               \
  {#name,   2,          FUNCTION((void)z, name##l((int)x, y)),                 \
   nullptr, {nlo, xlo}, {nhi, xhi}},
#define MATH_RULE_INTRINSIC(name, ddx, singular, xlo, xhi, nlo, nhi)           \
  {#name,   2,          FUNCTION((void)z, __builtin_##name##l(x, (int)y)),     \
   nullptr, {xlo, nlo}, {xhi, nhi}},
#define MATH_RULE_INTRINSIC_1(name, ddx, singular, lo, hi)                     \
  {#name, 1, FUNCTION((void)y, (void)z, first_##name(x)), nullptr, {lo}, {hi}},
#define MATH_RULE_PAIR(name, drdx, dsdx, singular, lo, hi)                     \
  {#name,         1,    FUNCTION((void)y, (void)z, first_##name(x)),           \
   second_##name, {lo}, {hi}},
#define MATH_RULE_PAIR_INTRINSIC MATH_RULE_PAIR
#define MATH_RULE_PAIR_INT MATH_RULE_INTRINSIC_1
#define MATH_RULE_PAIR_INT_2(name, drdx, drdy, singular, xlo, xhi, ylo, yhi)   \
  {#name,   2,          FUNCTION((void)z, first_##name(x, y)),                 \
   nullptr, {xlo, ylo}, {xhi, yhi}},
#include "Rules/MathRules.def"
};
#undef FUNCTION

const Reference &reference(StringRef Name) {
  for (const Reference &Candidate : References)
    if (Name == Candidate.Name)
      return Candidate;
  llvm_unreachable("no such row");
}

/// Of one result, by central differences, extrapolated to order 6.
Wide slope(const Reference &Ref, const Wide *At, unsigned Index,
           unsigned Result) {
  auto Function = [&](const Wide *X) {
    return Result ? Ref.Second(X[0]) : Ref.Function(X[0], X[1], X[2]);
  };
  auto Difference = [&](Wide Step) {
    Wide Up[3] = {At[0], At[1], At[2]}, Down[3] = {At[0], At[1], At[2]};
    Up[Index] += Step;
    Down[Index] -= Step;
    return (Function(Up) - Function(Down)) / (Up[Index] - Down[Index]);
  };
  const Wide Step = 0x1p-7L;
  Wide A = Difference(Step), B = Difference(Step / 2), C = Difference(Step / 4);
  Wide AB = (4 * B - A) / 3, BC = (4 * C - B) / 3;
  return (16 * BC - AB) / 15;
}

template <typename T> Type *typeOf(LLVMContext &Context);
template <> Type *typeOf<float>(LLVMContext &Context) {
  return Type::getFloatTy(Context);
}
template <> Type *typeOf<double>(LLVMContext &Context) {
  return Type::getDoubleTy(Context);
}
template <> Type *typeOf<Wide>(LLVMContext &Context) {
  return Type::getX86_FP80Ty(Context);
}

/// All partials of all rows, compiled for one type.
template <typename T> class Compiled {
public:
  explicit Compiled(KinkMode Kinks) {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    Jit = cantFail(orc::LLJITBuilder().create());
    auto Context = std::make_unique<LLVMContext>();
    auto M = std::make_unique<Module>("rules", *Context);
    M->setDataLayout(Jit->getDataLayout());
    for (const MathRule &Rule : mathRules())
      for (unsigned Index = 0; Index != Rule.Partials.size(); ++Index)
        addFunction(*M, Rule, Index, Kinks);
    std::string Problems;
    raw_string_ostream Stream(Problems);
    EXPECT_FALSE(verifyModule(*M, &Stream)) << Stream.str();
    cantFail(Jit->addIRModule(
        orc::ThreadSafeModule(std::move(M), std::move(Context))));
  }

  /// Of a row's partials that one, at operands that T holds exactly.
  T partial(const Reference &Ref, unsigned Index, const Wide *At) {
    using Signature = T (*)(T, T, T, T, T);
    auto Address = cantFail(Jit->lookup(symbol(Ref.Name, Index)));
    return Address.template toPtr<Signature>()(
        T(At[0]), T(At[1]), T(At[2]), T(Ref.Function(At[0], At[1], At[2])),
        T(Ref.Second ? Ref.Second(At[0]) : 0));
  }

private:
  static std::string symbol(StringRef Name, unsigned Index) {
    return ("partial_" + Name + "_" + Twine(Index)).str();
  }

  void addFunction(Module &M, const MathRule &Rule, unsigned Index,
                   KinkMode Kinks) {
    Type *Ty = typeOf<T>(M.getContext());
    Type *Parameters[] = {Ty, Ty, Ty, Ty, Ty};
    Function *F = Function::Create(FunctionType::get(Ty, Parameters, false),
                                   Function::ExternalLinkage,
                                   symbol(Rule.Name, Index), M);
    IRBuilder<> B(BasicBlock::Create(M.getContext(), "entry", F));
    Value *Operands[] = {F->getArg(0), F->getArg(1), F->getArg(2)};
    for (auto [Operand, Kind] : zip(Operands, Rule.Operands))
      if (Kind != MathRule::Kind::Number)
        Operand = B.CreateFPToSI(Operand, B.getInt32Ty());
    Value *Result = F->getArg(3);
    if (Rule.Results.size() == 2) {
      Value *Pair = PoisonValue::get(StructType::get(Ty, Ty));
      Pair = B.CreateInsertValue(Pair, F->getArg(3), 0);
      Result = B.CreateInsertValue(Pair, F->getArg(4), 1);
    }
    B.CreateRet(Rule.Partials[Index].emit(B, Ty, Operands, Result, Kinks));
  }

  std::unique_ptr<orc::LLJIT> Jit;
};

/// Sample I of 7, away from the box's edges and from the other operands'.
template <typename T>
Wide sample(const Reference &Ref, const MathRule &Rule, unsigned Of, int I) {
  if (Of < Rule.Operands.size() && Rule.Operands[Of] != MathRule::Kind::Number)
    return std::floor(Ref.Low[Of] + (Ref.High[Of] - Ref.Low[Of]) * I / 6);
  const Wide Offsets[] = {0.37L, 0.61L, 0.52L};
  return T(Ref.Low[Of] + (Ref.High[Of] - Ref.Low[Of]) * (I + Offsets[Of]) / 7);
}

template <typename T>
void compareAt(Compiled<T> &Code, const Reference &Ref, const MathRule &Rule,
               const Wide *At) {
  const Wide Tolerance =
      std::max<Wide>(256 * std::numeric_limits<T>::epsilon(), 1e-11L);
  for (unsigned Index = 0; Index != Rule.Partials.size(); ++Index) {
    unsigned Of = Index % Ref.Arity, Result = Index / Ref.Arity;
    if (Rule.Operands[Of] != MathRule::Kind::Number ||
        Rule.Results[Result] != MathRule::Kind::Number)
      continue;
    Wide Expected = slope(Ref, At, Of, Result);
    Wide Error = std::fabs(Code.partial(Ref, Index, At) - Expected);
    EXPECT_LE(Error, Tolerance * std::max(std::fabs(Expected), 1e-3L))
        << Ref.Name << " partial " << Index << " at " << double(At[0]) << ", "
        << double(At[1]) << ", " << double(At[2]);
  }
}

template <typename T> void compareWithDifferences() {
  Compiled<T> Code(KinkMode::Subgradient);
  for (const Reference &Ref : References) {
    const MathRule &Rule = *findMathRule(Ref.Name);
    for (int I = 0; I != 7; ++I)
      for (int J = 0; J != (Ref.Arity > 1 ? 7 : 1); ++J) {
        Wide At[3] = {sample<T>(Ref, Rule, 0, I), sample<T>(Ref, Rule, 1, J),
                      sample<T>(Ref, Rule, 2, (I + J) % 7)};
        compareAt(Code, Ref, Rule, At);
      }
  }
}

} // namespace

TEST(RuleValues, Float) { compareWithDifferences<float>(); }
TEST(RuleValues, Double) { compareWithDifferences<double>(); }
#if LDBL_MANT_DIG == 64
TEST(RuleValues, LongDouble) { compareWithDifferences<long double>(); }

/// Beyond what differences can see: numbers and calls in full precision.
TEST(RuleValues, LongDoubleToTheLastDigits) {
  Compiled<long double> Code(KinkMode::Subgradient);
  auto Expect = [&](Wide Expected, StringRef Name, Wide X) {
    const Wide At[3] = {X, 0, 0};
    Wide Found = Code.partial(reference(Name), 0, At);
    EXPECT_LE(std::fabs(Found - Expected), 3e-19L * std::fabs(Expected))
        << Name.str();
  };
  Expect(0.6931471805599453094172321214581765681L, "exp2", 0);
  Expect(2.3025850929940456840179914546843642076L, "exp10", 0);
  Expect(1.4426950408889634073599246810018921374L, "log2", 1);
  Expect(0.4342944819032518276511289189166050823L, "log10", 1);
  Expect(1.1283791670955125738961589031215451717L, "erf", 0);
  Expect(-1.1283791670955125738961589031215451717L, "erfc", 0);
  Expect(cosl(1.25L), "sin", 1.25L);
  Expect(1 / 3.0L, "cbrt", 1);
}
#endif

namespace {

const double Inf = std::numeric_limits<double>::infinity();
const double NaN = std::numeric_limits<double>::quiet_NaN();

/// Partials at single points, in double.
class RuleConventions : public testing::Test {
protected:
  void expect(double Expected, StringRef Name, unsigned Of, double X,
              double Y = 0, KinkMode Kinks = KinkMode::Subgradient) {
    const Wide At[3] = {X, Y, 0};
    double Found = (Kinks == KinkMode::Subgradient ? Subgradient : Ieee)
                       .partial(reference(Name), Of, At);
    bool Same = std::isnan(Expected)
                    ? std::isnan(Found)
                    : Found == Expected || std::fabs(Found - Expected) <=
                                               1e-14 * std::fabs(Expected);
    EXPECT_TRUE(Same) << Name.str() << " by operand " << Of << " at " << X
                      << ", " << Y << ": " << Found << ", not " << Expected;
  }
  void expectIeee(double Expected, StringRef Name, unsigned Of, double X,
                  double Y = 0) {
    expect(Expected, Name, Of, X, Y, KinkMode::IEEE);
  }

  Compiled<double> Subgradient{KinkMode::Subgradient};
  Compiled<double> Ieee{KinkMode::IEEE};
};

} // namespace

TEST_F(RuleConventions, Roots) {
  expect(0, "sqrt", 0, 0);
  expectIeee(Inf, "sqrt", 0, 0);
  expect(NaN, "sqrt", 0, -1);
  expect(0, "hypot", 0, 0, 0);
  expect(0, "hypot", 1, 0, 0);
  expectIeee(NaN, "hypot", 0, 0, 0);
  expect(1, "hypot", 0, 3e200, 0);
  expect(Inf, "cbrt", 0, 0);
  expect(Inf, "log", 0, 0);
}

TEST_F(RuleConventions, Powers) {
  expect(0, "pow", 0, 0, 0);
  expect(1, "pow", 0, 0, 1);
  expect(0, "pow", 0, 0, 2);
  expect(Inf, "pow", 0, 0, 0.5);
  expect(12, "pow", 0, -2, 3);
  expect(0, "pow", 1, 0, 2);
  expect(0, "pow", 1, 0, 0.5);
  expect(0, "powi", 0, 0, 0);
  expect(1, "powi", 0, 0, 1);
  expect(12, "powi", 0, -2, 3);
}

TEST_F(RuleConventions, SignsAndExtremes) {
  expect(0, "fabs", 0, 0);
  expect(0, "fabs", 0, -0.0);
  expect(-1, "fabs", 0, -1e-300);
  expect(1, "fabs", 0, Inf);
  expect(0, "copysign", 0, 0, 1);
  expect(-1, "copysign", 0, -1, 0.0);
  expect(1, "copysign", 0, -1, -0.0);
  for (const char *Name : {"fmin", "fmax"}) {
    expect(1, Name, 0, 2, 2);
    expect(0, Name, 1, 2, 2);
    expect(1, Name, 0, 2, NaN);
    expect(0, Name, 1, 2, NaN);
    expect(0, Name, 0, NaN, 2);
    expect(1, Name, 1, NaN, 2);
  }
}

TEST_F(RuleConventions, NoLossAtTheEndsOfTheRange) {
  expect(0.5e170, "atan2", 0, 1e-170, 1e-170);
  expect(-0.5e170, "atan2", 1, 1e-170, 1e-170);
  expect(0.5e-200, "atan2", 0, 1e200, 1e200);
  expect(0, "atan2", 0, Inf, 1);
  expect(1e-200, "asinh", 0, 1e200);
  expect(1e-200, "acosh", 0, 1e200);
  expect(std::exp(-50.0), "expm1", 0, -50);
  expect(0, "atan", 0, 1e300);
  expect(0, "erf", 0, 1e300);
  expect(0x1p26, "asin", 0, 1 - 0x1p-53);
}

TEST_F(RuleConventions, QuotientThatTheFunctionTook) {
  // 1 / 0.1 rounds to 10, but 0.1 is a little more than a tenth.
  expect(-9, "fmod", 1, 1, 0.1);
  expect(-2, "fmod", 1, 0.3, 0.1);
  expect(0, "fmod", 1, 1, Inf);
  expect(-3, "remainder", 1, 0.3, 0.1);
}
