#include "Rules/LibraryFunctions.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace autodiff;
using namespace llvm;

namespace {

/// The effect of the function that the IR declares or defines.
LibraryEffect effectOf(const std::string &IR) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(IR, Problem, Context);
  if (!M) {
    ADD_FAILURE() << Problem.getMessage().str() << " in " << IR;
    return LibraryEffect::Unknown;
  }
  return libraryEffect(*M->begin());
}

LibraryEffect inactive(const std::string &Name) {
  return effectOf("declare i32 @" + Name + "(ptr, ...)");
}

} // namespace

TEST(LibraryFunctions, Memory) {
  EXPECT_EQ(LibraryEffect::Allocate, effectOf("declare ptr @malloc(i64)"));
  EXPECT_EQ(LibraryEffect::Allocate, effectOf("declare ptr @_Znam(i64)"));
  EXPECT_EQ(LibraryEffect::Allocate,
            effectOf("declare ptr "
                     "@_ZnwmSt11align_val_tRKSt9nothrow_t(i64, i64, ptr)"));
  EXPECT_EQ(LibraryEffect::AllocateZeroed,
            effectOf("declare ptr @calloc(i64, i64)"));
  EXPECT_EQ(LibraryEffect::Free, effectOf("declare void @free(ptr)"));
  EXPECT_EQ(LibraryEffect::Free, effectOf("declare void @_ZdlPvm(ptr, i64)"));
  EXPECT_EQ(LibraryEffect::Free,
            effectOf("declare void @_ZdaPvSt11align_val_t(ptr, i64)"));
}

TEST(LibraryFunctions, NoReturn) {
  for (const char *Name :
       {"abort", "__cxa_throw", "__assert_fail", "__clang_call_terminate",
        "_ZSt9terminatev", "_ZSt20__throw_length_errorPKc",
        "_ZSt25__throw_bad_function_callv",
        "_ZNSt3__120__throw_length_errorB8ne190107EPKc"})
    EXPECT_EQ(LibraryEffect::NoReturn,
              effectOf(std::string("declare void @") + Name + "(ptr)"))
        << Name;
  EXPECT_EQ(LibraryEffect::NoReturn,
            effectOf("declare void @mine(ptr) noreturn"));
  EXPECT_EQ(LibraryEffect::Unknown,
            effectOf("declare void @_ZSt9somethingPKc(ptr)"));
}

TEST(LibraryFunctions, Inactive) {
  for (const char *Name :
       {"printf", "snprintf", "strlen", "clock_gettime", "__cxa_begin_catch",
        "__cxa_guard_acquire", "_ZNSolsEi", "_ZNSo9_M_insertIdEERSoT_",
        "_ZNSt8ios_base4InitC1Ev", "__ubsan_handle_add_overflow",
        "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
        "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_E"
        "S6_PKS3_l",
        "_ZNSt13runtime_errorC1EPKc", "llvm_gcov_init"})
    EXPECT_EQ(LibraryEffect::Inactive, inactive(Name)) << Name;
  EXPECT_EQ(LibraryEffect::Inactive, effectOf("declare double @drand48()"));
  EXPECT_EQ(LibraryEffect::Unknown, inactive("scanf"));
  EXPECT_EQ(LibraryEffect::Unknown, inactive("_ZNSirsERd"));
  EXPECT_EQ(LibraryEffect::Unknown, inactive("my_function"));
  EXPECT_EQ(LibraryEffect::Inactive, inactive("_ZNSaIcEC1Ev"));
  EXPECT_EQ(LibraryEffect::Unknown, inactive("_ZNSaIcE8allocateEm"));
}

TEST(LibraryFunctions, ProgramsOwnFunctionsOfThoseNames) {
  EXPECT_EQ(LibraryEffect::Unknown,
            effectOf("define i32 @puts(ptr %p) {\n  ret i32 0\n}\n"));
  EXPECT_EQ(LibraryEffect::Unknown, effectOf("declare double @time(double)"));
  EXPECT_EQ(LibraryEffect::Unknown, effectOf("declare double @clock(ptr)"));
  EXPECT_EQ(LibraryEffect::Unknown, effectOf("declare double @malloc(double)"));
  EXPECT_EQ(LibraryEffect::Unknown, effectOf("declare void @free(double)"));
  // A replaced operator new is one still.
  EXPECT_EQ(LibraryEffect::Allocate,
            effectOf("define ptr @_Znwm(i64 %n) {\n  ret ptr null\n}\n"));
}

TEST(LibraryFunctions, Shortcuts) {
  EXPECT_TRUE(takesShortcuts("_ZSt3powIdESt7complexIT_ERKS2_RKS1_"));
  EXPECT_FALSE(takesShortcuts("_ZSt3powIdESt7complexIT_ERKS2_S4_"));
  EXPECT_FALSE(takesShortcuts("pow"));
}
