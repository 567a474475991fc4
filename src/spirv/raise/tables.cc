#include <unordered_map>

#include "ir/builder.h"
#include "spirv/raise/raise.h"

namespace vitrine::spirv {
namespace {

using ir::BinaryOp;
using ir::Builder;
using ir::Function;
using ir::Inst;
using ir::Op;
using ir::Value;
using ir::ValueKind;
using lang::AddressSpace;
using lang::TypeId;
using lang::TypeKind;

constexpr uint64_t kSmall = 64, kLarge = 16384;  // scalars of a table that choices are made of
constexpr uint64_t kMost = 1 << 17;              // scalars that all lookups of a module choose from

class Tables {
 public:
  explicit Tables(ir::Module& m) : m_(m) {}

  void run() {
    for (ir::GlobalId g(0); g.value < m_.globals.size(); ++g.value) {
      const ir::Global& global = m_.globals[g];
      if (m_.types[global.type].space == AddressSpace::Private && global.initializer.is_constant() && is_table(global.initializer))
        globals_[g.value] = global.initializer;
    }
    for (const Function& f : m_.functions) drop_written(f, globals_, ValueKind::Global);
    for (ir::FunctionId id(0); id.value < m_.functions.size(); ++id.value) function(id);
  }

 private:
  using Known = std::unordered_map<uint32_t, Value>;  // variables that are never written, and what they hold

  uint64_t scalars(TypeId id) const {
    const lang::Type& t = m_.types[id];
    if (t.kind == TypeKind::Array) return t.count * scalars(t.element);
    if (t.kind == TypeKind::Vector) return t.rows;
    if (t.kind == TypeKind::Matrix) return uint64_t{t.columns} * t.rows;
    if (t.kind != TypeKind::Struct) return 1;
    uint64_t sum = 0;
    for (const lang::Member& m : m_.types.structure(id).members) sum += scalars(m.type);
    return sum;
  }
  bool is_table(Value v) const {
    uint64_t n = scalars(m_.constant(v).type);
    return n > kSmall && n <= kLarge;
  }

  // Variables that more is done with than loading a part of them are no tables.
  void drop_written(const Function& f, Known& known, ValueKind kind) const {
    if (known.empty()) return;
    for (uint32_t n = 0; n < f.insts.size(); ++n) {
      const Inst& i = f.insts[n];
      if (i.flags & ir::kRemoved || !i.block) continue;
      ir::for_each_value_operand(i, [&](uint32_t k) {
        Value v = f.operand(i, k);
        if (v.is_inst() && f.insts[v.index()].op == Op::Access && i.op != Op::Load) v = f.operand(f.insts[v.index()], 0);
        else if (i.op == Op::Load || i.op == Op::Access) return;
        if (v.is(kind)) known.erase(v.index());
      });
    }
  }

  void function(ir::FunctionId id) {
    Known variables;
    uint32_t count = static_cast<uint32_t>(m_.functions[id].insts.size());
    for (uint32_t n = 0; n < count; ++n) {
      const Function& f = m_.functions[id];
      const Inst& i = f.insts[n];
      if (i.op == Op::Var && !(i.flags & ir::kRemoved) && i.operand_count && f.operand(i, 0).is_constant() && is_table(f.operand(i, 0)))
        variables[n] = f.operand(i, 0);
    }
    drop_written(m_.functions[id], variables, ValueKind::Inst);
    for (uint32_t n = 0; n < count; ++n) {
      const Function& f = m_.functions[id];
      const Inst i = f.insts[n];
      if (i.flags & ir::kRemoved || !i.block) continue;
      Value table;
      std::vector<Value> path;
      if (i.op == Op::Extract && f.operand(i, 0).is_constant() && is_table(f.operand(i, 0))) {
        table = f.operand(i, 0);
        for (uint32_t k = 1; k < i.operand_count; ++k) path.push_back(f.operand(i, k));
      } else if (i.op == Op::Load && f.operand(i, 0).is_inst()) {
        const Inst& access = f.insts[f.operand(i, 0).index()];
        if (access.op != Op::Access) continue;
        Value base = f.operand(access, 0);
        const Known& known = base.is(ValueKind::Global) ? globals_ : variables;
        auto it = base.is(ValueKind::Global) || base.is_inst() ? known.find(base.index()) : known.end();
        if (it == known.end()) continue;
        table = it->second;
        for (uint32_t k = 1; k < access.operand_count; ++k) path.push_back(f.operand(access, k));
      }
      if (!table) continue;
      uint64_t cost = scalars(m_.constant(table).type);
      if (spent_ + cost > kMost) continue;
      spent_ += cost;
      Builder b(m_, id);
      b.before(n);
      bits_.clear();
      Value chosen = choose(b, table, path, 0);
      if (chosen.is_constant()) continue;  // no index is a value
      ir::replace_uses(b.function(), Value::inst(n), chosen);
      for (ir::Named& named : m_.named)
        if (named.value == Value::inst(n) && named.scope && m_.scopes[named.scope.value].function == id) named.value = chosen;
      ir::remove(b.function(), n);
    }
  }

  Value element(Value composite, uint32_t n) {
    const ir::Constant c = m_.constant(composite);
    if (c.count == 0) return m_.zero(m_.types.element_of(c.type, n));
    return Value(m_.constant_elements[c.first + n]);
  }

  Value bit(Builder& b, Value index, uint32_t n) {
    Value& made = bits_[uint64_t{index.bits()} << 32 | n];
    if (made) return made;
    TypeId t = b.type(index);
    Value one = b.binary(BinaryOp::And, t, index, b.integer(t, int64_t{1} << n));
    return made = b.binary(BinaryOp::NotEqual, lang::kBoolType, one, b.zero(t));
  }

  // Of [first, first + 2^level) of `count` elements.
  template <class F>
  Value tree(Builder& b, Value index, uint32_t first, uint32_t level, uint32_t count, F&& leaf) {
    if (level == 0) return leaf(first);
    uint32_t half = 1u << (level - 1);
    Value low = tree(b, index, first, level - 1, count, leaf);
    if (first + half >= count) return low;
    Value high = tree(b, index, first + half, level - 1, count, leaf);
    return select(b, low, high, index, level - 1);
  }

  Value select(Builder& b, Value low, Value high, Value index, uint32_t level) {
    if (low == high) return low;
    TypeId t = b.type(low);
    lang::TypeKind kind = m_.types.kind(t);
    if (kind != TypeKind::Array && kind != TypeKind::Struct && kind != TypeKind::Matrix)
      return b.builtin(lang::Builtin::Select, t, {low, high, bit(b, index, level)});
    // Types nest at most 15 deep.
    std::vector<Value> parts;
    uint32_t count = kind == TypeKind::Struct ? static_cast<uint32_t>(m_.types.structure(t).members.size()) : m_.types.element_count(t);
    for (uint32_t n = 0; n < count; ++n) parts.push_back(select(b, part(b, low, n), part(b, high, n), index, level));
    return b.construct(t, parts);
  }
  Value part(Builder& b, Value v, uint32_t n) {
    if (v.is_constant()) return element(v, n);
    const Inst& i = b.function()[v.index()];
    return v.is_inst() && i.op == Op::Construct ? b.function().operand(i, n) : b.extract(v, n);
  }

  Value choose(Builder& b, Value v, const std::vector<Value>& path, uint32_t at) {
    if (at == path.size()) return v;
    if (!v.is_constant()) {
      std::vector<Value> rest(path.begin() + at, path.end());
      return b.extract(v, rest);
    }
    Value index = path[at];
    TypeId t = m_.constant(v).type;
    if (index.is_constant()) return choose(b, element(v, m_.constant(index).bits), path, at + 1);
    if (m_.types.kind(t) == TypeKind::Vector) return b.extract(v, {index});
    uint32_t count = m_.types.element_count(t), levels = 0;
    while (1u << levels < count) ++levels;
    return tree(b, index, 0, levels, count, [&](uint32_t n) { return choose(b, element(v, n), path, at + 1); });
  }

  ir::Module& m_;
  Known globals_;
  std::unordered_map<uint64_t, Value> bits_;
  uint64_t spent_ = 0;
};

}  // namespace

void select_from_tables(ir::Module& m) { Tables(m).run(); }

}  // namespace vitrine::spirv
