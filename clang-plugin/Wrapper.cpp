// Wrapper.cpp - How do clang-ad and clang-ad++ call clang?
//
// Both are this program; the name ends in ++ for C++. It becomes clang, with
// the two plugin flags and the headers' directory in front of the user's
// arguments, and nothing else, so that what clang does without a request stays
// what clang does.
#include "WrapperArguments.h"
#include "WrapperPaths.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace autodiff;

static int fail(const std::string &Program, const std::string &Message) {
  std::fprintf(stderr, "%s: error: %s\n", Program.c_str(), Message.c_str());
  return 1;
}

/// Clang's arguments up to the user's. The headers come behind all other
/// directories, so that they hide nothing. At a link, or for an assembler file,
/// clang must not call any of this unused.
static std::vector<std::string> ownFlags(const WrapperPaths &Paths,
                                         const WrapperArguments &Arguments) {
  std::vector<std::string> Flags = {
      "--start-no-unused-arguments", "-fplugin=" + Paths.Plugin,
      "-fpass-plugin=" + Paths.Plugin, "-idirafter", Paths.Headers};
  // Not the driver's -mllvm, which would reach the assembler and the linker.
  auto AddPassOption = [&Flags](const std::string &Option) {
    for (const std::string &Part : {std::string("-mllvm"), Option}) {
      Flags.push_back("-Xclang");
      Flags.push_back(Part);
    }
  };
  if (!Arguments.Kinks.empty())
    AddPassOption("-autodiff-kinks=" + Arguments.Kinks);
  if (Arguments.Print)
    AddPassOption("-autodiff-print");
  Flags.push_back("--end-no-unused-arguments");
  return Flags;
}

static int runClang(const std::string &Clang,
                    const std::vector<std::string> &Arguments) {
  std::vector<char *> Pointers = {const_cast<char *>(Clang.c_str())};
  for (const std::string &Argument : Arguments)
    Pointers.push_back(const_cast<char *>(Argument.c_str()));
  Pointers.push_back(nullptr);
  execv(Clang.c_str(), Pointers.data());
  return fail("clang-ad", "cannot run '" + Clang + "': " + strerror(errno));
}

int main(int Count, char **Values) {
  std::string Program = Count > 0 ? Values[0] : "clang-ad";
  Program.erase(0, Program.rfind('/') + 1);
  bool IsCxx = Program.find("++") != std::string::npos;
  std::vector<std::string> All(Values + (Count > 0), Values + Count);

  WrapperArguments Arguments = splitArguments(All);
  if (!Arguments.Error.empty())
    return fail(Program, Arguments.Error);
  if (Arguments.Help) {
    std::fputs(wrapperHelp(Program).c_str(), stdout);
    return 0;
  }
  WrapperPaths Paths = findPaths(Arguments.Llvm, IsCxx ? "clang++" : "clang");
  if (!Paths.Error.empty())
    return fail(Program, Paths.Error);

  // `-cc1` and its like must stay the first argument; they are the compiler's
  // own language, with all that is needed already in it.
  bool IsFrontendCall = !All.empty() && All[0].rfind("-cc1", 0) == 0;
  std::vector<std::string> ForClang;
  if (!IsFrontendCall)
    ForClang = ownFlags(Paths, Arguments);
  ForClang.insert(ForClang.end(), Arguments.ForClang.begin(),
                  Arguments.ForClang.end());
  return runClang(Paths.Clang, ForClang);
}
