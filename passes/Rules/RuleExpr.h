// RuleExpr.h - What is the partial derivative of a function, as data?
//
// A partial is a small immutable expression tree over the operands x, y, z and
// the result r of the primal. From one tree follow the primal values that the
// derivative reads, the emitted IR (in a fixed order: children left to right)
// and the text in a plan's printout. Rows are written with overloaded operators
// in MathRules.def, the trees are built once, and emission walks them.
#ifndef AUTODIFF_RULES_RULEEXPR_H
#define AUTODIFF_RULES_RULEEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"
#include <memory>
#include <string>
#include <vector>

namespace autodiff {

/// Which value an infinite slope takes at a kink (API: -fautodiff-kinks).
enum class KinkMode { Subgradient, IEEE };

class RuleExpr {
public:
  enum class Kind {
    Zero,     ///< identically zero: the operand earns nothing
    Constant, ///< a number, kept in decimal so that every precision gets its
              ///< own
    Operand,  ///< x, y or z
    Result,   ///< r, s
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Call,   ///< a function of MathRules.def by its libm name
    Select, ///< compare(a, b) ? c : d
    Kink    ///< a under subgradient convention, b under IEEE
  };
  /// As in C: with a NaN all are false but NotEqual.
  enum class Compare {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual
  };

  RuleExpr();                ///< Zero
  RuleExpr(double Constant); ///< implicit, so that rows read as mathematics; 0
                             ///< is Zero, others their shortest decimal
  static RuleExpr constant(llvm::StringRef Decimal);
  static RuleExpr operand(unsigned Index);
  static RuleExpr result(unsigned Index = 0);
  static RuleExpr make(Kind K, std::vector<RuleExpr> Children);
  static RuleExpr call(llvm::StringRef Function,
                       std::vector<RuleExpr> Arguments);
  static RuleExpr select(Compare C, RuleExpr A, RuleExpr B, RuleExpr Then,
                         RuleExpr Else);
  static RuleExpr kink(RuleExpr Subgradient, RuleExpr Ieee);

  friend RuleExpr operator-(RuleExpr A) { return make(Kind::Neg, {A}); }
  friend RuleExpr operator+(RuleExpr A, RuleExpr B) {
    return make(Kind::Add, {A, B});
  }
  friend RuleExpr operator-(RuleExpr A, RuleExpr B) {
    return make(Kind::Sub, {A, B});
  }
  friend RuleExpr operator*(RuleExpr A, RuleExpr B) {
    return make(Kind::Mul, {A, B});
  }
  friend RuleExpr operator/(RuleExpr A, RuleExpr B) {
    return make(Kind::Div, {A, B});
  }

  Kind kind() const;
  bool isZero() const { return kind() == Kind::Zero; }
  /// Under either convention at kinks.
  bool readsOperand(unsigned Index) const;
  bool readsResult() const;
  std::string text() const;

  /// Emits the value of the tree for operands of one floating-point (or vector
  /// of floating-point) type. An operand may also be an integer (the exponent
  /// of powi and ldexp, the order of jn): it is converted where the tree
  /// computes with it, and computed with as an integer where a function takes
  /// one. Result is the primal's, a structure if there are two; it may be null
  /// if readsResult() is false. Operands that are not read may be null. half
  /// and bfloat are computed with as float and rounded at the end. Calls are
  /// emitted as intrinsics where LLVM has one, else as libm calls that are
  /// memory(none) nounwind willreturn.
  llvm::Value *emit(llvm::IRBuilderBase &B, llvm::Type *Ty,
                    llvm::ArrayRef<llvm::Value *> Operands, llvm::Value *Result,
                    KinkMode Kinks) const;

private:
  struct Node;
  class Emitter;
  explicit RuleExpr(std::shared_ptr<const Node> N) : N(std::move(N)) {}
  bool reads(Kind K, unsigned Index) const;
  std::string text(unsigned Precedence) const;
  std::shared_ptr<const Node> N;
};

/// The C library's name for a function of that type: sin, sinf, sinl.
std::string libmName(llvm::StringRef Function, const llvm::Type *Ty,
                     const llvm::Module &M);

} // namespace autodiff

#endif
