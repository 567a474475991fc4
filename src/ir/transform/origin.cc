#include "ir/transform/origin.h"

#include <algorithm>

namespace vitrine::ir {

Value Origins::start(FunctionId id, Value v) const {
  const Function& f = m_.functions[id];
  for (size_t steps = 0; v.is_inst() && steps <= f.insts.size(); ++steps) {
    const Inst& i = f.insts[v.index()];
    auto b = static_cast<lang::Builtin>(i.aux);
    bool view = i.op == Op::Builtin && (b == lang::Builtin::BufferView || b == lang::Builtin::BufferArrayView);
    if (i.op != Op::Access && i.op != Op::Extract && i.op != Op::Load && !view) break;
    v = f.operand(i, 0);
  }
  return v;
}

const std::vector<GlobalId>& Origins::passed(FunctionId id, uint32_t param) {
  auto [at, fresh] = passed_.try_emplace({id.value, param});
  std::vector<GlobalId>& out = at->second;  // stays where it is
  lang::TypeKind kind = m_.types.kind(m_.functions[id].params[param].type);
  if (!fresh || (kind != lang::TypeKind::Pointer && kind != lang::TypeKind::Texture)) return out;
  if (!std::exchange(listed_, true)) {
    calls_.resize(m_.functions.size());
    for (FunctionId f(0); f.value < m_.functions.size(); ++f.value)
      for (uint32_t n = 0; n < m_.functions[f].insts.size(); ++n)
        if (const Inst& i = m_.functions[f].insts[n]; i.op == Op::Call && i.block && !(i.flags & kRemoved))
          calls_[m_.functions[f].word(i, 0)].push_back({f, n});
  }
  auto add = [&](GlobalId g) {
    if (std::find(out.begin(), out.end(), g) == out.end()) out.push_back(g);
  };
  // Functions do not call themselves, so this ends.
  for (const Call& c : calls_[id.value]) {
    const Function& f = m_.functions[c.caller];
    Value from = start(c.caller, f.operand(f.insts[c.inst], param + 1));
    if (from.is(ValueKind::Global)) add(from.global());
    if (from.is(ValueKind::Param))
      for (GlobalId g : passed(c.caller, from.index())) add(g);
  }
  return out;
}

printf::Bounds Origins::of(FunctionId id, Value v) {
  v = start(id, v);
  if (v.is(ValueKind::Global)) {
    const Global& g = m_.globals[v.global()];
    return {g.name, g.has_binding, g.group, g.binding};
  }
  printf::Bounds out;
  if (v.is(ValueKind::Param)) {
    out.variable = m_.functions[id].params[v.index()].name;
    if (const std::vector<GlobalId>& from = passed(id, v.index()); from.size() == 1) {
      const Global& g = m_.globals[from[0]];
      out.has_binding = g.has_binding, out.group = g.group, out.binding = g.binding;
    }
  }
  if (out.variable.empty())
    for (const Named& n : m_.named)
      if (n.value == v && n.scope && m_.scopes[n.scope.value].function == id) out.variable = n.name;
  return out;
}

std::string Origins::name(FunctionId id, Value v, std::string_view otherwise) {
  std::string own = of(id, v).variable;
  if (own.empty()) return std::string(otherwise);
  std::string out = "`" + own + "`";
  v = start(id, v);
  if (!v.is(ValueKind::Param)) return out;
  const std::vector<GlobalId>& from = passed(id, v.index());
  if (from.empty() || (from.size() == 1 && m_.globals[from[0]].name == own)) return out;
  for (size_t n = 0; n < from.size(); ++n) out += (n == 0 ? " (`" : n + 1 < from.size() ? "`, `" : "` or `") + m_.globals[from[n]].name;
  return out + "`)";
}

}  // namespace vitrine::ir
