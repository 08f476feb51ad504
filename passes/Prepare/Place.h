// Place.h - Where in an object may an address point?
#ifndef AUTODIFF_PREPARE_PLACE_H
#define AUTODIFF_PREPARE_PLACE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace llvm {
class DataLayout;
class GEPOperator;
class Value;
} // namespace llvm

namespace autodiff {

/// Offset + k * Stride bytes into an object.
struct Place {
  int64_t Offset = 0;
  int64_t Stride = 0;
};

/// Of two addresses of one object, either.
Place either(Place A, Place B);

/// P moved by an address computation; DivisorOf tells a number that divides a
/// variable index. False, with P as it was, if it may lead anywhere.
bool addStep(const llvm::GEPOperator &Step, const llvm::DataLayout &DL,
             llvm::function_ref<int64_t(const llvm::Value &)> DivisorOf,
             Place &P);

} // namespace autodiff

#endif
