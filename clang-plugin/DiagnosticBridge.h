// DiagnosticBridge.h - How does an error of the pass get its caret?
//
// The pass knows places as file, line and column. While a bridge lives, the
// reports of the pass go through Clang's own diagnostics; a bridge lives as
// long as the compilation that it belongs to.
#ifndef AUTODIFF_CLANG_PLUGIN_DIAGNOSTICBRIDGE_H
#define AUTODIFF_CLANG_PLUGIN_DIAGNOSTICBRIDGE_H

#include "Support/Diagnostics.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace autodiff {

class DiagnosticBridge {
public:
  explicit DiagnosticBridge(clang::CompilerInstance &CI);
  ~DiagnosticBridge();
  DiagnosticBridge(const DiagnosticBridge &) = delete;
  DiagnosticBridge &operator=(const DiagnosticBridge &) = delete;

private:
  void print(const DiagnosticLine &Line) const;

  clang::CompilerInstance &CI;
};

} // namespace autodiff

#endif
