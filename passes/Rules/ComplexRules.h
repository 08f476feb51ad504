// ComplexRules.h - How is a complex function differentiated by real rules?
//
// A complex function is two real functions of the parts of its operands. In a
// prepared unit each is a call of its own, __autodiff_re_cexp.f64(x, y) and
// __autodiff_im_cexp.f64(x, y): free of effects, the same for every precision,
// and with a rule like any real function's. After generation the two are one
// call again (__autodiff_pair_cexp.f64), and at last the library's.
//
// One row per function in ComplexRules.def.
#ifndef AUTODIFF_RULES_COMPLEXRULES_H
#define AUTODIFF_RULES_COMPLEXRULES_H

#include "Rules/RuleTable.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace llvm {
class CallInst;
} // namespace llvm

namespace autodiff {

/// A holomorphic function of one or two complex numbers.
struct ComplexRule {
  std::string Name; ///< "cexp"; "mul" and "div" for the operators
  bool IsOperator;
  MathRule Re, Im; ///< over the parts of the operands: x, y (and of the second)
  unsigned operands() const { return Re.Partials.size() / 2; }
};

/// A function of one complex number that is written with real ones.
struct ComplexDefinition {
  std::string Name;
  RuleExpr Re;
  std::optional<RuleExpr> Im; ///< none if the function is real
};

/// By base name: "cexp", "mul".
const ComplexRule *findComplexRule(llvm::StringRef Name);
const ComplexDefinition *findComplexDefinition(llvm::StringRef Name);
/// All rows, in the order of ComplexRules.def.
llvm::ArrayRef<ComplexRule> complexRules();
llvm::ArrayRef<ComplexDefinition> complexDefinitions();

/// Which value a call in parts gives.
enum class ComplexPart { Re, Im, Pair };

struct ComplexCall {
  const ComplexRule *Rule = nullptr;
  ComplexPart Part = ComplexPart::Re;
  explicit operator bool() const { return Rule; }
  const MathRule &rule() const {
    assert(Part != ComplexPart::Pair && "rules are of one part");
    return Part == ComplexPart::Re ? Rule->Re : Rule->Im;
  }
};

/// What a call in parts computes; null for any other call.
ComplexCall matchComplexCall(const llvm::CallBase &Call);
/// Emits one, over the parts of the operands, numbers of one scalar type.
llvm::CallInst *createComplexCall(llvm::IRBuilderBase &B, ComplexPart Part,
                                  llvm::StringRef Name,
                                  llvm::ArrayRef<llvm::Value *> Parts);
/// Likewise by the name that it has in a RuleExpr, "re.cexp"; null for another.
llvm::CallInst *createComplexCall(llvm::IRBuilderBase &B,
                                  llvm::StringRef Qualified,
                                  llvm::ArrayRef<llvm::Value *> Parts);
/// Removes the declarations of calls that are gone.
void removeComplexDeclarations(llvm::Module &M);

} // namespace autodiff

#endif
