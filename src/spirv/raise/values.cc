#include <unordered_map>

#include "ir/builder.h"
#include "ir/transform/immediates.h"
#include "spirv/raise/raise.h"

namespace vitrine::spirv {
namespace {

using ir::Builder;
using ir::Function;
using ir::Inst;
using ir::Op;
using ir::Value;
using lang::TypeId;
using lang::TypeKind;

// An index that is no constant goes into an array or a matrix.
bool needs_memory(ir::Module& m, const Function& f, const Inst& i) {
  TypeId t = ir::type_of(m, f, f.operand(i, 0));
  for (uint32_t n = 1; n < i.operand_count; ++n) {
    Value index = f.operand(i, n);
    if (!index.is_constant() && m.types.kind(t) != TypeKind::Vector) return true;
    t = m.types.element_of(t, m.types.is_struct(t) ? m.constant(index).bits : 0);
  }
  return false;
}

}  // namespace

void index_values_in_memory(ir::Module& m) {
  std::unordered_map<uint32_t, ir::GlobalId> tables;  // constant -> private variable that holds it
  for (ir::FunctionId id(0); id.value < m.functions.size(); ++id.value) {
    uint32_t count = static_cast<uint32_t>(m.functions[id].insts.size());
    for (uint32_t n = 0; n < count; ++n) {
      const Inst i = m.functions[id].insts[n];
      if (i.op != Op::Extract || i.flags & ir::kRemoved || !i.block || !needs_memory(m, m.functions[id], i)) continue;
      Builder b(m, id);
      b.before(n);
      Value v = b.function().operand(i, 0);
      std::vector<Value> path;
      for (uint32_t k = 1; k < i.operand_count; ++k) path.push_back(b.function().operand(i, k));
      Value memory;
      if (v.is_constant()) {
        auto [it, added] = tables.try_emplace(v.index());
        if (added) {
          ir::Global g;
          g.name = "table";
          g.type = m.types.pointer(lang::AddressSpace::Private, b.type(v), lang::AccessMode::ReadWrite);
          g.initializer = v;
          it->second = m.globals.add(std::move(g));
        }
        memory = it->second;
      } else {
        memory = b.var(b.type(v), v);
      }
      Value pointer = b.access(memory, path);
      b.flag(pointer, i.flags & ir::kInBounds);
      // The instruction itself becomes the load, so that its uses stay.
      Function& f = b.function();
      f.insts[n].op = Op::Load;
      uint32_t words[] = {pointer.bits()};
      ir::set_operands(f, n, words);
    }
  }
}

// https://gpuweb.github.io/gpuweb/#abstract-opdef-fragment-processing: depth output is clamped to the viewport's range.
void clamp_frag_depth(ir::Module& m) {
  using lang::BuiltinValue;
  for (ir::FunctionId id(0); id.value < m.functions.size(); ++id.value) {
    const Function& f = m.functions[id];
    if (f.stage != ir::Stage::Fragment) continue;
    bool is_struct = m.types.is_struct(f.return_type);
    uint32_t member = ir::kNoIndex;
    if (is_struct) {
      const auto& members = m.types.structure(f.return_type).members;
      for (uint32_t k = 0; k < members.size(); ++k)
        if (members[k].io.builtin == BuiltinValue::FragDepth) member = k;
      if (member == ir::kNoIndex) continue;
    } else if (f.return_io.builtin != BuiltinValue::FragDepth) {
      continue;
    }
    uint32_t count = static_cast<uint32_t>(f.insts.size());
    for (uint32_t n = 0; n < count; ++n) {
      const Inst i = m.functions[id].insts[n];
      if (i.op != Op::Return || i.flags & ir::kRemoved || i.operand_count == 0) continue;
      Builder b(m, id);
      b.before(n);
      Value v = b.function().operand(i, 0);
      Value range = ir::hidden_immediate(b, ir::HiddenImmediate::DepthRange);
      Value low = b.extract(range, 0u), high = b.extract(range, 1u);
      Value depth = is_struct ? b.extract(v, member) : v;
      Value clamped = b.builtin(lang::Builtin::Clamp, lang::kF32Type, {depth, low, high});
      if (is_struct) {
        std::vector<Value> parts;
        TypeId type = b.type(v);
        uint32_t members = static_cast<uint32_t>(m.types.structure(type).members.size());
        for (uint32_t k = 0; k < members; ++k) parts.push_back(k == member ? clamped : b.extract(v, k));
        clamped = b.construct(type, parts);
      }
      b.function().set_operand(i, 0, clamped);
    }
  }
}

}  // namespace vitrine::spirv
