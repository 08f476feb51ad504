// Diagnostics.h - How does a user's mistake reach the user?
//
// Every message is a row of Diagnostics.def. A report consists of one error at
// the innermost user line known, notes that say who asked ("while
// differentiating 'f'", "requested here"), and goes to a sink: the Clang half
// installs one that prints with carets; under opt the reports go to
// LLVMContext::diagnose.
#ifndef AUTODIFF_SUPPORT_DIAGNOSTICS_H
#define AUTODIFF_SUPPORT_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <string>
#include <utility>

namespace llvm {
class Function;
class Instruction;
class LLVMContext;
} // namespace llvm

namespace autodiff {

/// A place in the user's source; File is empty where it is not known.
struct SourcePlace {
  std::string File; ///< as the compiler was given it
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Directory = ""; ///< what File is relative to, if it is
  bool isKnown() const { return !File.empty() && Line != 0; }
};

/// One line of a report.
struct DiagnosticLine {
  enum class Severity { Error, Warning, Note };
  Severity Level;
  SourcePlace Where;
  std::string Text;
};

/// Takes the lines of one report: an error or warning, then its notes.
using DiagnosticSink = std::function<void(llvm::ArrayRef<DiagnosticLine>)>;

/// Installs the sink of this process (the Clang half does so, before any pass
/// runs); an empty one restores LLVMContext::diagnose.
void setDiagnosticSink(DiagnosticSink Sink);

/// The rows of Diagnostics.def.
enum class Message {
#define DIAGNOSTIC(Id, Text) Id,
#include "Support/Diagnostics.def"
};

/// The text of a row with %0, %1, ... replaced by the arguments.
std::string formatMessage(Message Id, llvm::ArrayRef<std::string> Arguments);

/// The user's place of an instruction: its debug location, or where the
/// location lies in a header of this project, the nearest caller's outside it.
SourcePlace placeOf(const llvm::Instruction &I);

/// The functions that an instruction stands in, innermost first: those it was
/// inlined from and the one that holds it, each with the user's place that
/// calls it (or, where a header of this project does, its own first line).
/// Functions of this project's headers are left out.
llvm::SmallVector<std::pair<std::string, SourcePlace>>
callChain(const llvm::Instruction &I);

/// The function's name as the user wrote it (demangled, without parameters).
std::string userName(const llvm::Function &F);

/// Likewise of a symbol.
std::string userName(llvm::StringRef Symbol);

/// True for a function that is defined in this project's headers (by its debug
/// information, else by its namespace).
bool isHeaderFunction(const llvm::Function &F);

/// True for a place in one of this project's headers.
bool isHeaderPlace(const SourcePlace &Place);

/// Sends one report to the sink.
void report(llvm::LLVMContext &Context, llvm::ArrayRef<DiagnosticLine> Lines);

} // namespace autodiff

#endif
