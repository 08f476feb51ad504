// PlaceLookup.cpp - Where, in what Clang has read, is file:line:column?
#include "PlaceLookup.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/SourceManagerInternals.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace clang;

namespace autodiff {

/// The file that debug information calls \p Name; the main file may be
/// standard input.
static FileID fileCalled(const SourceManager &SM, StringRef Name) {
  FileID Main = SM.getMainFileID();
  OptionalFileEntryRef MainEntry = SM.getFileEntryRefForID(Main);
  if (MainEntry && MainEntry->getName() == Name)
    return Main;
  if (OptionalFileEntryRef File = SM.getFileManager().getOptionalFileRef(Name))
    return SM.translateFile(*File);
  return FileID();
}

/// True if Clang would call \p Location that line of that file.
static bool isCalled(const SourceManager &SM, SourceLocation Location,
                     StringRef File, unsigned Line) {
  PresumedLoc Presumed = SM.getPresumedLoc(Location);
  return Presumed.isValid() && Presumed.getLine() == Line &&
         File == Presumed.getFilename();
}

/// The place behind a #line directive of \p File, which has \p Entries.
static SourceLocation findInFile(SourceManager &SM, FileID File,
                                 const std::vector<LineEntry> &Entries,
                                 const SourcePlace &Where) {
  for (const LineEntry &Entry : Entries) {
    if (Entry.FilenameID < 0 || Entry.LineNo > Where.Line ||
        SM.getLineTable().getFilename(Entry.FilenameID) != Where.File)
      continue;
    // The entry's number is that of the line behind the directive.
    unsigned Line = SM.getLineNumber(File, Entry.FileOffset) + 1 + Where.Line -
                    Entry.LineNo;
    SourceLocation Location =
        SM.translateLineCol(File, Line, std::max(1u, Where.Column));
    if (Location.isValid() && isCalled(SM, Location, Where.File, Where.Line))
      return Location;
  }
  return SourceLocation();
}

static SourceLocation findBehindLineDirectives(SourceManager &SM,
                                               const SourcePlace &Where) {
  if (!SM.hasLineTable())
    return SourceLocation();
  for (const auto &[File, Entries] : SM.getLineTable()) {
    SourceLocation Location = findInFile(SM, File, Entries, Where);
    if (Location.isValid())
      return Location;
  }
  return SourceLocation();
}

SourceLocation findPlace(SourceManager &SM, const SourcePlace &Where) {
  if (!Where.isKnown())
    return SourceLocation();
  FileID File = fileCalled(SM, Where.File);
  if (File.isInvalid() && !Where.Directory.empty()) {
    llvm::SmallString<128> Path(Where.Directory);
    llvm::sys::path::append(Path, Where.File);
    File = fileCalled(SM, Path);
  }
  if (File.isValid()) {
    SourceLocation Location =
        SM.translateLineCol(File, Where.Line, std::max(1u, Where.Column));
    PresumedLoc Presumed = SM.getPresumedLoc(Location);
    if (Presumed.isValid() && Presumed.getLine() == Where.Line)
      return Location;
  }
  return findBehindLineDirectives(SM, Where);
}

} // namespace autodiff
