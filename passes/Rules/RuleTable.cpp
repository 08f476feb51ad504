#include "Rules/RuleTable.h"
#include "Rules/ComplexRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace autodiff {

bool MathRule::isFlat() const {
  return all_of(Partials, [](const RuleExpr &E) { return E.isZero(); });
}

bool MathRule::readsOperand(unsigned Index) const {
  return any_of(Partials,
                [&](const RuleExpr &E) { return E.readsOperand(Index); });
}

bool MathRule::readsResult() const {
  return any_of(Partials, [](const RuleExpr &E) { return E.readsResult(); });
}

//===-- The words of MathRules.def ----------------------------------------===//

namespace {

struct Condition {
  RuleExpr::Compare C;
  RuleExpr A, B;
};

enum Singularity { Regular, Singular };

} // namespace

#define CONDITION(name, compare)                                               \
  static Condition name(RuleExpr A, RuleExpr B) {                              \
    return {RuleExpr::Compare::compare, std::move(A), std::move(B)};           \
  }
CONDITION(eq, Equal)
CONDITION(ne, NotEqual)
CONDITION(le, LessEqual)
CONDITION(gt, Greater)
CONDITION(ge, GreaterEqual)
#undef CONDITION

static RuleExpr select(Condition If, RuleExpr Then, RuleExpr Else) {
  return RuleExpr::select(If.C, std::move(If.A), std::move(If.B),
                          std::move(Then), std::move(Else));
}

static RuleExpr kink(RuleExpr Subgradient, RuleExpr Ieee) {
  return RuleExpr::kink(std::move(Subgradient), std::move(Ieee));
}

#define FUNCTION_1(name)                                                       \
  static RuleExpr name(RuleExpr A) {                                           \
    return RuleExpr::call(#name, {std::move(A)});                              \
  }
#define FUNCTION_2(name)                                                       \
  static RuleExpr name(RuleExpr A, RuleExpr B) {                               \
    return RuleExpr::call(#name, {std::move(A), std::move(B)});                \
  }
FUNCTION_1(sin)
FUNCTION_1(cos)
FUNCTION_1(sinh)
FUNCTION_1(cosh)
FUNCTION_1(exp)
FUNCTION_1(exp2)
FUNCTION_1(log)
FUNCTION_1(sqrt)
FUNCTION_1(fabs)
FUNCTION_2(pow)
FUNCTION_2(powi)
FUNCTION_2(hypot)
FUNCTION_2(copysign)
#undef FUNCTION_1
#undef FUNCTION_2

//===-- The table ---------------------------------------------------------===//

namespace {

class Table {
public:
  Table();
  ArrayRef<MathRule> rows() const { return Rows; }
  const MathRule *find(StringRef BaseName) const {
    auto Found = Index.find(BaseName);
    return Found == Index.end() ? nullptr : &Rows[Found->second];
  }
  const MathRule *findIntrinsic(StringRef Base) const {
    auto Alias = Aliases.find(Base);
    return find(Alias == Aliases.end() ? Base : StringRef(Alias->second));
  }

private:
  void add(StringRef Name, std::initializer_list<RuleExpr> Partials,
           Singularity S) {
    MathRule Row;
    Row.Name = Name.str();
    Row.Partials.append(Partials.begin(), Partials.end());
    Row.Singular = S == Singular;
    Index[Name] = Rows.size();
    Rows.push_back(std::move(Row));
  }
  /// Of a number and an integer.
  void addWithExponent(StringRef Name, RuleExpr Partial, Singularity S,
                       bool InLibm) {
    add(Name, {std::move(Partial), RuleExpr()}, S);
    Rows.back().InLibm = InLibm;
    Rows.back().IntegerExponent = true;
  }

  std::vector<MathRule> Rows;
  StringMap<unsigned> Index;
  StringMap<std::string> Aliases;
};

Table::Table() {
  const RuleExpr x = RuleExpr::operand(0), y = RuleExpr::operand(1);
  const RuleExpr r = RuleExpr::result();
  const auto Number = RuleExpr::constant;
  const RuleExpr ln2 = Number("0.6931471805599453094172321214581765680755");
  const RuleExpr ln10 = Number("2.302585092994045684017991454684364207601");
  const RuleExpr log2e = Number("1.442695040888963407359924681001892137427");
  const RuleExpr log10e = Number("0.4342944819032518276511289189166050822944");
  const RuleExpr two_over_sqrtpi =
      Number("1.128379167095512573896158903121545171688");
#define MATH_RULE_1(name, ddx, singular, lo, hi) add(#name, {ddx}, singular);
#define MATH_RULE_2(name, ddx, ddy, singular, xlo, xhi, ylo, yhi)              \
  add(#name, {ddx, ddy}, singular);
#define MATH_RULE_3(name, ddx, ddy, ddz, singular, lo, hi)                     \
  add(#name, {ddx, ddy, ddz}, singular);
#define MATH_RULE_INT(name, ddx, singular, xlo, xhi, nlo, nhi)                 \
  addWithExponent(#name, ddx, singular, /*InLibm=*/true);
#define MATH_RULE_INTRINSIC(name, ddx, singular, xlo, xhi, nlo, nhi)           \
  addWithExponent(#name, ddx, singular, /*InLibm=*/false);
#define MATH_ALIAS(intrinsic, name) Aliases[#intrinsic] = #name;
#include "Rules/MathRules.def"
}

} // namespace

static const Table &table() {
  static const Table Made;
  return Made;
}

ArrayRef<MathRule> mathRules() { return table().rows(); }

const MathRule *findMathRule(StringRef BaseName) {
  return table().find(BaseName);
}

//===-- Calls -------------------------------------------------------------===//

bool hasLibmSuffix(const Type *Ty, StringRef Suffix) {
  if (Suffix.empty())
    return Ty->isDoubleTy();
  if (Suffix == "f")
    return Ty->isFloatTy();
  if (Suffix == "f128")
    return Ty->isFP128Ty();
  // long double, whatever the target takes for it.
  return Ty->isX86_FP80Ty() || Ty->isFP128Ty() || Ty->isPPC_FP128Ty() ||
         Ty->isDoubleTy();
}

static bool hasSignature(const MathRule &Rule, const FunctionType &Signature,
                         StringRef Suffix) {
  Type *Ty = Signature.getReturnType();
  if (!hasLibmSuffix(Ty, Suffix) || Signature.isVarArg() ||
      Signature.getNumParams() != Rule.Partials.size())
    return false;
  for (auto [Position, Parameter] : enumerate(Signature.params())) {
    bool IsExponent =
        Rule.IntegerExponent && Position + 1 == Rule.Partials.size();
    if (IsExponent ? !Parameter->isIntegerTy(32) : Parameter != Ty)
      return false;
  }
  return true;
}

/// sin, sinf, sinl, sinf128 and, from older -ffast-math headers, __sin_finite.
static const MathRule *findLibm(StringRef Name, const FunctionType &Signature) {
  if (Name.consume_front("__") && !Name.consume_back("_finite"))
    return nullptr;
  for (StringRef Suffix : {"", "f", "l", "f128"}) {
    if (!Name.ends_with(Suffix))
      continue;
    const MathRule *Rule = table().find(Name.drop_back(Suffix.size()));
    if (Rule && Rule->InLibm && hasSignature(*Rule, Signature, Suffix))
      return Rule;
  }
  return nullptr;
}

const MathRule *findMathRule(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return nullptr;
  if (Intrinsic::ID ID = Callee->getIntrinsicID()) {
    StringRef Base = Intrinsic::getBaseName(ID);
    Base.consume_front("llvm.");
    const MathRule *Rule = table().findIntrinsic(Base);
    return Rule && Callee->arg_size() == Rule->Partials.size() ? Rule : nullptr;
  }
  if (!Callee->isDeclaration() || Call.isNoBuiltin())
    return nullptr;
  if (ComplexCall Complex = matchComplexCall(Call))
    return &Complex.rule();
  return findLibm(Callee->getName(), *Callee->getFunctionType());
}

} // namespace autodiff
