// DiagnosticBridge.cpp - How does an error of the pass get its caret?
#include "DiagnosticBridge.h"
#include "PlaceLookup.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include <algorithm>
#include <vector>

using namespace clang;

namespace autodiff {

/// The bridges alive, innermost last: Clang builds a module, in a compiler
/// instance of its own, in the middle of a translation unit.
static std::vector<DiagnosticBridge *> &bridges() {
  static std::vector<DiagnosticBridge *> Alive;
  return Alive;
}

DiagnosticBridge::DiagnosticBridge(CompilerInstance &CI) : CI(CI) {
  bridges().push_back(this);
  setDiagnosticSink([](llvm::ArrayRef<DiagnosticLine> Lines) {
    for (const DiagnosticLine &Line : Lines)
      bridges().back()->print(Line);
  });
}

DiagnosticBridge::~DiagnosticBridge() {
  std::vector<DiagnosticBridge *> &Alive = bridges();
  Alive.erase(std::find(Alive.begin(), Alive.end(), this));
  if (Alive.empty())
    setDiagnosticSink({});
}

static DiagnosticsEngine::Level levelOf(DiagnosticLine::Severity Level) {
  switch (Level) {
  case DiagnosticLine::Severity::Error:
    return DiagnosticsEngine::Error;
  case DiagnosticLine::Severity::Warning:
    return DiagnosticsEngine::Warning;
  case DiagnosticLine::Severity::Note:
    return DiagnosticsEngine::Note;
  }
  llvm_unreachable("a severity");
}

void DiagnosticBridge::print(const DiagnosticLine &Line) const {
  DiagnosticsEngine &Engine = CI.getDiagnostics();
  unsigned Id = Engine.getCustomDiagID(levelOf(Line.Level), "%0");
  SourceLocation Location;
  if (CI.hasSourceManager())
    Location = findPlace(CI.getSourceManager(), Line.Where);
  std::string Text = Line.Text;
  // A place that has no caret is at least named.
  if (Location.isInvalid() && Line.Where.isKnown())
    Text =
        Line.Where.File + ":" + std::to_string(Line.Where.Line) + ": " + Text;
  Engine.Report(Location, Id) << Text;
}

} // namespace autodiff
