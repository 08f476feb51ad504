// TangentSweep.h - What is the tangent of each instruction?
#ifndef AUTODIFF_GENERATE_TANGENTSWEEP_H
#define AUTODIFF_GENERATE_TANGENTSWEEP_H

#include "Generate/ShadowPointers.h"
#include "Prepare/Prepare.h"
#include "Rules/RuleTable.h"
#include "llvm/ADT/MapVector.h"

namespace autodiff {

/// The forward derivative of each called function of the unit.
using TangentFunctions =
    llvm::MapVector<const llvm::Function *, llvm::Function *>;

/// A pointer with a shadow, or an active number.
bool hasTangentOrShadow(const llvm::Value &V, const UnitFacts &Facts);

/// Adds tangents to a function that begins as a copy of a prepared primal.
class TangentSweep {
public:
  TangentSweep(const PreparedFunction &P, const UnitFacts &Facts,
               const TangentFunctions &Forward, ShadowPointers &Shadows,
               llvm::ValueToValueMapTy &Map, KinkMode Kinks)
      : P(P), Facts(Facts), Forward(Forward), Shadows(Shadows), Map(Map),
        Kinks(Kinks), B(P.Body->getContext()) {}
  void set(const llvm::Value *V, llvm::Value *Tangent) {
    Tangents[V] = Tangent;
  }
  void run();
  /// The tangent of V; a zero constant where it has none.
  llvm::Value *orZero(const llvm::Value *V) const;

private:
  /// Null for zero.
  llvm::Value *of(const llvm::Value *V) const;
  void visit(const llvm::Instruction &I);
  llvm::Value *tangent(const llvm::Instruction &I);
  llvm::Value *binary(const llvm::BinaryOperator &I);
  llvm::Value *lanes(const llvm::Instruction &I);
  llvm::Value *rule(const MathRule &Rule, const llvm::Instruction &I);
  llvm::Value *load(const llvm::LoadInst &I);
  llvm::Value *sum(llvm::Value *X, llvm::Value *Y);
  void store(const llvm::StoreInst &I);
  void call(const llvm::CallBase &Call);
  void unitCall(const llvm::CallBase &Call);
  void release(const llvm::CallBase &Call);
  void transfer(const llvm::MemTransferInst &Copy);
  void fill(const llvm::MemSetInst &Fill);

  const PreparedFunction &P;
  const UnitFacts &Facts;
  const TangentFunctions &Forward;
  ShadowPointers &Shadows;
  llvm::ValueToValueMapTy &Map;
  KinkMode Kinks;
  llvm::IRBuilder<> B;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Tangents;
};

} // namespace autodiff

#endif
