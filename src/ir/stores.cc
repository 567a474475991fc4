#include "ir/stores.h"

namespace vitrine::ir {

Value root_of(const Function& f, Value v) {
  // Operands come before what uses them: it ends.
  for (size_t steps = 0; v.is_inst() && steps <= f.insts.size(); ++steps) {
    const Inst& i = f.insts[v.index()];
    if (i.op != Op::Access && i.op != Op::Extract && i.op != Op::Load) break;
    v = f.operand(i, 0);
  }
  return v;
}

std::vector<GlobalId> stored_globals(const Module& m) {
  std::vector<bool> stored(m.globals.size());
  for (const Function& f : m.functions) {
    auto stores = [&](Value v) {
      Value root = root_of(f, v);
      if (root.is(ValueKind::Global)) stored[root.index()] = true;
    };
    for (const Inst& i : f.insts) {
      if (i.flags & kRemoved || !i.block) continue;
      if (i.op == Op::Store) stores(f.operand(i, 0));
      bool reads = i.op == Op::Builtin && (static_cast<lang::Builtin>(i.aux) == lang::Builtin::ArrayLength ||
                                           static_cast<lang::Builtin>(i.aux) == lang::Builtin::AtomicLoad);
      if (i.op != Op::Call && (i.op != Op::Builtin || reads)) continue;
      for (uint32_t n = i.op == Op::Call ? 1 : 0; n < i.operand_count; ++n) {
        Value v = f.operand(i, n);
        if (v && m.types.kind(type_of(m, f, v)) == lang::TypeKind::Pointer) stores(v);
      }
    }
  }
  std::vector<GlobalId> out;
  for (uint32_t n = 0; n < stored.size(); ++n)
    if (stored[n]) out.push_back(GlobalId(n));
  return out;
}

std::optional<std::vector<std::pair<uint64_t, uint64_t>>> accessed_members(const Module& m, GlobalId g) {
  TypeId store = m.types[m.globals[g].type].element;
  if (m.types.kind(store) != lang::TypeKind::Struct) return std::nullopt;
  const std::vector<lang::Member>& members = m.types.structure(store).members;
  std::vector<std::pair<uint64_t, uint64_t>> out;
  bool whole = false;
  for (const Function& f : m.functions)
    for (const Inst& i : f.insts) {
      if (i.flags & kRemoved || !i.block) continue;
      for_each_value_operand(i, [&](uint32_t n) {
        if (!(f.operand(i, n) == Value(g))) return;
        Value index = i.op == Op::Access && n == 0 && i.operand_count > 1 ? f.operand(i, 1) : Value();
        uint32_t k = index && index.is_constant() ? m.constant(index).bits : ~0u;
        if (k < members.size()) out.emplace_back(members[k].offset, members[k].offset + uint64_t{members[k].size});
        else whole = true;
      });
    }
  if (whole) return std::nullopt;
  return out;
}

}  // namespace vitrine::ir
