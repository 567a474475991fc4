#include "ir/transform/zero_workgroup.h"

#include <map>

#include "ir/builder.h"

namespace vitrine::ir {
namespace {

using lang::Builtin;
using lang::TypeKind;

// A part of a variable that one store zeroes: constant steps to members, and loops over arrays.
struct Part {
  GlobalId global;
  struct Step { bool loop; uint32_t value; };  // member, or number of elements
  std::vector<Step> steps;
  TypeId type;
  uint64_t count = 1;  // of stores
};

// Large values are taken apart, so that the work spreads over the invocations; so are those with atomics, which no store
// can hold.
void take_apart(Module& m, Part part, std::vector<Part>& out) {
  lang::Type t = m.types[part.type];
  if (t.kind == TypeKind::Array) {
    part.steps.push_back({true, t.count});
    part.count *= t.count;
    part.type = t.element;
    return take_apart(m, std::move(part), out);
  }
  bool apart = t.kind == TypeKind::Struct && (m.types.contains_atomic(part.type) || m.types.size_of(part.type) > 64);
  if (!apart) {
    out.push_back(std::move(part));
    return;
  }
  for (uint32_t i = 0; i < m.types.structure(part.type).members.size(); ++i) {
    Part member = part;
    member.steps.push_back({false, i});
    member.type = m.types.structure(part.type).members[i].type;
    take_apart(m, std::move(member), out);
  }
}

void store_zero(Module& m, Builder& b, const Part& part, Value index) {
  std::vector<Value> path;
  uint64_t inner = part.count;
  Value rest = index;
  for (const Part::Step& s : part.steps) {
    if (!s.loop) {
      path.push_back(b.u32(s.value));
      continue;
    }
    // index = ((i0 * n1) + i1) * n2 + i2
    inner /= s.value;
    if (part.count == 1) {
      path.push_back(b.u32(0));
    } else if (inner == 1) {
      path.push_back(rest);
      rest = b.u32(0);  // what comes yet has one element
    } else {
      path.push_back(b.binary(BinaryOp::Divide, rest, b.u32(static_cast<uint32_t>(inner))));
      rest = b.binary(BinaryOp::Remainder, rest, b.u32(static_cast<uint32_t>(inner)));
    }
  }
  Value p(part.global);
  if (!path.empty()) {
    p = b.access(p, path);
    b.flag(p, kInBounds);
  }
  if (m.types.kind(part.type) == TypeKind::Atomic) b.builtin(Builtin::AtomicStore, lang::kVoidType, {p, b.zero(m.types[part.type].element)});
  else b.store(p, b.zero(part.type));
}

void zero(Module& m, FunctionId id, const std::vector<Part>& parts) {
  Value index;
  for (uint32_t i = 0; i < m.functions[id].params.size(); ++i)
    if (m.functions[id].params[i].io.builtin == lang::BuiltinValue::LocalInvocationIndex) index = Value::param(i);
  Builder b(m, id);
  if (!index) {
    lang::IoAttributes io;
    io.builtin = lang::BuiltinValue::LocalInvocationIndex;
    index = b.add_param("local_invocation_index", lang::kU32Type, io);
  }
  uint64_t size = 1;
  for (Value v : m.functions[id].workgroup_size) size *= v.is_constant() ? m.constant(v).bits : 1;
  b.at_start(BlockId(0));
  std::map<uint64_t, std::vector<const Part*>> by_count;
  for (const Part& p : parts) by_count[p.count].push_back(&p);
  for (const auto& [count, group] : by_count) {
    auto store_all = [&, &same = group](Value at) {
      for (const Part* p : same) store_zero(m, b, *p, at);
    };
    Value limit = b.u32(static_cast<uint32_t>(count));
    if (count == size) {
      store_all(index);
    } else if (count < size) {
      b.begin_if(b.binary(BinaryOp::Less, index, limit));
      store_all(index);
      b.end_if();
    } else {
      Value at = b.var(lang::kU32Type, index);
      b.begin_loop();
      Value now = b.load(at);
      b.begin_if(b.binary(BinaryOp::GreaterEqual, now, limit));
      b.brk();
      b.end_if();
      store_all(now);
      b.begin_continuing();
      b.store(at, b.binary(BinaryOp::Add, b.load(at), b.u32(static_cast<uint32_t>(size))));
      b.end_loop();
    }
  }
  b.builtin(Builtin::WorkgroupBarrier, lang::kVoidType, {});
}

}  // namespace

void zero_workgroup_memory(Module& m) {
  // Callees come before callers.
  std::vector<std::vector<bool>> uses(m.functions.size(), std::vector<bool>(m.globals.size(), false));
  for (FunctionId id(0); id.value < m.functions.size(); ++id.value) {
    std::vector<bool>& used = uses[id.value];
    const Function& f = m.functions[id];
    for (const Inst& i : f.insts) {
      if (i.flags & kRemoved) continue;
      if (i.op == Op::Call)
        for (size_t g = 0; g < used.size(); ++g)
          if (uses[f.word(i, 0)][g]) used[g] = true;
      for_each_value_operand(i, [&](uint32_t n) {
        Value v = f.operand(i, n);
        if (v.is(ValueKind::Global)) used[v.index()] = true;
      });
    }
    if (f.stage != Stage::Compute) continue;
    std::vector<Part> parts;
    for (GlobalId g(0); g.value < m.globals.size(); ++g.value) {
      lang::Type t = m.types[m.globals[g].type];
      if (used[g.value] && t.space == lang::AddressSpace::Workgroup) take_apart(m, {g, {}, t.element}, parts);
    }
    if (!parts.empty()) zero(m, id, parts);
  }
}

}  // namespace vitrine::ir
