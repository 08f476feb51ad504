// Diagnostics.cpp - How does a user's mistake reach the user?
#include "Support/Diagnostics.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include <cassert>
#include <deque>
#include <mutex>

using namespace llvm;

namespace autodiff {

//===--- Texts ------------------------------------------------------------===//

static StringRef textOf(Message Id) {
  switch (Id) {
#define DIAGNOSTIC(Id, Text)                                                   \
  case Message::Id:                                                            \
    return Text;
#include "Support/Diagnostics.def"
  }
  llvm_unreachable("message without a row in Diagnostics.def");
}

std::string formatMessage(Message Id, ArrayRef<std::string> Arguments) {
  StringRef Text = textOf(Id);
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool IsPlaceholder =
        Text[I] == '%' && I + 1 < Text.size() && isDigit(Text[I + 1]);
    if (!IsPlaceholder) {
      Result += Text[I];
      continue;
    }
    size_t Number = Text[++I] - '0';
    assert(Number < Arguments.size() && "message lacks an argument");
    if (Number < Arguments.size())
      Result += Arguments[Number];
  }
  return Result;
}

//===--- Places -----------------------------------------------------------===//

/// True for <...>/autodiff/x.h and <...>/autodiff/{detail,compat}/x.h.
static bool isHeaderPath(StringRef Directory, StringRef Filename) {
  if (!Filename.ends_with(".h"))
    return false;
  SmallString<128> Path(Filename);
  if (!sys::path::is_absolute(Path)) {
    Path = Directory;
    sys::path::append(Path, Filename);
  }
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  StringRef Folder = sys::path::parent_path(Path);
  StringRef Name = sys::path::filename(Folder);
  if (Name == "detail" || Name == "compat")
    Name = sys::path::filename(sys::path::parent_path(Folder));
  return Name == "autodiff";
}

static bool isHeaderFile(const DIFile *File) {
  return File && isHeaderPath(File->getDirectory(), File->getFilename());
}

bool isHeaderPlace(const SourcePlace &Place) {
  return isHeaderPath(Place.Directory, Place.File);
}

static SourcePlace placeIn(const DIFile *File, unsigned Line, unsigned Column) {
  SourcePlace Place;
  if (!File || Line == 0)
    return Place;
  // A relative name stays as the user gave it to the compiler.
  Place.File = File->getFilename().str();
  if (!sys::path::is_absolute(Place.File))
    Place.Directory = File->getDirectory().str();
  Place.Line = Line;
  Place.Column = Column;
  return Place;
}

static SourcePlace placeIn(const DILocation &Location) {
  return placeIn(Location.getFile(), Location.getLine(), Location.getColumn());
}

/// The innermost place of a location's inlining chain outside our headers.
static SourcePlace placeOutsideHeaders(const DILocation *Location) {
  for (; Location; Location = Location->getInlinedAt())
    if (Location->getLine() != 0 && !isHeaderFile(Location->getFile()))
      return placeIn(*Location);
  return {};
}

/// The calls that name F: as their callee first, then as an argument.
static SmallVector<const CallBase *> callsNaming(const Function &F) {
  SmallVector<const CallBase *> Direct, Passed;
  for (const Use &U : F.uses())
    if (const auto *Call = dyn_cast<CallBase>(U.getUser()))
      (Call->isCallee(&U) ? Direct : Passed).push_back(Call);
  // Use lists grow at the front: turn them into program order.
  std::reverse(Direct.begin(), Direct.end());
  std::reverse(Passed.begin(), Passed.end());
  Direct.append(Passed);
  return Direct;
}

/// The place of the nearest call outside our headers that leads to F.
static SourcePlace placeOfCaller(const Function &F) {
  std::deque<const Function *> Queue{&F};
  SmallPtrSet<const Function *, 8> Visited{&F};
  while (!Queue.empty()) {
    const Function *Callee = Queue.front();
    Queue.pop_front();
    for (const CallBase *Call : callsNaming(*Callee)) {
      SourcePlace Place = placeOutsideHeaders(Call->getDebugLoc().get());
      if (Place.isKnown())
        return Place;
      if (Visited.insert(Call->getFunction()).second)
        Queue.push_back(Call->getFunction());
    }
  }
  return {};
}

/// A location near an instruction that has none: what comes before it in its
/// block, then its function.
static const DILocation *locationBefore(const Instruction &I) {
  for (const Instruction *P = &I; P; P = P->getPrevNode())
    if (const DILocation *Location = P->getDebugLoc().get())
      if (Location->getLine() != 0)
        return Location;
  return nullptr;
}

static SourcePlace placeOf(const DISubprogram *Subprogram) {
  if (!Subprogram)
    return {};
  return placeIn(Subprogram->getFile(), Subprogram->getLine(), 0);
}

SourcePlace placeOf(const Instruction &I) {
  const DILocation *Location = locationBefore(I);
  SourcePlace Place = placeOutsideHeaders(Location);
  if (Place.isKnown())
    return Place;
  const Function &F = *I.getFunction();
  if (!isHeaderFunction(F)) {
    Place = placeOf(F.getSubprogram());
    if (Place.isKnown())
      return Place;
  }
  Place = placeOfCaller(F);
  if (Place.isKnown())
    return Place;
  return Location ? placeIn(*Location) : placeOf(F.getSubprogram());
}

static std::string userName(const DISubprogram &Subprogram) {
  StringRef Symbol = Subprogram.getLinkageName();
  return Symbol.empty() ? Subprogram.getName().str() : userName(Symbol);
}

SmallVector<std::pair<std::string, SourcePlace>>
callChain(const Instruction &I) {
  SmallVector<std::pair<std::string, SourcePlace>> Chain;
  for (const DILocation *Location = locationBefore(I); Location;
       Location = Location->getInlinedAt()) {
    const DISubprogram *Subprogram = Location->getScope()->getSubprogram();
    if (!Subprogram || isHeaderFile(Subprogram->getFile()))
      continue;
    const DILocation *Caller = Location->getInlinedAt();
    bool IsCalledByUser = Caller && !isHeaderFile(Caller->getFile());
    SourcePlace Place = IsCalledByUser ? placeIn(*Caller) : placeOf(Subprogram);
    Chain.emplace_back(userName(*Subprogram), Place);
  }
  return Chain;
}

bool isHeaderFunction(const Function &F) {
  if (const DISubprogram *Subprogram = F.getSubprogram())
    return isHeaderFile(Subprogram->getFile());
  return StringRef(userName(F)).starts_with("autodiff::");
}

//===--- Reports ----------------------------------------------------------===//

namespace {
/// The sink of this process; the mutex guards it against a pass that runs in
/// another thread (thin link).
struct SinkHolder {
  std::mutex Mutex;
  DiagnosticSink Sink;
};
} // namespace

static SinkHolder &sinkHolder() {
  static SinkHolder Holder;
  return Holder;
}

void setDiagnosticSink(DiagnosticSink Sink) {
  SinkHolder &Holder = sinkHolder();
  std::lock_guard<std::mutex> Lock(Holder.Mutex);
  Holder.Sink = std::move(Sink);
}

static StringRef nameOf(DiagnosticLine::Severity Level) {
  switch (Level) {
  case DiagnosticLine::Severity::Error:
    return "error";
  case DiagnosticLine::Severity::Warning:
    return "warning";
  case DiagnosticLine::Severity::Note:
    return "note";
  }
  llvm_unreachable("unknown severity");
}

static DiagnosticSeverity severityOf(DiagnosticLine::Severity Level) {
  switch (Level) {
  case DiagnosticLine::Severity::Error:
    return DS_Error;
  case DiagnosticLine::Severity::Warning:
    return DS_Warning;
  case DiagnosticLine::Severity::Note:
    return DS_Note;
  }
  llvm_unreachable("unknown severity");
}

namespace {
/// A report as LLVMContext::diagnose takes it. The handler itself puts the
/// severity of the report in front.
class ReportInfo : public DiagnosticInfo {
public:
  explicit ReportInfo(ArrayRef<DiagnosticLine> Lines)
      : DiagnosticInfo(kind(), severityOf(Lines.front().Level)), Lines(Lines) {}

  void print(DiagnosticPrinter &Printer) const override {
    for (const DiagnosticLine &Line : Lines) {
      bool IsFirst = &Line == Lines.begin();
      if (!IsFirst)
        Printer << "\n";
      if (Line.Where.isKnown())
        Printer << Line.Where.File << ":" << Line.Where.Line << ":"
                << Line.Where.Column << ": ";
      if (Line.Where.isKnown() || !IsFirst)
        Printer << nameOf(Line.Level) << ": ";
      Printer << Line.Text;
    }
  }

private:
  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }

  ArrayRef<DiagnosticLine> Lines;
};
} // namespace

void report(LLVMContext &Context, ArrayRef<DiagnosticLine> Lines) {
  if (Lines.empty())
    return;
  DiagnosticSink Sink;
  {
    SinkHolder &Holder = sinkHolder();
    std::lock_guard<std::mutex> Lock(Holder.Mutex);
    Sink = Holder.Sink;
  }
  if (Sink)
    Sink(Lines);
  else
    Context.diagnose(ReportInfo(Lines));
}

} // namespace autodiff
