// WrapperPaths.cpp - Where are the clang, the plugin and the headers to use?
//
// Relative to the program itself, in the build tree as in the installed one:
//
//   bin/clang-ad++
//   include/autodiff/
//   lib/autodiff/llvm-NN/AutodiffClang.so
//   lib/autodiff/llvm-NN/clang-bin-dir     the directory of that LLVM's clang
#include "WrapperPaths.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace autodiff {

static bool isProgram(const fs::path &Path) {
  std::error_code Ignored;
  return fs::is_regular_file(Path, Ignored) && access(Path.c_str(), X_OK) == 0;
}

/// The directory above the one that the running program, symlinks resolved,
/// is in.
static fs::path prefix() {
  std::error_code Error;
  fs::path Self = fs::canonical("/proc/self/exe", Error);
  return Self.parent_path().parent_path();
}

/// The major versions for which there is a plugin, ascending.
static std::vector<unsigned> installedVersions(const fs::path &Root) {
  std::vector<unsigned> Versions;
  std::error_code Error;
  for (const fs::directory_entry &Entry : fs::directory_iterator(Root, Error)) {
    std::string Name = Entry.path().filename().string();
    std::error_code Ignored;
    if (Name.rfind("llvm-", 0) == 0 &&
        fs::exists(Entry.path() / "AutodiffClang.so", Ignored))
      Versions.push_back(std::strtoul(Name.c_str() + 5, nullptr, 10));
  }
  std::sort(Versions.begin(), Versions.end());
  return Versions;
}

static std::string chooseVersion(const std::string &Asked,
                                 const std::vector<unsigned> &Installed) {
  if (!Asked.empty())
    return Asked;
  const unsigned Own = AUTODIFF_LLVM;
  bool HasOwn =
      std::find(Installed.begin(), Installed.end(), Own) != Installed.end();
  return std::to_string(HasOwn || Installed.empty() ? Own : Installed.back());
}

static fs::path findOnPath(const std::string &Program) {
  const char *Path = std::getenv("PATH");
  std::string Rest = Path ? Path : "";
  while (!Rest.empty()) {
    size_t Colon = std::min(Rest.find(':'), Rest.size());
    fs::path Candidate = fs::path(Rest.substr(0, Colon)) / Program;
    if (Colon != 0 && isProgram(Candidate))
      return Candidate;
    Rest.erase(0, Colon + 1);
  }
  return {};
}

/// The clang that AUTODIFF_CLANG names: itself, its sibling for the other
/// language, or the one in that directory.
static fs::path clangOfEnvironment(const fs::path &Named,
                                   const std::string &Driver) {
  std::error_code Ignored;
  if (fs::is_directory(Named, Ignored))
    return Named / Driver;
  std::string Name = Named.filename().string();
  bool IsCxx = Name.find("++") != std::string::npos;
  size_t Stem = Name.find("clang");
  if (IsCxx == (Driver == "clang++") || Stem == std::string::npos)
    return Named;
  Name.replace(Stem, IsCxx ? 7 : 5, Driver);
  fs::path Sibling = Named.parent_path() / Name;
  return isProgram(Sibling) ? Sibling : Named;
}

static fs::path findClang(const fs::path &PluginDir, const std::string &Version,
                          const std::string &Driver) {
  std::ifstream File(PluginDir / "clang-bin-dir");
  std::string Directory;
  if (std::getline(File, Directory) && isProgram(fs::path(Directory) / Driver))
    return fs::path(Directory) / Driver;
  return findOnPath(Driver + "-" + Version);
}

WrapperPaths findPaths(const std::string &Llvm, const std::string &Driver) {
  WrapperPaths Paths;
  fs::path Root = prefix() / "lib" / "autodiff";
  std::vector<unsigned> Installed = installedVersions(Root);
  std::string Version = chooseVersion(Llvm, Installed);
  fs::path PluginDir = Root / ("llvm-" + Version);
  Paths.Plugin = PluginDir / "AutodiffClang.so";
  Paths.Headers = prefix() / "include";
  if (access(Paths.Plugin.c_str(), R_OK) != 0) {
    Paths.Error = "no plugin for LLVM " + Version + ": there is no '" +
                  Paths.Plugin + "'; install it";
    for (unsigned Other : Installed)
      Paths.Error += ", or use '-fautodiff-llvm=" + std::to_string(Other) + "'";
    return Paths;
  }
  const char *Named = std::getenv("AUTODIFF_CLANG");
  Paths.Clang = Named && *Named ? clangOfEnvironment(Named, Driver)
                                : findClang(PluginDir, Version, Driver);
  if (Paths.Clang.empty() || !isProgram(Paths.Clang))
    Paths.Error = "no " + Driver + " of LLVM " + Version + " found" +
                  (Paths.Clang.empty() ? "" : " at '" + Paths.Clang + "'") +
                  "; install it, or set AUTODIFF_CLANG to its path";
  return Paths;
}

} // namespace autodiff
