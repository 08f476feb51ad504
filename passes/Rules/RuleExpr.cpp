#include "Rules/RuleExpr.h"
#include "Rules/ComplexRules.h"
#include "Rules/RuleTable.h"
#include "Rules/SpecialFunctions.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace llvm;

namespace autodiff {

struct RuleExpr::Node {
  Kind K = Kind::Zero;
  std::string Text;           ///< Constant: its decimal; Call: the function
  unsigned Index = 0;         ///< Operand, Result
  Compare C = Compare::Equal; ///< Select
  std::vector<RuleExpr> Children;
};

//===-- Building ----------------------------------------------------------===//

/// The fewest digits that read back as the same double.
static std::string shortestDecimal(double Number) {
  assert(std::isfinite(Number) && "rows hold finite numbers only");
  char Buffer[40];
  for (int Digits = 1; Digits <= 17; ++Digits) {
    std::snprintf(Buffer, sizeof(Buffer), "%.*g", Digits, Number);
    if (std::strtod(Buffer, nullptr) == Number)
      break;
  }
  return Buffer;
}

RuleExpr::RuleExpr() : N(std::make_shared<const Node>()) {}

RuleExpr::RuleExpr(double Number)
    : RuleExpr(Number == 0 ? RuleExpr() : constant(shortestDecimal(Number))) {}

RuleExpr RuleExpr::constant(StringRef Decimal) {
  Node Made;
  Made.K = Kind::Constant;
  Made.Text = Decimal.str();
  return RuleExpr(std::make_shared<const Node>(std::move(Made)));
}

RuleExpr RuleExpr::operand(unsigned Index) {
  Node Made;
  Made.K = Kind::Operand;
  Made.Index = Index;
  return RuleExpr(std::make_shared<const Node>(std::move(Made)));
}

RuleExpr RuleExpr::result(unsigned Index) {
  Node Made;
  Made.K = Kind::Result;
  Made.Index = Index;
  return RuleExpr(std::make_shared<const Node>(std::move(Made)));
}

RuleExpr RuleExpr::make(Kind K, std::vector<RuleExpr> Children) {
  Node Made;
  Made.K = K;
  Made.Children = std::move(Children);
  return RuleExpr(std::make_shared<const Node>(std::move(Made)));
}

RuleExpr RuleExpr::call(StringRef Function, std::vector<RuleExpr> Arguments) {
  Node Made;
  Made.K = Kind::Call;
  Made.Text = Function.str();
  Made.Children = std::move(Arguments);
  return RuleExpr(std::make_shared<const Node>(std::move(Made)));
}

RuleExpr RuleExpr::select(Compare C, RuleExpr A, RuleExpr B, RuleExpr Then,
                          RuleExpr Else) {
  Node Made;
  Made.K = Kind::Select;
  Made.C = C;
  Made.Children = {std::move(A), std::move(B), std::move(Then),
                   std::move(Else)};
  return RuleExpr(std::make_shared<const Node>(std::move(Made)));
}

RuleExpr RuleExpr::kink(RuleExpr Subgradient, RuleExpr Ieee) {
  return make(Kind::Kink, {std::move(Subgradient), std::move(Ieee)});
}

//===-- Questions ---------------------------------------------------------===//

RuleExpr::Kind RuleExpr::kind() const { return N->K; }

bool RuleExpr::reads(Kind K, unsigned Index) const {
  return (N->K == K && N->Index == Index) ||
         any_of(N->Children,
                [&](const RuleExpr &Child) { return Child.reads(K, Index); });
}

bool RuleExpr::readsOperand(unsigned Index) const {
  return reads(Kind::Operand, Index);
}

bool RuleExpr::readsResult() const {
  return reads(Kind::Result, 0) || reads(Kind::Result, 1);
}

//===-- Text --------------------------------------------------------------===//

namespace {
/// How tightly an expression binds.
enum Precedence : unsigned { Conditional, Additive, Multiplicative, Unary };
} // namespace

static StringRef compareText(RuleExpr::Compare C) {
  switch (C) {
  case RuleExpr::Compare::Equal:
    return " == ";
  case RuleExpr::Compare::NotEqual:
    return " != ";
  case RuleExpr::Compare::Less:
    return " < ";
  case RuleExpr::Compare::LessEqual:
    return " <= ";
  case RuleExpr::Compare::Greater:
    return " > ";
  case RuleExpr::Compare::GreaterEqual:
    return " >= ";
  }
  llvm_unreachable("all comparisons are handled");
}

std::string RuleExpr::text() const { return text(Conditional); }

/// Least binds what stands around: in parentheses if this binds less tightly.
std::string RuleExpr::text(unsigned Least) const {
  auto Within = [&](unsigned Mine, const std::string &Text) {
    return Mine < Least ? "(" + Text + ")" : Text;
  };
  auto Binary = [&](unsigned Mine, StringRef Operator) {
    return Within(Mine, N->Children[0].text(Mine) + Operator.str() +
                            N->Children[1].text(Mine + 1));
  };
  auto Function = [&](StringRef Name) {
    std::string Arguments;
    for (const RuleExpr &Child : N->Children)
      Arguments += (Arguments.empty() ? "" : ", ") + Child.text();
    return Name.str() + "(" + Arguments + ")";
  };
  switch (N->K) {
  case Kind::Zero:
    return "0";
  case Kind::Constant:
    return N->Text[0] == '-' ? Within(Unary, N->Text) : N->Text;
  case Kind::Operand:
    return std::string(1, "xyzw"[N->Index]);
  case Kind::Result:
    return std::string(1, "rs"[N->Index]);
  case Kind::Neg:
    return Within(Unary, "-" + N->Children[0].text(Unary + 1));
  case Kind::Add:
    return Binary(Additive, " + ");
  case Kind::Sub:
    return Binary(Additive, " - ");
  case Kind::Mul:
    return Binary(Multiplicative, " * ");
  case Kind::Div:
    return Binary(Multiplicative, " / ");
  case Kind::Call:
    return Function(N->Text);
  case Kind::Select:
    return Within(Conditional, N->Children[0].text(Additive) +
                                   compareText(N->C).str() +
                                   N->Children[1].text(Additive) + " ? " +
                                   N->Children[2].text(Additive) + " : " +
                                   N->Children[3].text(Conditional));
  case Kind::Kink:
    return Function("kink");
  }
  llvm_unreachable("all kinds are handled");
}

//===-- Emission ----------------------------------------------------------===//

/// The intrinsic of a libm function, of those that every supported LLVM lowers
/// in each precision.
static Intrinsic::ID intrinsicFor(StringRef Function) {
  return StringSwitch<Intrinsic::ID>(Function)
      .Case("sin", Intrinsic::sin)
      .Case("cos", Intrinsic::cos)
      .Case("tan", Intrinsic::tan)
      .Case("asin", Intrinsic::asin)
      .Case("acos", Intrinsic::acos)
      .Case("atan", Intrinsic::atan)
      .Case("sinh", Intrinsic::sinh)
      .Case("cosh", Intrinsic::cosh)
      .Case("tanh", Intrinsic::tanh)
      .Case("exp", Intrinsic::exp)
      .Case("exp2", Intrinsic::exp2)
      .Case("exp10", Intrinsic::exp10)
      .Case("log", Intrinsic::log)
      .Case("log2", Intrinsic::log2)
      .Case("log10", Intrinsic::log10)
      .Case("pow", Intrinsic::pow)
      .Case("powi", Intrinsic::powi)
      .Case("sqrt", Intrinsic::sqrt)
      .Case("fabs", Intrinsic::fabs)
      .Case("fmin", Intrinsic::minnum)
      .Case("fmax", Intrinsic::maxnum)
      .Case("fma", Intrinsic::fma)
      .Case("copysign", Intrinsic::copysign)
      .Case("floor", Intrinsic::floor)
      .Case("ceil", Intrinsic::ceil)
      .Case("trunc", Intrinsic::trunc)
      .Case("round", Intrinsic::round)
      .Case("roundeven", Intrinsic::roundeven)
      .Case("rint", Intrinsic::rint)
      .Case("nearbyint", Intrinsic::nearbyint)
      .Default(Intrinsic::not_intrinsic);
}

std::string libmName(StringRef Function, const Type *Ty, const Module &M) {
  if (Ty->isDoubleTy())
    return Function.str();
  if (Ty->isFloatTy())
    return (Function + "f").str();
  // Where long double is another type, the 128-bit one has names of its own.
  Triple Target(M.getTargetTriple());
  if (Ty->isFP128Ty() && (Target.isX86() || Target.isPPC()))
    return (Function + "f128").str();
  return (Function + "l").str();
}

class RuleExpr::Emitter {
public:
  Emitter(IRBuilderBase &B, Type *Ty, ArrayRef<Value *> Operands, Value *Result,
          KinkMode Kinks)
      : B(B), Ty(Ty), Operands(Operands), Result(Result), Kinks(Kinks) {}

  /// Of each node once: expressions share what their rows name twice.
  Value *value(const RuleExpr &E) {
    auto Found = Values.find(E.N.get());
    if (Found != Values.end())
      return Found->second;
    Value *V = emit(E);
    Values[E.N.get()] = V;
    return V;
  }

private:
  Value *emit(const RuleExpr &E);
  Constant *number(StringRef Decimal) const;
  Value *operand(unsigned Index);
  Value *result(unsigned Index);
  Value *widened(Value *V);
  Value *binary(const RuleExpr &E);
  Value *call(const RuleExpr &E);
  Value *libmCall(StringRef Function, Type *T, ArrayRef<Value *> Arguments);
  Value *select(const RuleExpr &E);
  Value *integer(const RuleExpr &E, Type *IntegerTy);

  IRBuilderBase &B;
  Type *Ty;
  ArrayRef<Value *> Operands;
  Value *Result;
  KinkMode Kinks;
  DenseMap<const Node *, Value *> Values;
};

Value *RuleExpr::Emitter::emit(const RuleExpr &E) {
  switch (E.kind()) {
  case Kind::Zero:
    return ConstantFP::get(Ty, 0.0);
  case Kind::Constant:
    return number(E.N->Text);
  case Kind::Operand:
    return operand(E.N->Index);
  case Kind::Result:
    return result(E.N->Index);
  case Kind::Neg:
    return B.CreateFNeg(value(E.N->Children[0]));
  case Kind::Add:
  case Kind::Sub:
  case Kind::Mul:
  case Kind::Div:
    return binary(E);
  case Kind::Call:
    return call(E);
  case Kind::Select:
    return select(E);
  case Kind::Kink:
    return value(E.N->Children[Kinks == KinkMode::Subgradient ? 0 : 1]);
  }
  llvm_unreachable("all kinds are handled");
}

/// Rounded once, to the precision of the type.
Constant *RuleExpr::Emitter::number(StringRef Decimal) const {
  return ConstantFP::get(
      Ty, APFloat(Ty->getScalarType()->getFltSemantics(), Decimal));
}

Value *RuleExpr::Emitter::operand(unsigned Index) {
  Value *V = Operands[Index];
  assert(V && "the tree reads this operand");
  if (!V->getType()->isIntOrIntVectorTy())
    return widened(V);
  auto *Vector = dyn_cast<VectorType>(Ty);
  if (!Vector || V->getType()->isVectorTy())
    return B.CreateSIToFP(V, Ty);
  Value *Scalar = B.CreateSIToFP(V, Vector->getElementType());
  return B.CreateVectorSplat(Vector->getElementCount(), Scalar);
}

Value *RuleExpr::Emitter::result(unsigned Index) {
  assert(Result && "the tree reads the result");
  bool One = !Result->getType()->isStructTy();
  return widened(One ? Result : B.CreateExtractValue(Result, Index));
}

Value *RuleExpr::Emitter::widened(Value *V) {
  return V->getType() == Ty ? V : B.CreateFPExt(V, Ty);
}

Value *RuleExpr::Emitter::binary(const RuleExpr &E) {
  Value *L = value(E.N->Children[0]);
  Value *R = value(E.N->Children[1]);
  switch (E.kind()) {
  case Kind::Add:
    return B.CreateFAdd(L, R);
  case Kind::Sub:
    return B.CreateFSub(L, R);
  case Kind::Mul:
    return B.CreateFMul(L, R);
  default:
    return B.CreateFDiv(L, R);
  }
}

/// The argument of the function that is an integer, if one is.
static std::optional<unsigned> integerArgument(StringRef Function) {
  return StringSwitch<std::optional<unsigned>>(Function)
      .Case("powi", 1)
      .Case("jn", 0)
      .Case("yn", 0)
      .Default(std::nullopt);
}

Value *RuleExpr::Emitter::call(const RuleExpr &E) {
  StringRef Function = E.N->Text;
  std::optional<unsigned> IntegerAt = integerArgument(Function);
  SmallVector<Value *, 3> Arguments;
  for (auto [Position, Child] : enumerate(E.N->Children))
    Arguments.push_back(IntegerAt == Position
                            ? integer(Child, Operands[Position]->getType())
                            : value(Child));
  if (Function == "powi")
    return B.CreateIntrinsic(Intrinsic::powi, {Ty, Arguments[1]->getType()},
                             Arguments);
  if (Value *Part = createComplexCall(B, Function, Arguments))
    return Part;
  if (Intrinsic::ID ID = intrinsicFor(Function))
    return B.CreateIntrinsic(ID, ArrayRef<Type *>(Ty), Arguments);
  return libmCall(Function, Ty, Arguments);
}

/// The library has scalars only: vectors go lane by lane.
Value *RuleExpr::Emitter::libmCall(StringRef Function, Type *T,
                                   ArrayRef<Value *> Arguments) {
  if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    Value *Lanes = PoisonValue::get(T);
    for (unsigned Lane = 0; Lane != Vector->getNumElements(); ++Lane) {
      SmallVector<Value *, 3> Scalars;
      for (Value *V : Arguments)
        Scalars.push_back(
            V->getType()->isVectorTy() ? B.CreateExtractElement(V, Lane) : V);
      Value *One = libmCall(Function, Vector->getElementType(), Scalars);
      Lanes = B.CreateInsertElement(Lanes, One, Lane);
    }
    return Lanes;
  }
  Module &M = *B.GetInsertBlock()->getModule();
  if (Function == "digamma")
    return emitDigamma(B, Arguments[0]);
  SmallVector<Type *, 3> Parameters;
  for (Value *V : Arguments)
    Parameters.push_back(V->getType());
  std::string Name = libmName(Function, T, M);
  // A function of this unit alone is not the library's: it yields the name.
  llvm::Function *Own = M.getFunction(Name);
  if (Own && Own->hasLocalLinkage())
    Own->setName(Name + ".own");
  bool IsNew = !M.getFunction(Name);
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(T, Parameters, /*isVarArg=*/false));
  CallInst *Call = B.CreateCall(Callee, Arguments);
  // A program's own definition of the name promises nothing.
  auto *Known = dyn_cast<llvm::Function>(Callee.getCallee());
  if (Known && IsNew && isMathExtension(Function))
    Known->setDoesNotThrow(); // as the library declares it
  if (Known && Known->isDeclaration()) {
    Call->setDoesNotAccessMemory();
    Call->setDoesNotThrow();
    Call->addFnAttr(Attribute::WillReturn);
  }
  return Call;
}

static CmpInst::Predicate predicateFor(RuleExpr::Compare C) {
  switch (C) {
  case RuleExpr::Compare::Equal:
    return CmpInst::FCMP_OEQ;
  case RuleExpr::Compare::NotEqual:
    return CmpInst::FCMP_UNE;
  case RuleExpr::Compare::Less:
    return CmpInst::FCMP_OLT;
  case RuleExpr::Compare::LessEqual:
    return CmpInst::FCMP_OLE;
  case RuleExpr::Compare::Greater:
    return CmpInst::FCMP_OGT;
  case RuleExpr::Compare::GreaterEqual:
    return CmpInst::FCMP_OGE;
  }
  llvm_unreachable("all comparisons are handled");
}

Value *RuleExpr::Emitter::select(const RuleExpr &E) {
  Value *L = value(E.N->Children[0]);
  Value *R = value(E.N->Children[1]);
  Value *Condition = B.CreateFCmp(predicateFor(E.N->C), L, R);
  Value *Then = value(E.N->Children[2]);
  Value *Else = value(E.N->Children[3]);
  return B.CreateSelect(Condition, Then, Else);
}

/// An exponent, which wraps as powi's argument does.
Value *RuleExpr::Emitter::integer(const RuleExpr &E, Type *IntegerTy) {
  ArrayRef<RuleExpr> Children = E.N->Children;
  switch (E.kind()) {
  case Kind::Zero:
    return ConstantInt::get(IntegerTy, 0);
  case Kind::Constant:
    return ConstantInt::getSigned(IntegerTy,
                                  std::strtol(E.N->Text.c_str(), nullptr, 10));
  case Kind::Operand:
    return Operands[E.N->Index];
  case Kind::Add:
  case Kind::Sub: {
    Value *L = integer(Children[0], IntegerTy);
    Value *R = integer(Children[1], IntegerTy);
    return E.kind() == Kind::Add ? B.CreateAdd(L, R) : B.CreateSub(L, R);
  }
  default:
    llvm_unreachable("exponents are sums of integers");
  }
}

Value *RuleExpr::emit(IRBuilderBase &B, Type *Ty, ArrayRef<Value *> Operands,
                      Value *Result, KinkMode Kinks) const {
  Type *Scalar = Ty->getScalarType();
  if (!Scalar->isHalfTy() && !Scalar->isBFloatTy())
    return Emitter(B, Ty, Operands, Result, Kinks).value(*this);
  Type *Wide = Ty->getWithNewType(B.getFloatTy());
  return B.CreateFPTrunc(Emitter(B, Wide, Operands, Result, Kinks).value(*this),
                         Ty);
}

} // namespace autodiff
