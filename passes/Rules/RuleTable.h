// RuleTable.h - Which derivative rule belongs to a call?
//
// One row per mathematical function in MathRules.def, keyed by the libm base
// name; the libm names of each precision (sin, sinf, sinl, __sin_finite ...)
// and the intrinsics (llvm.sin.f64, llvm.maxnum.f32 ...) lead to the same row.
// Intrinsics are looked up by name, so that one table serves every LLVM.
#ifndef AUTODIFF_RULES_RULETABLE_H
#define AUTODIFF_RULES_RULETABLE_H

#include "Rules/RuleExpr.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
} // namespace llvm

namespace autodiff {

struct MathRule {
  enum class Kind { Number, Int, Long };

  std::string Name; ///< libm base name: "sin"
  /// One per operand of the call, in order; the second result's after the
  /// first's. Zero where the function is flat in it (floor) or one of the two
  /// is an integer (powi's exponent).
  llvm::SmallVector<RuleExpr, 4> Partials;
  llvm::SmallVector<Kind, 3> Operands;
  llvm::SmallVector<Kind, 2> Results; ///< two are a structure
  /// A partial may be infinite or NaN where the operands are finite: a zero
  /// adjoint must be kept zero by a select.
  bool Singular = false;
  /// The C library has it; else it is an intrinsic only (powi).
  bool InLibm = true;

  const RuleExpr &partial(unsigned Operand, unsigned Result = 0) const {
    return Partials[Result * Operands.size() + Operand];
  }
  bool isFlat() const;                     ///< all partials are zero
  bool isFlatIn(unsigned Operand) const;   ///< those by that operand are
  bool readsOperand(unsigned Index) const; ///< any partial reads it
  bool readsResult() const;
};

/// The rule of a direct call to a math library function or a math intrinsic of
/// float, double, long double (x86_fp80), half, bfloat, fp128 or vectors of
/// these (intrinsics only), or null. A library function must be a declaration
/// with the library's signature and the call must not be nobuiltin: a program's
/// own function of that name is differentiated by its body. One with results
/// in memory has its rule in its pure form (PureFormPrefix) only.
const MathRule *findMathRule(const llvm::CallBase &Call);

/// Names of functions that return as a structure what the library's function
/// of the rest of the name returns and writes to memory.
inline constexpr llvm::StringLiteral PureFormPrefix = "__autodiff_pure_";

/// The rule of a direct call to a library function with results in memory
/// (frexp, modf, sincos ...), or null: its last arguments point to them.
const MathRule *findRuleWithOutputs(const llvm::CallBase &Call);

/// The type that a rule computes in: of the number, or of both numbers, that
/// the call or instruction returns.
llvm::Type *numberType(llvm::Type *ResultTy);

/// A call to one of the pass's own functions for numbers made of the bits of
/// others (Types/NumberBits.h).
bool isNumberBitsRow(const llvm::CallBase &Call);

/// The row of that libm base name, or null.
const MathRule *findMathRule(llvm::StringRef BaseName);

/// Does the C library give the function of that type that ending of its name?
bool hasLibmSuffix(const llvm::Type *Ty, llvm::StringRef Suffix);

/// A name that standard C leaves to programs (j0): see MATH_EXTENSION.
bool isMathExtension(llvm::StringRef BaseName);

/// All rows, in the order of MathRules.def.
llvm::ArrayRef<MathRule> mathRules();

} // namespace autodiff

#endif
