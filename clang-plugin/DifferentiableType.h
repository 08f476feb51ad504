// DifferentiableType.h - Can a value of this type carry a derivative?
//
// What is not known (an incomplete class, `void *`, a class with virtual
// functions, whose derived classes may hold anything) is answered with yes: the
// pass sees the code and decides.
#ifndef AUTODIFF_CLANG_PLUGIN_DIFFERENTIABLETYPE_H
#define AUTODIFF_CLANG_PLUGIN_DIFFERENTIABLETYPE_H

#include "clang/AST/Type.h"

namespace autodiff {

/// True if a value of type \p T, or what it points to, may hold a
/// floating-point value that is not marked inactive.
bool holdsFloat(clang::QualType T);

/// True if a function that is given a value of type \p T may write a
/// floating-point value to its caller through it.
bool mayReturnFloatThrough(clang::QualType T);

} // namespace autodiff

#endif
