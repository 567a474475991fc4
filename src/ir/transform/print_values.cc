#include "ir/transform/print_values.h"

#include "printf/printf.h"

namespace vitrine::ir {
namespace {

void walk(Builder& b, Value v, std::vector<Value>& out) {
  using lang::TypeKind;
  TypeId type = b.type(v);
  switch (b.types().kind(type)) {
    case TypeKind::Vector:
    case TypeKind::Matrix:
    case TypeKind::Array:
    case TypeKind::Struct: {
      uint32_t count = b.types().element_count(type);
      for (uint32_t i = 0; i < count && out.size() < printf::kTooManyWords; ++i) {
        // Types nest at most 15 deep.
        Value part = v.is_constant() ? Value(b.module().element(v.constant(), i)) : b.extract(v, i);
        walk(b, part, out);
      }
      return;
    }
    default: out.push_back(v);
  }
}

}  // namespace

std::vector<Value> scalars_of(Builder& b, Value v) {
  std::vector<Value> out;
  walk(b, v, out);
  return out;
}

Value word_of(Builder& b, Value scalar) {
  using lang::TypeKind;
  TypeId type = b.type(scalar);
  if (scalar.is_constant()) return b.u32(b.module().constant(scalar).bits);
  switch (b.types().kind(type)) {
    case TypeKind::U32: return scalar;
    case TypeKind::Bool: return b.convert(lang::kU32Type, scalar);
    case TypeKind::F16: {
      TypeId vec2h = b.types().vector(2, lang::kF16Type);
      return b.bitcast(lang::kU32Type, b.construct(vec2h, {scalar, b.zero(lang::kF16Type)}));
    }
    default: return b.bitcast(lang::kU32Type, scalar);
  }
}

}  // namespace vitrine::ir
