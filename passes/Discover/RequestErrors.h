// RequestErrors.h - What is wrong with a request, and who asked?
//
// Collects the errors of one request. Each is reported at the user's line, with
// the chain of functions through which the instruction came into the
// differentiated code, and the line of the request.
#ifndef AUTODIFF_DISCOVER_REQUESTERRORS_H
#define AUTODIFF_DISCOVER_REQUESTERRORS_H

#include "Discover/Request.h"
#include "llvm/ADT/SmallSet.h"

namespace autodiff {

class RequestErrors {
public:
  explicit RequestErrors(const Request &R) : R(R) {}

  /// Reports Id at an instruction of a prepared function (once per place).
  void error(const llvm::Instruction &At, Message Id,
             llvm::ArrayRef<std::string> Arguments = {});
  /// Reports Id at the request itself.
  void error(Message Id, llvm::ArrayRef<std::string> Arguments = {});

  bool any() const { return !Reported.empty(); }

private:
  const Request &R;
  llvm::SmallSet<std::string, 4> Reported;
};

} // namespace autodiff

#endif
