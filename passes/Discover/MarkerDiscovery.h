// MarkerDiscovery.h - Which derivatives does a module ask for?
//
// Reads marker calls and their descriptors (the contract is markers.def).
// Requests come in the order in which they must be resolved: one whose
// trampoline reaches another marker comes after it (derivatives of
// derivatives), otherwise in module order.
#ifndef AUTODIFF_DISCOVER_MARKERDISCOVERY_H
#define AUTODIFF_DISCOVER_MARKERDISCOVERY_H

#include "Discover/Reachability.h"
#include "Discover/Request.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"
#include <optional>
#include <vector>

namespace autodiff {

/// The requests of a module, read at once. A malformed marker (unknown version,
/// descriptor that is not a constant, trampoline that is not a known function
/// with a body) is reported and refused.
class Discovery {
public:
  explicit Discovery(llvm::Module &M);

  /// To be asked when the last one has been resolved and its marker removed.
  std::optional<Request> next();

private:
  /// A well-formed request and the functions in which it waits for others.
  struct Waiting {
    Request R;
    llvm::WeakVH Alive; ///< the marker
    FunctionSet Reached;
    bool waitsFor(llvm::CallBase &Inner) const;
  };

  static void refuse(llvm::CallBase &Call,
                     llvm::SmallVectorImpl<llvm::CallBase *> &Lost);
  void refuseRecursive(llvm::SmallVectorImpl<llvm::CallBase *> &Lost);
  void refuseUnresolvable(llvm::SmallVectorImpl<llvm::CallBase *> &Lost);

  std::vector<Waiting> Pending;
};

/// The marker calls that Discovery refused.
std::vector<llvm::CallBase *> refusedMarkers(llvm::Module &M);

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
