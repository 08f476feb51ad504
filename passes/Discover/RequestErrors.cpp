#include "Discover/RequestErrors.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace autodiff {

void RequestErrors::error(const Instruction &At, Message Id,
                          ArrayRef<std::string> Arguments) {
  std::string Text = formatMessage(Id, Arguments);
  SourcePlace Where = placeOf(At);
  // An instruction without a place of its own, or of our headers, is reported
  // where it was asked for.
  if (!Where.isKnown() || isHeaderPlace(Where))
    Where = R.Where;
  std::string Key = (Twine(Where.File) + ":" + Twine(Where.Line) + Text).str();
  if (!Reported.insert(Key).second)
    return;
  SmallVector<DiagnosticLine, 4> Lines{
      {DiagnosticLine::Severity::Error, Where, Text}};
  SmallSet<std::string, 4> Named;
  for (auto &[Name, Place] : callChain(At)) {
    bool Copy = StringRef(Name).ends_with(".ad");
    if (!Copy && !Name.empty() && Named.insert(Name).second)
      Lines.push_back({DiagnosticLine::Severity::Note, Place,
                       formatMessage(Message::NoteWhile, {Name})});
  }
  if (Named.empty())
    Lines.push_back({DiagnosticLine::Severity::Note, R.Where,
                     formatMessage(Message::NoteWhile, {R.TargetName})});
  Lines.push_back({DiagnosticLine::Severity::Note, R.Where,
                   formatMessage(Message::NoteRequested, {})});
  report(At.getContext(), Lines);
}

void RequestErrors::error(Message Id, ArrayRef<std::string> Arguments) {
  std::string Text = formatMessage(Id, Arguments);
  if (!Reported.insert(Text).second)
    return;
  DiagnosticLine Line{DiagnosticLine::Severity::Error, R.Where, Text};
  report(R.Marker->getContext(), Line);
}

} // namespace autodiff
