// Names that every module starts with. https://www.w3.org/TR/WGSL/#predeclared-types
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lang/builtin.h"
#include "lang/tables.h"
#include "lang/type.h"
#include "wgsl/ast.h"

namespace vitrine::wgsl {

enum class PredeclaredKind : uint8_t {
  Scalar,        // bool, i32, sampler, ...: `type`
  Vector,        // vec3: `a` components
  VectorAlias,   // vec3f: `a` components of `type`
  Matrix,        // mat2x3: `a` columns of `b`
  MatrixAlias,   // mat2x3f: the same of `type`
  Array,
  Atomic,
  Pointer,
  Buffer,
  Texture,       // `a`: lang::TextureType
  AccessMode,    // `a`: lang::AccessMode
  AddressSpace,  // `a`
  TexelFormat,   // `a`
  Builtin,       // `a`: lang::Builtin
};

struct Predeclared {
  PredeclaredKind kind;
  uint16_t a = 0;
  uint8_t b = 0;
  lang::TypeId type;
};

// What a symbol means when no declaration of the module hides it; null: nothing.
const Predeclared* find_predeclared(Symbol s);
// All of them, for suggestions: the symbols first_predeclared() and following, in this order.
std::span<const Predeclared> all_predeclared();
uint32_t first_predeclared();

bool is_type(const Predeclared& p);  // a type or something that makes one

}  // namespace vitrine::wgsl
