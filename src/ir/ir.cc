#include "ir/ir.h"

#include <cassert>

namespace vitrine::ir {
namespace {

uint64_t mix(uint64_t h, uint64_t v) {
  h ^= v + 0x9E3779B97F4A7C15u + (h << 6) + (h >> 2);
  return h * 0xFF51AFD7ED558CCDu;
}

}  // namespace

ConstantId Module::add_constant(TypeId type, uint32_t bits) {
  uint64_t hash = mix(mix(1, type.value), bits);
  auto [from, to] = constant_ids.equal_range(hash);
  for (auto it = from; it != to; ++it) {
    const Constant& c = constants[it->second.value];
    if (c.type == type && c.bits == bits && c.count == 0) return it->second;
  }
  ConstantId id(static_cast<uint32_t>(constants.size()));
  constants.push_back({type, bits, 0, 0});
  constant_ids.emplace(hash, id);
  return id;
}

ConstantId Module::add_constant(TypeId type, std::span<const ConstantId> elements) {
  uint64_t hash = mix(2, type.value);
  bool all_zero = true;
  for (ConstantId e : elements) {
    hash = mix(hash, e.value);
    const Constant& c = constants[e.value];
    if (c.bits != 0 || c.count != 0) all_zero = false;
  }
  // One form for each value, so that equal constants are the same.
  if (all_zero) return add_constant(type, 0u);
  auto [from, to] = constant_ids.equal_range(hash);
  for (auto it = from; it != to; ++it) {
    const Constant& c = constants[it->second.value];
    if (c.type != type || c.count != elements.size()) continue;
    if (std::equal(elements.begin(), elements.end(), constant_elements.begin() + c.first)) return it->second;
  }
  ConstantId id(static_cast<uint32_t>(constants.size()));
  Constant c{type, 0, static_cast<uint32_t>(constant_elements.size()), static_cast<uint32_t>(elements.size())};
  constant_elements.insert(constant_elements.end(), elements.begin(), elements.end());
  constants.push_back(c);
  constant_ids.emplace(hash, id);
  return id;
}

ConstantId Module::zero(TypeId type) { return add_constant(type, 0u); }

ConstantId Module::element(ConstantId composite, uint32_t i) {
  const Constant& c = constants[composite.value];
  if (c.count != 0) return i < c.count ? constant_elements[c.first + i] : constant_elements[c.first + c.count - 1];
  return zero(types.element_of(c.type, i));
}

TypeId type_of(const Module& m, const Function& f, Value v) {
  uint32_t i = v.index();
  switch (v.kind()) {
    case ValueKind::Inst: return i < f.insts.size() ? f.insts[i].type : lang::kErrorType;
    case ValueKind::Param: return i < f.params.size() ? f.params[i].type : lang::kErrorType;
    case ValueKind::Constant: return i < m.constants.size() ? m.constants[i].type : lang::kErrorType;
    case ValueKind::Global: return i < m.globals.size() ? m.globals[v.global()].type : lang::kErrorType;
    case ValueKind::Override: return i < m.overrides.size() ? m.overrides[v.override_id()].type : lang::kErrorType;
    case ValueKind::ModuleInst: return i < m.scope.insts.size() ? m.scope.insts[i].type : lang::kErrorType;
    case ValueKind::None: break;
  }
  return lang::kErrorType;
}

std::string_view to_text(Op op) {
  switch (op) {
    case Op::Unary: return "unary";
    case Op::Binary: return "binary";
    case Op::Convert: return "convert";
    case Op::Bitcast: return "bitcast";
    case Op::Construct: return "construct";
    case Op::Swizzle: return "swizzle";
    case Op::Extract: return "extract";
    case Op::Var: return "var";
    case Op::Load: return "load";
    case Op::Store: return "store";
    case Op::Access: return "access";
    case Op::Builtin: return "builtin";
    case Op::Call: return "call";
    case Op::Print: return "print";
    case Op::If: return "if";
    case Op::Loop: return "loop";
    case Op::Switch: return "switch";
    case Op::Yield: return "yield";
    case Op::Break: return "break";
    case Op::BreakIf: return "break_if";
    case Op::Continue: return "continue";
    case Op::Return: return "return";
    case Op::Unreachable: return "unreachable";
    case Op::Discard: return "discard";
  }
  return "?";
}

std::string_view op_name(UnaryOp op) {
  switch (op) {
    case UnaryOp::Negate: return "negate";
    case UnaryOp::Complement: return "complement";
    case UnaryOp::Not: return "not";
  }
  return "?";
}

std::string_view op_name(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return "add";
    case BinaryOp::Subtract: return "subtract";
    case BinaryOp::Multiply: return "multiply";
    case BinaryOp::Divide: return "divide";
    case BinaryOp::Remainder: return "remainder";
    case BinaryOp::And: return "and";
    case BinaryOp::Or: return "or";
    case BinaryOp::Xor: return "xor";
    case BinaryOp::ShiftLeft: return "shift_left";
    case BinaryOp::ShiftRight: return "shift_right";
    case BinaryOp::LogicalAnd: return "logical_and";
    case BinaryOp::LogicalOr: return "logical_or";
    case BinaryOp::Equal: return "equal";
    case BinaryOp::NotEqual: return "not_equal";
    case BinaryOp::Less: return "less";
    case BinaryOp::LessEqual: return "less_equal";
    case BinaryOp::Greater: return "greater";
    case BinaryOp::GreaterEqual: return "greater_equal";
  }
  return "?";
}

std::string_view to_text(Stage stage) {
  switch (stage) {
    case Stage::None: return "none";
    case Stage::Vertex: return "vertex";
    case Stage::Fragment: return "fragment";
    case Stage::Compute: return "compute";
  }
  return "?";
}

}  // namespace vitrine::ir
