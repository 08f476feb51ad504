// WrapperArguments.cpp - Which of the command line's arguments are ours, and
// which are clang's?
#include "WrapperArguments.h"
#include <fstream>
#include <sstream>

namespace autodiff {

namespace {

enum class OptionId {
#define WRAPPER_FLAG(Id, Spelling, Help) Id,
#define WRAPPER_CHOICE(Id, Spelling, Values, Help) Id,
#include "WrapperOptions.def"
};

struct Option {
  OptionId Id;
  const char *Spelling;
  const char *Values; ///< null for a flag
  const char *Help;
};

const Option Options[] = {
#define WRAPPER_FLAG(Id, Spelling, Help)                                       \
  {OptionId::Id, Spelling, nullptr, Help},
#define WRAPPER_CHOICE(Id, Spelling, Values, Help)                             \
  {OptionId::Id, Spelling, Values, Help},
#include "WrapperOptions.def"
};

/// Response files may name one another; clang's own limit is no stricter.
constexpr unsigned MaxResponseDepth = 20;

bool startsWith(const std::string &Text, const char *Prefix) {
  return Text.rfind(Prefix, 0) == 0;
}

bool isOurs(const std::string &Argument) {
  return startsWith(Argument, "-fautodiff-") ||
         startsWith(Argument, "--autodiff-");
}

} // namespace

static bool isAllowedValue(const std::string &Value, const char *Values) {
  if (std::string(Values) == "N")
    return !Value.empty() &&
           Value.find_first_not_of("0123456789") == std::string::npos;
  std::istringstream List(Values);
  for (std::string Allowed; std::getline(List, Allowed, '|');)
    if (Value == Allowed)
      return true;
  return false;
}

static void apply(OptionId Id, const std::string &Value,
                  WrapperArguments &Result) {
  switch (Id) {
  case OptionId::Kinks:
    Result.Kinks = Value;
    return;
  case OptionId::Llvm:
    Result.Llvm = Value;
    return;
  case OptionId::Print:
    Result.Print = true;
    return;
  case OptionId::Help:
    Result.Help = true;
    return;
  }
}

/// Takes one argument that isOurs.
static void takeOption(const std::string &Argument, WrapperArguments &Result) {
  size_t Equals = Argument.find('=');
  bool HasValue = Equals != std::string::npos;
  std::string Spelling = Argument.substr(0, Equals);
  std::string Value = HasValue ? Argument.substr(Equals + 1) : "";
  for (const Option &O : Options) {
    if (Spelling != O.Spelling)
      continue;
    if (!O.Values && HasValue)
      Result.Error = "option '" + Spelling + "' takes no value";
    else if (O.Values && (!HasValue || !isAllowedValue(Value, O.Values)))
      Result.Error = "invalid value '" + Value + "' in '" + Argument +
                     "'; write '" + Spelling + "=" + O.Values + "'";
    else
      apply(O.Id, Value, Result);
    return;
  }
  Result.Error = "unknown argument '" + Argument +
                 "'; '--autodiff-help' lists those that there are";
}

/// Splits a response file as clang does (GNU rules): quotes, and a backslash
/// that takes the next character literally.
static std::vector<std::string> tokenize(const std::string &Text) {
  std::vector<std::string> Tokens;
  std::string Token;
  bool InToken = false;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '\\' && Quote != '\'' && I + 1 < Text.size()) {
      Token += Text[++I];
      InToken = true;
    } else if (Quote) {
      if (C == Quote)
        Quote = 0;
      else
        Token += C;
    } else if (C == '"' || C == '\'') {
      Quote = C;
      InToken = true;
    } else if (C == ' ' || C == '\t' || C == '\n' || C == '\r') {
      if (InToken)
        Tokens.push_back(std::move(Token));
      Token.clear();
      InToken = false;
    } else {
      Token += C;
      InToken = true;
    }
  }
  if (InToken)
    Tokens.push_back(std::move(Token));
  return Tokens;
}

/// Appends what \p File holds to \p Result, with the files that it names; false
/// if it cannot be read, which is clang's to report.
static bool expand(const std::string &File, unsigned Depth,
                   std::vector<std::string> &Result) {
  std::ifstream Stream(File, std::ios::binary);
  if (!Stream || Depth > MaxResponseDepth)
    return false;
  std::ostringstream Text;
  Text << Stream.rdbuf();
  for (std::string &Token : tokenize(Text.str()))
    if (Token.size() < 2 || Token[0] != '@' ||
        !expand(Token.substr(1), Depth + 1, Result))
      Result.push_back(std::move(Token));
  return true;
}

/// Appends \p Argument, or the content of a response file with one of ours.
static void expandIfNeeded(const std::string &Argument,
                           std::vector<std::string> &Result) {
  std::vector<std::string> Content;
  if (Argument.size() >= 2 && Argument[0] == '@' &&
      expand(Argument.substr(1), 0, Content))
    for (const std::string &Token : Content)
      if (isOurs(Token)) {
        Result.insert(Result.end(), Content.begin(), Content.end());
        return;
      }
  Result.push_back(Argument);
}

WrapperArguments splitArguments(const std::vector<std::string> &Arguments) {
  std::vector<std::string> All;
  for (const std::string &Argument : Arguments)
    expandIfNeeded(Argument, All);
  WrapperArguments Result;
  for (std::string &Argument : All) {
    if (!isOurs(Argument))
      Result.ForClang.push_back(std::move(Argument));
    else if (Result.Error.empty())
      takeOption(Argument, Result);
  }
  return Result;
}

std::string wrapperHelp(const std::string &Program) {
  std::ostringstream Text;
  Text << Program
       << ": clang with automatic differentiation. Takes every option of clang,"
          " and:\n\n";
  for (const Option &O : Options) {
    std::string Left = O.Spelling;
    if (O.Values)
      Left += std::string("=") + O.Values;
    Text << "  " << Left << "\n      " << O.Help << "\n";
  }
  Text << "\nEnvironment: AUTODIFF_CLANG is the clang to run, or the directory "
          "that it is in.\n";
  return Text.str();
}

} // namespace autodiff
