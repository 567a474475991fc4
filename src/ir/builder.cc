#include "ir/builder.h"

#include <bit>
#include <cassert>

#include "lang/half.h"

namespace vitrine::ir {
// -- constants ------------------------------------------------------------------------------------------------------

Value Builder::f32(float v) { return m_.add_constant(lang::kF32Type, std::bit_cast<uint32_t>(v)); }

Value Builder::integer(TypeId type, int64_t v) {
  if (type == lang::kF32Type) return f32(static_cast<float>(v));
  if (type == lang::kF16Type) return m_.add_constant(type, lang::half_from_double(static_cast<double>(v)));
  return m_.add_constant(type, static_cast<uint32_t>(v));
}

Value Builder::splat(TypeId type, Value scalar) {
  if (types().kind(type) != lang::TypeKind::Vector) return scalar;
  ConstantId parts[4];
  uint32_t n = types()[type].rows;
  for (uint32_t i = 0; i < n && i < 4; ++i) parts[i] = scalar.constant();
  return m_.add_constant(type, std::span<const ConstantId>(parts, n));
}

Value Builder::composite(TypeId type, std::span<const Value> elements) {
  std::vector<ConstantId> parts;
  parts.reserve(elements.size());
  for (Value v : elements) parts.push_back(v.constant());
  return m_.add_constant(type, parts);
}

Value Builder::constant(const lang::ConstantTable& table, lang::ConstantId id) {
  // Types nest at most 15 deep, so recursion is bounded.
  const lang::Constant& c = table[id];
  if (c.kind == lang::ConstantKind::Scalar) return m_.add_constant(c.type, static_cast<uint32_t>(c.bits));
  if (table.is_zero(id)) return m_.zero(c.type);
  TypeId type = c.type;
  std::vector<ConstantId> parts;
  if (c.kind == lang::ConstantKind::Splat) {
    parts.assign(m_.types.element_count(type), constant(table, c.splat).constant());
  } else {
    std::span<const lang::ConstantId> from = c.parts;
    parts.reserve(from.size());
    for (lang::ConstantId p : from) parts.push_back(constant(table, p).constant());
  }
  return m_.add_constant(type, parts);
}

// -- places -----------------------------------------------------------------------------------------------------------

ScopeId Builder::add_scope(SourceSpan span, ScopeId parent) {
  m_.scopes.push_back({parent, span, id_});
  return ScopeId(static_cast<uint32_t>(m_.scopes.size() - 1));
}

void Builder::at(SourceSpan span, ScopeId scope) {
  Location l{span, scope};
  if (location_ && m_.locations[location_.value] == l) return;
  m_.locations.push_back(l);
  location_ = LocationId(static_cast<uint32_t>(m_.locations.size() - 1));
}

void Builder::name(NamedKind kind, std::string name, TypeId type, SourceSpan span, ScopeId scope, Value value) {
  m_.named.push_back({kind, std::move(name), type, span, scope, value});
}

// -- functions ----------------------------------------------------------------------------------------------------------

FunctionId Builder::begin_function(std::string name, TypeId return_type) {
  Function f;
  f.name = std::move(name);
  f.return_type = return_type;
  f.blocks.emplace_back();
  id_ = m_.functions.add(std::move(f));
  function_ = &m_.functions[id_];
  open_.clear();
  enter(BlockId(0));
  location_ = {};
  return id_;
}

Value Builder::add_param(std::string name, TypeId type, const lang::IoAttributes& io) {
  function_->params.push_back({std::move(name), type, io, location_});
  return Value::param(static_cast<uint32_t>(function_->params.size() - 1));
}

void Builder::end_function() {
  assert(open_.empty());
  function_ = nullptr;
}

void Builder::begin_module_scope() {
  function_ = &m_.scope;
  id_ = {};
  if (m_.scope.blocks.empty()) {
    m_.scope.blocks.emplace_back();
    m_.scope.return_type = lang::kVoidType;
  }
  open_.clear();
  enter(BlockId(0));
  location_ = {};
}

Value Builder::module_value(Value v) const { return v.is_inst() ? Value(ValueKind::ModuleInst, v.index()) : v; }

// -- where --------------------------------------------------------------------------------------------------------------

void Builder::enter(BlockId b) {
  block_ = b;
  before_ = kNoIndex;
}

void Builder::before(uint32_t inst) {
  const Inst& i = function_->insts[inst];
  block_ = i.block;
  before_ = inst;
  location_ = i.location;
}

void Builder::after(uint32_t inst) {
  const Inst& i = function_->insts[inst];
  block_ = i.block;
  before_ = i.next;
  location_ = i.location;
}

void Builder::at_start(BlockId block) {
  block_ = block;
  before_ = function_->blocks[block.value].first;
}

void Builder::at_end(BlockId block) { enter(block); }

bool Builder::terminated() const {
  if (before_ != kNoIndex) return false;
  const Inst* last = function_->last_of(block_);
  return last && is_terminator(last->op);
}

// -- the general form -----------------------------------------------------------------------------------------------------

BlockId Builder::add_block(uint32_t owner) {
  function_->blocks.push_back({kNoIndex, kNoIndex, owner});
  return BlockId(static_cast<uint32_t>(function_->blocks.size() - 1));
}

uint32_t Builder::append(Inst i) {
  Function& f = *function_;
  if (terminated()) enter(add_block(kNoIndex));
  uint32_t at = static_cast<uint32_t>(f.insts.size());
  i.block = block_;
  i.location = location_;
  Block& b = f.blocks[block_.value];
  i.next = before_;
  i.prev = before_ == kNoIndex ? b.last : f.insts[before_].prev;
  f.insts.push_back(i);
  (i.prev == kNoIndex ? b.first : f.insts[i.prev].next) = at;
  (i.next == kNoIndex ? b.last : f.insts[i.next].prev) = at;
  return at;
}

Value Builder::emit(Op op, TypeId type, std::span<const Value> operands, uint16_t aux) {
  Function& f = *function_;
  Inst i{op};
  i.aux = aux;
  i.type = type;
  i.first_operand = static_cast<uint32_t>(f.operands.size());
  i.operand_count = static_cast<uint32_t>(operands.size());
  for (Value v : operands) f.operands.push_back(v.bits());
  return Value::inst(append(i));
}

Value Builder::emit_words(Op op, TypeId type, std::span<const uint32_t> operands, uint16_t aux) {
  Function& f = *function_;
  Inst i{op};
  i.aux = aux;
  i.type = type;
  i.first_operand = static_cast<uint32_t>(f.operands.size());
  i.operand_count = static_cast<uint32_t>(operands.size());
  f.operands.insert(f.operands.end(), operands.begin(), operands.end());
  return Value::inst(append(i));
}

// -- instructions -----------------------------------------------------------------------------------------------------------

Value Builder::unary(UnaryOp op, Value v) { return emit(Op::Unary, type(v), {&v, 1}, static_cast<uint16_t>(op)); }

Value Builder::binary(BinaryOp op, TypeId type, Value a, Value b) {
  Value operands[] = {a, b};
  return emit(Op::Binary, type, operands, static_cast<uint16_t>(op));
}

// https://gpuweb.github.io/gpuweb/wgsl/#arithmetic-expr
Value Builder::binary(BinaryOp op, Value a, Value b) {
  using lang::TypeKind;
  TypeId ta = type(a), tb = type(b);
  TypeKind ka = types().kind(ta), kb = types().kind(tb);
  TypeId result = ta;
  if (lang::is_comparison(op)) {
    result = ka == TypeKind::Vector ? types().vector(types()[ta].rows, lang::kBoolType) : lang::kBoolType;
  } else if (op == BinaryOp::Multiply && ka == TypeKind::Matrix && kb == TypeKind::Matrix) {
    result = types().matrix(types()[tb].columns, types()[ta].rows, types().scalar_of(ta));
  } else if (op == BinaryOp::Multiply && ka == TypeKind::Matrix && kb == TypeKind::Vector) {
    result = types().vector(types()[ta].rows, types().scalar_of(ta));
  } else if (op == BinaryOp::Multiply && ka == TypeKind::Vector && kb == TypeKind::Matrix) {
    result = types().vector(types()[tb].columns, types().scalar_of(ta));
  } else if (ka != TypeKind::Vector && ka != TypeKind::Matrix) {
    result = op == BinaryOp::ShiftLeft || op == BinaryOp::ShiftRight ? ta : tb;
  }
  return binary(op, result, a, b);
}

Value Builder::convert(TypeId type, Value v) { return emit(Op::Convert, type, {&v, 1}); }
Value Builder::bitcast(TypeId type, Value v) { return emit(Op::Bitcast, type, {&v, 1}); }
Value Builder::construct(TypeId type, std::span<const Value> parts) { return emit(Op::Construct, type, parts); }

Value Builder::swizzle(Value v, std::span<const uint8_t> components) {
  uint16_t aux = 0;
  for (size_t i = 0; i < components.size(); ++i) aux |= static_cast<uint16_t>((components[i] & 3u) << (2 * i));
  TypeId result = types().vector(static_cast<uint32_t>(components.size()), types().scalar_of(type(v)));
  return emit(Op::Swizzle, result, {&v, 1}, aux);
}

namespace {
// The type that indexing gives, one step; the index matters for structures only.
TypeId step(Module& m, TypeId type, Value index) {
  uint32_t i = 0;
  if (m.types.is_struct(type) && index.is_constant()) i = m.constant(index).bits;
  return m.types.element_of(type, i);
}
}  // namespace

Value Builder::extract(Value v, std::span<const Value> indexes) {
  TypeId t = type(v);
  std::vector<Value> operands{v};
  for (Value i : indexes) {
    t = step(m_, t, i);
    operands.push_back(i);
  }
  return emit(Op::Extract, t, operands);
}

Value Builder::var(TypeId store_type, Value initializer) {
  TypeId p = types().pointer(lang::AddressSpace::Function, store_type, lang::AccessMode::ReadWrite);
  return emit(Op::Var, p, {&initializer, initializer ? 1u : 0u});
}

Value Builder::load(Value pointer) {
  TypeId t = types().store_type(type(pointer));
  if (types().kind(t) == lang::TypeKind::Atomic) t = types()[t].element;
  return emit(Op::Load, t, {&pointer, 1});
}

void Builder::store(Value pointer, Value v) {
  Value operands[] = {pointer, v};
  emit(Op::Store, lang::kVoidType, operands);
}

Value Builder::access(Value pointer, std::span<const Value> indexes) {
  lang::Type p = types()[type(pointer)];
  TypeId t = p.element;
  std::vector<Value> operands{pointer};
  for (Value i : indexes) {
    t = step(m_, t, i);
    operands.push_back(i);
  }
  return emit(Op::Access, types().pointer(p.space, t, p.access), operands);
}

Value Builder::builtin(lang::Builtin b, TypeId type, std::span<const Value> args) {
  return emit(Op::Builtin, type, args, static_cast<uint16_t>(b));
}

Value Builder::call(FunctionId f, std::span<const Value> args) {
  std::vector<uint32_t> words{f.value};
  for (Value v : args) words.push_back(v.bits());
  return emit_words(Op::Call, m_.functions[f].return_type, words);
}

void Builder::print(PrintSiteId site, std::span<const Value> args) {
  std::vector<uint32_t> words{site.value};
  for (Value v : args) words.push_back(v.bits());
  emit_words(Op::Print, lang::kVoidType, words);
}

void Builder::flag(Value v, uint8_t flags) {
  if (v.is_inst()) function_->insts[v.index()].flags |= flags;
}

// -- control -----------------------------------------------------------------------------------------------------------------

void Builder::begin_if(Value condition, TypeId result) {
  uint32_t words[] = {condition.bits(), BlockId::kNone, BlockId::kNone};
  Value v = emit_words(Op::If, result, words);
  open_.push_back({v.index(), block_, before_, {}});
  BlockId b = add_block(v.index());
  function_->operands[function_->insts[v.index()].first_operand + 1] = b.value;
  enter(b);
}

void Builder::begin_else() {
  uint32_t inst = open_.back().inst;
  BlockId b = add_block(inst);
  function_->operands[function_->insts[inst].first_operand + 2] = b.value;
  enter(b);
}

Value Builder::end_if() {
  Open o = open_.back();
  open_.pop_back();
  block_ = o.outer;
  before_ = o.outer_before;
  return Value::inst(o.inst);
}

void Builder::begin_loop() {
  uint32_t words[] = {BlockId::kNone, BlockId::kNone};
  Value v = emit_words(Op::Loop, lang::kVoidType, words);
  open_.push_back({v.index(), block_, before_, {}});
  BlockId b = add_block(v.index());
  function_->operands[function_->insts[v.index()].first_operand] = b.value;
  enter(b);
}

void Builder::begin_continuing() {
  uint32_t inst = open_.back().inst;
  BlockId b = add_block(inst);
  function_->operands[function_->insts[inst].first_operand + 1] = b.value;
  enter(b);
}

void Builder::end_loop() { end_if(); }

void Builder::begin_switch(Value selector) {
  uint32_t words[] = {selector.bits()};
  Value v = emit_words(Op::Switch, lang::kVoidType, words);
  open_.push_back({v.index(), block_, before_, {selector.bits()}});
}

void Builder::begin_case(std::span<const Value> selectors, bool is_default) {
  BlockId b = add_block(open_.back().inst);
  std::vector<uint32_t>& pairs = open_.back().pairs;
  for (Value s : selectors) {
    pairs.push_back(s.bits());
    pairs.push_back(b.value);
  }
  if (is_default) {
    pairs.push_back(Value().bits());
    pairs.push_back(b.value);
  }
  enter(b);
}

void Builder::end_case() {}

void Builder::end_switch() {
  set_operands(*function_, open_.back().inst, open_.back().pairs);
  end_if();
}

// -- changing what is there -----------------------------------------------------------------------------------------------------

void remove(Function& f, uint32_t inst) {
  Inst& i = f.insts[inst];
  Block& b = f.blocks[i.block.value];
  (i.prev == kNoIndex ? b.first : f.insts[i.prev].next) = i.next;
  (i.next == kNoIndex ? b.last : f.insts[i.next].prev) = i.prev;
  i.prev = i.next = kNoIndex;
  i.block = {};
  i.flags |= kRemoved;
}

void move_tail(Function& f, uint32_t first, BlockId to) {
  Block& from = f.blocks[f.insts[first].block.value];
  Block& into = f.blocks[to.value];
  uint32_t last = from.last, before = f.insts[first].prev;
  (before == kNoIndex ? from.first : f.insts[before].next) = kNoIndex;
  from.last = before;
  f.insts[first].prev = into.last;
  (into.last == kNoIndex ? into.first : f.insts[into.last].next) = first;
  into.last = last;
  for (uint32_t i = first; i != kNoIndex; i = f.insts[i].next) f.insts[i].block = to;
}

void replace_uses(Function& f, Value from, Value to) {
  for (const Inst& i : f.insts) {
    if (i.flags & kRemoved) continue;
    for_each_value_operand(i, [&](uint32_t n) {
      if (f.operand(i, n) == from) f.set_operand(i, n, to);
    });
  }
}

void set_operands(Function& f, uint32_t inst, std::span<const uint32_t> words) {
  Inst& i = f.insts[inst];
  if (words.size() > i.operand_count) {
    i.first_operand = static_cast<uint32_t>(f.operands.size());
    // `words` may lie in the pool that grows.
    std::vector<uint32_t> copy(words.begin(), words.end());
    f.operands.insert(f.operands.end(), copy.begin(), copy.end());
  } else {
    std::copy(words.begin(), words.end(), f.operands.begin() + i.first_operand);
  }
  i.operand_count = static_cast<uint32_t>(words.size());
}

}  // namespace vitrine::ir
