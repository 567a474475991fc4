#include "spirv/raise/words.h"

namespace vitrine::spirv {

using ir::BinaryOp;
using ir::Op;
using ir::Value;
using lang::Builtin;
using lang::TypeId;
using lang::TypeKind;

namespace {

constexpr uint32_t kUnrolled = 32;  // elements of an array that are loaded and stored one by one

}  // namespace

ByteOffset WordMemory::plus(ByteOffset at, Value index, uint32_t stride) {
  if (index.is_constant()) return plus(at, m_.constant(index).bits * stride);
  Value i = b_.type(index) == lang::kI32Type ? b_.bitcast(lang::kU32Type, index) : index;
  Value bytes = stride == 1 ? i : b_.binary(BinaryOp::Multiply, lang::kU32Type, i, b_.u32(stride));
  at.value = at.value ? b_.binary(BinaryOp::Add, lang::kU32Type, at.value, bytes) : bytes;
  return at;
}

ByteOffset WordMemory::follow(const ir::Inst& access, TypeId t, ByteOffset at) {
  for (uint32_t n = 1; n < access.operand_count; ++n) {
    Value index = b_.function().operand(access, n);
    lang::Type ty = m_.types[t];
    if (ty.kind == TypeKind::Struct) {
      const lang::Member& m = m_.types.structure(t).members[m_.constant(index).bits];
      at = plus(at, m.offset);
      t = m.type;
      continue;
    }
    uint32_t stride = ty.kind == TypeKind::Vector ? static_cast<uint32_t>(m_.types.size_of(ty.element)) : m_.types.stride_of(t);
    at = plus(at, index, stride);
    t = m_.types.element_of(t);
  }
  return at;
}

Value WordMemory::bytes(ByteOffset at) {
  if (!at.value) return b_.u32(at.constant);
  return at.constant ? b_.binary(BinaryOp::Add, lang::kU32Type, at.value, b_.u32(at.constant)) : at.value;
}

Value WordMemory::pointer(ByteOffset at) {
  std::vector<Value> path;
  if (!at.value) {
    path.push_back(b_.u32(form_ == Form::Vectors ? at.constant / 16 : at.constant / 4));
    if (form_ == Form::Vectors) path.push_back(b_.u32(at.constant / 4 % 4));
  } else {
    Value all = bytes(at);
    if (form_ == Form::Vectors) path.push_back(b_.binary(BinaryOp::ShiftRight, lang::kU32Type, all, b_.u32(4)));
    Value words = b_.binary(BinaryOp::ShiftRight, lang::kU32Type, all, b_.u32(2));
    path.push_back(form_ == Form::Vectors ? b_.binary(BinaryOp::And, lang::kU32Type, words, b_.u32(3)) : words);
  }
  path.insert(path.begin(), global_);
  lang::Type global = m_.types[m_.globals[global_.global()].type];
  TypeId element = form_ == Form::Atomics ? m_.types.atomic(lang::kU32Type) : lang::kU32Type;
  Value p = b_.emit(Op::Access, m_.types.pointer(global.space, element, global.access), path);
  if (in_bounds_) b_.flag(p, ir::kInBounds);
  return p;
}

Value WordMemory::word(ByteOffset at) {
  Value p = pointer(at);
  return form_ == Form::Atomics ? b_.builtin(Builtin::AtomicLoad, lang::kU32Type, {p}) : b_.load(p);
}

void WordMemory::store_word(ByteOffset at, Value v) {
  Value p = pointer(at);
  if (form_ == Form::Atomics) b_.builtin(Builtin::AtomicStore, lang::kVoidType, {p, v});
  else b_.store(p, v);
}

// The other half of the word may be written at the same time: first the bits go, then the new ones come.
void WordMemory::store_half(ByteOffset at, Value v) {
  Value p = pointer(at);
  TypeId half = b_.type(v);
  Value word = b_.bitcast(lang::kU32Type, b_.construct(m_.types.vector(2, half), {v, b_.zero(half)}));
  Value mask = b_.u32(0xFFFFu);
  if (!at.value) {
    if (at.constant / 2 % 2) {
      word = b_.binary(BinaryOp::ShiftLeft, lang::kU32Type, word, b_.u32(16));
      mask = b_.u32(0xFFFF0000u);
    }
  } else {
    Value odd = b_.binary(BinaryOp::And, lang::kU32Type, bytes(at), b_.u32(2));
    Value shift = b_.binary(BinaryOp::ShiftLeft, lang::kU32Type, odd, b_.u32(3));
    word = b_.binary(BinaryOp::ShiftLeft, lang::kU32Type, word, shift);
    mask = b_.binary(BinaryOp::ShiftLeft, lang::kU32Type, mask, shift);
  }
  b_.builtin(Builtin::AtomicAnd, lang::kU32Type, {p, b_.unary(ir::UnaryOp::Complement, mask)});
  b_.builtin(Builtin::AtomicOr, lang::kU32Type, {p, word});
}

Value WordMemory::load(TypeId id, ByteOffset at) {
  lang::Type t = m_.types[id];
  std::vector<Value> parts;
  switch (t.kind) {
    case TypeKind::U32: return word(at);
    case TypeKind::I32:
    case TypeKind::F32: return b_.bitcast(id, word(at));
    case TypeKind::F16: {
      Value pair = b_.bitcast(m_.types.vector(2, id), word(at));
      if (!at.value) return b_.extract(pair, at.constant / 2 % 2);
      Value half = b_.binary(BinaryOp::ShiftRight, lang::kU32Type, bytes(at), b_.u32(1));
      return b_.extract(pair, {b_.binary(BinaryOp::And, lang::kU32Type, half, b_.u32(1))});
    }
    case TypeKind::Vector: {
      uint32_t size = static_cast<uint32_t>(m_.types.size_of(t.element));
      for (uint32_t n = 0; n < t.rows; ++n) parts.push_back(load(t.element, plus(at, n * size)));
      break;
    }
    case TypeKind::Matrix: {
      TypeId column = m_.types.vector(t.rows, t.element);
      for (uint32_t n = 0; n < t.columns; ++n) parts.push_back(load(column, plus(at, n * m_.types.stride_of(id))));
      break;
    }
    case TypeKind::Array: {
      uint32_t stride = m_.types.stride_of(id);
      if (t.count > kUnrolled) return load_in_loop(id, at);
      for (uint32_t n = 0; n < t.count; ++n) parts.push_back(load(t.element, plus(at, n * stride)));
      break;
    }
    case TypeKind::Struct: {
      uint32_t count = static_cast<uint32_t>(m_.types.structure(id).members.size());
      for (uint32_t n = 0; n < count; ++n) {
        const lang::Member& m = m_.types.structure(id).members[n];
        TypeId type = m.type;
        parts.push_back(load(type, plus(at, m.offset)));
      }
      break;
    }
    default: return b_.zero(id);
  }
  return b_.construct(id, parts);
}

void WordMemory::store(TypeId id, ByteOffset at, Value v) {
  lang::Type t = m_.types[id];
  switch (t.kind) {
    case TypeKind::U32: return store_word(at, v);
    case TypeKind::I32:
    case TypeKind::F32: return store_word(at, b_.bitcast(lang::kU32Type, v));
    case TypeKind::F16: return store_half(at, v);
    case TypeKind::Vector: {
      uint32_t size = static_cast<uint32_t>(m_.types.size_of(t.element));
      for (uint32_t n = 0; n < t.rows; ++n) store(t.element, plus(at, n * size), b_.extract(v, n));
      return;
    }
    case TypeKind::Matrix: {
      TypeId column = m_.types.vector(t.rows, t.element);
      for (uint32_t n = 0; n < t.columns; ++n) store(column, plus(at, n * m_.types.stride_of(id)), b_.extract(v, n));
      return;
    }
    case TypeKind::Array: {
      uint32_t stride = m_.types.stride_of(id);
      if (t.count > kUnrolled) return store_in_loop(id, at, v);
      for (uint32_t n = 0; n < t.count; ++n) store(t.element, plus(at, n * stride), b_.extract(v, n));
      return;
    }
    case TypeKind::Struct: {
      uint32_t count = static_cast<uint32_t>(m_.types.structure(id).members.size());
      for (uint32_t n = 0; n < count; ++n) {
        const lang::Member& m = m_.types.structure(id).members[n];
        TypeId type = m.type;
        store(type, plus(at, m.offset), b_.extract(v, n));
      }
      return;
    }
    default: return;
  }
}

template <class F>
void WordMemory::repeat(uint32_t count, F&& body) {
  Value index = b_.var(lang::kU32Type, b_.u32(0));
  b_.begin_loop();
  Value now = b_.load(index);
  b_.begin_if(b_.binary(BinaryOp::GreaterEqual, now, b_.u32(count)));
  b_.brk();
  b_.end_if();
  body(now);
  b_.begin_continuing();
  b_.store(index, b_.binary(BinaryOp::Add, lang::kU32Type, b_.load(index), b_.u32(1)));
  b_.end_loop();
}

Value WordMemory::load_in_loop(TypeId id, ByteOffset at) {
  lang::Type t = m_.types[id];
  Value whole = b_.var(id);
  b_.flag(whole, ir::kUninitialized);
  repeat(t.count, [&](Value now) {
    Value element = load(t.element, plus(at, now, m_.types.stride_of(id)));
    Value p = b_.access(whole, {now});
    b_.flag(p, ir::kInBounds);
    b_.store(p, element);
  });
  return b_.load(whole);
}

void WordMemory::store_in_loop(TypeId id, ByteOffset at, Value v) {
  lang::Type t = m_.types[id];
  Value whole = b_.var(id, v);
  repeat(t.count, [&](Value now) {
    Value p = b_.access(whole, {now});
    b_.flag(p, ir::kInBounds);
    store(t.element, plus(at, now, m_.types.stride_of(id)), b_.load(p));
  });
}

void replace_values(ir::Module& m, ir::FunctionId id, const std::unordered_map<uint32_t, Value>& by) {
  ir::Function& f = m.functions[id];
  for (const ir::Inst& i : f.insts) {
    if (i.flags & ir::kRemoved) continue;
    ir::for_each_value_operand(i, [&](uint32_t n) {
      Value v = f.operand(i, n);
      if (!v.is_inst()) return;
      if (auto it = by.find(v.index()); it != by.end()) f.set_operand(i, n, it->second);
    });
  }
  for (ir::Named& n : m.named) {
    if (!n.value.is_inst() || !n.scope || m.scopes[n.scope.value].function != id) continue;
    if (auto it = by.find(n.value.index()); it != by.end()) n.value = it->second;
    else if (f.insts[n.value.index()].flags & ir::kRemoved) n.value = {};
  }
}

}  // namespace vitrine::spirv
