#include "spirv/print/printer.h"

namespace vitrine::spirv {

using ir::Inst;
using ir::Value;
using ir::ValueKind;
using spv::Op;

uint32_t Printer::op(Op o, uint32_t type, std::span<const uint32_t> operands) {
  uint32_t id = new_id();
  code_.begin(o);
  code_.word(type);
  code_.word(id);
  code_.words(operands);
  code_.end();
  return id;
}

uint32_t Printer::glsl(GLSLstd450 e, uint32_t type, std::initializer_list<uint32_t> operands) {
  uint32_t set = ext_set("GLSL.std.450"), id = new_id();
  code_.begin(Op::OpExtInst);
  code_.word(type);
  code_.word(id);
  code_.word(set);
  code_.word(static_cast<uint32_t>(e));
  for (uint32_t o : operands) code_.word(o);
  code_.end();
  return id;
}

uint32_t Printer::value(Value v) {
  switch (v.kind()) {
    case ValueKind::Inst: return value_ids_[v.index()];
    case ValueKind::Param: return param_ids_[v.index()];
    case ValueKind::Constant: return constant(v.constant());
    case ValueKind::Global: return pointer(v);
    default: return 0;
  }
}

uint32_t Printer::splat(TypeId vector, uint32_t scalar) {
  uint32_t n = width_of(vector);
  if (n == 1) return scalar;
  std::vector<uint32_t> parts(n, scalar);
  return op(Op::OpCompositeConstruct, type(vector), parts);
}

void Printer::inst(uint32_t index) {
  const Inst& i = f_->insts[index];
  uint32_t made = 0;
  switch (i.op) {
    case ir::Op::Unary: made = unary(i); break;
    case ir::Op::Binary: made = binary(i); break;
    case ir::Op::Convert: made = convert(i.type, operand_type(i, 0), operand(i, 0)); break;
    case ir::Op::Bitcast: made = bitcast(i); break;
    case ir::Op::Construct: made = construct(i); break;
    case ir::Op::Swizzle: {
      std::vector<uint32_t> words{operand(i, 0), 0};
      words[1] = words[0];
      for (uint32_t n = 0; n < width_of(i.type); ++n) words.push_back(i.aux >> (2 * n) & 3u);
      made = op(Op::OpVectorShuffle, type(i.type), words);
      break;
    }
    case ir::Op::Extract: made = extract_value(i); break;
    case ir::Op::Var: {
      uint32_t id = value_ids_[index] = new_id();
      std::vector<uint32_t> words{pointer_type(i.type), id, static_cast<uint32_t>(spv::StorageClass::Function)};
      bool initialized = !(i.flags & ir::kUninitialized);
      uint32_t initial = !initialized ? 0 : i.operand_count ? operand(i, 0) : zero(t(i.type).element);
      // A variable that is made once may begin with its constant; one in a loop begins anew each time.
      bool once = targets_.empty() && (i.operand_count == 0 || f_->operand(i, 0).is_constant());
      if (initialized && once) words.push_back(initial);
      variables_.add(Op::OpVariable, words);
      if (initialized && !once) effect(Op::OpStore, {id, initial});
      return;
    }
    case ir::Op::Load: made = load(f_->operand(i, 0)); break;
    case ir::Op::Store: store(f_->operand(i, 0), operand(i, 1)); return;
    case ir::Op::Access: made = access(i); break;
    case ir::Op::Builtin: made = builtin(i); break;
    case ir::Op::Call: {
      std::vector<uint32_t> words{function_ids_[f_->word(i, 0)]};
      for (uint32_t n = 1; n < i.operand_count; ++n) words.push_back(operand(i, n));
      made = op(Op::OpFunctionCall, type(i.type), words);
      break;
    }
    case ir::Op::Print:
      if (options_.print == PrintRoute::Native) print_native(i);
      return;
    case ir::Op::Discard:
      // https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#OpDemoteToHelperInvocation
      if (at_least(1, 6) || options_.demote_to_helper) {
        capability(spv::Capability::DemoteToHelperInvocation);
        if (!at_least(1, 6)) extension("SPV_EXT_demote_to_helper_invocation");
        code_.add(Op::OpDemoteToHelperInvocation, {});
      } else {
        code_.add(Op::OpKill, {});
        open_ = false;
      }
      return;
    default: return;
  }
  if (i.type != lang::kVoidType) value_ids_[index] = made;
}

uint32_t Printer::unary(const Inst& i) {
  uint32_t v = operand(i, 0), ty = type(i.type);
  switch (static_cast<ir::UnaryOp>(i.aux)) {
    case ir::UnaryOp::Negate: return op(kind_of(i.type) == Number::Float ? Op::OpFNegate : Op::OpSNegate, ty, {v});
    case ir::UnaryOp::Complement: return op(Op::OpNot, ty, {v});
    case ir::UnaryOp::Not: return op(Op::OpLogicalNot, ty, {v});
  }
  return v;
}

namespace {

Op binary_op(ir::BinaryOp o, Number n) {
  using B = ir::BinaryOp;
  bool f = n == Number::Float, s = n == Number::Signed, b = n == Number::Bool;
  switch (o) {
    case B::Add: return f ? Op::OpFAdd : Op::OpIAdd;
    case B::Subtract: return f ? Op::OpFSub : Op::OpISub;
    case B::Multiply: return f ? Op::OpFMul : Op::OpIMul;
    case B::Divide: return f ? Op::OpFDiv : s ? Op::OpSDiv : Op::OpUDiv;
    case B::Remainder: return f ? Op::OpFRem : s ? Op::OpSRem : Op::OpUMod;
    case B::And: return b ? Op::OpLogicalAnd : Op::OpBitwiseAnd;
    case B::Or: return b ? Op::OpLogicalOr : Op::OpBitwiseOr;
    case B::Xor: return Op::OpBitwiseXor;
    case B::ShiftLeft: return Op::OpShiftLeftLogical;
    case B::ShiftRight: return s ? Op::OpShiftRightArithmetic : Op::OpShiftRightLogical;
    case B::Equal: return b ? Op::OpLogicalEqual : f ? Op::OpFOrdEqual : Op::OpIEqual;
    case B::NotEqual: return b ? Op::OpLogicalNotEqual : f ? Op::OpFUnordNotEqual : Op::OpINotEqual;
    case B::Less: return f ? Op::OpFOrdLessThan : s ? Op::OpSLessThan : Op::OpULessThan;
    case B::LessEqual: return f ? Op::OpFOrdLessThanEqual : s ? Op::OpSLessThanEqual : Op::OpULessThanEqual;
    case B::Greater: return f ? Op::OpFOrdGreaterThan : s ? Op::OpSGreaterThan : Op::OpUGreaterThan;
    case B::GreaterEqual: return f ? Op::OpFOrdGreaterThanEqual : s ? Op::OpSGreaterThanEqual : Op::OpUGreaterThanEqual;
    case B::LogicalAnd: return Op::OpLogicalAnd;
    case B::LogicalOr: return Op::OpLogicalOr;
  }
  return Op::OpNop;
}

}  // namespace

uint32_t Printer::binary(const Inst& i) {
  auto o = static_cast<ir::BinaryOp>(i.aux);
  TypeId ta = operand_type(i, 0), tb = operand_type(i, 1);
  uint32_t a = operand(i, 0), b = operand(i, 1), ty = type(i.type);
  TypeKind ka = t(ta).kind, kb = t(tb).kind;
  if (ka == TypeKind::Matrix || kb == TypeKind::Matrix) {
    if (o == ir::BinaryOp::Multiply) {
      if (ka == TypeKind::Matrix && kb == TypeKind::Matrix) return op(Op::OpMatrixTimesMatrix, ty, {a, b});
      if (ka == TypeKind::Matrix && kb == TypeKind::Vector) return op(Op::OpMatrixTimesVector, ty, {a, b});
      if (ka == TypeKind::Vector) return op(Op::OpVectorTimesMatrix, ty, {a, b});
      if (ka == TypeKind::Matrix) return op(Op::OpMatrixTimesScalar, ty, {a, b});
      return op(Op::OpMatrixTimesScalar, ty, {b, a});
    }
    uint32_t column = vector_type(type(t(ta).element), t(ta).rows);
    std::vector<uint32_t> columns;
    for (uint32_t c = 0; c < t(ta).columns; ++c)
      columns.push_back(op(binary_op(o, Number::Float), column, {extract(column, a, {c}), extract(column, b, {c})}));
    return op(Op::OpCompositeConstruct, ty, columns);
  }
  Number n = kind_of(ta);
  if (ka == TypeKind::Vector && kb != TypeKind::Vector) {
    if (o == ir::BinaryOp::Multiply && n == Number::Float) return op(Op::OpVectorTimesScalar, ty, {a, b});
    b = splat(o == ir::BinaryOp::ShiftLeft || o == ir::BinaryOp::ShiftRight ? ta : i.type, b);
  } else if (kb == TypeKind::Vector && ka != TypeKind::Vector) {
    if (o == ir::BinaryOp::Multiply && n == Number::Float) return op(Op::OpVectorTimesScalar, ty, {b, a});
    a = splat(tb, a);
  }
  return op(binary_op(o, n), ty, {a, b});
}

// https://gpuweb.github.io/gpuweb/wgsl/#value-constructor-builtin-function. Floats are in the range of the integer here.
uint32_t Printer::convert(TypeId to, TypeId from, uint32_t v) {
  if (to == from) return v;
  uint32_t ty = type(to);
  if (t(to).kind == TypeKind::Matrix) {
    uint32_t from_column = vector_type(type(t(from).element), t(from).rows);
    uint32_t to_column = vector_type(type(t(to).element), t(to).rows);
    std::vector<uint32_t> columns;
    for (uint32_t c = 0; c < t(to).columns; ++c)
      columns.push_back(op(Op::OpFConvert, to_column, {extract(from_column, v, {c})}));
    return op(Op::OpCompositeConstruct, ty, columns);
  }
  Number a = kind_of(from), b = kind_of(to);
  if (b == Number::Bool) {
    if (a == Number::Float) return op(Op::OpFUnordNotEqual, ty, {v, number(from, 0)});
    return op(Op::OpINotEqual, ty, {v, number(from, 0)});
  }
  if (a == Number::Bool) return op(Op::OpSelect, ty, {v, number(to, 1), number(to, 0)});
  if (a == Number::Float) {
    if (b == Number::Float) return op(Op::OpFConvert, ty, {v});
    return op(b == Number::Signed ? Op::OpConvertFToS : Op::OpConvertFToU, ty, {v});
  }
  if (b == Number::Float) return op(a == Number::Signed ? Op::OpConvertSToF : Op::OpConvertUToF, ty, {v});
  return op(Op::OpBitcast, ty, {v});
}

uint32_t Printer::bitcast(const Inst& i) {
  if (operand_type(i, 0) == i.type) return operand(i, 0);
  return op(Op::OpBitcast, type(i.type), {operand(i, 0)});
}

uint32_t Printer::construct(const Inst& i) {
  const lang::Type& ty = t(i.type);
  std::vector<uint32_t> parts;
  for (uint32_t n = 0; n < i.operand_count; ++n) parts.push_back(operand(i, n));
  if (ty.kind == TypeKind::Vector && parts.size() == 1 && t(operand_type(i, 0)).kind != TypeKind::Vector)
    return splat(i.type, parts[0]);
  if (ty.kind == TypeKind::Vector && parts.size() == 1) return parts[0];
  if (ty.kind == TypeKind::Matrix && parts.size() != ty.columns) {
    uint32_t column = vector_type(type(ty.element), ty.rows);
    std::vector<uint32_t> columns;
    for (uint32_t c = 0; c < ty.columns; ++c)
      columns.push_back(op(Op::OpCompositeConstruct, column, std::span(parts).subspan(size_t{c} * ty.rows, ty.rows)));
    parts = std::move(columns);
  }
  if (is_long(i.type)) {
    for (uint32_t& p : parts) p = op(Op::OpBitcast, unique(Op::OpTypeInt, {64, 0}), {p});
    if (parts.size() == 1) return parts[0];
  }
  return op(Op::OpCompositeConstruct, type(i.type), parts);
}

uint32_t Printer::extract_value(const Inst& i) {
  uint32_t v = operand(i, 0);
  TypeId at = operand_type(i, 0);
  // Constant steps become one OpCompositeExtract; a vector may be indexed by a value. raise/ took away all other cases.
  std::vector<uint32_t> literals;
  uint32_t at_type = 0;
  auto flush = [&] {
    if (literals.empty()) return;
    std::vector<uint32_t> words{v};
    words.insert(words.end(), literals.begin(), literals.end());
    v = op(Op::OpCompositeExtract, at_type, words);
    literals.clear();
  };
  for (uint32_t n = 1; n < i.operand_count; ++n) {
    Value index = f_->operand(i, n);
    const lang::Type& ty = t(at);
    if (index.is_constant()) {
      uint32_t k = m_.constant(index).bits;
      literals.push_back(k);
      if (ty.kind == TypeKind::Struct) at = types_.structure(at).members[k].type;
      else if (ty.kind == TypeKind::Matrix) {
        at_type = vector_type(type(ty.element), ty.rows);
        if (n + 1 < i.operand_count) {
          // The last step goes into the column.
          Value component = f_->operand(i, n + 1);
          if (component.is_constant()) {
            literals.push_back(m_.constant(component).bits);
            at_type = type(ty.element);
            flush();
          } else {
            flush();
            v = op(Op::OpVectorExtractDynamic, type(ty.element), {v, value(component)});
          }
          return v;
        }
        continue;
      } else at = ty.element;
      at_type = type(at);
    } else {
      flush();
      at = ty.element;
      at_type = type(at);
      v = op(Op::OpVectorExtractDynamic, at_type, {v, value(index)});
    }
  }
  flush();
  return v;
}

// -- memory -------------------------------------------------------------------------------------------------------------

uint32_t Printer::pointer(Value v) {
  if (!v.is(ValueKind::Global)) return value(v);
  uint32_t id = global_ids_[v.index()];
  if (!global_wrapped_[v.index()]) return id;
  return op(Op::OpAccessChain, pointer_type(m_.globals[v.global()].type), {id, u32_constant(0)});
}

// Operands of the access chain. `in_structure`: it ends at a matrix that is several members of a structure, of which it
// names the first.
std::vector<uint32_t> Printer::access_words(const Inst& i, bool& in_structure) {
  Value base = f_->operand(i, 0);
  std::vector<uint32_t> words;
  if (base.is(ValueKind::Global) && global_wrapped_[base.index()]) {
    words = {global_ids_[base.index()], u32_constant(0)};
  } else {
    words = {pointer(base)};
  }
  const lang::Type& p = t(operand_type(i, 0));
  Layout layout = layout_of(p.space);
  TypeId at = p.element;
  in_structure = false;
  for (uint32_t n = 1; n < i.operand_count; ++n) {
    Value index = f_->operand(i, n);
    if (types_.is_struct(at)) {
      uint32_t k = m_.constant(index).bits, first = member_index(at, k, layout);
      at = types_.structure(at).members[k].type;
      in_structure = split_matrix(at, layout);
      if (in_structure && n + 1 < i.operand_count) {
        // raise/ left constant columns only.
        Value column = f_->operand(i, ++n);
        if (column.is_constant()) first += m_.constant(column).bits;
        in_structure = false;
      }
      words.push_back(u32_constant(first));
    } else {
      words.push_back(value(index));
      if (t(at).kind != TypeKind::Matrix) at = t(at).element;
    }
  }
  return words;
}

uint32_t Printer::access(const Inst& i) {
  bool in_structure = false;
  std::vector<uint32_t> words = access_words(i, in_structure);
  return in_structure ? 0 : op(Op::OpAccessChain, pointer_type(i.type), words);
}

uint32_t Printer::load_columns(Value v) {
  if (!v.is_inst() || f_->insts[v.index()].op != ir::Op::Access) return 0;
  const Inst& i = f_->insts[v.index()];
  if (!split_matrix(t(i.type).element, layout_of(t(i.type).space))) return 0;
  bool in_structure = false;
  std::vector<uint32_t> words = access_words(i, in_structure);
  if (!in_structure) return 0;
  words.pop_back();
  TypeId at = t(operand_type(i, 0)).element, structure = at;
  uint32_t member = 0;
  for (uint32_t n = 1; n < i.operand_count; ++n) {
    if (types_.is_struct(at)) {
      structure = at;
      member = m_.constant(f_->operand(i, n)).bits;
      at = types_.structure(at).members[member].type;
    } else {
      at = t(at).element;
    }
  }
  const lang::Type& matrix = t(at);
  uint32_t column = vector_type(type(matrix.element), matrix.rows);
  uint32_t column_pointer = pointer_type(storage_class(t(i.type).space), column);
  uint32_t first = member_index(structure, member, Layout::Uniform);
  std::vector<uint32_t> columns;
  for (uint32_t c = 0; c < matrix.columns; ++c) {
    words.push_back(u32_constant(first + c));
    columns.push_back(op(Op::OpLoad, column, {op(Op::OpAccessChain, column_pointer, words)}));
    words.pop_back();
  }
  return op(Op::OpCompositeConstruct, type(at), columns);
}

uint32_t Printer::load(Value v) {
  const lang::Type& p = t(type_of(v));
  Layout layout = layout_of(p.space);
  if (uint32_t columns = load_columns(v)) return columns;
  uint32_t loaded = op(Op::OpLoad, type(p.element, layout), {pointer(v)});
  return relayout(loaded, p.element, layout, Layout::Plain);
}

void Printer::store(Value at, uint32_t v) {
  const lang::Type& p = t(type_of(at));
  uint32_t laid = relayout(v, p.element, Layout::Plain, layout_of(p.space));
  effect(Op::OpStore, {pointer(at), laid});
}

namespace {
bool holds_matrix(const lang::TypeTable& types, TypeId id) {
  const lang::Type& t = types[id];
  if (t.kind == TypeKind::Matrix) return true;
  if (t.kind == TypeKind::Array) return holds_matrix(types, t.element);
  if (t.kind != TypeKind::Struct) return false;
  for (const lang::Member& m : types.structure(id).members)
    if (holds_matrix(types, m.type)) return true;
  return false;
}
}  // namespace

uint32_t Printer::relayout(uint32_t v, TypeId id, Layout from, Layout to) {
  if (type(id, from) == type(id, to)) return v;
  bool split = (from == Layout::Uniform || to == Layout::Uniform) && holds_matrix(types_, id) &&
               type(id, Layout::Uniform) != type(id, Layout::Storage);
  if (at_least(1, 4) && !split) return op(Op::OpCopyLogical, type(id, to), {v});
  return relayout_parts(v, id, from, to);
}

// Types nest at most 15 deep.
uint32_t Printer::relayout_parts(uint32_t v, TypeId id, Layout from, Layout to) {
  const lang::Type& ty = t(id);
  std::vector<uint32_t> parts;
  if (ty.kind == TypeKind::Matrix) {
    uint32_t column = vector_type(type(ty.element), ty.rows);
    for (uint32_t c = 0; c < ty.columns; ++c) parts.push_back(extract(column, v, {c}));
  } else if (ty.kind == TypeKind::Array) {
    for (uint32_t n = 0; n < ty.count; ++n)
      parts.push_back(relayout(extract(type(ty.element, from), v, {n}), ty.element, from, to));
  } else if (ty.kind == TypeKind::Struct) {
    const lang::Struct& s = types_.structure(id);
    for (uint32_t n = 0; n < s.members.size(); ++n) {
      TypeId member = s.members[n].type;
      uint32_t first = member_index(id, n, from);
      if (split_matrix(member, from)) {
        uint32_t column = vector_type(type(t(member).element), t(member).rows);
        std::vector<uint32_t> columns;
        for (uint32_t c = 0; c < t(member).columns; ++c) columns.push_back(extract(column, v, {first + c}));
        parts.push_back(op(Op::OpCompositeConstruct, type(member, to), columns));
      } else {
        parts.push_back(relayout(extract(type(member, from), v, {first}), member, from, to));
      }
    }
  } else {
    return v;
  }
  return op(Op::OpCompositeConstruct, type(id, to), parts);
}

}  // namespace vitrine::spirv
