// WrapperArguments.h - Which of the command line's arguments are ours, and
// which are clang's?
#ifndef AUTODIFF_CLANG_PLUGIN_WRAPPERARGUMENTS_H
#define AUTODIFF_CLANG_PLUGIN_WRAPPERARGUMENTS_H

#include <string>
#include <vector>

namespace autodiff {

struct WrapperArguments {
  std::string Kinks; ///< empty: not given
  std::string Llvm;  ///< a major version; empty: not given
  bool Print = false;
  bool Help = false;
  std::vector<std::string> ForClang; ///< in the user's order
  std::string Error;                 ///< empty if all is well
};

/// Takes our options out of \p Arguments (without the program's name). Response
/// files that hold one of ours are expanded; others are left to clang.
WrapperArguments splitArguments(const std::vector<std::string> &Arguments);

/// The text of --autodiff-help.
std::string wrapperHelp(const std::string &Program);

} // namespace autodiff

#endif
