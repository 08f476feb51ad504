#include "Rules/RuleTable.h"
#include "Rules/ComplexRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace autodiff {

bool MathRule::isFlat() const {
  return all_of(Partials, [](const RuleExpr &E) { return E.isZero(); });
}

bool MathRule::isFlatIn(unsigned Operand) const {
  for (unsigned Result = 0; Result != Results.size(); ++Result)
    if (!partial(Operand, Result).isZero())
      return false;
  return true;
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
FUNCTION_1(digamma)
FUNCTION_1(j0)
FUNCTION_1(j1)
FUNCTION_1(y0)
FUNCTION_1(y1)
FUNCTION_2(jn)
FUNCTION_2(yn)
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
  bool isExtension(StringRef Base) const { return Extensions.contains(Base); }
  const MathRule *findLibm(StringRef Base) const {
    auto Alias = LibmAliases.find(Base);
    return find(Alias == LibmAliases.end() ? Base : StringRef(Alias->second));
  }

private:
  using Kind = MathRule::Kind;
  void add(StringRef Name, std::initializer_list<Kind> Operands,
           std::initializer_list<Kind> Results,
           std::initializer_list<RuleExpr> Partials, Singularity S,
           bool InLibm = true) {
    MathRule Row;
    Row.Name = Name.str();
    Row.Operands.append(Operands.begin(), Operands.end());
    Row.Results.append(Results.begin(), Results.end());
    Row.Partials.append(Partials.begin(), Partials.end());
    // Integers have none.
    Row.Partials.resize(Operands.size() * Results.size());
    Row.Singular = S == Singular;
    Row.InLibm = InLibm;
    Index[Name] = Rows.size();
    Rows.push_back(std::move(Row));
  }

  std::vector<MathRule> Rows;
  StringMap<unsigned> Index;
  StringMap<std::string> Aliases, LibmAliases;
  StringSet<> Extensions;
};

Table::Table() {
  const RuleExpr x = RuleExpr::operand(0), y = RuleExpr::operand(1);
  const RuleExpr z = RuleExpr::operand(2);
  const RuleExpr r = RuleExpr::result(0), s = RuleExpr::result(1);
  constexpr Kind N = Kind::Number, I = Kind::Int, L = Kind::Long;
  const auto Number = RuleExpr::constant;
  const RuleExpr pi = Number("3.141592653589793238462643383279502884197");
  const RuleExpr ln2 = Number("0.6931471805599453094172321214581765680755");
  const RuleExpr ln10 = Number("2.302585092994045684017991454684364207601");
  const RuleExpr log2e = Number("1.442695040888963407359924681001892137427");
  const RuleExpr log10e = Number("0.4342944819032518276511289189166050822944");
  const RuleExpr two_over_sqrtpi =
      Number("1.128379167095512573896158903121545171688");
#define MATH_RULE_1(name, ddx, singular, lo, hi)                               \
  add(#name, {N}, {N}, {ddx}, singular);
#define MATH_RULE_2(name, ddx, ddy, singular, xlo, xhi, ylo, yhi)              \
  add(#name, {N, N}, {N}, {ddx, ddy}, singular);
#define MATH_RULE_3(name, ddx, ddy, ddz, singular, lo, hi)                     \
  add(#name, {N, N, N}, {N}, {ddx, ddy, ddz}, singular);
#define MATH_RULE_INT(name, ddx, singular, xlo, xhi, nlo, nhi)                 \
  add(#name, {N, I}, {N}, {ddx}, singular);
#define MATH_RULE_LONG(name, ddx, singular, xlo, xhi, nlo, nhi)                \
  add(#name, {N, L}, {N}, {ddx}, singular);
#define MATH_RULE_ORDER(name, ddx, singular, nlo, nhi, xlo, xhi)               \
  {                                                                            \
    const RuleExpr n = RuleExpr::operand(0), x = RuleExpr::operand(1);         \
    add(#name, {I, N}, {N}, {RuleExpr(), ddx}, singular);                      \
  }
#define MATH_RULE_INTRINSIC(name, ddx, singular, xlo, xhi, nlo, nhi)           \
  add(#name, {N, I}, {N}, {ddx}, singular, /*InLibm=*/false);
#define MATH_RULE_INTRINSIC_1(name, ddx, singular, lo, hi)                     \
  add(#name, {N}, {N}, {ddx}, singular, /*InLibm=*/false);
#define MATH_RULE_PAIR(name, drdx, dsdx, singular, lo, hi)                     \
  add(#name, {N}, {N, N}, {drdx, dsdx}, singular);
#define MATH_RULE_PAIR_INTRINSIC(name, drdx, dsdx, singular, lo, hi)           \
  add(#name, {N}, {N, N}, {drdx, dsdx}, singular, /*InLibm=*/false);
#define MATH_RULE_PAIR_INT(name, drdx, singular, lo, hi)                       \
  add(#name, {N}, {N, I}, {drdx}, singular);
#define MATH_RULE_PAIR_INT_2(name, drdx, drdy, singular, xlo, xhi, ylo, yhi)   \
  add(#name, {N, N}, {N, I}, {drdx, drdy}, singular);
#define MATH_ALIAS(intrinsic, name) Aliases[#intrinsic] = #name;
#define MATH_LIBM_ALIAS(function, name) LibmAliases[#function] = #name;
#define MATH_EXTENSION(function) Extensions.insert(#function);
#include "Rules/MathRules.def"
}

} // namespace

static const Table &table() {
  static const Table Made;
  return Made;
}

ArrayRef<MathRule> mathRules() { return table().rows(); }

bool isMathExtension(StringRef BaseName) {
  return table().isExtension(BaseName);
}

const MathRule *findMathRule(StringRef BaseName) {
  return table().find(BaseName);
}

//===-- Calls -------------------------------------------------------------===//

bool hasLibmSuffix(const Type *Ty, StringRef Suffix) {
  if (Suffix.empty() || Suffix == "f64" || Suffix == "f32x")
    return Ty->isDoubleTy();
  if (Suffix == "f" || Suffix == "f32")
    return Ty->isFloatTy();
  if (Suffix == "f128" || Suffix == "q")
    return Ty->isFP128Ty();
  // long double, whatever the target takes for it.
  return Ty->isX86_FP80Ty() || Ty->isFP128Ty() || Ty->isPPC_FP128Ty() ||
         Ty->isDoubleTy();
}

/// Is that the type of an operand of that kind, in a function of Ty?
static bool isOfKind(const Type *Actual, MathRule::Kind Kind, const Type *Ty) {
  switch (Kind) {
  case MathRule::Kind::Number:
    return Actual == Ty;
  case MathRule::Kind::Int:
    return Actual->isIntegerTy(32);
  case MathRule::Kind::Long:
    return Actual->isIntegerTy(64) || Actual->isIntegerTy(32);
  }
  llvm_unreachable("all kinds are handled");
}

/// The type of the function's numbers if it has the C library's signature, else
/// null. Outputs: how many results the last parameters point to.
static const Type *signatureType(const MathRule &Rule,
                                 const FunctionType &Signature,
                                 StringRef Suffix, unsigned &Outputs) {
  unsigned Count = Rule.Operands.size();
  bool Returns = !Signature.getReturnType()->isVoidTy();
  Outputs = Rule.Results.size() - Returns;
  if (Signature.isVarArg() || Signature.getNumParams() != Count + Outputs ||
      (!Returns && Outputs < 2))
    return nullptr;
  const Type *Ty =
      Returns ? Signature.getReturnType() : Signature.getParamType(0);
  if (!hasLibmSuffix(Ty, Suffix))
    return nullptr;
  for (auto [Position, Parameter] : enumerate(Signature.params())) {
    if (Position >= Count ? Parameter->isPointerTy()
                          : isOfKind(Parameter, Rule.Operands[Position], Ty))
      continue;
    // nexttoward's direction is a long double.
    if (Position == 0 || Position >= Count || !Parameter->isFloatingPointTy() ||
        !Rule.isFlatIn(Position) || Rule.readsOperand(Position))
      return nullptr;
  }
  return Ty;
}

/// sin, sinf, sinl, sinf32, sinf128, libquadmath's sinq and, from older
/// -ffast-math headers, __sin_finite. The float of lgamma_r is lgammaf_r.
static const MathRule *findLibm(const Function &Callee, unsigned &Outputs) {
  StringRef Name = Callee.getName();
  if (Name.consume_front("__") && !Name.consume_back("_finite"))
    return nullptr;
  StringRef Ending = Name.consume_back("_r") ? "_r" : "";
  for (StringRef Suffix :
       {"", "f", "l", "f32", "f64", "f32x", "f64x", "f128", "q"}) {
    if (!Name.ends_with(Suffix))
      continue;
    std::string Base = (Name.drop_back(Suffix.size()) + Ending).str();
    const MathRule *Rule = table().findLibm(Base);
    if (Rule && Rule->InLibm &&
        (!isMathExtension(Base) || Callee.doesNotThrow()) &&
        signatureType(*Rule, *Callee.getFunctionType(), Suffix, Outputs))
      return Rule;
  }
  return nullptr;
}

static const MathRule *findIntrinsicRule(const Function &Intrinsic) {
  StringRef Base = Intrinsic::getBaseName(Intrinsic.getIntrinsicID());
  Base.consume_front("llvm.");
  const MathRule *Rule = table().findIntrinsic(Base);
  auto *Struct = dyn_cast<StructType>(Intrinsic.getReturnType());
  unsigned Results = Struct ? Struct->getNumElements() : 1;
  return Rule && Intrinsic.arg_size() == Rule->Operands.size() &&
                 Results == Rule->Results.size()
             ? Rule
             : nullptr;
}

/// The rule of a function of the C library, as it is declared there.
static const MathRule *findLibraryRule(const CallBase &Call,
                                       unsigned &Outputs) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Callee->isIntrinsic() || !Callee->isDeclaration() ||
      Call.isNoBuiltin())
    return nullptr;
  return findLibm(*Callee, Outputs);
}

/// autodiff.fixed(x) is x, without derivative; autodiff.linear(y, x, slope) is
/// y and has that slope in x.
static const MathRule *findOwn(StringRef Name) {
  static const auto Made = [] {
    std::array<MathRule, 2> Rows;
    Rows[0].Partials = {RuleExpr()};
    Rows[0].Operands = {MathRule::Kind::Number};
    Rows[1].Partials = {RuleExpr(1), RuleExpr::operand(2), RuleExpr()};
    Rows[1].Operands.assign(3, MathRule::Kind::Number);
    Rows[1].Singular = true;
    for (MathRule &Row : Rows)
      Row.Results = {MathRule::Kind::Number};
    return Rows;
  }();
  if (Name.starts_with("autodiff.fixed."))
    return &Made[0];
  return Name.starts_with("autodiff.linear.") ? &Made[1] : nullptr;
}

bool isNumberBitsRow(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && findOwn(Callee->getName());
}

const MathRule *findMathRule(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return nullptr;
  if (const MathRule *Own = findOwn(Callee->getName()))
    return Own;
  if (Callee->isIntrinsic())
    return findIntrinsicRule(*Callee);
  StringRef Name = Callee->getName();
  if (Name.consume_front(PureFormPrefix))
    return table().findLibm(Name.take_until([](char C) { return C == '.'; }));
  if (ComplexCall Complex = matchComplexCall(Call))
    return &Complex.rule();
  unsigned Outputs = 0;
  const MathRule *Rule = findLibraryRule(Call, Outputs);
  return Outputs ? nullptr : Rule;
}

const MathRule *findRuleWithOutputs(const CallBase &Call) {
  unsigned Outputs = 0;
  const MathRule *Rule = findLibraryRule(Call, Outputs);
  return Outputs ? Rule : nullptr;
}

Type *numberType(Type *ResultTy) {
  auto *Struct = dyn_cast<StructType>(ResultTy);
  return Struct ? Struct->getElementType(0) : ResultTy;
}

} // namespace autodiff
