// Annotations.cpp - What did the front end write on functions, parameters,
// variables and fields?
#include "Discover/Annotations.h"
#include "Discover/Reachability.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

namespace {
/// The contract's texts.
namespace text {
#define AUTODIFF_ANNOTATION(enumerator, text)                                  \
  constexpr StringLiteral enumerator = text;
#include "autodiff/detail/markers.def"
} // namespace text

constexpr StringLiteral TableName = "llvm.global.annotations";

/// The operands of an entry of the table: (what, text, file, line, arguments).
enum EntryField : unsigned { Target, Text };
} // namespace

static bool isOurs(StringRef Annotation) {
  return Annotation == text::Inactive || Annotation == text::Grad ||
         Annotation.starts_with(text::GradOf);
}

/// The text of an annotation; empty where it is no constant string.
static StringRef textOf(const Value *String) {
  StringRef Text;
  return getConstantStringInfo(String, Text) ? Text : StringRef();
}

std::optional<GradList> parseGradList(StringRef Text) {
  GradList List;
  auto [Numbers, Count] = Text.split('/');
  if (Text.contains('/')) {
    unsigned Value = 0;
    if (Count.getAsInteger(10, Value))
      return std::nullopt;
    List.Count = Value;
  }
  SmallVector<StringRef, 4> Parts;
  Numbers.split(Parts, ',');
  for (StringRef Part : Parts) {
    unsigned Value = 0;
    if (Part.getAsInteger(10, Value))
      return std::nullopt;
    List.Parameters.push_back(Value);
  }
  return List;
}

//===--- Reading ----------------------------------------------------------===//

/// The entries of llvm.global.annotations.
static SmallVector<Constant *> tableEntries(const Module &M) {
  SmallVector<Constant *> Entries;
  const GlobalVariable *Table = M.getNamedGlobal(TableName);
  if (!Table || !Table->hasInitializer())
    return Entries;
  // Not an array of entries, if another tool has written it.
  if (const auto *Array = dyn_cast<ConstantArray>(Table->getInitializer()))
    for (Value *Entry : Array->operands())
      Entries.push_back(cast<Constant>(Entry));
  return Entries;
}

static StringRef textOfEntry(const Constant &Entry) {
  const auto *Fields = dyn_cast<ConstantStruct>(&Entry);
  return Fields && Fields->getNumOperands() > Text
             ? textOf(Fields->getOperand(Text))
             : StringRef();
}

static void readEntry(const Constant &Entry, Annotations &Result) {
  StringRef Annotation = textOfEntry(Entry);
  Value *Object =
      cast<Constant>(Entry.getOperand(Target))->stripPointerCastsAndAliases();
  auto *F = dyn_cast<Function>(Object);
  if (Annotation == text::Inactive) {
    if (F)
      Result.InactiveFunctions.push_back(F);
    else if (auto *Variable = dyn_cast<GlobalVariable>(Object))
      Result.InactiveVariables.push_back(Variable);
  } else if (F && Annotation.consume_front(text::GradOf)) {
    Result.Grads.push_back({F, Annotation.str()});
  }
}

/// The annotating intrinsic calls of this project.
static SmallVector<IntrinsicInst *> annotationCalls(Module &M) {
  SmallVector<IntrinsicInst *> Calls;
  for (Function &F : M) {
    if (F.getIntrinsicID() != Intrinsic::var_annotation &&
        F.getIntrinsicID() != Intrinsic::ptr_annotation)
      continue;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<IntrinsicInst>(U))
        if (isOurs(textOf(Call->getArgOperand(Text))))
          Calls.push_back(Call);
  }
  return Calls;
}

Annotations readAnnotations(Module &M) {
  Annotations Result;
  for (const Constant *Entry : tableEntries(M))
    if (isOurs(textOfEntry(*Entry)))
      readEntry(*Entry, Result);
  for (IntrinsicInst *Call : annotationCalls(M))
    if (textOf(Call->getArgOperand(Text)) == text::Inactive)
      Result.InactiveStorage.push_back(Call);
  return Result;
}

//===--- Removing ---------------------------------------------------------===//

namespace {
/// The globals that annotations were the only reason for.
class Leftovers {
public:
  void add(const User &Annotation) {
    for (Value *Operand : Annotation.operands())
      if (auto *Variable =
              dyn_cast<GlobalVariable>(Operand->stripPointerCasts()))
        if (Variable->hasSection() && Variable->getSection() == "llvm.metadata")
          Variables.insert(Variable);
  }

  void erase() {
    for (GlobalVariable *Variable : Variables) {
      Variable->removeDeadConstantUsers();
      if (Variable->use_empty() && Variable->hasLocalLinkage())
        Variable->eraseFromParent();
    }
  }

private:
  SmallSetVector<GlobalVariable *, 8> Variables;
};
} // namespace

/// Writes the table anew without our entries.
static bool removeTableEntries(Module &M, Leftovers &Unused) {
  SmallVector<Constant *> Kept;
  bool Changed = false;
  for (Constant *Entry : tableEntries(M)) {
    if (!isOurs(textOfEntry(*Entry))) {
      Kept.push_back(Entry);
      continue;
    }
    Unused.add(*Entry);
    Changed = true;
  }
  if (!Changed)
    return false;
  GlobalVariable *Old = M.getNamedGlobal(TableName);
  if (!Kept.empty()) {
    auto *Type = ArrayType::get(Kept.front()->getType(), Kept.size());
    auto *New =
        new GlobalVariable(M, Type, Old->isConstant(), Old->getLinkage(),
                           ConstantArray::get(Type, Kept), "", Old,
                           Old->getThreadLocalMode(), Old->getAddressSpace());
    New->copyAttributesFrom(Old);
    New->takeName(Old);
  }
  Old->eraseFromParent();
  return true;
}

static bool removeCalls(Module &M, Leftovers &Unused) {
  SmallSetVector<Function *, 4> Intrinsics;
  for (IntrinsicInst *Call : annotationCalls(M)) {
    Unused.add(*Call);
    Intrinsics.insert(Call->getCalledFunction());
    if (!Call->getType()->isVoidTy())
      Call->replaceAllUsesWith(Call->getArgOperand(Target));
    Call->eraseFromParent();
  }
  for (Function *F : Intrinsics)
    if (F->use_empty())
      F->eraseFromParent();
  return !Intrinsics.empty();
}

bool removeAnnotations(Module &M) {
  Leftovers Unused;
  bool Changed = removeTableEntries(M, Unused);
  Changed |= removeCalls(M, Unused);
  Unused.erase();
  return Changed;
}

} // namespace autodiff
