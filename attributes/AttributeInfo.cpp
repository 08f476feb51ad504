// AttributeInfo.cpp - What does Clang do with an attribute of ours?
#include "attributes/AttributeInfo.h"
#include "attributes/ArgumentList.h"
#include "attributes/FrontendDiagnostics.h"
#include "attributes/Marks.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autodiff {

namespace {

enum class AttributeId {
#define AUTODIFF_ATTRIBUTE(Id, name, Arguments, Places) Id,
#include "attributes/Attributes.def"
};

struct PlaceName {
  Place Where;
  const char *Plural;
};

} // namespace

static Place placeOf(const Decl &D) {
  if (isa<FunctionDecl>(D))
    return PlaceFunction;
  if (isa<ParmVarDecl>(D))
    return PlaceParameter;
  if (isa<VarDecl>(D) && !isa<DecompositionDecl>(D))
    return PlaceVariable;
  if (isa<FieldDecl>(D))
    return PlaceField;
  if (isa<RecordDecl>(D))
    return PlaceRecord;
  return PlaceNone;
}

/// "functions, parameters and fields".
static std::string describePlaces(unsigned Places) {
  static const PlaceName Names[] = {
      {PlaceFunction, "functions"},
      {PlaceParameter, "parameters"},
      {PlaceVariable, "variables"},
      {PlaceField, "fields"},
      {PlaceRecord, "structs, classes and unions"}};
  std::string Text;
  for (const PlaceName &N : Names)
    if (Places & N.Where)
      Text += (Text.empty() ? "" : ", ") + std::string(N.Plural);
  return Text;
}

static bool checkPlace(Sema &S, const ParsedAttr &A, const Decl &D,
                       unsigned Places) {
  if (placeOf(D) & Places)
    return true;
  reportFrontend(S.getDiagnostics(), A.getLoc(), FrontendMessage::WrongPlace)
      << spellingOf(A) << describePlaces(Places);
  return false;
}

/// The parameters that the argument list names; nothing after an error.
static std::optional<llvm::SmallVector<unsigned, 4>>
parseArguments(Sema &S, const ParsedAttr &A, const Decl &D, ArgumentKind Kind) {
  switch (Kind) {
  case ArgumentKind::ParameterNames:
    return parseParameterNames(S, A, cast<FunctionDecl>(D));
  case ArgumentKind::None:
    if (!checkNoArguments(S, A))
      return std::nullopt;
    return llvm::SmallVector<unsigned, 4>();
  }
  llvm_unreachable("an argument kind of Attributes.def");
}

static void mark(Decl &D, AttributeId Id, SourceLocation Where,
                 const llvm::SmallVector<unsigned, 4> &Numbers) {
  switch (Id) {
  case AttributeId::Grad:
    return markGrad(cast<FunctionDecl>(D), {Where, Numbers.empty(), Numbers});
  case AttributeId::Inactive:
    return markInactive(D, Where);
  }
  llvm_unreachable("a row of Attributes.def");
}

namespace {

/// The spellings of one row, in the form that Clang wants.
template <AttributeId Id> struct Spellings;
#define AUTODIFF_ATTRIBUTE(Id, name, Arguments, Places)                        \
  template <> struct Spellings<AttributeId::Id> {                              \
    static constexpr ParsedAttrInfo::Spelling All[] = {                        \
        {ParsedAttr::AS_CXX11, "autodiff::" #name},                            \
        {ParsedAttr::AS_C23, "autodiff::" #name},                              \
        {ParsedAttr::AS_GNU, "autodiff_" #name}};                              \
  };
#include "attributes/Attributes.def"

/// One attribute. `HasCustomParsing` and the number of optional arguments keep
/// Clang's own count check away: the recorded tokens decide.
template <AttributeId Id, ArgumentKind Arguments, unsigned Places>
struct AttributeInfo : ParsedAttrInfo {
  AttributeInfo() {
    Spellings = autodiff::Spellings<Id>::All;
    OptArgs = 15;
    HasCustomParsing = true;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A,
                            const Decl *D) const override {
    return checkPlace(S, A, *D, Places);
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    auto Numbers = parseArguments(S, A, *D, Arguments);
    if (!Numbers)
      return AttributeNotApplied;
    mark(*D, Id, nameLocation(A), *Numbers);
    return AttributeApplied;
  }
};

} // namespace

#define AUTODIFF_ATTRIBUTE(Id, name, Arguments, Places)                        \
  static ParsedAttrInfoRegistry::Add<                                          \
      AttributeInfo<AttributeId::Id, ArgumentKind::Arguments, Places>>         \
      Register##Id("autodiff_" #name, "");
#include "attributes/Attributes.def"

} // namespace autodiff
