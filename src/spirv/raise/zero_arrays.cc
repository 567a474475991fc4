#include "ir/builder.h"
#include "spirv/raise/raise.h"

namespace vitrine::spirv {
namespace {

using ir::BinaryOp;
using ir::Builder;
using ir::Value;
using lang::TypeId;
using lang::TypeKind;

constexpr uint64_t kLarge = 64;  // scalars

uint64_t scalars(const lang::TypeTable& types, TypeId id) {
  const lang::Type& t = types[id];
  if (t.kind == TypeKind::Array) return t.count * scalars(types, t.element);
  if (t.kind == TypeKind::Vector) return t.rows;
  if (t.kind == TypeKind::Matrix) return uint64_t{t.columns} * t.rows;
  if (t.kind != TypeKind::Struct) return 1;
  uint64_t sum = 0;
  for (const lang::Member& m : types.structure(id).members) sum += scalars(types, m.type);
  return sum;
}

// Types nest at most 15 deep.
void zero(ir::Module& m, Builder& b, Value root, std::vector<Value>& path, TypeId id) {
  auto pointer = [&] {
    if (path.empty()) return root;
    Value p = b.access(root, path);
    b.flag(p, ir::kInBounds);
    return p;
  };
  lang::Type t = m.types[id];
  if (scalars(m.types, id) <= kLarge || (t.kind != TypeKind::Array && t.kind != TypeKind::Struct)) {
    b.store(pointer(), b.zero(id));
    return;
  }
  if (t.kind == TypeKind::Struct) {
    uint32_t count = static_cast<uint32_t>(m.types.structure(id).members.size());
    for (uint32_t k = 0; k < count; ++k) {
      path.push_back(b.u32(k));
      zero(m, b, root, path, m.types.structure(id).members[k].type);
      path.pop_back();
    }
    return;
  }
  Value at = b.var(lang::kU32Type, b.u32(0));
  b.begin_loop();
  Value now = b.load(at);
  b.begin_if(b.binary(BinaryOp::GreaterEqual, now, b.u32(t.count)));
  b.brk();
  b.end_if();
  path.push_back(now);
  zero(m, b, root, path, t.element);
  path.pop_back();
  b.begin_continuing();
  b.store(at, b.binary(BinaryOp::Add, b.load(at), b.u32(1)));
  b.end_loop();
}

}  // namespace

void zero_arrays_in_loops(ir::Module& m) {
  std::vector<std::vector<bool>> uses(m.functions.size(), std::vector<bool>(m.globals.size(), false));
  std::vector<bool> large(m.globals.size(), false);
  for (ir::GlobalId g(0); g.value < m.globals.size(); ++g.value) {
    const lang::Type& p = m.types[m.globals[g].type];
    large[g.value] = p.space == lang::AddressSpace::Private && !m.globals[g].initializer && scalars(m.types, p.element) > kLarge;
    m.globals[g].uninitialized |= large[g.value];
  }
  for (ir::FunctionId id(0); id.value < m.functions.size(); ++id.value) {
    uint32_t count = static_cast<uint32_t>(m.functions[id].insts.size());
    std::vector<bool>& used = uses[id.value];
    for (uint32_t n = 0; n < count; ++n) {
      const ir::Function& f = m.functions[id];
      const ir::Inst i = f.insts[n];
      if (i.flags & ir::kRemoved || !i.block) continue;
      if (i.op == ir::Op::Call)
        for (size_t g = 0; g < used.size(); ++g)
          if (uses[f.word(i, 0)][g]) used[g] = true;
      ir::for_each_value_operand(i, [&](uint32_t k) {
        if (f.operand(i, k).is(ir::ValueKind::Global)) used[f.operand(i, k).index()] = true;
      });
      TypeId store = m.types[i.type].element;
      if (i.op != ir::Op::Var || i.operand_count || scalars(m.types, store) <= kLarge) continue;
      Builder b(m, id);
      b.after(n);
      std::vector<Value> path;
      zero(m, b, Value::inst(n), path, store);
      m.functions[id].insts[n].flags |= ir::kUninitialized;
    }
    if (m.functions[id].stage == ir::Stage::None) continue;
    Builder b(m, id);
    b.at_start(ir::BlockId(0));
    for (ir::GlobalId g(0); g.value < m.globals.size(); ++g.value) {
      std::vector<Value> path;
      if (large[g.value] && used[g.value]) zero(m, b, g, path, m.types[m.globals[g].type].element);
    }
  }
}

}  // namespace vitrine::spirv
