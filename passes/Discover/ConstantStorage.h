// ConstantStorage.h - How does a variable carry no derivative?
//
// A value that is read from it goes through an opaque identity, and so does its
// address wherever it is handed on: all that is reached through such a pointer
// is held constant. What is stored into it is stored as ever.
#ifndef AUTODIFF_DISCOVER_CONSTANTSTORAGE_H
#define AUTODIFF_DISCOVER_CONSTANTSTORAGE_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
class Instruction;
class IntrinsicInst;
class Value;
} // namespace llvm

namespace autodiff {

class ConstantStorage {
public:
  /// A local, a parameter or a field, given by its annotation.
  void hold(llvm::IntrinsicInst &Annotation);

  /// A global variable, where F uses it.
  void hold(llvm::GlobalVariable &Variable, llvm::Function &F);

private:
  llvm::SmallPtrSet<llvm::Value *, 16> Held;
};

/// Holds the result of an instruction constant for all its users; what they use
/// now.
llvm::Value *holdResultConstant(llvm::Instruction &I);

/// Holds an argument of one call constant.
void holdArgumentConstant(llvm::CallBase &Call, unsigned Index);

} // namespace autodiff

#endif
