// Annotations.h - What did the front end write on functions, parameters,
// variables and fields?
//
// The texts are markers.def's. Functions and global variables stand in
// llvm.global.annotations, parameters and locals in llvm.var.annotation, fields
// in llvm.ptr.annotation. Removing an annotation invalidates what was read.
#ifndef AUTODIFF_DISCOVER_ANNOTATIONS_H
#define AUTODIFF_DISCOVER_ANNOTATIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class IntrinsicInst;
class Module;
} // namespace llvm

namespace autodiff {

/// grad(x, y) on a function: "autodiff_grad:0,2", or with the number of source
/// parameters "autodiff_grad:0,2/3".
struct GradList {
  llvm::SmallVector<unsigned, 4> Parameters; ///< numbers of source parameters
  std::optional<unsigned> Count;             ///< of all source parameters
};

/// The list after "autodiff_grad:"; nothing where it is not one.
std::optional<GradList> parseGradList(llvm::StringRef Text);

struct Annotations {
  struct Grad {
    llvm::Function *Target;
    std::string Text; ///< after "autodiff_grad:"
  };
  llvm::SmallVector<llvm::Function *> InactiveFunctions;
  llvm::SmallVector<llvm::GlobalVariable *> InactiveVariables;
  llvm::SmallVector<llvm::IntrinsicInst *> InactiveStorage; ///< (address, ...)
  std::vector<Grad> Grads;
};

/// The annotations of this project in M, in module order.
Annotations readAnnotations(llvm::Module &M);

/// Removes them; those of others stay. True if there were any.
bool removeAnnotations(llvm::Module &M);

} // namespace autodiff

#endif
