// Retype.h - Which integer accesses move numbers or pointers?
//
// The optimiser copies small blocks by integer loads and stores. Where the
// types of the memory say that the bytes are floating-point numbers or a
// pointer, the access is rewritten to that type, with a bit cast, so that the
// later stages see a number moved as a number.
#ifndef AUTODIFF_TYPES_RETYPE_H
#define AUTODIFF_TYPES_RETYPE_H

namespace autodiff {

class PreparedUnit;

/// Rewrites the accesses of a unit and simplifies what they leave.
void retypeAccesses(PreparedUnit &Unit);

} // namespace autodiff

#endif
