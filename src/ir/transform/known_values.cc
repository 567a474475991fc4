#include "ir/transform/known_values.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "ir/builder.h"

namespace vitrine::ir {
namespace {

// Same operands, same result, and nothing else happens.
bool is_pure(const Inst& i) {
  switch (i.op) {
    case Op::Unary:
    case Op::Binary:
    case Op::Convert:
    case Op::Bitcast:
    case Op::Construct:
    case Op::Swizzle:
    case Op::Extract:
    case Op::Access: return true;
    case Op::Builtin: return lang::info(static_cast<lang::Builtin>(i.aux)).const_evaluable;
    default: return false;
  }
}

constexpr uint32_t kDepth = 100;  // of nested blocks: functions with more stay as they are

class KnownValues {
 public:
  KnownValues(Module& m, FunctionId id) : m_(m), id_(id), count_(static_cast<uint32_t>(m.functions[id].insts.size())) {}

  void run() {
    if (is_deep()) return;
    find_variables();
    block(BlockId(0));
    for (Named& n : m_.named)
      if (n.value.is_inst() && n.scope && m_.scopes[n.scope.value].function == id_) n.value = now(n.value);
    remove_unread();
  }

 private:
  struct Variable {
    bool escapes = false;
  };

  Function& f() { return m_.functions[id_]; }

  // The variable that a pointer leads to, or none.
  uint32_t root(Value pointer) {
    while (pointer.is_inst() && f()[pointer.index()].op == Op::Access) pointer = f().operand(f()[pointer.index()], 0);
    return pointer.is_inst() && f()[pointer.index()].op == Op::Var ? pointer.index() : kNoIndex;
  }

  bool is_deep() {
    for (uint32_t n = 0; n < count_; ++n) {
      const Inst& i = f()[n];
      if ((i.op != Op::If && i.op != Op::Loop && i.op != Op::Switch) || !live(n)) continue;
      uint32_t depth = 1;
      for (uint32_t owner = owner_of(n); owner != kNoIndex; owner = owner_of(owner))
        if (++depth > kDepth) return true;
    }
    return false;
  }
  // The control instruction around an instruction.
  uint32_t owner_of(uint32_t n) { return f()[n].block ? f().blocks[f()[n].block.value].owner : kNoIndex; }

  void find_variables() {
    for (uint32_t n = 0; n < count_; ++n)
      if (f()[n].op == Op::Var && live(n)) variables_[n];
    for (uint32_t n = 0; n < count_; ++n) {
      if (!live(n)) continue;
      const Inst& i = f()[n];
      for_each_value_operand(i, [&](uint32_t k) {
        uint32_t v = f().operand(i, k).is_inst() ? root(f().operand(i, k)) : kNoIndex;
        if (v == kNoIndex) return;
        if (i.op == Op::Store && k == 0) note_store(n, v);
        else if (i.op != Op::Load && !(i.op == Op::Access && k == 0)) variables_[v].escapes = true;
      });
    }
  }
  bool live(uint32_t n) { return !(f()[n].flags & kRemoved) && f()[n].block; }

  // Every If, Loop and Switch around a store changes the variable.
  void note_store(uint32_t store, uint32_t variable) {
    for (uint32_t owner = owner_of(store); owner != kNoIndex; owner = owner_of(owner)) {
      std::vector<uint32_t>& stored = stored_[owner];
      if (stored.empty() || stored.back() != variable) stored.push_back(variable);
    }
  }

  Value now(Value v) {
    if (!v.is_inst()) return v;
    auto it = replaced_.find(v.index());
    return it == replaced_.end() ? v : it->second;
  }
  void know(uint32_t variable, Value v) {
    auto it = variables_.find(variable);
    if (it == variables_.end() || it->second.escapes) return;
    Value& known = known_[variable];
    log_.emplace_back(variable, known);
    known = v;
  }
  struct Mark { size_t log, seen; };
  Mark mark() const { return {log_.size(), seen_log_.size()}; }
  void roll_back(Mark to) {
    while (log_.size() > to.log) {
      known_[log_.back().first] = log_.back().second;
      log_.pop_back();
    }
    while (seen_log_.size() > to.seen) {
      seen_.erase(seen_log_.back());
      seen_log_.pop_back();
    }
  }
  Value known(uint32_t variable) {
    auto it = known_.find(variable);
    return it == known_.end() ? Value() : it->second;
  }

  void block(BlockId id) {
    for (uint32_t n = f().blocks[id.value].first; n != kNoIndex;) {
      uint32_t next = f()[n].next;
      const Inst i = f()[n];
      for_each_value_operand(i, [&](uint32_t k) {
        if (Value v = f().operand(i, k)) f().set_operand(i, k, now(v));
      });
      switch (i.op) {
        case Op::Var:
          if (i.flags & kUninitialized) know(n, {});
          else know(n, i.operand_count ? f().operand(i, 0) : m_.zero(m_.types[i.type].element));
          break;
        case Op::Load: load(n); break;
        case Op::Store: {
          Value pointer = f().operand(i, 0);
          uint32_t variable = root(pointer);
          if (variable != kNoIndex) know(variable, pointer == Value::inst(variable) ? f().operand(i, 1) : Value());
          break;
        }
        case Op::If:
        case Op::Switch: {
          Mark before = mark();
          std::unordered_set<uint32_t> done;
          for_each_block(f(), i, [&](BlockId b) {
            if (!done.insert(b.value).second) return;
            block(b);
            roll_back(before);
          });
          forget(n);
          break;
        }
        case Op::Loop: {
          forget(n);
          Mark before = mark();
          for_each_block(f(), i, [&](BlockId b) {
            block(b);
            roll_back(before);
          });
          break;
        }
        default:
          if (is_pure(i)) compute(n);
      }
      n = next;
    }
  }
  // What was computed before, in this block or around it, is not computed again.
  void compute(uint32_t n) {
    const Inst& i = f()[n];
    std::vector<uint32_t> key{static_cast<uint32_t>(i.op) | uint32_t{i.flags} << 8 | uint32_t{i.aux} << 16, i.type.value};
    for (uint32_t k = 0; k < i.operand_count; ++k) key.push_back(f().word(i, k));
    auto [it, added] = seen_.try_emplace(key, n);
    if (added) {
      seen_log_.push_back(std::move(key));
      return;
    }
    replaced_[n] = Value::inst(it->second);
    remove(f(), n);
  }

  void forget(uint32_t control) {
    auto it = stored_.find(control);
    if (it == stored_.end()) return;
    for (uint32_t v : it->second) know(v, {});
  }

  void load(uint32_t n) {
    const Inst i = f()[n];
    Value pointer = f().operand(i, 0);
    uint32_t variable = pointer.is_inst() ? root(pointer) : kNoIndex;
    if (variable == kNoIndex) return;
    Value v = known(variable);
    if (!v) return;
    std::vector<uint32_t> accesses;
    for (Value p = pointer; p != Value::inst(variable); p = f().operand(f()[p.index()], 0)) accesses.push_back(p.index());
    for (size_t k = accesses.size(); k-- > 0;) {
      const Inst a = f()[accesses[k]];
      for (uint32_t o = 1; o < a.operand_count; ++o) {
        if (!f().operand(a, o).is_constant()) return;
        v = part(n, v, f().operand(a, o));
        if (!v) return;
      }
    }
    replaced_[n] = v;
    remove(f(), n);
  }

  Value part(uint32_t before, Value v, Value index) {
    uint32_t k = m_.constant(index).bits;
    if (v.is_constant()) {
      const Constant c = m_.constant(v);
      if (!m_.types.is_struct(c.type) && k >= m_.types.element_count(c.type)) return {};
      return c.count ? Value(m_.constant_elements[c.first + k]) : m_.zero(m_.types.element_of(c.type, k));
    }
    Builder b(m_, id_);
    TypeId t = b.type(v);
    bool is_struct = m_.types.is_struct(t);
    size_t parts = is_struct ? m_.types.structure(t).members.size() : m_.types.element_count(t);
    if (k >= parts) return {};
    if (v.is_inst() && f()[v.index()].op == Op::Construct && f()[v.index()].operand_count == parts) return f().operand(f()[v.index()], k);
    b.before(before);
    b.at(f()[before].location);
    return b.extract(v, {index});
  }

  void remove_unread() {
    std::unordered_set<uint32_t> read;
    uint32_t count = static_cast<uint32_t>(f().insts.size());
    for (uint32_t n = 0; n < count; ++n) {
      if (!live(n)) continue;
      const Inst& i = f()[n];
      for_each_value_operand(i, [&](uint32_t k) {
        Value v = f().operand(i, k);
        if (!v.is_inst() || (i.op == Op::Store && k == 0) || (i.op == Op::Access && k == 0)) return;
        if (uint32_t variable = root(v); variable != kNoIndex) read.insert(variable);
      });
    }
    std::unordered_set<uint32_t> gone;
    for (uint32_t n = 0; n < count; ++n) {
      if (!live(n)) continue;
      const Inst i = f()[n];
      uint32_t variable = i.op == Op::Var ? n : i.op == Op::Store || i.op == Op::Access ? root(i.op == Op::Store ? f().operand(i, 0) : Value::inst(n)) : kNoIndex;
      if (variable == kNoIndex || read.count(variable) || !variables_.count(variable)) continue;
      gone.insert(n);
    }
    for (uint32_t n : gone) remove(f(), n);
    for (Named& n : m_.named)
      if (n.value.is_inst() && n.scope && m_.scopes[n.scope.value].function == id_ && gone.count(n.value.index())) n.value = {};
  }

  Module& m_;
  FunctionId id_;
  uint32_t count_;
  std::unordered_map<uint32_t, Variable> variables_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> stored_;  // control instruction -> variables stored to inside
  std::unordered_map<uint32_t, Value> known_, replaced_;
  std::vector<std::pair<uint32_t, Value>> log_;
  std::map<std::vector<uint32_t>, uint32_t> seen_;  // what is computed: the instruction
  std::vector<std::vector<uint32_t>> seen_log_;
};

}  // namespace

void use_known_values(Module& m) {
  for (FunctionId id(0); id.value < m.functions.size(); ++id.value) KnownValues(m, id).run();
}

}  // namespace vitrine::ir
