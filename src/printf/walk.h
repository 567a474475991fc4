// How the parts of a composite value are laid out in a message; shared by printing and by writing formats anew.
#pragma once

#include "printf/printf.h"

namespace vitrine::printf {

// Calls text(std::string_view) for punctuation and scalar(Scalar, uint32_t word) for every component, in order.
// Vectors: a, b, c; inside something else (a, b, c). Matrices and arrays: [..]. Structs: {name: .., ..}.
template <class OnText, class OnScalar>
void walk(const Type& type, bool top, uint32_t& word, const OnText& text, const OnScalar& scalar) {
  auto row = [&](uint32_t n, bool bare) {
    if (!bare) text("(");
    for (uint32_t i = 0; i < n; ++i) {
      if (i) text(", ");
      scalar(type.scalar, word++);
    }
    if (!bare) text(")");
  };
  switch (type.kind) {
    case Type::Kind::Scalar: scalar(type.scalar, word++); return;
    case Type::Kind::Vector: row(type.rows, top); return;
    case Type::Kind::Matrix:
      text("[");
      for (uint32_t i = 0; i < type.columns; ++i) {
        if (i) text(", ");
        row(type.rows, false);
      }
      text("]");
      return;
    case Type::Kind::Array:
      text("[");
      for (uint32_t i = 0; i < type.count && !type.children.empty() && word < kTooManyWords; ++i) {
        if (i) text(", ");
        walk(type.children[0], false, word, text, scalar);
      }
      text("]");
      return;
    case Type::Kind::Struct:
      text("{");
      for (size_t i = 0; i < type.children.size(); ++i) {
        if (i) text(", ");
        if (i < type.member_names.size()) {
          text(type.member_names[i]);
          text(": ");
        }
        walk(type.children[i], false, word, text, scalar);
      }
      text("}");
      return;
  }
}

// What a conversion makes of a scalar.
struct Plan {
  char specifier = 'u';  // d u o x X c f F e E g G a A, or b: the words true and false
  FlatArgument::As as = FlatArgument::As::Same;
};

inline Plan plan(char specifier, Scalar from) {
  using As = FlatArgument::As;
  bool is_float = from == Scalar::F32 || from == Scalar::F16;
  switch (specifier) {
    case '?':
      switch (from) {
        case Scalar::Bool: return {'b', As::Same};
        case Scalar::I32: return {'d', As::Same};
        case Scalar::U32: return {'u', As::Same};
        default: return {'g', As::Same};
      }
    case 'd':
    case 'i': return is_float ? Plan{'g', As::Same} : Plan{'d', As::Same};
    case 'u':
    case 'c': return is_float ? Plan{'g', As::Same} : Plan{specifier, As::Same};
    case 'x':
    case 'X':
    case 'o': return {specifier, is_float ? As::Bits : As::Same};
    default: return {specifier, is_float ? As::Same : As::F32};
  }
}

}  // namespace vitrine::printf
