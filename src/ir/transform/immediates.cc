#include "ir/transform/immediates.h"

namespace vitrine::ir {
namespace {

constexpr std::string_view kBlockName = "vitrine_immediates";
constexpr uint32_t kProgram = 0, kPrintCommand = 1, kDepthRange = 3;

GlobalId block(Module& m) {
  GlobalId program;
  for (size_t i = 0; i < m.globals.size(); ++i) {
    const Global& g = m.globals[m.globals.id_at(i)];
    const lang::Type& t = m.types[g.type];
    if (t.space != lang::AddressSpace::Immediate) continue;
    if (m.types.is_struct(t.element) && m.types.structure(t.element).name == kBlockName) return m.globals.id_at(i);
    program = m.globals.id_at(i);
  }
  TypeId vec4u = m.types.vector(4, lang::kU32Type), vec2f = m.types.vector(2, lang::kF32Type);
  lang::Member first{program ? m.globals[program].name : "program",
                     program ? m.types.store_type(m.globals[program].type) : vec4u};
  first.size_attribute = 64;
  TypeId type = m.types.add_struct(std::string(kBlockName), {},
                                   {first, {"print_command", lang::kU32Type}, {"unused", lang::kU32Type}, {"depth_range", vec2f}});
  TypeId pointer = m.types.pointer(lang::AddressSpace::Immediate, type, lang::AccessMode::Read);
  if (!program) {
    Global g;
    g.name = kBlockName;
    g.type = pointer;
    return m.globals.add(std::move(g));
  }
  for (size_t i = 0; i < m.functions.size(); ++i) {
    FunctionId id = m.functions.id_at(i);
    size_t count = m.functions[id].insts.size();
    for (uint32_t at = 0; at < count; ++at) {
      if (m.functions[id].insts[at].flags & kRemoved) continue;
      std::vector<uint32_t> uses;
      for_each_value_operand(m.functions[id].insts[at], [&](uint32_t n) {
        const Function& f = m.functions[id];
        if (f.operand(f.insts[at], n) == Value(program)) uses.push_back(n);
      });
      if (uses.empty()) continue;
      Builder b(m, id);
      b.before(at);
      // The pointer's type is the one that the uses expect: the first member is what the global was.
      TypeId expected = m.globals[program].type;
      Value operands[] = {Value(program), b.u32(kProgram)};
      Value part = b.emit(Op::Access, expected, operands);
      Function& f = m.functions[id];
      for (uint32_t n : uses) f.set_operand(f.insts[at], n, part);
    }
  }
  m.globals[program].type = pointer;
  m.globals[program].name = kBlockName;
  return program;
}

}  // namespace

Value hidden_immediate(Builder& b, HiddenImmediate which) {
  // The rewriting of the program's uses inserts into functions, not where this builder stands: a place is kept by the
  // instruction behind it.
  Value global(block(b.module()));
  return b.load(b.access(global, {b.u32(which == HiddenImmediate::PrintCommand ? kPrintCommand : kDepthRange)}));
}

}  // namespace vitrine::ir
