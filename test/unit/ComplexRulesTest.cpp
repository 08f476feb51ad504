#include "Rules/ComplexAbi.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace autodiff;
using namespace llvm;

namespace {

/// The first call of a module for a target.
class ComplexCallsTest : public testing::Test {
protected:
  CallBase *parse(const std::string &IR,
                  StringRef Target = "x86_64-unknown-linux-gnu") {
    SMDiagnostic Problem;
    M = parseAssemblyString(("target triple = \"" + Target + "\"\n" + IR).str(),
                            Problem, Context);
    EXPECT_TRUE(M) << Problem.getMessage().str();
    for (Function &F : *M)
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          return Call;
    return nullptr;
  }

  /// What a call of that declaration computes, or "".
  std::string matched(const std::string &Result, const std::string &Name,
                      const std::string &Parameters,
                      const std::string &Attributes = "",
                      StringRef Target = "x86_64-unknown-linux-gnu") {
    CallBase *Call = parse(
        "declare " + Result + " @" + Name + "(" + Parameters +
            ")\ndefine void @caller(" + named(Parameters) + ") {\n  " +
            (Result == "void" ? "" : "%v = ") + "call " + Result + " @" + Name +
            "(" + named(Parameters) + ") " + Attributes + "\n  ret void\n}\n",
        Target);
    ComplexLibraryCall Found = matchComplexLibraryCall(*Call);
    return Found.Rule         ? Found.Rule->Name
           : Found.Definition ? Found.Definition->Name
                              : "";
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;

private:
  /// "double, double" as "double %0, double %1".
  static std::string named(StringRef Parameters) {
    std::string Result;
    unsigned Depth = 0, Count = 0;
    for (char C : Parameters) {
      Depth += C == '{' || C == '<' || C == '(';
      Depth -= C == '}' || C == '>' || C == ')';
      if (C == ',' && Depth == 0)
        Result += " %" + std::to_string(Count++);
      Result += C;
    }
    return Result + " %" + std::to_string(Count);
  }
};

std::unique_ptr<Module> emptyModule(LLVMContext &Context) {
  SMDiagnostic Problem;
  return parseAssemblyString("target triple = \"x86_64-unknown-linux-gnu\"\n",
                             Problem, Context);
}

const char *const ByValue = "ptr byval({ x86_fp80, x86_fp80 }) align 16";

} // namespace

TEST_F(ComplexCallsTest, Functions) {
  EXPECT_EQ("cexp", matched("{ double, double }", "cexp", "double, double"));
  EXPECT_EQ("cexp", matched("<2 x float>", "cexpf", "<2 x float>"));
  EXPECT_EQ("cexp", matched("{ x86_fp80, x86_fp80 }", "cexpl", ByValue));
  EXPECT_EQ("cpow", matched("{ double, double }", "cpow",
                            "double, double, double, double"));
  EXPECT_EQ("cpow", matched("{ x86_fp80, x86_fp80 }", "cpowl",
                            std::string(ByValue) + ", " + ByValue));
  EXPECT_EQ("clog10", matched("<2 x float>", "clog10f", "<2 x float>"));
  EXPECT_EQ("cabs", matched("double", "cabs", "double, double"));
  EXPECT_EQ("carg", matched("float", "cargf", "<2 x float>"));
  EXPECT_EQ("cimag", matched("x86_fp80", "cimagl", ByValue));
  EXPECT_EQ("conj", matched("<2 x float>", "conjf", "<2 x float>"));
}

TEST_F(ComplexCallsTest, Operators) {
  EXPECT_EQ("mul",
            matched("<2 x float>", "__mulsc3", "float, float, float, float"));
  EXPECT_EQ("mul", matched("{ double, double }", "__muldc3",
                           "double, double, double, double"));
  EXPECT_EQ("div", matched("{ x86_fp80, x86_fp80 }", "__divxc3",
                           "x86_fp80, x86_fp80, x86_fp80, x86_fp80"));
  EXPECT_EQ("div",
            matched("void", "__divtc3",
                    "ptr sret({ fp128, fp128 }), fp128, fp128, fp128, fp128"));
}

TEST_F(ComplexCallsTest, NotTheLibrarys) {
  // Another signature, another target, the program's own.
  EXPECT_EQ("", matched("{ double, double }", "cexp", "double"));
  EXPECT_EQ("", matched("double", "cexp", "double, double"));
  EXPECT_EQ("", matched("{ float, float }", "cexpf", "float, float"));
  EXPECT_EQ("", matched("{ double, double }", "__mulsc3",
                        "double, double, double, double"));
  EXPECT_EQ("", matched("{ double, double }", "mul",
                        "double, double, double, double"));
  EXPECT_EQ(
      "", matched("{ double, double }", "cexp", "double, double", "nobuiltin"));
  EXPECT_EQ("", matched("{ double, double }", "cexp", "double, double", "",
                        "aarch64-unknown-linux-gnu"));
  CallBase *Own = parse("define { double, double } @cexp(double %x, double %y) "
                        "{\n  ret { double, double } zeroinitializer\n}\n"
                        "define void @caller() {\n  %v = call { double, double "
                        "} @cexp(double 1.0, double 2.0)\n  ret void\n}\n");
  EXPECT_FALSE(matchComplexLibraryCall(*Own));
}

TEST(ComplexRules, PartialsAreThoseOfCauchyAndRiemann) {
  const ComplexRule *Sine = findComplexRule("csin");
  ASSERT_TRUE(Sine);
  EXPECT_EQ(1u, Sine->operands());
  EXPECT_EQ("re.ccos(x, y)", Sine->Re.Partials[0].text());
  EXPECT_EQ("-im.ccos(x, y)", Sine->Re.Partials[1].text());
  EXPECT_EQ("im.ccos(x, y)", Sine->Im.Partials[0].text());
  EXPECT_EQ("re.ccos(x, y)", Sine->Im.Partials[1].text());
  const ComplexRule *Product = findComplexRule("mul");
  ASSERT_TRUE(Product);
  EXPECT_EQ(2u, Product->operands());
  EXPECT_FALSE(Product->Re.Singular);
  EXPECT_EQ("z", Product->Re.Partials[0].text());
  EXPECT_EQ("-w", Product->Re.Partials[1].text());
  EXPECT_EQ("x", Product->Im.Partials[3].text());
  EXPECT_FALSE(findComplexRule("cabs"));
  EXPECT_FALSE(findComplexRule("sin"));
}

TEST(ComplexRules, EachRowOnce) {
  for (const ComplexRule &Rule : complexRules()) {
    EXPECT_EQ(&Rule, findComplexRule(Rule.Name)) << Rule.Name;
    EXPECT_FALSE(findComplexDefinition(Rule.Name)) << Rule.Name;
    EXPECT_EQ(2 * Rule.operands(), Rule.Im.Partials.size()) << Rule.Name;
  }
  for (const ComplexDefinition &Definition : complexDefinitions())
    EXPECT_EQ(&Definition, findComplexDefinition(Definition.Name));
}

/// A call in parts has the rule of its part, in every precision.
TEST(ComplexRules, OfCallsInParts) {
  LLVMContext Context;
  for (Type *Ty : {Type::getFloatTy(Context), Type::getDoubleTy(Context),
                   Type::getX86_FP80Ty(Context), Type::getFP128Ty(Context)}) {
    std::unique_ptr<Module> M = emptyModule(Context);
    Function *F = Function::Create(
        FunctionType::get(Type::getVoidTy(Context), {Ty, Ty}, false),
        GlobalValue::ExternalLinkage, "f", *M);
    IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
    Value *Parts[] = {F->getArg(0), F->getArg(1)};
    CallInst *Re = createComplexCall(B, ComplexPart::Re, "ctan", Parts);
    CallInst *Im = createComplexCall(B, "im.ctan", Parts);
    EXPECT_EQ(&findComplexRule("ctan")->Re, findMathRule(*Re));
    EXPECT_EQ(&findComplexRule("ctan")->Im, findMathRule(*Im));
    EXPECT_FALSE(createComplexCall(B, "tan", Parts));
    EXPECT_EQ(Ty, Re->getType());

    // As the library is called, and back.
    auto [X, Y] = createComplexLibraryCall(B, *findComplexRule("ctan"), Parts);
    EXPECT_EQ(Ty, X->getType());
    EXPECT_EQ(Ty, Y->getType());
    B.CreateRetVoid();
    EXPECT_FALSE(verifyFunction(*F, &errs()));
  }
}

TEST(ComplexRules, LibraryCallIsRecognisedAgain) {
  LLVMContext Context;
  for (Type *Ty : {Type::getFloatTy(Context), Type::getDoubleTy(Context),
                   Type::getX86_FP80Ty(Context), Type::getFP128Ty(Context)})
    for (const ComplexRule &Rule : complexRules()) {
      std::unique_ptr<Module> M = emptyModule(Context);
      SmallVector<Type *, 4> Parameters(2 * Rule.operands(), Ty);
      Function *F = Function::Create(
          FunctionType::get(Type::getVoidTy(Context), Parameters, false),
          GlobalValue::ExternalLinkage, "f", *M);
      IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
      SmallVector<Value *, 4> Parts;
      for (Argument &A : F->args())
        Parts.push_back(&A);
      createComplexLibraryCall(B, Rule, Parts);
      B.CreateRetVoid();
      EXPECT_FALSE(verifyModule(*M, &errs()));
      bool Found = false;
      for (Instruction &I : instructions(*F))
        if (auto *Call = dyn_cast<CallBase>(&I)) {
          ComplexLibraryCall Match = matchComplexLibraryCall(*Call);
          EXPECT_EQ(&Rule, Match.Rule) << Rule.Name;
          EXPECT_EQ(Ty, Match.Ty) << Rule.Name;
          Found = true;
        }
      EXPECT_TRUE(Found);
    }
}
