#include <unordered_map>

#include "ir/builder.h"
#include "spirv/raise/raise.h"

namespace vitrine::spirv {
namespace {

using ir::BinaryOp;
using ir::Builder;
using ir::Inst;
using ir::Op;
using ir::Value;
using ir::ValueKind;
using lang::AddressSpace;
using lang::TypeId;
using lang::TypeKind;

constexpr uint32_t kUnrolled = 32;  // elements of an array that are loaded one by one

// https://registry.khronos.org/vulkan/specs/1.3/html/vkspec.html#interfaces-resources-layout without
// uniformBufferStandardLayout. Types nest at most 15 deep.
bool fits(const lang::TypeTable& types, TypeId id) {
  const lang::Type& t = types[id];
  if (t.kind == TypeKind::Array) return types.stride_of(id) % 16 == 0 && fits(types, t.element);
  if (t.kind != TypeKind::Struct) return true;
  uint64_t free_from = 0;
  for (const lang::Member& m : types.structure(id).members) {
    if (m.offset < free_from || m.offset % types.required_align_of(m.type, AddressSpace::Uniform, false) != 0) return false;
    if (!fits(types, m.type)) return false;
    if (types.is_struct(m.type)) free_from = m.offset + (uint64_t{m.size} + 15) / 16 * 16;
  }
  return true;
}

class UniformWords {
 public:
  explicit UniformWords(ir::Module& m) : m_(m) {}

  void run() {
    packed_.assign(m_.globals.size(), false);
    bool any = false;
    for (ir::GlobalId g(0); g.value < m_.globals.size(); ++g.value) {
      const lang::Type& p = m_.types[m_.globals[g].type];
      if (p.space == AddressSpace::Uniform && !fits(m_.types, p.element)) packed_[g.value] = any = true;
    }
    if (!any) return;
    for (ir::FunctionId id(0); id.value < m_.functions.size(); ++id.value) function(id);
    for (ir::GlobalId g(0); g.value < m_.globals.size(); ++g.value) {
      if (!packed_[g.value]) continue;
      TypeId store = m_.types[m_.globals[g].type].element, vec4 = m_.types.vector(4, lang::kU32Type);
      uint32_t count = static_cast<uint32_t>((m_.types.size_of(store) + 15) / 16);
      m_.globals[g].type = m_.types.pointer(AddressSpace::Uniform, m_.types.array(vec4, count), lang::AccessMode::Read);
    }
  }

 private:
  // Bytes from the start of the variable: a constant and, when set, a value.
  struct Offset {
    uint32_t constant = 0;
    Value value;
  };

  Value global_of(const ir::Function& f, Value pointer) const {
    if (pointer.is_inst() && f.insts[pointer.index()].op == Op::Access) pointer = f.operand(f.insts[pointer.index()], 0);
    return pointer.is(ValueKind::Global) && packed_[pointer.index()] ? pointer : Value();
  }

  void function(ir::FunctionId id) {
    uint32_t count = static_cast<uint32_t>(m_.functions[id].insts.size());
    std::unordered_map<uint32_t, Value> loaded;
    std::vector<uint32_t> accesses;
    for (uint32_t n = 0; n < count; ++n) {
      const ir::Function& f = m_.functions[id];
      const Inst i = f.insts[n];
      if (i.flags & ir::kRemoved || !i.block || i.operand_count == 0) continue;
      if (i.op == Op::Access && global_of(f, Value::inst(n))) accesses.push_back(n);
      if (i.op != Op::Load || !global_of(f, f.operand(i, 0))) continue;
      Builder b(m_, id);
      b.before(n);
      b_ = &b;
      Value pointer = f.operand(i, 0);
      global_ = global_of(f, pointer);
      Offset at;
      if (pointer.is_inst()) at = offset_of(m_.functions[id].insts[pointer.index()]);
      loaded[n] = load(i.type, at);
      ir::remove(m_.functions[id], n);
    }
    ir::Function& f = m_.functions[id];
    for (uint32_t n : accesses) ir::remove(f, n);
    if (loaded.empty()) return;
    for (const Inst& i : f.insts) {
      if (i.flags & ir::kRemoved) continue;
      ir::for_each_value_operand(i, [&](uint32_t n) {
        Value v = f.operand(i, n);
        if (!v.is_inst()) return;
        if (auto it = loaded.find(v.index()); it != loaded.end()) f.set_operand(i, n, it->second);
      });
    }
    for (ir::Named& n : m_.named) {
      if (!n.value.is_inst() || !n.scope || m_.scopes[n.scope.value].function != id) continue;
      if (auto it = loaded.find(n.value.index()); it != loaded.end()) n.value = it->second;
    }
  }

  Offset plus(Offset at, uint32_t bytes) const { return {at.constant + bytes, at.value}; }
  Offset plus(Offset at, Value index, uint32_t stride) {
    if (index.is_constant()) return plus(at, m_.constant(index).bits * stride);
    Value i = b_->type(index) == lang::kI32Type ? b_->bitcast(lang::kU32Type, index) : index;
    Value bytes = b_->binary(BinaryOp::Multiply, lang::kU32Type, i, b_->u32(stride));
    at.value = at.value ? b_->binary(BinaryOp::Add, lang::kU32Type, at.value, bytes) : bytes;
    return at;
  }

  Offset offset_of(const Inst& access) {
    Offset at;
    TypeId t = m_.types[m_.globals[global_.global()].type].element;
    for (uint32_t n = 1; n < access.operand_count; ++n) {
      Value index = b_->function().operand(access, n);
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

  Value word(Offset at) {
    Value path[2];
    if (!at.value) {
      path[0] = b_->u32(at.constant / 16);
      path[1] = b_->u32(at.constant / 4 % 4);
    } else {
      Value bytes = at.constant ? b_->binary(BinaryOp::Add, lang::kU32Type, at.value, b_->u32(at.constant)) : at.value;
      path[0] = b_->binary(BinaryOp::ShiftRight, lang::kU32Type, bytes, b_->u32(4));
      Value words = b_->binary(BinaryOp::ShiftRight, lang::kU32Type, bytes, b_->u32(2));
      path[1] = b_->binary(BinaryOp::And, lang::kU32Type, words, b_->u32(3));
    }
    Value operands[] = {global_, path[0], path[1]};
    TypeId pointer = m_.types.pointer(AddressSpace::Uniform, lang::kU32Type, lang::AccessMode::Read);
    Value p = b_->emit(Op::Access, pointer, operands);
    b_->flag(p, ir::kInBounds);
    return b_->load(p);
  }

  Value load(TypeId id, Offset at) {
    lang::Type t = m_.types[id];
    std::vector<Value> parts;
    switch (t.kind) {
      case TypeKind::U32: return word(at);
      case TypeKind::I32:
      case TypeKind::F32: return b_->bitcast(id, word(at));
      case TypeKind::F16: {
        Value pair = b_->bitcast(m_.types.vector(2, id), word(at));
        if (!at.value) return b_->extract(pair, at.constant / 2 % 2);
        Value bytes = b_->binary(BinaryOp::Add, lang::kU32Type, at.value, b_->u32(at.constant));
        Value half = b_->binary(BinaryOp::ShiftRight, lang::kU32Type, bytes, b_->u32(1));
        return b_->extract(pair, {b_->binary(BinaryOp::And, lang::kU32Type, half, b_->u32(1))});
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
      default: return b_->zero(id);
    }
    return b_->construct(id, parts);
  }

  Value load_in_loop(TypeId id, Offset at) {
    lang::Type t = m_.types[id];
    Value whole = b_->var(id), index = b_->var(lang::kU32Type, b_->u32(0));
    b_->flag(whole, ir::kUninitialized);
    b_->begin_loop();
    Value now = b_->load(index);
    b_->begin_if(b_->binary(BinaryOp::GreaterEqual, now, b_->u32(t.count)));
    b_->brk();
    b_->end_if();
    Value element = load(t.element, plus(at, now, m_.types.stride_of(id)));
    Value p = b_->access(whole, {now});
    b_->flag(p, ir::kInBounds);
    b_->store(p, element);
    b_->begin_continuing();
    b_->store(index, b_->binary(BinaryOp::Add, lang::kU32Type, b_->load(index), b_->u32(1)));
    b_->end_loop();
    return b_->load(whole);
  }

  ir::Module& m_;
  std::vector<bool> packed_;
  Builder* b_ = nullptr;
  Value global_;
};

}  // namespace

void load_uniforms_by_words(ir::Module& m) { UniformWords(m).run(); }

}  // namespace vitrine::spirv
