#include "ir/outputs.h"

#include <optional>

namespace vitrine::ir {
namespace {

bool is_zero(const Module& m, ConstantId id, uint32_t component) {
  const Constant& c = m.constant(id);
  if (m.types.is_scalar(c.type)) return component == 0 && c.bits == 0;
  if (c.count == 0) return true;
  return component < c.count && is_zero(m, m.constant_elements[c.first + component], 0);
}

// Of a scalar or vector.
bool is_zero(const Module& m, const Function& f, Value v, uint32_t component) {
  // A construction holds what was made before it: it ends.
  for (size_t steps = 0; steps <= f.insts.size(); ++steps) {
    if (v.is_constant()) return is_zero(m, v.constant(), component);
    if (!v.is_inst() || f.insts[v.index()].op != Op::Construct) return false;
    const Inst& i = f.insts[v.index()];
    uint32_t n = 0;
    if (i.operand_count == 1 && m.types.is_scalar(type_of(m, f, f.operand(i, 0)))) component = 0;  // for all components
    for (; n < i.operand_count; ++n) {
      TypeId t = type_of(m, f, f.operand(i, n));
      uint32_t size = m.types.kind(t) == lang::TypeKind::Vector ? m.types[t].rows : 1;
      if (component < size) break;
      component -= size;
    }
    if (n == i.operand_count) return false;
    v = f.operand(i, n);
  }
  return false;
}

// The part of a returned structure.
Value member_of(const Function& f, Value v, uint32_t member) {
  if (!v.is_inst() || f.insts[v.index()].op != Op::Construct) return {};
  return f.operand(f.insts[v.index()], member);
}

}  // namespace

bool output_is_zero(const Module& m, uint32_t location, uint32_t component) {
  bool returns = false;
  for (const Function& f : m.functions) {
    if (f.stage != Stage::Fragment) continue;
    std::optional<uint32_t> member;
    if (m.types.kind(f.return_type) == lang::TypeKind::Struct) {
      const auto& members = m.types.structure(f.return_type).members;
      for (uint32_t n = 0; n < members.size(); ++n)
        if (members[n].io.location == location && members[n].io.blend_src.value_or(0) == 0) member = n;
      if (!member) return false;
    } else if (f.return_io.location != location) {
      return false;
    }
    for (const Inst& i : f.insts) {
      if (i.op != Op::Return || i.flags & kRemoved || !i.block || i.operand_count == 0) continue;
      returns = true;
      Value v = f.operand(i, 0);
      if (member) v = member_of(f, v, *member);
      if (!v || !is_zero(m, f, v, component)) return false;
    }
  }
  return returns;
}

}  // namespace vitrine::ir
