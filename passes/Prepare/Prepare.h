// Prepare.h - What is the canonical form to differentiate?
//
// A request is differentiated on private copies. Everything that can be inlined
// into the trampoline's copy is inlined, whatever its size; what cannot
// (recursive functions, bodies past the size limit) becomes a private copy
// called directly. Each copy is simplified like -O2 code, also in an -O0
// compile, and brought into one shape: one return, reducible, loop-simplify and
// LCSSA form, numbered loops. The user's own functions are never changed.
#ifndef AUTODIFF_PREPARE_PREPARE_H
#define AUTODIFF_PREPARE_PREPARE_H

#include "Discover/RequestErrors.h"
#include "Prepare/LoopShape.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/PassManager.h"

namespace autodiff {

/// One function of a unit.
struct PreparedFunction {
  llvm::Function *Body = nullptr;
  llvm::Function *Source = nullptr; ///< what Body is a copy of
  std::string SourceName;           ///< for messages
  LoopShape Shape;
  llvm::ReturnInst *Return = nullptr; ///< the only one
};

/// The closure of functions that one request differentiates. Owns them.
class PreparedUnit {
public:
  ~PreparedUnit();
  PreparedUnit() = default;
  PreparedUnit(const PreparedUnit &) = delete;
  PreparedUnit &operator=(const PreparedUnit &) = delete;

  PreparedFunction &root() { return Functions.front().second; }
  /// Root first.
  auto functions() { return llvm::make_second_range(Functions); }
  PreparedFunction *find(const llvm::Function *F) {
    auto It = Functions.find(F);
    return It == Functions.end() ? nullptr : &It->second;
  }

  llvm::MapVector<const llvm::Function *, PreparedFunction> Functions;
  llvm::FunctionAnalysisManager *FAM = nullptr;
};

/// Makes the unit of a request: copies, inlined into each other and simplified.
/// Reports and returns null if a function has a form that no derivative can be
/// made of.
std::unique_ptr<PreparedUnit> prepare(const Request &R,
                                      llvm::FunctionAnalysisManager &FAM,
                                      RequestErrors &Errors);

/// Simplifies F as -O2 does, also in a compile without optimisation. The
/// analyses of other functions stay valid.
void simplifyFunction(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Brings the functions of a unit into shape, after the last change of their
/// code. Reports and returns false as above.
bool shapeUnit(PreparedUnit &Unit, RequestErrors &Errors);

} // namespace autodiff

#endif
