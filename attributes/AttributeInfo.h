// AttributeInfo.h - What does Clang do with an attribute of ours?
//
// The attributes are registered by AttributeInfo.cpp itself, one class a row of
// Attributes.def, when the plugin is loaded. A handler checks the place and the
// arguments and leaves a mark (attributes/Marks.h).
#ifndef AUTODIFF_ATTRIBUTES_ATTRIBUTEINFO_H
#define AUTODIFF_ATTRIBUTES_ATTRIBUTEINFO_H

namespace autodiff {

/// The declarations that an attribute may stand on.
enum Place : unsigned {
  PlaceNone = 0,
  PlaceFunction = 1,
  PlaceParameter = 2,
  PlaceVariable = 4,
  PlaceField = 8,
  PlaceRecord = 16
};

/// Whether an attribute has an argument list.
enum class ArgumentKind { None, ParameterNames };

} // namespace autodiff

#endif
