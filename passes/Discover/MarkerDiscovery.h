// MarkerDiscovery.h - Which derivatives does a module ask for?
//
// Reads marker calls and their descriptors (the contract is markers.def).
// Requests come in the order in which they must be resolved: one whose
// trampoline reaches another marker comes after it (derivatives of
// derivatives), otherwise in module order.
#ifndef AUTODIFF_DISCOVER_MARKERDISCOVERY_H
#define AUTODIFF_DISCOVER_MARKERDISCOVERY_H

#include "Discover/Request.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PassManager.h"
#include <memory>
#include <optional>
#include <vector>

namespace autodiff {

/// The requests of a module, read at once. To be asked for the next one when
/// the last has been resolved and its marker removed.
class Discovery {
public:
  explicit Discovery(llvm::Module &M);
  ~Discovery();

  /// The next request, or nothing if the module has no marker call left. A
  /// malformed marker (unknown version, descriptor that is not a constant,
  /// trampoline that is not a known function with a body) is reported, put
  /// among the refused, and skipped.
  std::optional<Request> next();
  /// Those that are left, in that order; to be printed.
  std::vector<Request> all();

  llvm::ArrayRef<llvm::CallBase *> refused() const {
    return Refused.getArrayRef();
  }

private:
  class Worklist;

  llvm::Module &M;
  llvm::SetVector<llvm::CallBase *> Refused;
  std::unique_ptr<Worklist> Work;
};

/// True if the module calls, or declares and uses, a marker.
bool hasMarkers(const llvm::Module &M);

/// `print<ad-requests>`
class RequestPrinterPass : public llvm::PassInfoMixin<RequestPrinterPass> {
public:
  explicit RequestPrinterPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &OS;
};

} // namespace autodiff

#endif
