// Options.h - What can be set on the command line? (as few as possible)
#ifndef AUTODIFF_OPTIONS_H
#define AUTODIFF_OPTIONS_H

#include "Rules/RuleExpr.h"

namespace autodiff {

struct Options {
  KinkMode Kinks =
      KinkMode::Subgradient; ///< -mllvm -autodiff-kinks=subgradient|ieee
  bool Print =
      false; ///< -mllvm -autodiff-print: each derivative's IR, to stderr

  /// The values of this process's command line.
  static Options fromCommandLine();
};

} // namespace autodiff

#endif
