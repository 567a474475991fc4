#include "ir/transform/bounds.h"

#include <algorithm>
#include <bit>

namespace vitrine::ir {
namespace {

using lang::Builtin;

constexpr uint32_t kUnknown = ~0u, kMaxSigned = 0x7FFFFFFFu;
constexpr uint32_t kDepth = 8;   // of the expressions that are looked through; each level looks at two operands at most
constexpr size_t kStores = 3;    // to a counter

uint32_t fitting(uint64_t v) { return v > kUnknown ? kUnknown : static_cast<uint32_t>(v); }

}  // namespace

Bounds::Bounds(const Module& m, FunctionId f) : m_(m), id_(f) {
  const Function& function = m.functions[f];
  for (uint32_t n = 0; n < function.insts.size(); ++n)
    if (function.insts[n].op == Op::Var && !(function.insts[n].flags & kRemoved)) variables_[n];
  if (variables_.empty()) return;
  for (uint32_t n = 0; n < function.insts.size(); ++n) {
    const Inst& i = function.insts[n];
    if (i.flags & kRemoved || !i.block) continue;
    for_each_value_operand(i, [&](uint32_t k) {
      Value v = function.operand(i, k);
      if (!v.is_inst()) return;
      auto it = variables_.find(v.index());
      if (it == variables_.end()) return;
      if (i.op == Op::Store && k == 0) it->second.stores.push_back(n);
      else if (i.op != Op::Load) it->second.escapes = true;
    });
  }
}

uint32_t Bounds::upper(Value v, uint32_t depth) const {
  if (v.is_constant()) return m_.constant(v).bits;
  if (v.is(ValueKind::Param)) return of_param(v.index(), {});
  if (!v.is_inst() || depth > kDepth) return kUnknown;
  const Inst& i = m_.functions[id_].insts[v.index()];
  if (i.type != lang::kU32Type && i.type != lang::kI32Type) return kUnknown;
  switch (i.op) {
    case Op::Extract: return of_extract(i);
    case Op::Binary: return of_binary(i, depth + 1);
    case Op::Builtin: return of_builtin(i, depth + 1);
    case Op::Load: return of_load(v.index(), depth + 1);
    case Op::Bitcast:
    case Op::Convert: {
      Value from = m_.functions[id_].operand(i, 0);
      TypeId t = type_of(m_, m_.functions[id_], from);
      if (t == lang::kBoolType) return 1;
      return t == lang::kU32Type || t == lang::kI32Type ? upper(from, depth + 1) : kUnknown;
    }
    default: return kUnknown;
  }
}

// Builtin inputs of a compute shader whose workgroup size is known.
uint32_t Bounds::of_param(uint32_t index, std::span<const uint32_t> path) const {
  const Function& f = m_.functions[id_];
  if (f.stage != Stage::Compute) return kUnknown;
  std::optional<lang::BuiltinValue> builtin = f.params[index].io.builtin;
  if (m_.types.is_struct(f.params[index].type)) {
    if (path.empty()) return kUnknown;
    builtin = m_.types.structure(f.params[index].type).members[path[0]].io.builtin;
    path = path.subspan(1);
  }
  uint64_t size = 1;
  for (Value v : f.workgroup_size) {
    if (!v.is_constant()) return kUnknown;
    size *= m_.constant(v).bits;
  }
  if (size == 0) return kUnknown;
  if (builtin == lang::BuiltinValue::LocalInvocationIndex && path.empty()) return fitting(size - 1);
  if (builtin == lang::BuiltinValue::LocalInvocationId && path.size() == 1 && path[0] < 3)
    return m_.constant(f.workgroup_size[path[0]]).bits - 1;
  return kUnknown;
}

uint32_t Bounds::of_extract(const Inst& i) const {
  const Function& f = m_.functions[id_];
  Value base = f.operand(i, 0);
  if (!base.is(ValueKind::Param)) return kUnknown;
  std::vector<uint32_t> path;
  for (uint32_t n = 1; n < i.operand_count; ++n) {
    Value index = f.operand(i, n);
    if (!index.is_constant()) return kUnknown;
    path.push_back(m_.constant(index).bits);
  }
  return of_param(base.index(), path);
}

uint32_t Bounds::of_binary(const Inst& i, uint32_t depth) const {
  const Function& f = m_.functions[id_];
  bool is_signed = i.type == lang::kI32Type;
  uint32_t a = upper(f.operand(i, 0), depth), b = upper(f.operand(i, 1), depth);
  Value right = f.operand(i, 1);
  uint32_t constant = right.is_constant() ? m_.constant(right).bits : 0;
  switch (static_cast<BinaryOp>(i.aux)) {
    case BinaryOp::And: return std::min(a, b);
    case BinaryOp::Or:
    case BinaryOp::Xor: return std::max(a, b) == 0 ? 0 : kUnknown >> std::countl_zero(std::max(a, b));
    case BinaryOp::Add: return fitting(uint64_t{a} + b);
    case BinaryOp::Multiply: return fitting(uint64_t{a} * b);
    case BinaryOp::ShiftLeft: return right.is_constant() && constant < 32 ? fitting(uint64_t{a} << constant) : kUnknown;
    case BinaryOp::ShiftRight:
      if (is_signed && a > kMaxSigned) return kUnknown;
      return right.is_constant() && constant < 32 ? a >> constant : a;
    case BinaryOp::Divide:
      if (is_signed && (a > kMaxSigned || b > kMaxSigned)) return kUnknown;
      return constant ? a / constant : a;  // by zero: the dividend
    case BinaryOp::Remainder:
      if (is_signed && (a > kMaxSigned || b > kMaxSigned)) return kUnknown;
      return b == kUnknown || b == 0 ? std::min(a, b) : std::min(a, b - 1);  // by zero: zero
    default: return kUnknown;
  }
}

uint32_t Bounds::of_builtin(const Inst& i, uint32_t depth) const {
  const Function& f = m_.functions[id_];
  auto operand = [&](uint32_t n) { return upper(f.operand(i, n), depth); };
  bool is_signed = i.type == lang::kI32Type;
  switch (static_cast<Builtin>(i.aux)) {
    case Builtin::Min: {
      uint32_t a = operand(0), b = operand(1);
      if (is_signed && std::max(a, b) > kMaxSigned) return kUnknown;
      return std::min(a, b);
    }
    case Builtin::Max: return std::max(operand(0), operand(1));
    case Builtin::Select: return std::max(operand(0), operand(1));
    case Builtin::Clamp: {
      uint32_t low = operand(1), high = operand(2);
      if (is_signed && std::max(low, high) > kMaxSigned) return kUnknown;
      return high;
    }
    default: return kUnknown;
  }
}

bool Bounds::inside(BlockId block, BlockId outer) const {
  const Function& f = m_.functions[id_];
  while (block != outer) {
    uint32_t owner = f.blocks[block.value].owner;
    if (owner == kNoIndex) return false;
    block = f.insts[owner].block;
    if (!block) return false;
  }
  return true;
}

// The body of a loop begins with `if !(variable < limit) { break }`. `at`: that If.
bool Bounds::guard(BlockId body, Value variable, uint32_t depth, uint32_t& at, Value& limit, bool& inclusive) const {
  const Function& f = m_.functions[id_];
  at = f.blocks[body.value].first;
  while (at != kNoIndex && f.insts[at].op != Op::If) {
    if (f.insts[at].op == Op::Loop || f.insts[at].op == Op::Switch) return false;
    at = f.insts[at].next;
  }
  if (at == kNoIndex) return false;
  const Inst& i = f.insts[at];
  auto breaks = [&](BlockId b) { return b && f.blocks[b.value].first != kNoIndex && f.insts[f.blocks[b.value].first].op == Op::Break; };
  bool when_true = breaks(f.block_operand(i, 1)), when_false = breaks(f.block_operand(i, 2));
  Value condition = f.operand(i, 0);
  if (when_true == when_false || !condition.is_inst() || f.insts[condition.index()].op != Op::Binary) return false;
  const Inst& compare = f.insts[condition.index()];
  auto is_variable = [&](Value v) {
    return v.is_inst() && f.insts[v.index()].op == Op::Load && f.operand(f.insts[v.index()], 0) == variable &&
           f.insts[v.index()].block == body;
  };
  auto op = static_cast<BinaryOp>(compare.aux);
  Value left = f.operand(compare, 0), right = f.operand(compare, 1);
  if (is_variable(right)) {
    std::swap(left, right);
    op = op == BinaryOp::Less ? BinaryOp::Greater : op == BinaryOp::LessEqual ? BinaryOp::GreaterEqual
         : op == BinaryOp::Greater ? BinaryOp::Less : op == BinaryOp::GreaterEqual ? BinaryOp::LessEqual : op;
  }
  if (!is_variable(left)) return false;
  limit = right;
  // It goes on while `variable op limit`.
  if (when_true) {
    if (op != BinaryOp::GreaterEqual && op != BinaryOp::Greater) return false;
    inclusive = op == BinaryOp::Greater;
  } else {
    if (op != BinaryOp::Less && op != BinaryOp::LessEqual) return false;
    inclusive = op == BinaryOp::LessEqual;
  }
  return true;
}

// A counter of a loop: tested when the body begins, and stored to in the continuing block only.
uint32_t Bounds::of_load(uint32_t load, uint32_t depth) const {
  const Function& f = m_.functions[id_];
  Value pointer = f.operand(f.insts[load], 0);
  if (!pointer.is_inst()) return kUnknown;
  auto it = variables_.find(pointer.index());
  if (it == variables_.end() || it->second.escapes || it->second.stores.size() > kStores) return kUnknown;
  depth += 2;  // up to five operands are looked at
  bool is_signed = f.insts[load].type == lang::kI32Type;
  // From the load outwards; `from`: what holds the load in the block looked at.
  uint32_t from = load;
  for (BlockId block = f.insts[load].block; block;) {
    uint32_t owner = f.blocks[block.value].owner;
    if (owner == kNoIndex) break;
    if (f.insts[owner].op == Op::Loop && f.block_operand(f.insts[owner], 0) == block) {
      BlockId continuing = f.block_operand(f.insts[owner], 1);
      uint32_t at = kNoIndex;
      Value limit;
      bool inclusive = false;
      bool counted = guard(block, pointer, depth, at, limit, inclusive);
      for (uint32_t n = f.blocks[block.value].first; counted && n != at; n = f.insts[n].next) counted = n != from;
      counted = counted && from != at;
      for (uint32_t s : it->second.stores) counted = counted && !inside(f.insts[s].block, block);
      uint32_t most = counted ? upper(limit, depth) : kUnknown;
      if (most != kUnknown && (!is_signed || most <= kMaxSigned)) {
        // Below a limit of 0 the body runs for negative counters only.
        most -= inclusive || most == 0 ? 0 : 1;
        if (!is_signed) return most;
        // It is never negative: it begins so, and grows by a constant that does not carry it over the end.
        const Inst& variable = f.insts[pointer.index()];
        bool positive = variable.operand_count == 0 || upper(f.operand(variable, 0), depth) <= kMaxSigned;
        for (uint32_t s : it->second.stores) {
          Value v = f.operand(f.insts[s], 1);
          if (!continuing || !inside(f.insts[s].block, continuing)) {
            positive = positive && upper(v, depth) <= kMaxSigned;
            continue;
          }
          bool grows = f.insts[s].block == continuing && v.is_inst() &&
                       f.insts[v.index()].op == Op::Binary && static_cast<BinaryOp>(f.insts[v.index()].aux) == BinaryOp::Add;
          if (grows) {
            const Inst& sum = f.insts[v.index()];
            Value old = f.operand(sum, 0), step = f.operand(sum, 1);
            // What the counter was in this turn, and not before the loop.
            grows = old.is_inst() && f.insts[old.index()].op == Op::Load && f.operand(f.insts[old.index()], 0) == pointer &&
                    (f.insts[old.index()].block == continuing || inside(f.insts[old.index()].block, block)) &&
                    step.is_constant() && uint64_t{m_.constant(step).bits} + most <= kMaxSigned;
          }
          positive = positive && grows;
        }
        // Two steps in one turn could add up to more.
        uint32_t steps = 0;
        for (uint32_t s : it->second.stores) steps += continuing && inside(f.insts[s].block, continuing);
        if (positive && steps <= 1) return most;
      }
    }
    from = owner;
    block = f.insts[owner].block;
  }
  return kUnknown;
}

}  // namespace vitrine::ir
