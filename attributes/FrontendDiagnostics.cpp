// FrontendDiagnostics.cpp - How does the front end report a row of
// DiagnosticsFrontend.def?
#include "attributes/FrontendDiagnostics.h"

using namespace clang;

namespace autodiff {

/// The engine hands out the same number for the same text each time.
static unsigned customId(DiagnosticsEngine &Engine, FrontendMessage Id) {
  switch (Id) {
#define AUTODIFF_FRONTEND_DIAGNOSTIC(Id, Level, Text)                          \
  case FrontendMessage::Id:                                                    \
    return Engine.getCustomDiagID(DiagnosticsEngine::Level, Text);
#include "attributes/DiagnosticsFrontend.def"
  }
  llvm_unreachable("a row of DiagnosticsFrontend.def");
}

DiagnosticBuilder reportFrontend(DiagnosticsEngine &Engine,
                                 SourceLocation Where, FrontendMessage Id) {
  return Engine.Report(Where, customId(Engine, Id));
}

} // namespace autodiff
