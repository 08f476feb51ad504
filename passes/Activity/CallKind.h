// CallKind.h - What does a call mean to the derivative?
#ifndef AUTODIFF_ACTIVITY_CALLKIND_H
#define AUTODIFF_ACTIVITY_CALLKIND_H

#include "llvm/IR/InstrTypes.h"

namespace autodiff {

class PreparedUnit;

enum class CallKind {
  Rule,           ///< a row of MathRules.def
  Unit,           ///< a function of the unit: has a derivative of its own
  Inactive,       ///< runs once, carries no derivative
  Allocate,       ///< fresh memory
  AllocateZeroed, ///< fresh memory, all zero
  Free,           ///< gives memory back
  Transfer,       ///< memcpy, memmove
  Fill,           ///< memset
  Constant,       ///< autodiff::constant: its argument, held fixed
  SamePointer, ///< returns its pointer argument (launder, threadlocal.address)
  InlineAsm,
  Indirect, ///< callee not known
  Unknown   ///< no body, no rule, no row
};

CallKind callKind(const llvm::CallBase &Call, PreparedUnit &Unit);

/// True if a value of this type holds floating-point numbers.
bool carriesFloat(const llvm::Type *Ty);

} // namespace autodiff

#endif
