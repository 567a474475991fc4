#include "ir/builder.h"
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

}  // namespace

void combine_accesses(ir::Module& m) {
  for (ir::FunctionId id(0); id.value < m.functions.size(); ++id.value) {
    Function& f = m.functions[id];
    for (uint32_t n = 0; n < f.insts.size(); ++n) {
      if (f.insts[n].op != Op::Access || f.insts[n].flags & ir::kRemoved) continue;
      // Types nest at most 15 deep, so no chain has more links.
      for (uint32_t rounds = 0; rounds < 64; ++rounds) {
        const Inst i = f.insts[n];
        Value base = f.operand(i, 0);
        if (!base.is_inst() || f.insts[base.index()].op != Op::Access) break;
        const Inst outer = f.insts[base.index()];
        std::vector<uint32_t> words;
        for (uint32_t k = 0; k < outer.operand_count; ++k) words.push_back(f.word(outer, k));
        for (uint32_t k = 1; k < i.operand_count; ++k) words.push_back(f.word(i, k));
        ir::set_operands(f, n, words);
        if (!(outer.flags & ir::kInBounds)) f.insts[n].flags &= static_cast<uint8_t>(~ir::kInBounds);
      }
    }
  }
}

void load_split_matrices(ir::Module& m) {
  for (ir::FunctionId id(0); id.value < m.functions.size(); ++id.value) {
    uint32_t count = static_cast<uint32_t>(m.functions[id].insts.size());
    std::vector<uint32_t> split_at(count, 0);  // operand of an access that indexes the columns
    bool any = false;
    for (uint32_t n = 0; n < count; ++n) {
      const Function& f = m.functions[id];
      const Inst& i = f.insts[n];
      if (i.op != Op::Access || i.flags & ir::kRemoved || !i.block) continue;
      lang::Type p = m.types[ir::type_of(m, f, f.operand(i, 0))];
      if (p.space != lang::AddressSpace::Uniform) continue;
      TypeId t = p.element;
      for (uint32_t k = 1; k < i.operand_count; ++k) {
        Value index = f.operand(i, k);
        if (m.types.kind(t) == TypeKind::Matrix) {
          if (!index.is_constant() && m.types.stride_of(t) % 16 != 0) split_at[n] = k, any = true;
          break;
        }
        t = m.types.element_of(t, m.types.is_struct(t) ? m.constant(index).bits : 0);
      }
    }
    if (!any) continue;
    for (uint32_t n = 0; n < count; ++n) {
      const Inst i = m.functions[id].insts[n];
      if (i.op != Op::Load || i.flags & ir::kRemoved || !i.block) continue;
      Value pointer = m.functions[id].operand(i, 0);
      if (!pointer.is_inst() || pointer.index() >= count || !split_at[pointer.index()]) continue;
      const Inst a = m.functions[id].insts[pointer.index()];
      Builder b(m, id);
      b.before(n);
      Value base = b.function().operand(a, 0);
      std::vector<Value> path;
      for (uint32_t k = 1; k < split_at[pointer.index()]; ++k) path.push_back(b.function().operand(a, k));
      if (!path.empty()) {
        base = b.access(base, path);
        b.flag(base, a.flags & ir::kInBounds);
      }
      std::vector<uint32_t> words{b.load(base).bits()};
      for (uint32_t k = split_at[pointer.index()]; k < a.operand_count; ++k) words.push_back(b.function().word(a, k));
      Function& f = b.function();
      f.insts[n].op = Op::Extract;
      f.insts[n].flags |= a.flags & ir::kInBounds;
      ir::set_operands(f, n, words);
    }
    for (uint32_t n = 0; n < count; ++n)
      if (split_at[n]) ir::remove(m.functions[id], n);
  }
}

}  // namespace vitrine::spirv
