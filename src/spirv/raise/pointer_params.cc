#include <map>
#include <unordered_set>

#include "ir/builder.h"
#include "spirv/raise/raise.h"

namespace vitrine::spirv {
namespace {

using ir::Builder;
using ir::Function;
using ir::FunctionId;
using ir::Inst;
using ir::Op;
using ir::Value;
using ir::ValueKind;
using lang::AddressSpace;
using lang::TypeId;
using lang::TypeKind;

// From a pointer to another: a part of what it points to, or a view of a buffer.
struct Step {
  Op op;
  uint16_t aux;
  TypeId type;
  std::vector<Value> operands;  // behind the pointer: constants, or none for what is passed
};

// What a pointer argument leads to, as far as the callee has to know: words that compare.
struct Place {
  Value root;                 // Global, or (function variables) none: then the root is a parameter
  TypeId root_type;           // pointer
  std::vector<Step> path;
  std::vector<Value> indexes; // in the caller, the operands that are passed
  Value root_value;           // in the caller
};

bool is_step(const Inst& i) {
  if (i.op == Op::Access) return true;
  auto b = static_cast<lang::Builtin>(i.aux);
  return i.op == Op::Builtin && (b == lang::Builtin::BufferView || b == lang::Builtin::BufferArrayView);
}

class Pointers {
 public:
  explicit Pointers(ir::Module& m) : m_(m) {}

  void run() {
    bool any = false;
    for (const Function& f : m_.functions)
      for (const ir::Param& p : f.params) any |= m_.types.kind(p.type) == TypeKind::Pointer;
    if (!any) return;
    // Functions without pointer parameters are as they should be; what they call with pointers is copied, and the copies
    // are gone through likewise. There is no recursion in WGSL, so this ends.
    for (uint32_t n = 0; n < m_.functions.size(); ++n) {
      if (n < original_ && has_pointers(FunctionId(n))) continue;
      calls(FunctionId(n));
    }
    sort();
  }

 private:
  bool has_pointers(FunctionId id) const {
    for (const ir::Param& p : m_.functions[id].params)
      if (m_.types.kind(p.type) == TypeKind::Pointer) return true;
    return false;
  }

  void calls(FunctionId id) {
    uint32_t count = static_cast<uint32_t>(m_.functions[id].insts.size());
    for (uint32_t n = 0; n < count; ++n) {
      const Inst& i = m_.functions[id].insts[n];
      if (i.op != Op::Call || i.flags & ir::kRemoved || !i.block) continue;
      FunctionId callee(m_.functions[id].word(i, 0));
      if (callee.value < original_ && has_pointers(callee)) call(id, n, callee);
    }
  }

  Place place_of(const Function& f, Value v) {
    Place p;
    std::vector<uint32_t> reversed;
    while (v.is_inst() && is_step(f.insts[v.index()])) {
      reversed.push_back(v.index());
      v = f.operand(f.insts[v.index()], 0);
    }
    p.root_value = v;
    p.root_type = ir::type_of(m_, f, v);
    if (v.is(ValueKind::Global)) p.root = v;
    for (size_t k = reversed.size(); k-- > 0;) {
      const Inst& i = f.insts[reversed[k]];
      Step step{i.op, i.aux, i.type, {}};
      for (uint32_t n = 1; n < i.operand_count; ++n) {
        Value operand = f.operand(i, n);
        step.operands.push_back(operand.is_constant() ? operand : Value());
        if (!operand.is_constant()) p.indexes.push_back(operand);
      }
      if (i.op == Op::Access && !p.path.empty() && p.path.back().op == Op::Access) {
        p.path.back().type = i.type;
        p.path.back().operands.insert(p.path.back().operands.end(), step.operands.begin(), step.operands.end());
      } else {
        p.path.push_back(std::move(step));
      }
    }
    return p;
  }

  void call(FunctionId caller, uint32_t at, FunctionId callee) {
    const Inst i = m_.functions[caller].insts[at];
    std::vector<uint32_t> key{callee.value};
    std::vector<Place> places(m_.functions[callee].params.size());
    std::vector<uint32_t> words{0};
    for (uint32_t k = 0; k < places.size(); ++k) {
      const Function& f = m_.functions[caller];
      Value arg = f.operand(i, k + 1);
      if (m_.types.kind(m_.functions[callee].params[k].type) != TypeKind::Pointer) {
        words.push_back(arg.bits());
        continue;
      }
      places[k] = place_of(f, arg);
      const Place& p = places[k];
      key.push_back(p.root ? p.root.bits() : ~0u);
      key.push_back(p.root_type.value);
      key.push_back(static_cast<uint32_t>(p.path.size()));
      for (const Step& step : p.path) {
        key.insert(key.end(), {static_cast<uint32_t>(step.op), step.aux, step.type.value, static_cast<uint32_t>(step.operands.size())});
        for (Value operand : step.operands) key.push_back(operand.bits());
      }
      for (Value index : p.indexes) key.push_back(ir::type_of(m_, f, index).value);
      if (!p.root) words.push_back(p.root_value.bits());
      for (Value index : p.indexes) words.push_back(index.bits());
    }
    auto it = copies_.find(key);
    if (it == copies_.end()) it = copies_.emplace(key, copy(callee, caller, places)).first;
    words[0] = it->second.value;
    ir::set_operands(m_.functions[caller], at, words);
  }

  FunctionId copy(FunctionId of, FunctionId caller, const std::vector<Place>& places) {
    Function f = m_.functions[of];
    std::vector<ir::Param> old = std::move(f.params);
    f.params.clear();
    FunctionId id = m_.functions.add(std::move(f));
    if (copied_.insert(of.value).second)
      for (ir::Scope& s : m_.scopes)
        if (s.function == of) s.function = id;  // names go with the first copy
    Builder b(m_, id);
    std::vector<Value> now(old.size());
    struct Made { size_t param; Value root; std::vector<Step> path; };
    std::vector<Made> made;
    for (size_t k = 0; k < old.size(); ++k) {
      const Place& p = places[k];
      if (m_.types.kind(old[k].type) != TypeKind::Pointer) {
        now[k] = b.add_param(old[k].name, old[k].type);
        b.function().params.back() = old[k];
        continue;
      }
      Value root = p.root;
      if (!root) root = b.add_param(old[k].name, p.root_type);
      std::vector<Step> path = p.path;
      size_t index = 0;
      for (Step& step : path)
        for (Value& operand : step.operands)
          if (!operand) operand = b.add_param(old[k].name + "_index", ir::type_of(m_, m_.functions[caller], p.indexes[index++]));
      // A parameter may see less of a buffer than there is: the callee knows no more of its length.
      TypeId given = path.empty() ? p.root_type : path.back().type;
      const lang::Type& seen = m_.types[m_.types[old[k].type].element];
      if (seen.kind == TypeKind::Buffer && seen.count_kind != lang::CountKind::Runtime && given != old[k].type)
        path.push_back({Op::Builtin, static_cast<uint16_t>(lang::Builtin::BufferView), old[k].type, {b.u32(0)}});
      now[k] = root;
      if (!path.empty()) made.push_back({k, root, std::move(path)});
    }
    b.at_start(ir::BlockId(0));
    uint32_t first_new = static_cast<uint32_t>(b.function().insts.size());
    for (Made& p : made) {
      Value& to = now[p.param] = p.root;
      for (Step& step : p.path) {
        step.operands.insert(step.operands.begin(), to);
        to = b.emit(step.op, step.type, step.operands, step.aux);
      }
    }
    Function& copy = m_.functions[id];
    for (uint32_t n = 0; n < first_new; ++n) {
      const Inst& i = copy.insts[n];
      if (i.flags & ir::kRemoved) continue;
      ir::for_each_value_operand(i, [&](uint32_t k) {
        Value v = copy.operand(i, k);
        if (v.is(ValueKind::Param) && v.index() < now.size()) copy.set_operand(i, k, now[v.index()]);
      });
    }
    return id;
  }

  // Callees before callers again, without the functions that were copied.
  void sort() {
    size_t count = m_.functions.size();
    std::vector<FunctionId> order, to(count);
    std::vector<uint8_t> state(count, 0);
    for (uint32_t start = 0; start < count; ++start) {
      if (state[start] || (start < original_ && has_pointers(FunctionId(start)))) continue;
      // Depth first without recursion: a function is done when all that it calls are.
      std::vector<std::pair<uint32_t, uint32_t>> stack{{start, 0}};
      state[start] = 1;
      while (!stack.empty()) {
        auto& [at, next] = stack.back();
        const Function& f = m_.functions[FunctionId(at)];
        uint32_t callee = ir::kNoIndex;
        while (next < f.insts.size() && callee == ir::kNoIndex) {
          const Inst& i = f.insts[next++];
          if (i.op == Op::Call && !(i.flags & ir::kRemoved) && i.block && !state[f.word(i, 0)]) callee = f.word(i, 0);
        }
        if (callee != ir::kNoIndex) {
          state[callee] = 1;
          stack.push_back({callee, 0});
          continue;
        }
        order.push_back(FunctionId(at));
        stack.pop_back();
      }
    }
    Store<FunctionId, Function> sorted;
    for (FunctionId id : order) to[id.value] = sorted.add(std::move(m_.functions[id]));
    m_.functions = std::move(sorted);
    for (FunctionId id(0); id.value < m_.functions.size(); ++id.value) {
      Function& f = m_.functions[id];
      for (const Inst& i : f.insts)
        if (i.op == Op::Call && !(i.flags & ir::kRemoved) && to[f.word(i, 0)]) f.operands[i.first_operand] = to[f.word(i, 0)].value;
    }
    for (ir::Scope& s : m_.scopes)
      if (s.function) s.function = to[s.function.value];
    std::erase_if(m_.named, [&](const ir::Named& n) { return n.scope && !m_.scopes[n.scope.value].function; });
  }

  ir::Module& m_;
  size_t original_ = m_.functions.size();
  std::map<std::vector<uint32_t>, FunctionId> copies_;
  std::unordered_set<uint32_t> copied_;
};

}  // namespace

void resolve_pointer_parameters(ir::Module& m) { Pointers(m).run(); }

}  // namespace vitrine::spirv
