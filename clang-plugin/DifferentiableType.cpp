// DifferentiableType.cpp - Can a value of this type carry a derivative?
#include "DifferentiableType.h"
#include "attributes/Marks.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace autodiff {

namespace {

/// Walks a type with a memory of the records on the way, which may be
/// recursive through pointers.
class TypeWalk {
public:
  explicit TypeWalk(bool WantOutput) : WantOutput(WantOutput) {}

  /// \p Reached: the value lies in memory that the caller shares.
  /// \p Writable: and that memory is not const.
  bool visit(QualType T, bool Reached, bool Writable);

private:
  bool visitRecord(const RecordDecl *R, bool Reached, bool Writable);
  bool isWanted(bool Reached, bool Writable) const {
    return !WantOutput || (Reached && Writable);
  }

  bool WantOutput;
  /// A record answers differently by value, behind const and behind non-const.
  llvm::SmallPtrSet<const RecordDecl *, 8> Seen[3];
};

} // namespace

bool TypeWalk::visit(QualType T, bool Reached, bool Writable) {
  T = T.getCanonicalType();
  Writable = Writable && !T.isConstQualified();
  if (const ArrayType *A = T->getAsArrayTypeUnsafe()) {
    QualType Element = A->getElementType();
    return visit(Element, Reached, Writable);
  }
  if (T->isDependentType() || T->isUndeducedType() || T->isVoidType() ||
      T->isRealFloatingType())
    return isWanted(Reached, Writable);
  if (const auto *C = T->getAs<ComplexType>())
    return visit(C->getElementType(), Reached, Writable);
  if (const auto *V = T->getAs<VectorType>())
    return visit(V->getElementType(), Reached, Writable);
  if (const auto *A = T->getAs<AtomicType>())
    return visit(A->getValueType(), Reached, Writable);
  if (T->isPointerType() || T->isReferenceType()) {
    QualType Pointee = T->getPointeeType();
    return !Pointee->isFunctionType() && visit(Pointee, true, true);
  }
  if (const RecordDecl *R = T->getAsRecordDecl())
    return visitRecord(R, Reached, Writable);
  return false;
}

bool TypeWalk::visitRecord(const RecordDecl *R, bool Reached, bool Writable) {
  if (isMarkedInactive(*R))
    return false;
  R = R->getDefinition();
  if (!R)
    return isWanted(Reached, Writable);
  if (!Seen[!Reached ? 0 : Writable ? 2 : 1].insert(R).second)
    return false;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R)) {
    if (Class->isPolymorphic() && isWanted(Reached, Writable))
      return true;
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (visit(Base.getType(), Reached, Writable))
        return true;
  }
  for (const FieldDecl *Field : R->fields())
    if (!isMarkedInactive(*Field) &&
        visit(Field->getType(), Reached, Writable || Field->isMutable()))
      return true;
  return false;
}

bool holdsFloat(QualType T) { return TypeWalk(false).visit(T, false, true); }

bool mayReturnFloatThrough(QualType T) {
  return TypeWalk(true).visit(T, false, true);
}

} // namespace autodiff
