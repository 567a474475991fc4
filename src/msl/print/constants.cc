#include <bit>
#include <charconv>
#include <cmath>

#include "lang/half.h"
#include "msl/print/printer.h"

namespace vitrine::msl {

using lang::TypeKind;

namespace {
std::string float_literal(float v, char suffix) {
  if (std::isnan(v)) return "NAN";
  if (std::isinf(v)) return v < 0 ? "-INFINITY" : "INFINITY";
  char buffer[48];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, v).ptr;
  std::string s(buffer, end);
  if (s.find_first_of(".e") == std::string::npos) s += ".0";
  return s + suffix;
}
}  // namespace

Text Printer::scalar_constant(TypeId t, uint32_t bits) {
  switch (m_.types.kind(t)) {
    case TypeKind::Bool: return {bits ? "true" : "false"};
    case TypeKind::I32: {
      auto v = static_cast<int32_t>(bits);
      if (v == INT32_MIN) return {"(-2147483647 - 1)"};
      return {std::to_string(v), v >= 0};
    }
    case TypeKind::F32: {
      float v = std::bit_cast<float>(bits);
      return {float_literal(v, 'f'), !std::signbit(v)};
    }
    case TypeKind::F16: {
      auto v = static_cast<float>(lang::half_to_double(static_cast<uint16_t>(bits)));
      return {float_literal(v, 'h'), !std::signbit(v)};
    }
    default: return {std::to_string(bits) + "u"};
  }
}

Text Printer::constant(ir::ConstantId id) {
  ir::Constant c = m_.constant(id);
  TypeId t = c.type;
  TypeKind kind = m_.types.kind(t);
  bool composite = kind == TypeKind::Vector || kind == TypeKind::Matrix || kind == TypeKind::Array || kind == TypeKind::Struct;
  if (!composite) return scalar_constant(t, c.bits);
  if (c.count == 0) return {type(t) + (kind == TypeKind::Array || kind == TypeKind::Struct ? " {}" : "(0)")};
  bool in_braces = kind == TypeKind::Array || kind == TypeKind::Struct;
  if (in_braces) {
    auto known = constant_names_.find(id.value);
    if (known != constant_names_.end()) return {known->second};
  }
  std::string list;
  uint32_t count = m_.types.element_count(t);
  bool same = kind == TypeKind::Vector;
  for (uint32_t i = 0; i < count; ++i) {
    ir::ConstantId e = m_.element(id, i);
    same &= e == m_.element(id, 0);
    if (i) list += ", ";
    list += constant(e).text;
  }
  if (same) list = constant(m_.element(id, 0)).text;
  if (!in_braces) return {type(t) + "(" + list + ")"};
  std::string written = type(t);
  if (kind == TypeKind::Struct) {
    std::vector<std::string> members;
    for (uint32_t i = 0; i < count; ++i) members.push_back(constant(m_.element(id, i)).text);
    return {struct_value(t, members)};
  }
  std::string name = names_.make("table");
  constant_names_[id.value] = name;
  constants_ += "constant " + written + " " + name + " = " + written + " {{" + list + "}};\n";
  return {name};
}

}  // namespace vitrine::msl
