// DiagnosticsTest.cpp - Does a user's mistake reach the user?
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace autodiff;

namespace {

struct Row {
  StringRef Id;
  StringRef Text;
};

constexpr Row Rows[] = {
#define DIAGNOSTIC(Id, Text) {#Id, Text},
#include "Support/Diagnostics.def"
};

TEST(Diagnostics, RowsFollowTheStyle) {
  for (const Row &R : Rows) {
    SCOPED_TRACE(R.Id.str());
    ASSERT_FALSE(R.Text.empty());
    EXPECT_TRUE(isLower(R.Text.front())) << "begins in lower case";
    EXPECT_FALSE(R.Text.ends_with(".")) << "has no full stop";
    EXPECT_EQ(R.Text.trim(), R.Text);
    // Neither placeholders without a number nor quotes left open.
    EXPECT_EQ(R.Text.count('\'') % 2, 0u);
    for (size_t I = R.Text.find('%'); I != StringRef::npos;
         I = R.Text.find('%', I + 1))
      EXPECT_TRUE(isDigit(R.Text[I + 1]));
  }
}

TEST(Diagnostics, ErrorsSayTheWayOut) {
  // What the program must do instead stands behind a semicolon; a function that
  // never returns has none.
  for (const Row &R : Rows)
    if (!R.Id.starts_with("Note") && R.Id != "ControlNeverReturns") {
      EXPECT_TRUE(R.Text.contains("; ")) << R.Id.str();
    }
}

TEST(Diagnostics, PlaceholdersAreReplaced) {
  EXPECT_EQ(formatMessage(Message::NoteWhile, std::string("ns::f<int>")),
            "while differentiating 'ns::f<int>'");
  EXPECT_EQ(formatMessage(Message::NoteRequested, {}), "requested here");
  std::string Text =
      formatMessage(Message::GradParameters, {"first", "50% of %1"});
  EXPECT_NE(Text.find("'first'"), std::string::npos);
  EXPECT_NE(Text.find("50% of %1;"), std::string::npos)
      << "an argument is not searched for placeholders";
}

TEST(Diagnostics, UserNames) {
  EXPECT_EQ(userName(StringRef("plain_c")), "plain_c");
  EXPECT_EQ(userName(StringRef("plain_c.12")), "plain_c");
  EXPECT_EQ(userName(StringRef("_Z1fd")), "f");
  EXPECT_EQ(userName(StringRef("_Z1fd.llvm.123")), "f");
  EXPECT_EQ(userName(StringRef("_ZN2ns1C4lossEPKdi")), "ns::C::loss");
  EXPECT_EQ(userName(StringRef("_Z1gIdEdT_")), "g<double>");
  EXPECT_EQ(userName(StringRef("_ZZ4userdENKUldE_clEd")), "lambda in user");
}

TEST(Diagnostics, SinkTakesTheWholeReport) {
  LLVMContext Context;
  std::vector<std::string> Texts;
  setDiagnosticSink([&](ArrayRef<DiagnosticLine> Lines) {
    for (const DiagnosticLine &Line : Lines)
      Texts.push_back(Line.Text);
  });
  report(Context, {{DiagnosticLine::Severity::Error, {}, "one"},
                   {DiagnosticLine::Severity::Note, {}, "two"}});
  setDiagnosticSink({});
  EXPECT_EQ(Texts, (std::vector<std::string>{"one", "two"}));
}

/// Keeps what LLVMContext::diagnose was given.
struct Handler : DiagnosticHandler {
  explicit Handler(std::string &Text) : Text(Text) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    raw_string_ostream Stream(Text);
    DiagnosticPrinterRawOStream Printer(Stream);
    Info.print(Printer);
    IsError = Info.getSeverity() == DS_Error;
    Stream << (IsError ? "|error" : "|other");
    return true;
  }
  std::string &Text;
  bool IsError = false;
};

TEST(Diagnostics, WithoutSinkTheContextIsTold) {
  LLVMContext Context;
  std::string Text;
  Context.setDiagnosticHandler(std::make_unique<Handler>(Text));
  report(Context, {{DiagnosticLine::Severity::Error, {"a.cpp", 3, 4}, "one"},
                   {DiagnosticLine::Severity::Note, {"b.cpp", 5, 6}, "two"},
                   {DiagnosticLine::Severity::Note, {}, "three"}});
  EXPECT_EQ(Text, "a.cpp:3:4: error: one\nb.cpp:5:6: note: two\n"
                  "note: three|error");
}

/// helper is inlined into f, f into the header's run, which @user calls.
constexpr StringLiteral Inlined = R"(
define void @run() !dbg !10 {
  call void @helped(), !dbg !20
  call void @plumbed(), !dbg !22
  ret void
}
define void @user() !dbg !13 {
  call void @run(), !dbg !23
  ret void
}
declare void @helped()
declare void @plumbed()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "user.cpp", directory: "/home/u")
!3 = !DIFile(filename: "../usr/include/autodiff/detail/run.h", directory: "/home/u")
!4 = !DISubroutineType(types: !5)
!5 = !{}
!10 = distinct !DISubprogram(name: "run", scope: !3, file: !3, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "f", linkageName: "_Z1fd", scope: !2, file: !2, line: 11, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "helper", linkageName: "_ZN2ns6helperEd", scope: !2, file: !2, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!13 = distinct !DISubprogram(name: "user", scope: !2, file: !2, line: 20, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 6, column: 7, scope: !12, inlinedAt: !21)
!21 = distinct !DILocation(line: 12, column: 3, scope: !11, inlinedAt: !22)
!22 = distinct !DILocation(line: 2, column: 3, scope: !10)
!23 = !DILocation(line: 21, column: 9, scope: !13)
)";

struct Places : testing::Test {
  void SetUp() override {
    SMDiagnostic Error;
    M = parseAssemblyString(Inlined, Error, Context);
    ASSERT_TRUE(M) << Error.getMessage().str();
  }

  const Instruction &callIn(StringRef Function, unsigned Index) {
    return *std::next(inst_begin(M->getFunction(Function)), Index);
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;
};

TEST_F(Places, InnermostLineOfTheUser) {
  SourcePlace Place = placeOf(callIn("run", 0));
  EXPECT_EQ(Place.File, "user.cpp");
  EXPECT_EQ(Place.Line, 6u);
  EXPECT_EQ(Place.Column, 7u);
}

TEST_F(Places, CallerOfAHeaderFunction) {
  SourcePlace Place = placeOf(callIn("run", 1));
  EXPECT_EQ(Place.File, "user.cpp");
  EXPECT_EQ(Place.Line, 21u);
}

TEST_F(Places, ChainLeavesHeadersOut) {
  auto Chain = callChain(callIn("run", 0));
  ASSERT_EQ(Chain.size(), 2u);
  EXPECT_EQ(Chain[0].first, "ns::helper");
  EXPECT_EQ(Chain[0].second.Line, 12u) << "where f calls it";
  EXPECT_EQ(Chain[1].first, "f");
  EXPECT_EQ(Chain[1].second.Line, 11u) << "a header calls it: its first line";
}

TEST_F(Places, HeaderFunctions) {
  EXPECT_TRUE(isHeaderFunction(*M->getFunction("run")));
  EXPECT_FALSE(isHeaderFunction(*M->getFunction("user")));
}

} // namespace
