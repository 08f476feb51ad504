// FrontendDiagnostics.h - How does the front end report a row of
// DiagnosticsFrontend.def?
#ifndef AUTODIFF_ATTRIBUTES_FRONTENDDIAGNOSTICS_H
#define AUTODIFF_ATTRIBUTES_FRONTENDDIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"

namespace autodiff {

/// The rows of DiagnosticsFrontend.def.
enum class FrontendMessage {
#define AUTODIFF_FRONTEND_DIAGNOSTIC(Id, Level, Text) Id,
#include "attributes/DiagnosticsFrontend.def"
};

/// Starts a diagnostic with a caret at \p Where; stream the arguments into it.
clang::DiagnosticBuilder reportFrontend(clang::DiagnosticsEngine &Engine,
                                        clang::SourceLocation Where,
                                        FrontendMessage Id);

} // namespace autodiff

#endif
