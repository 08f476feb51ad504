// NumberBits.h - How does a number move when its bits are worked on?
//
// An integer that holds the bits of a number counts units in the last place
// (ulp): bits(x) has slope 1 / ulp(x), the number made of bits slope ulp(y),
// with the sign of the number; adding passes derivatives on, shifts by k scale
// them by 2^k, masks of sign and exponent bits keep them, and what is left
// without the leading bit of the fraction is piecewise constant. (The integer
// that a number's bits are, as a function of the number, is monotonic and
// linear between powers of two.)
//
// Each number that is made of the bits of others becomes
//   linear(y, x, slope), and in y each such x becomes fixed(x):
// y, as a function of x, with that slope. Both are functions of the pass, with
// rules in RuleTable; lowerNumberBits replaces them by their first argument.
// What is not understood stays, and is refused where it is active.
#ifndef AUTODIFF_TYPES_NUMBERBITS_H
#define AUTODIFF_TYPES_NUMBERBITS_H

namespace llvm {
class CallBase;
class Function;
class Value;
} // namespace llvm

namespace autodiff {

class PreparedUnit;

/// Rewrites the functions of a unit.
void linearizeNumberBits(PreparedUnit &Unit);

/// An integer into which the bits of a number go, in a way that
/// linearizeNumberBits did not understand.
bool holdsNumberBits(const llvm::Value *Integer);

/// The result of a call that has no rule and no body here, an integer, may be
/// made of the bits of a number in that operand.
bool passesBits(const llvm::CallBase &Call, const llvm::Value &Operand);

/// Removes the calls that linearizeNumberBits made from a derivative.
void lowerNumberBits(llvm::Function &F);

} // namespace autodiff

#endif
