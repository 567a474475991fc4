// https://gpuweb.github.io/gpuweb/wgsl/#expressions
#include "msl/print/printer.h"

namespace vitrine::msl {

using ir::Op;
using lang::TypeKind;

std::string Printer::operand(Value v) {
  Text t = value(v);
  return t.simple ? t.text : "(" + t.text + ")";
}

Text Printer::value(Value v) {
  switch (v.kind()) {
    case ir::ValueKind::Constant: return constant(v.constant());
    case ir::ValueKind::Param: return {param_names_[v.index()]};
    case ir::ValueKind::Global: return {global_names_[v.index()]};
    case ir::ValueKind::Inst:
      if (inline_[v.index()]) return expression(v.index());
      return {inst_names_[v.index()]};
    default: not_supported("an override that has no value", {}); return {"0"};
  }
}

Text Printer::expression(uint32_t inst) {
  const ir::Inst& i = f_->insts[inst];
  switch (i.op) {
    case Op::Unary: return unary(i);
    case Op::Binary: return binary(i);
    case Op::Convert: return convert(i.type, f_->operand(i, 0));
    case Op::Bitcast: return {"as_type<" + type(i.type) + ">(" + whole(f_->operand(i, 0)) + ")"};
    case Op::Construct: return construct(i);
    case Op::Swizzle: return swizzle(i);
    case Op::Extract: return extract(i);
    case Op::Load: return load(f_->operand(i, 0));
    case Op::Access: return access(i);
    case Op::Builtin: return builtin(i);
    case Op::Call: return call(i);
    default: return {inst_names_[inst]};
  }
}

// The signed type has no defined overflow in MSL, the unsigned one wraps as WGSL wants.
std::string as_unsigned(const std::string& type, const std::string& text) {
  size_t at = type.find("int");
  return "as_type<" + type.substr(0, at) + "u" + type.substr(at) + ">(" + text + ")";
}

Text Printer::unary(const ir::Inst& i) {
  Value v = f_->operand(i, 0);
  switch (static_cast<ir::UnaryOp>(i.aux)) {
    case ir::UnaryOp::Not: return {"!" + operand(v), false};
    case ir::UnaryOp::Complement: return {"~" + operand(v), false};
    case ir::UnaryOp::Negate: break;
  }
  if (m_.types.scalar_of(i.type) != lang::kI32Type) return {"-" + operand(v), false};
  std::string t = type(i.type);
  return {"as_type<" + t + ">(0u - " + as_unsigned(t, whole(v)) + ")"};
}

Text Printer::binary(const ir::Inst& i) {
  auto op = static_cast<ir::BinaryOp>(i.aux);
  Value l = f_->operand(i, 0), r = f_->operand(i, 1);
  TypeId lt = type_of(l), rt = type_of(r), scalar = m_.types.scalar_of(lt);
  bool is_float = m_.types.is_float(scalar);
  std::string t = type(i.type);
  std::string_view symbol = lang::to_text(op);
  auto plain = [&]() -> Text { return {operand(l) + " " + std::string(symbol) + " " + operand(r), false}; };
  // Both sides in the shape of the result.
  auto shaped = [&](Value v, TypeId vt) { return vt == i.type ? whole(v) : t + "(" + whole(v) + ")"; };
  switch (op) {
    case ir::BinaryOp::Add:
    case ir::BinaryOp::Subtract:
    case ir::BinaryOp::Multiply:
      if (scalar != lang::kI32Type) return plain();
      return {"as_type<" + t + ">(" + as_unsigned(t, shaped(l, lt)) + " " + std::string(symbol) + " " +
              as_unsigned(t, shaped(r, rt)) + ")"};
    // https://gpuweb.github.io/gpuweb/wgsl/#arithmetic-expr: by zero, and the most negative value by -1, yield the
    // dividend (0 as the remainder).
    case ir::BinaryOp::Divide:
      if (is_float) return plain();
      return {helper(scalar == lang::kI32Type ? "vitrine_div_i" : "vitrine_div_u") + "<" + t + ">(" + shaped(l, lt) + ", " +
              shaped(r, rt) + ")"};
    case ir::BinaryOp::Remainder:
      if (is_float) return {"metal::fmod(" + shaped(l, lt) + ", " + shaped(r, rt) + ")"};
      return {helper(scalar == lang::kI32Type ? "vitrine_mod_i" : "vitrine_mod_u") + "<" + t + ">(" + shaped(l, lt) + ", " +
              shaped(r, rt) + ")"};
    // https://gpuweb.github.io/gpuweb/wgsl/#bit-expr: amounts are taken modulo 32.
    case ir::BinaryOp::ShiftLeft:
    case ir::BinaryOp::ShiftRight: {
      std::string amount;
      if (r.is_constant() && m_.types.is_scalar(rt) && m_.constant(r).bits < 32) amount = whole(r);
      else amount = "(" + operand(r) + " & 31u)";
      if (op == ir::BinaryOp::ShiftLeft && scalar == lang::kI32Type)
        return {"as_type<" + t + ">(" + as_unsigned(t, whole(l)) + " << " + amount + ")"};
      return {operand(l) + " " + std::string(symbol) + " " + amount, false};
    }
    // `&` and `|` of bool give int, which is another overload of what takes it, and too wide for a list in braces.
    case ir::BinaryOp::And:
    case ir::BinaryOp::Or:
      if (i.type == lang::kBoolType) return {"bool(" + plain().text + ")"};
      return plain();
    default: return plain();
  }
}

// https://gpuweb.github.io/gpuweb/wgsl/#value-conversion
Text Printer::convert(TypeId to, Value v) {
  TypeId from = type_of(v);
  std::string t = type(to);
  if (m_.types.kind(to) == TypeKind::Matrix) {
    std::string list, column = type(m_.types.element_of(to));
    for (uint32_t i = 0; i < m_.types[to].columns; ++i)
      list += (i ? ", " : "") + column + "(" + operand(v) + "[" + std::to_string(i) + "])";
    return {t + "(" + list + ")"};
  }
  TypeId to_scalar = m_.types.scalar_of(to), from_scalar = m_.types.scalar_of(from);
  bool to_integer = m_.types.is_integer(to_scalar);
  if (to_integer && m_.types.is_float(from_scalar)) {
    // Out of range is the nearest value there; the bounds are floats that the integer type holds.
    bool is_half = from_scalar == lang::kF16Type;
    std::string f = type(from);
    std::string low = to_scalar == lang::kI32Type ? (is_half ? "-65504.0h" : "-2147483648.0f") : (is_half ? "0.0h" : "0.0f");
    std::string high = is_half ? "65504.0h" : to_scalar == lang::kI32Type ? "2147483520.0f" : "4294967040.0f";
    return {t + "(metal::clamp(" + whole(v) + ", " + f + "(" + low + "), " + f + "(" + high + ")))"};
  }
  return {t + "(" + whole(v) + ")"};
}

// https://gpuweb.github.io/gpuweb/wgsl/#constructor-builtin-function
Text Printer::construct(const ir::Inst& i) {
  std::string t = type(i.type);
  std::vector<std::string> parts;
  for (uint32_t n = 0; n < i.operand_count; ++n) parts.push_back(whole(f_->operand(i, n)));
  TypeKind kind = m_.types.kind(i.type);
  if (kind == TypeKind::Struct) return {struct_value(i.type, parts)};
  std::string list;
  lang::Type shape = m_.types[i.type];
  if (kind == TypeKind::Matrix && parts.size() == size_t{shape.columns} * shape.rows) {
    std::string column = type(m_.types.element_of(i.type));
    for (uint32_t c = 0; c < shape.columns; ++c) {
      list += (c ? ", " : "") + column + "(";
      for (uint32_t r = 0; r < shape.rows; ++r) list += (r ? ", " : "") + parts[size_t{c} * shape.rows + r];
      list += ")";
    }
    return {t + "(" + list + ")"};
  }
  for (size_t n = 0; n < parts.size(); ++n) list += (n ? ", " : "") + parts[n];
  if (kind == TypeKind::Array) return {t + " {{" + list + "}}"};
  return {t + "(" + list + ")"};
}

Text Printer::swizzle(const ir::Inst& i) {
  std::string text = operand(f_->operand(i, 0)) + ".";
  uint32_t count = m_.types[i.type].rows;
  for (uint32_t n = 0; n < count; ++n) text += "xyzw"[i.aux >> (2 * n) & 3];
  return {text};
}

std::string Printer::index_text(Value index, uint32_t count, Value root, const ir::Inst& i) {
  bool is_int = m_.types.kind(type_of(index)) == TypeKind::I32;
  if (index.is_constant() && count && m_.constant(index).bits < count) return std::to_string(m_.constant(index).bits);
  if (!options_.robust || (i.flags & ir::kInBounds)) return whole(index);
  std::string at = is_int ? "uint(" + whole(index) + ")" : whole(index);
  if (count) return "metal::min(" + at + ", " + std::to_string(count - 1) + "u)";
  return "metal::min(" + at + ", " + array_length(root, span(i)) + " - 1u)";
}

void Printer::step(std::string& text, TypeId& t, Value index, Value root, const ir::Inst& i) {
  switch (m_.types.kind(t)) {
    case TypeKind::Struct: {
      uint32_t n = index.is_constant() ? m_.constant(index).bits : 0;
      text += "." + member(t, n);
      t = m_.types.element_of(t, n);
      return;
    }
    case TypeKind::Array: {
      bool runtime = is_runtime_array(t);
      uint32_t count = m_.types.element_count(t);
      text += (runtime ? "[" : ".e[") + index_text(index, count, root, i) + "]";
      break;
    }
    case TypeKind::Vector:
      if (index.is_constant() && m_.constant(index).bits < 4) {
        text += std::string(".") + "xyzw"[m_.constant(index).bits];
        break;
      }
      [[fallthrough]];
    default: text += "[" + index_text(index, m_.types.element_count(t), root, i) + "]";
  }
  t = m_.types.element_of(t);
}

Text Printer::extract(const ir::Inst& i) {
  Value v = f_->operand(i, 0);
  std::string text = operand(v);
  TypeId t = type_of(v);
  bool packed = false;
  for (uint32_t n = 1; n < i.operand_count; ++n) {
    Value index = f_->operand(i, n);
    packed = m_.types.is_struct(t) && index.is_constant() && is_packed(t, m_.constant(index).bits);
    step(text, t, index, {}, i);
  }
  if (packed) text = type(i.type) + "(" + text + ")";
  return {text};
}

bool Printer::ends_in_component(const ir::Inst& i) {
  if (i.op != Op::Access || i.operand_count < 2) return false;
  TypeId t = m_.types.store_type(type_of(f_->operand(i, 0)));
  for (uint32_t n = 1; n + 1 < i.operand_count; ++n) {
    Value index = f_->operand(i, n);
    t = m_.types.element_of(t, m_.types.is_struct(t) && index.is_constant() ? m_.constant(index).bits : 0);
  }
  return m_.types.kind(t) == TypeKind::Vector;
}

Text Printer::access(const ir::Inst& i, uint32_t leave) {
  Value base = f_->operand(i, 0);
  std::string text = operand(base);
  TypeId t = m_.types.store_type(type_of(base));
  for (uint32_t n = 1; n + leave < i.operand_count; ++n) step(text, t, f_->operand(i, n), base, i);
  return {text};
}


Text Printer::load(Value pointer) {
  Text t = value(pointer);
  TypeId store = m_.types.store_type(type_of(pointer));
  if (m_.types.kind(store) == TypeKind::Atomic)
    return {"metal::atomic_load_explicit(&" + t.text + ", metal::memory_order_relaxed)"};
  // packed_float3 converts, but has no operators of its own in every version.
  if (points_to_packed(pointer)) return {type(store) + "(" + t.text + ")"};
  return t;
}

bool Printer::points_to_packed(Value pointer) {
  if (!pointer.is_inst()) return false;
  const ir::Inst& i = f_->insts[pointer.index()];
  if (i.op != Op::Access) return false;
  TypeId at = m_.types.store_type(type_of(f_->operand(i, 0)));
  bool packed = false;
  for (uint32_t n = 1; n < i.operand_count; ++n) {
    Value index = f_->operand(i, n);
    uint32_t k = index.is_constant() ? m_.constant(index).bits : 0;
    packed = m_.types.is_struct(at) && is_packed(at, k);
    at = m_.types.element_of(at, m_.types.is_struct(at) ? k : 0);
  }
  return packed;
}

std::string Printer::array_length(Value root, SourceSpan where) {
  // The array is the variable itself or the last member of its structure.
  while (root.is_inst() && f_->insts[root.index()].op == Op::Access) root = f_->operand(f_->insts[root.index()], 0);
  if (!root.is(ir::ValueKind::Global)) {
    not_supported("lengths of runtime-sized arrays behind parameters", where);
    return "1u";
  }
  const ir::Global& g = m_.globals[root.global()];
  TypeId t = m_.types.store_type(g.type);
  uint32_t offset = 0;
  if (m_.types.is_struct(t)) {
    const lang::Member& last = m_.types.structure(t).members.back();
    offset = last.offset;
    t = last.type;
  }
  std::string size = sizes_name_ + "[" + std::to_string(buffer_index_[root.index()]) + "]";
  if (offset) size = "(" + size + " - " + std::to_string(offset) + "u)";
  return size + " / " + std::to_string(m_.types.stride_of(t)) + "u";
}

// https://gpuweb.github.io/gpuweb/wgsl/#function-call-expr
Text Printer::call(const ir::Inst& i) {
  ir::FunctionId callee(f_->word(i, 0));
  std::string list;
  for (uint32_t n = 1; n < i.operand_count; ++n) {
    if (points_to_packed(f_->operand(i, n)))
      not_supported("a pointer to a vec3 member that shares 16 bytes with the next member, as an argument", span(i));
    list += (n > 1 ? ", " : "") + whole(f_->operand(i, n));
  }
  for (ir::GlobalId g : globals_of_[callee.value]) list += (list.empty() ? "" : ", ") + global_names_[g.value];
  if (needs_sizes_[callee.value]) list += (list.empty() ? "" : ", ") + sizes_name_;
  return {function_names_[callee.value] + "(" + list + ")"};
}

}  // namespace vitrine::msl
