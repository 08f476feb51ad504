#include "Plan/PlanVerifier.h"
#include "Activity/ActivityAnalysis.h"
#include "Discover/MarkerDiscovery.h"
#include "Discover/RequestErrors.h"
#include "Plan/CachePlan.h"
#include "Plan/ReverseShape.h"
#include "Prepare/Prepare.h"
#include "Types/Retype.h"
#include "Types/TypeAnalysis.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace autodiff;
using namespace llvm;

namespace {

/// Overwrites each x[i] by its square, and asks for exp of x[n] times itself:
/// a load that is overwritten, one that is not, a cheap value, one that is kept
/// outside the loop.
constexpr StringLiteral Source = R"(
@d = constant { i32, i32, i32, i32, [3 x i32] }
     { i32 1, i32 3, i32 1, i32 0, [3 x i32] [i32 1, i32 1, i32 1] }
declare void @__autodiff_reverse(ptr, ptr, ...)
declare double @llvm.exp.f64(double)

define internal void @f(ptr noalias %r, ptr noalias %x, ptr noalias %z) {
entry:
  %a = load double, ptr %r
  %e = call double @llvm.exp.f64(double %a)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s2, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %overwritten = load double, ptr %p
  %square = fmul double %overwritten, %overwritten
  store double %square, ptr %p
  %q = getelementptr double, ptr %z, i64 %i
  %unchanged = load double, ptr %q
  %cheap = fadd double %unchanged, 2.0
  %t = fmul double %cheap, %cheap
  %s2 = fadd double %s, %t
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %exit
exit:
  %y = fmul double %s2, %e
  store double %y, ptr %r
  ret void
}

define void @user(ptr %r, ptr %dr, ptr %x, ptr %dx, ptr %z, ptr %dz) {
  call void (ptr, ptr, ...) @__autodiff_reverse(ptr @d, ptr @f, ptr %r,
      ptr %dr, ptr %x, ptr %dx, ptr %z, ptr %dz)
  ret void
}
)";

class PlanVerifier : public testing::Test {
protected:
  void SetUp() override {
    SMDiagnostic Error;
    M = parseAssemblyString(Source, Error, Context);
    ASSERT_TRUE(M) << Error.getMessage().str();
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);

    R = Discovery(*M).next();
    ASSERT_TRUE(R);
    RequestErrors Errors(*R);
    Unit = prepare(*R, FAM, Errors);
    ASSERT_TRUE(Unit);
    retypeAccesses(*Unit);
    ASSERT_TRUE(shapeUnit(*Unit, Errors));
    Classes.emplace(*Unit);
    Types.emplace(*Unit, *Classes);
    Activity.emplace(*Unit, *Classes, *Types, R->ActiveSlots);
    Facts.emplace(UnitFacts{*Unit, *Classes, *Types, *Activity});
    Function &F = *primal().Body;
    Shape.emplace(primal(), *Facts, FAM.getResult<LoopAnalysis>(F),
                  FAM.getResult<DominatorTreeAnalysis>(F));
    Plan = planCaches(primal(), *Facts, *Shape, /*Split=*/false, FAM);
  }

  PreparedFunction &primal() { return Unit->root(); }

  bool holds() {
    Said.clear();
    raw_string_ostream OS(Said);
    return verifyPlan(primal(), *Facts, *Shape, Plan, FAM, &OS);
  }

  /// The value called Name, as the reverse sweep needs it.
  Needed needed(StringRef Name) {
    Value *V = primal().Body->getValueSymbolTable()->lookup(Name);
    EXPECT_TRUE(V) << Name.str();
    return Needed::primal(V);
  }
  Storage storage(const Needed &N) {
    const Decision *D = Plan.find(N);
    EXPECT_TRUE(D);
    return D ? D->How : Storage::Free;
  }
  void decide(const Needed &N, Storage How) {
    Plan.Decisions.find(N)->second.How = How;
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;
  PassBuilder Builder;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  std::optional<Request> R;
  std::unique_ptr<PreparedUnit> Unit;
  std::optional<MemoryClasses> Classes;
  std::optional<TypeInfo> Types;
  std::optional<ActivityInfo> Activity;
  std::optional<UnitFacts> Facts;
  std::optional<ReverseShape> Shape;
  CachePlan Plan;
  std::string Said;
};

} // namespace

TEST_F(PlanVerifier, AcceptsWhatIsPlanned) {
  EXPECT_TRUE(holds()) << Said;
  EXPECT_EQ(Said, "");
  EXPECT_EQ(storage(needed("overwritten")), Storage::Keep);
  EXPECT_EQ(storage(needed("unchanged")), Storage::Reread);
  EXPECT_EQ(storage(needed("cheap")), Storage::Recompute);
  EXPECT_EQ(storage(needed("e")), Storage::Keep);
}

TEST_F(PlanVerifier, FindsEachMissingStoreOfALoop) {
  ASSERT_FALSE(Plan.Loops.empty());
  for (LoopCache &Cache : Plan.Loops)
    for (unsigned I = 0; I != Cache.Values.size(); ++I) {
      SmallVector<Needed, 4> All = Cache.Values;
      Cache.Values.erase(Cache.Values.begin() + I);
      EXPECT_FALSE(holds());
      EXPECT_NE(Said.find("a store that does not exist"), std::string::npos);
      Cache.Values = std::move(All);
    }
  EXPECT_TRUE(holds()) << Said;
}

TEST_F(PlanVerifier, FindsEachMissingStoreOutsideLoops) {
  ASSERT_FALSE(Plan.Frame.empty());
  for (unsigned I = 0; I != Plan.Frame.size(); ++I) {
    SmallVector<Needed, 8> All = Plan.Frame;
    Plan.Frame.erase(Plan.Frame.begin() + I);
    EXPECT_FALSE(holds());
    EXPECT_NE(Said.find("a store that does not exist"), std::string::npos);
    Plan.Frame = std::move(All);
  }
  EXPECT_TRUE(holds()) << Said;
}

TEST_F(PlanVerifier, FindsEachMissingDecision) {
  const auto All = Plan.Decisions;
  ASSERT_FALSE(All.empty());
  for (auto &[N, D] : All) {
    Plan.Decisions.erase(N);
    EXPECT_FALSE(holds());
    EXPECT_NE(Said.find("is needed and not provided"), std::string::npos);
    Plan.Decisions = All;
  }
}

TEST_F(PlanVerifier, FindsReadOfOverwrittenMemory) {
  Needed N = needed("overwritten");
  decide(N, Storage::Reread);
  for (LoopCache &Cache : Plan.Loops)
    erase(Cache.Values, N);
  EXPECT_FALSE(holds());
  EXPECT_NE(Said.find("is re-read but may be overwritten"), std::string::npos);
}

TEST_F(PlanVerifier, FindsStoreThatNobodyReads) {
  Plan.Frame.push_back(needed("a"));
  Needed Read = needed("e");
  ASSERT_EQ(storage(Read), Storage::Keep);
  EXPECT_FALSE(holds());
  EXPECT_NE(Said.find("is kept and never read"), std::string::npos);
}

TEST_F(PlanVerifier, FindsValueKeptTwice) {
  ASSERT_FALSE(Plan.Loops.empty());
  LoopCache &Cache = Plan.Loops.front();
  Cache.Values.push_back(Cache.Values.front());
  EXPECT_FALSE(holds());
}

TEST_F(PlanVerifier, FindsValueKeptInTheWrongScope) {
  ASSERT_FALSE(Plan.Loops.empty());
  Plan.Frame.push_back(Plan.Loops.front().Values.front());
  Plan.Loops.front().Values.erase(Plan.Loops.front().Values.begin());
  EXPECT_FALSE(holds());
}

TEST_F(PlanVerifier, FindsWhatCannotBeRecomputed) {
  Needed N = needed("e");
  decide(N, Storage::Recompute);
  erase(Plan.Frame, N);
  EXPECT_FALSE(holds());
  EXPECT_NE(Said.find("cannot be recomputed"), std::string::npos);
}

TEST_F(PlanVerifier, FindsValueThatIsNotFree) {
  Needed N = needed("unchanged");
  decide(N, Storage::Free);
  EXPECT_FALSE(holds());
  EXPECT_NE(Said.find("is not free"), std::string::npos);
}
