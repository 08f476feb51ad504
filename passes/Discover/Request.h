// Request.h - What is asked for, by whom?
#ifndef AUTODIFF_DISCOVER_REQUEST_H
#define AUTODIFF_DISCOVER_REQUEST_H

#include "Support/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace autodiff {

enum class Mode { Forward, Reverse };

/// One derivative to make: the marker call that asks for it (see
/// headers/autodiff/detail/markers.def for the contract).
struct Request {
  llvm::CallBase *Marker = nullptr;
  llvm::Function *Trampoline = nullptr; ///< void(ptr slot0, ptr slot1, ...)
  Mode DerivativeMode = Mode::Reverse;
  llvm::SmallVector<bool, 8> ActiveSlots; ///< one per slot
  SourcePlace Where;                      ///< the user's line that asked
  std::string TargetName;                 ///< the primal's name for messages
};

} // namespace autodiff

#endif
