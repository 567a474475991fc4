#include "ir/transform/entry_point.h"

namespace vitrine::ir {

std::optional<FunctionId> find_entry_point(const Module& m, std::string_view name) {
  for (size_t i = 0; i < m.functions.size(); ++i) {
    FunctionId id = m.functions.id_at(i);
    if (m.functions[id].stage != Stage::None && m.functions[id].name == name) return id;
  }
  return std::nullopt;
}

Module extract_entry_point(const Module& m, FunctionId entry) {
  std::vector<FunctionId> function_ids(m.functions.size());
  std::vector<GlobalId> global_ids(m.globals.size());
  std::vector<bool> reached(m.functions.size(), false), named(m.globals.size(), false);
  // Callees come before callers: one pass from the entry point down sees every function.
  reached[entry.value] = true;
  for (uint32_t i = entry.value + 1; i-- > 0;) {
    if (!reached[i]) continue;
    const Function& f = m.functions[FunctionId(i)];
    for (const Inst& inst : f.insts) {
      if (inst.flags & kRemoved) continue;
      if (inst.op == Op::Call) reached[f.word(inst, 0)] = true;
      for_each_value_operand(inst, [&](uint32_t n) {
        Value v = f.operand(inst, n);
        if (v.is(ValueKind::Global)) named[v.index()] = true;
      });
    }
  }

  Module out;
  out.source = m.source;
  out.types = m.types;
  out.constants = m.constants;
  out.constant_elements = m.constant_elements;
  out.constant_ids = m.constant_ids;
  out.overrides = m.overrides;
  out.print_sites = m.print_sites;
  out.scope = m.scope;
  out.override_counts = m.override_counts;
  out.locations = m.locations;
  for (uint32_t i = 0; i < m.globals.size(); ++i)
    if (named[i]) global_ids[i] = out.globals.add(m.globals[GlobalId(i)]);
  for (uint32_t i = 0; i < m.functions.size(); ++i) {
    if (!reached[i]) continue;
    function_ids[i] = out.functions.add(m.functions[FunctionId(i)]);
    Function& f = out.functions[function_ids[i]];
    for (const Inst& inst : f.insts) {
      if (inst.flags & kRemoved) continue;
      if (inst.op == Op::Call) f.operands[inst.first_operand] = function_ids[f.word(inst, 0)].value;
      for_each_value_operand(inst, [&](uint32_t n) {
        Value v = f.operand(inst, n);
        if (v.is(ValueKind::Global)) f.set_operand(inst, n, global_ids[v.index()]);
      });
    }
  }
  out.scopes = m.scopes;
  for (Scope& s : out.scopes)
    if (s.function) s.function = function_ids[s.function.value];
  for (const Named& n : m.named)
    if (n.scope && out.scopes[n.scope.value].function) out.named.push_back(n);
  for (Named& n : out.named)
    if (n.value.is(ValueKind::Global)) n.value = global_ids[n.value.index()];
  return out;
}

}  // namespace vitrine::ir
