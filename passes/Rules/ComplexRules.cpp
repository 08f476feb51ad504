#include "Rules/ComplexRules.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

//===-- The words of ComplexRules.def -------------------------------------===//

namespace {

/// The parts of a complex expression. Real operands stay real, as in C: 1 - z
/// keeps the sign of a zero imaginary part.
struct Complex {
  RuleExpr Re, Im;
  Complex(RuleExpr Re, RuleExpr Im) : Re(std::move(Re)), Im(std::move(Im)) {}
};

struct Condition {
  RuleExpr Magnitude;
};

enum Singularity { Regular, Singular };

RuleExpr negative(const RuleExpr &E) { return E.isZero() ? E : -E; }

Complex call(StringRef Name, std::vector<RuleExpr> Parts) {
  return {RuleExpr::call(("re." + Name).str(), Parts),
          RuleExpr::call(("im." + Name).str(), Parts)};
}

Complex operator-(const Complex &A) { return {-A.Re, -A.Im}; }
Complex operator*(const Complex &A, const Complex &B) {
  return {A.Re * B.Re - A.Im * B.Im, A.Re * B.Im + A.Im * B.Re};
}
Complex operator+(const RuleExpr &A, const Complex &B) {
  return {A + B.Re, B.Im};
}
Complex operator+(const Complex &A, const RuleExpr &B) {
  return {A.Re + B, A.Im};
}
Complex operator-(const RuleExpr &A, const Complex &B) {
  return {A - B.Re, -B.Im};
}
Complex operator-(const Complex &A, const RuleExpr &B) {
  return {A.Re - B, A.Im};
}
/// By the compiler's helper, which scales where the formula would overflow.
Complex operator/(const RuleExpr &A, const Complex &B) {
  return call("div", {A, RuleExpr(), B.Re, B.Im});
}

Complex times_i(const Complex &A) { return {-A.Im, A.Re}; }

Condition isZero(const Complex &A) {
  return {RuleExpr::call("fabs", {A.Re}) + RuleExpr::call("fabs", {A.Im})};
}
Complex select(const Condition &If, const RuleExpr &Then, const Complex &Else) {
  auto Part = [&](const RuleExpr &T, const RuleExpr &E) {
    return RuleExpr::select(RuleExpr::Compare::Equal, If.Magnitude, RuleExpr(),
                            T, E);
  };
  return {Part(Then, Else.Re), Part(RuleExpr(), Else.Im)};
}
Complex kink(const Complex &Subgradient, const Complex &Ieee) {
  return {RuleExpr::kink(Subgradient.Re, Ieee.Re),
          RuleExpr::kink(Subgradient.Im, Ieee.Im)};
}

#define COMPLEX_RULE_1(name, ddz, singular, xlo, xhi, ylo, yhi)                \
  [[maybe_unused]] Complex name(const Complex &Z) {                            \
    return call(#name, {Z.Re, Z.Im});                                          \
  }
#define COMPLEX_RULE_2(name, ddz, ddw, singular, xlo, xhi, ylo, yhi)           \
  [[maybe_unused]] Complex name(const Complex &Z, const Complex &W) {          \
    return call(#name, {Z.Re, Z.Im, W.Re, W.Im});                              \
  }
#include "Rules/ComplexRules.def"

//===-- The table ---------------------------------------------------------===//

class Table {
public:
  Table();
  std::vector<ComplexRule> Rules;
  std::vector<ComplexDefinition> Definitions;
  StringMap<unsigned> RuleIndex, DefinitionIndex;

private:
  void add(StringRef Name, ArrayRef<Complex> Derivatives, Singularity S,
           bool IsOperator);
  void define(StringRef Name, RuleExpr Re, std::optional<RuleExpr> Im) {
    DefinitionIndex[Name] = Definitions.size();
    Definitions.push_back({Name.str(), std::move(Re), std::move(Im)});
  }
};

} // namespace

/// f' = a + i*b: the real part of f changes by a and -b with the parts of its
/// operand, the imaginary part by b and a.
void Table::add(StringRef Name, ArrayRef<Complex> Derivatives, Singularity S,
                bool IsOperator) {
  ComplexRule Row;
  Row.Name = Name.str();
  Row.IsOperator = IsOperator;
  Row.Re.Name = ("re." + Name).str();
  Row.Im.Name = ("im." + Name).str();
  for (MathRule *Part : {&Row.Re, &Row.Im}) {
    Part->Singular = S == Singular;
    Part->InLibm = false;
    Part->Operands.append(2 * Derivatives.size(), MathRule::Kind::Number);
    Part->Results = {MathRule::Kind::Number};
  }
  for (const Complex &D : Derivatives) {
    Row.Re.Partials.append({D.Re, negative(D.Im)});
    Row.Im.Partials.append({D.Im, D.Re});
  }
  RuleIndex[Name] = Rules.size();
  Rules.push_back(std::move(Row));
}

Table::Table() {
  const RuleExpr x = RuleExpr::operand(0), y = RuleExpr::operand(1);
  const Complex z(x, y), w(RuleExpr::operand(2), RuleExpr::operand(3));
  const RuleExpr log10e =
      RuleExpr::constant("0.4342944819032518276511289189166050822944");
  auto hypot = [](RuleExpr A, RuleExpr B) {
    return RuleExpr::call("hypot", {std::move(A), std::move(B)});
  };
  auto atan2 = [](RuleExpr A, RuleExpr B) {
    return RuleExpr::call("atan2", {std::move(A), std::move(B)});
  };
#define COMPLEX_RULE_1(name, ddz, singular, xlo, xhi, ylo, yhi)                \
  add(#name, {ddz}, singular, /*IsOperator=*/false);
#define COMPLEX_RULE_2(name, ddz, ddw, singular, xlo, xhi, ylo, yhi)           \
  add(#name, {ddz, ddw}, singular, /*IsOperator=*/false);
#define COMPLEX_OPERATOR(name, ddz, ddw, singular)                             \
  add(#name, {ddz, ddw}, singular, /*IsOperator=*/true);
#define COMPLEX_TO_REAL(name, value) define(#name, value, std::nullopt);
#define COMPLEX_TO_PAIR(name, re, im) define(#name, re, im);
#include "Rules/ComplexRules.def"
}

static const Table &table() {
  static const Table Made;
  return Made;
}

const ComplexRule *findComplexRule(StringRef Name) {
  auto Found = table().RuleIndex.find(Name);
  return Found == table().RuleIndex.end() ? nullptr
                                          : &table().Rules[Found->second];
}

const ComplexDefinition *findComplexDefinition(StringRef Name) {
  auto Found = table().DefinitionIndex.find(Name);
  return Found == table().DefinitionIndex.end()
             ? nullptr
             : &table().Definitions[Found->second];
}

ArrayRef<ComplexRule> complexRules() { return table().Rules; }
ArrayRef<ComplexDefinition> complexDefinitions() { return table().Definitions; }

//===-- Calls in parts ----------------------------------------------------===//

static constexpr std::pair<ComplexPart, StringLiteral> Prefixes[] = {
    {ComplexPart::Re, "__autodiff_re_"},
    {ComplexPart::Im, "__autodiff_im_"},
    {ComplexPart::Pair, "__autodiff_pair_"}};

static StringRef prefixOf(ComplexPart Part) {
  return Prefixes[static_cast<unsigned>(Part)].second;
}

static StringRef typeSuffix(const Type *Ty) {
  return Ty->isFloatTy()      ? ".f32"
         : Ty->isDoubleTy()   ? ".f64"
         : Ty->isX86_FP80Ty() ? ".f80"
                              : ".f128";
}

ComplexCall matchComplexCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return {};
  for (const auto &[Part, Prefix] : Prefixes) {
    StringRef Name = Callee->getName();
    if (Name.consume_front(Prefix))
      return {findComplexRule(Name.split('.').first), Part};
  }
  return {};
}

CallInst *createComplexCall(IRBuilderBase &B, ComplexPart Part, StringRef Name,
                            ArrayRef<Value *> Parts) {
  Type *Ty = Parts.front()->getType();
  Type *Result = Part == ComplexPart::Pair ? StructType::get(Ty, Ty) : Ty;
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(
      (prefixOf(Part) + Name + typeSuffix(Ty)).str(),
      FunctionType::get(Result, SmallVector<Type *, 4>(Parts.size(), Ty),
                        /*isVarArg=*/false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setNoSync();
  F->setDoesNotFreeMemory();
  return B.CreateCall(Callee, Parts);
}

CallInst *createComplexCall(IRBuilderBase &B, StringRef Qualified,
                            ArrayRef<Value *> Parts) {
  if (Qualified.consume_front("re."))
    return createComplexCall(B, ComplexPart::Re, Qualified, Parts);
  if (Qualified.consume_front("im."))
    return createComplexCall(B, ComplexPart::Im, Qualified, Parts);
  return nullptr;
}

void removeComplexDeclarations(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() &&
        any_of(Prefixes, [&](const auto &Prefix) {
          return F.getName().starts_with(Prefix.second);
        }))
      F.eraseFromParent();
}

} // namespace autodiff
