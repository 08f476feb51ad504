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
  std::string Name; ///< libm base name: "sin"
  /// One per operand of the call, in order; Zero where the function is flat in
  /// it (floor) or it is an integer (powi's exponent).
  llvm::SmallVector<RuleExpr, 3> Partials;
  /// A partial may be infinite or NaN where the operands are finite: a zero
  /// adjoint must be kept zero by a select.
  bool Singular = false;
  /// The C library has it; else it is an intrinsic only (powi).
  bool InLibm = true;
  /// The last operand is an integer (powi, ldexp).
  bool IntegerExponent = false;

  bool isFlat() const;                     ///< all partials are zero
  bool readsOperand(unsigned Index) const; ///< any partial reads it
  bool readsResult() const;
};

/// The rule of a direct call to a math library function or a math intrinsic of
/// float, double, long double (x86_fp80), half, bfloat, fp128 or vectors of
/// these (intrinsics only), or null. A library function must be a declaration
/// with the library's signature and the call must not be nobuiltin: a program's
/// own function of that name is differentiated by its body.
const MathRule *findMathRule(const llvm::CallBase &Call);

/// The row of that libm base name, or null.
const MathRule *findMathRule(llvm::StringRef BaseName);

/// Does the C library give the function of that type that ending of its name?
bool hasLibmSuffix(const llvm::Type *Ty, llvm::StringRef Suffix);

/// All rows, in the order of MathRules.def.
llvm::ArrayRef<MathRule> mathRules();

} // namespace autodiff

#endif
