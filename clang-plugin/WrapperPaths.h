// WrapperPaths.h - Where are the clang, the plugin and the headers to use?
#ifndef AUTODIFF_CLANG_PLUGIN_WRAPPERPATHS_H
#define AUTODIFF_CLANG_PLUGIN_WRAPPERPATHS_H

#include <string>

namespace autodiff {

struct WrapperPaths {
  std::string Clang;
  std::string Plugin;
  std::string Headers;
  std::string Error; ///< empty if all were found
};

/// \p Llvm is the major version asked for, or empty; \p Driver is "clang" or
/// "clang++".
WrapperPaths findPaths(const std::string &Llvm, const std::string &Driver);

} // namespace autodiff

#endif
