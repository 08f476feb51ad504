#include "Discover/NumberTags.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace autodiff {

static constexpr StringLiteral RootPrefix = "autodiff number ";

/// The front end's name of a type of numbers.
static StringRef numberName(const Type *Ty) {
  switch (Ty->getTypeID()) {
  case Type::HalfTyID:
    return "_Float16";
  case Type::BFloatTyID:
    return "__bf16";
  case Type::FloatTyID:
    return "float";
  case Type::DoubleTyID:
    return "double";
  case Type::X86_FP80TyID:
    return "long double";
  case Type::FP128TyID:
    return "__float128";
  default:
    return "";
  }
}

void addNumberTags(Module &M) {
  MDBuilder Builder(M.getContext());
  auto TagOf = [&](StringRef Name) {
    MDNode *Root = Builder.createTBAARoot((RootPrefix + Name).str());
    MDNode *Type = Builder.createTBAAScalarTypeNode(Name, Root);
    return Builder.createTBAAStructTagNode(Type, Type, 0);
  };
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (!isa<LoadInst, StoreInst>(I) || I.hasMetadata(LLVMContext::MD_tbaa))
        continue;
      StringRef Name = numberName(getLoadStoreType(&I)->getScalarType());
      if (!Name.empty())
        I.setMetadata(LLVMContext::MD_tbaa, TagOf(Name));
    }
}

static bool isOwnTag(const MDNode *Tag) {
  auto *Type = dyn_cast<MDNode>(Tag->getOperand(0));
  auto *Root = Type && Type->getNumOperands() > 1
                   ? dyn_cast<MDNode>(Type->getOperand(1))
                   : nullptr;
  auto *Name = Root && Root->getNumOperands()
                   ? dyn_cast<MDString>(Root->getOperand(0))
                   : nullptr;
  return Name && Name->getString().starts_with(RootPrefix);
}

bool removeNumberTags(Module &M) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
          Tag && isOwnTag(Tag)) {
        I.setMetadata(LLVMContext::MD_tbaa, nullptr);
        Changed = true;
      }
  return Changed;
}

} // namespace autodiff
