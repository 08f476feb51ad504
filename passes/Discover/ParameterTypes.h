// ParameterTypes.h - Which parameters does the source declare pointers to
// numbers?
//
// Pointers have no pointee in IR, but the names of C++ functions spell the
// types of their parameters: std::copy's __copy_m<double>(double const*, ...)
// moves bytes, of numbers that nothing else may tell of.
#ifndef AUTODIFF_DISCOVER_PARAMETERTYPES_H
#define AUTODIFF_DISCOVER_PARAMETERTYPES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Value;
} // namespace llvm

namespace autodiff {

/// What a pointer that is a parameter of the function it is used in points to,
/// if that is a number: "float", "double" or "long double", else "".
llvm::StringRef declaredNumber(const llvm::Value *Pointer);

} // namespace autodiff

#endif
