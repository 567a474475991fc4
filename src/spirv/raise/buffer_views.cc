// https://gpuweb.github.io/gpuweb/wgsl/#buffer-view-builtin-functions
#include <unordered_map>

#include "spirv/raise/raise.h"
#include "spirv/raise/words.h"

namespace vitrine::spirv {
namespace {

using ir::BinaryOp;
using ir::Builder;
using ir::Inst;
using ir::Op;
using ir::Value;
using ir::ValueKind;
using lang::AddressSpace;
using lang::Builtin;
using lang::TypeId;
using lang::TypeKind;

class BufferViews {
 public:
  explicit BufferViews(ir::Module& m) : m_(m) {}

  void run() {
    buffers_.assign(m_.globals.size(), {});
    bool any = false;
    for (ir::GlobalId g(0); g.value < m_.globals.size(); ++g.value) {
      const lang::Type& p = m_.types[m_.globals[g].type];
      const lang::Type& store = m_.types[p.element];
      if (p.kind != TypeKind::Pointer || store.kind != TypeKind::Buffer) continue;
      Buffer& b = buffers_[g.value];
      b.is_buffer = any = true;
      if (store.count_kind == lang::CountKind::Fixed) b.length = store.count;
      b.form = p.space == AddressSpace::Uniform ? WordMemory::Form::Vectors : WordMemory::Form::Words;
    }
    if (!any) return;
    for (const ir::Function& f : m_.functions)
      for (const Inst& i : f.insts)
        if (i.op == Op::Store && !(i.flags & ir::kRemoved) && i.block && m_.types.contains_f16(ir::type_of(m_, f, f.operand(i, 1))))
          if (Value root = root_of(f, f.operand(i, 0))) buffers_[root.index()].form = WordMemory::Form::Atomics;
    for (ir::GlobalId g(0); g.value < m_.globals.size(); ++g.value)
      if (buffers_[g.value].is_buffer) retype(g);
    for (ir::FunctionId id(0); id.value < m_.functions.size(); ++id.value) function(id);
  }

 private:
  struct Buffer {
    bool is_buffer = false;
    uint32_t length = 0;  // bytes; 0: as long as the binding
    WordMemory::Form form = WordMemory::Form::Words;
  };
  // What a pointer shows of a buffer.
  struct View {
    Value root;
    uint32_t length = 0;         // of the buffer, as far as is known there; 0: as long as the binding
    Value offset, size;          // of the view, in bytes; size: none when it reaches to the end
    TypeId type;                 // that the view shows; none: the buffer itself is pointed to
    ByteOffset at, in_view;      // of what is pointed to: in the buffer, in the view
  };

  static bool is_view(const Inst& i) {
    auto b = static_cast<Builtin>(i.aux);
    return i.op == Op::Builtin && (b == Builtin::BufferView || b == Builtin::BufferArrayView);
  }

  void retype(ir::GlobalId g) {
    const Buffer& b = buffers_[g.value];
    lang::Type p = m_.types[m_.globals[g].type];
    TypeId word = b.form == WordMemory::Form::Atomics ? m_.types.atomic(lang::kU32Type) : lang::kU32Type, store;
    if (b.form == WordMemory::Form::Vectors) store = m_.types.array(m_.types.vector(4, lang::kU32Type), (b.length + 15) / 16);
    else store = b.length ? m_.types.array(word, (b.length + 3) / 4) : m_.types.runtime_array(word);
    m_.globals[g].type = m_.types.pointer(p.space, store, p.access);
  }

  // The buffer that a pointer leads to, or none.
  Value root_of(const ir::Function& f, Value pointer) const {
    while (pointer.is_inst() && (f.insts[pointer.index()].op == Op::Access || is_view(f.insts[pointer.index()])))
      pointer = f.operand(f.insts[pointer.index()], 0);
    return pointer.is(ValueKind::Global) && buffers_[pointer.index()].is_buffer ? pointer : Value();
  }

  Value as_u32(Builder& b, Value v) {
    if (v.is_constant()) return b.u32(m_.constant(v).bits);
    return b.type(v) == lang::kI32Type ? b.bitcast(lang::kU32Type, v) : v;
  }

  View view_of(Builder& b, WordMemory& memory, Value pointer) {
    std::vector<uint32_t> steps;
    View v;
    while (pointer.is_inst()) {
      steps.push_back(pointer.index());
      pointer = b.function().operand(b.function().insts[pointer.index()], 0);
    }
    v.root = pointer;
    v.length = buffers_[pointer.index()].length;
    for (size_t k = steps.size(); k-- > 0;) {
      const Inst i = b.function().insts[steps[k]];
      lang::Type p = m_.types[i.type];
      if (i.op == Op::Access) {
        TypeId from = m_.types[b.type(b.function().operand(i, 0))].element;
        v.at = memory.follow(i, from, v.at);
        v.in_view = memory.follow(i, from, v.in_view);
      } else if (m_.types.kind(p.element) == TypeKind::Buffer) {
        v.length = m_.types[p.element].count;  // a parameter that sees less of it
      } else {
        v.type = p.element;
        // Where it starts is rounded down to what the type needs.
        uint32_t mask = ~(m_.types.required_align_of(v.type, p.space, true) - 1);
        Value offset = b.function().operand(i, 1);
        if (offset.is_constant()) offset = b.u32(m_.constant(offset).bits & mask);
        else offset = b.binary(BinaryOp::And, lang::kU32Type, as_u32(b, offset), b.u32(mask));
        v.offset = offset;
        if (i.operand_count > 2) v.size = as_u32(b, b.function().operand(i, 2));
        v.at = memory.plus({}, offset, 1);
        v.in_view = {};
      }
    }
    return v;
  }

  Value length_of(Builder& b, const View& v) {
    if (v.length) return b.u32(v.length);
    Value words = b.builtin(Builtin::ArrayLength, lang::kU32Type, {v.root});
    return b.binary(BinaryOp::Multiply, lang::kU32Type, words, b.u32(4));
  }
  // a - b, and nothing less than zero
  Value rest(Builder& b, Value a, Value less) {
    return b.binary(BinaryOp::Subtract, lang::kU32Type, a, b.builtin(Builtin::Min, lang::kU32Type, {a, less}));
  }
  Value elements_of(Builder& b, const View& v, TypeId array) {
    Value bytes = v.size ? v.size : rest(b, length_of(b, v), v.offset);
    if (v.in_view.constant) bytes = rest(b, bytes, b.u32(v.in_view.constant));
    return b.binary(BinaryOp::Divide, lang::kU32Type, bytes, b.u32(m_.types.stride_of(array)));
  }

  void function(ir::FunctionId id) {
    uint32_t count = static_cast<uint32_t>(m_.functions[id].insts.size());
    std::unordered_map<uint32_t, Value> made;
    std::vector<uint32_t> pointers;
    for (uint32_t n = 0; n < count; ++n) {
      const ir::Function& f = m_.functions[id];
      const Inst i = f.insts[n];
      if (i.flags & ir::kRemoved || !i.block || i.operand_count == 0) continue;
      if (i.op == Op::Access || is_view(i)) {
        if (root_of(f, Value::inst(n))) pointers.push_back(n);
        continue;
      }
      auto builtin = i.op == Op::Builtin ? static_cast<Builtin>(i.aux) : Builtin::Abs;
      bool query = builtin == Builtin::ArrayLength || builtin == Builtin::BufferLength;
      bool uniform_load = builtin == Builtin::WorkgroupUniformLoad;
      if (i.op != Op::Load && i.op != Op::Store && !query && !uniform_load) continue;
      Value pointer = f.operand(i, 0), root = root_of(f, pointer);
      if (!root) continue;
      TypeId seen = pointer.is_inst() ? m_.types[f.insts[pointer.index()].type].element : TypeId();
      Builder b(m_, id);
      b.before(n);
      WordMemory memory(b, root, buffers_[root.index()].form, false);
      View v = view_of(b, memory, pointer);
      if (i.op == Op::Store) {
        Value stored = b.function().operand(i, 1);
        memory.store(b.type(stored), v.at, stored);
      } else if (query) {
        made[n] = builtin == Builtin::BufferLength ? length_of(b, v) : elements_of(b, v, seen);
      } else {
        if (uniform_load) b.builtin(Builtin::WorkgroupBarrier, lang::kVoidType, {});
        made[n] = memory.load(i.type, v.at);
        if (uniform_load) b.builtin(Builtin::WorkgroupBarrier, lang::kVoidType, {});
      }
      ir::remove(m_.functions[id], n);
    }
    ir::Function& f = m_.functions[id];
    for (uint32_t n : pointers) ir::remove(f, n);
    replace_values(m_, id, made);
  }

  ir::Module& m_;
  std::vector<Buffer> buffers_;
};

}  // namespace

void view_buffers(ir::Module& m) { BufferViews(m).run(); }

}  // namespace vitrine::spirv
