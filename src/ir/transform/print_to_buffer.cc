#include "ir/transform/print_to_buffer.h"

#include <cmath>
#include <optional>
#include <span>

#include "ir/print.h"
#include "ir/transform/immediates.h"
#include "ir/transform/print_values.h"
#include "printf/filter.h"
#include "printf/records.h"

namespace vitrine::ir {
namespace {

using lang::Builtin;
using lang::kBoolType;
using lang::kU32Type;
using lang::kVoidType;

// Members of the buffer's structure.
constexpr uint32_t kCounters = 0, kOnce = 1, kRecords = 2;
constexpr uint32_t kNoSlot = 0xFFFFFFFFu;

struct Raise {
  Module& m;
  const PrintToBufferOptions& options;
  GlobalId buffer, invocation, room, lane, command;
  Stage entry_stage = Stage::None;

  void add_buffer() {
    TypeId counter = m.types.atomic(kU32Type);
    TypeId counters = longs() ? m.types.array(m.types.matrix(1, 2, kU32Type), printf::kOnceWord / 2)
                              : m.types.array(counter, printf::kOnceWord);
    TypeId type = m.types.add_struct("vitrine_print_buffer", {},
                                     {{"counters", counters},
                                      {"once", m.types.array(counter, printf::kOnceWords)},
                                      {"records", m.types.runtime_array(unit_type())}});
    static_assert(printf::kHeaderWords % printf::kRecordUnit == 0 && printf::kRecordUnit == 8);
    Global g;
    g.name = "vitrine_print_buffer";
    g.type = m.types.pointer(lang::AddressSpace::Storage, type, lang::AccessMode::ReadWrite);
    g.has_binding = true;
    g.group = options.group;
    g.binding = options.binding;
    buffer = m.globals.add(std::move(g));
  }

  GlobalId add_private(std::string name, TypeId type) {
    Global g;
    g.name = std::move(name);
    g.type = m.types.pointer(lang::AddressSpace::Private, type, lang::AccessMode::ReadWrite);
    return m.globals.add(std::move(g));
  }

  bool together() const { return options.masked_branches && options.subgroups && entry_stage == Stage::Compute; }

  // Words two by two. The IR has no numbers of 64 bits: a u32 matrix of two rows stands for them in memory.
  bool longs() const { return options.masked_branches && options.long_words && options.native_words == 0; }
  TypeId pair_type() { return m.types.vector(2, kU32Type); }
  // What a record is written by.
  uint32_t unit() const { return longs() ? 8 : 4; }
  TypeId unit_type() { return longs() ? m.types.matrix(4, 2, kU32Type) : m.types.vector(4, kU32Type); }
  // The pair that begins with this word.
  Value pair(Builder& b, Value half_of_word) {
    static_assert(printf::kCursorWord % 2 == 0 && printf::kReservedWord == printf::kCursorWord + 1);
    static_assert(printf::kLostLowWord % 2 == 0 && printf::kLostHighWord == printf::kLostLowWord + 1);
    Value place = b.access(buffer, {b.u32(kCounters), half_of_word});
    b.flag(place, kInBounds);
    return place;
  }

  Value counter(Builder& b, Value which) { return b.access(buffer, {b.u32(kCounters), which}); }
  Value counter(Builder& b, uint32_t which) { return counter(b, b.u32(which)); }
  Value load_counter(Builder& b, uint32_t which) {
    if (longs()) return b.extract(b.builtin(Builtin::AtomicLoad, pair_type(), {pair(b, b.u32(which / 2))}), which % 2);
    return b.builtin(Builtin::AtomicLoad, kU32Type, {counter(b, which)});
  }
  Value count(Builder& b, Value counter, Value n) { return b.builtin(Builtin::AtomicAdd, kU32Type, {counter, n}); }
  Value select(Builder& b, Value no, Value yes, Value condition) {
    return b.builtin(Builtin::Select, kU32Type, {no, yes, condition});
  }

  // The value of an input of an entry point, which gets it as a further parameter when it has none.
  Value input(Builder& b, lang::BuiltinValue which, TypeId type, std::string_view name) {
    const Function& f = b.function();
    for (uint32_t i = 0; i < f.params.size(); ++i) {
      const Param& p = f.params[i];
      if (p.io.builtin == which) return Value::param(i);
      if (!m.types.is_struct(p.type)) continue;
      const lang::Struct& s = m.types.structure(p.type);
      for (uint32_t k = 0; k < s.members.size(); ++k)
        if (s.members[k].io.builtin == which) return b.extract(Value::param(i), k);
    }
    lang::IoAttributes io;
    io.builtin = which;
    return b.add_param(std::string(name), type, io);
  }

  // At the start of an entry point. The room is the capacity, or none when a record did not fit any more: outside of
  // branches a load costs nearly nothing.
  void store_room(FunctionId id) {
    Builder b(m, id);
    b.at_start(BlockId(0));
    Value capacity = load_counter(b, printf::kCapacityWord);
    Value over = b.binary(BinaryOp::Greater, kBoolType, load_counter(b, printf::kCursorWord), capacity);
    b.store(room, select(b, capacity, b.u32(0), over));
    if (command) b.store(command, hidden_immediate(b, HiddenImmediate::PrintCommand));
    if (together()) b.store(lane, input(b, lang::BuiltinValue::SubgroupInvocationId, kU32Type, "vitrine_lane"));
  }

  // At the start of an entry point.
  void store_invocation(FunctionId id) {
    Builder b(m, id);
    b.at_start(BlockId(0));
    TypeId vec3u = m.types.vector(3, kU32Type), vec4f = m.types.vector(4, lang::kF32Type);
    Value v;
    switch (m.functions[id].stage) {
      case Stage::Vertex: {
        Value vertex = input(b, lang::BuiltinValue::VertexIndex, kU32Type, "vitrine_vertex_index");
        Value instance = input(b, lang::BuiltinValue::InstanceIndex, kU32Type, "vitrine_instance_index");
        v = b.construct(vec3u, {vertex, instance, b.u32(0)});
        break;
      }
      case Stage::Fragment: {
        Value position = input(b, lang::BuiltinValue::Position, vec4f, "vitrine_position");
        const uint8_t xyz[] = {0, 1, 2};
        v = b.bitcast(vec3u, b.swizzle(position, xyz));
        break;
      }
      default: v = input(b, lang::BuiltinValue::GlobalInvocationId, vec3u, "vitrine_global_invocation_id");
    }
    b.store(invocation, v);
  }

  // A record of `size` words fits at `at`: at <= capacity && capacity - at >= size.
  Value fits(Builder& b, Value at, Value capacity, Value size) {
    Value inside = b.binary(BinaryOp::LessEqual, kBoolType, at, capacity);
    Value room = b.binary(BinaryOp::Subtract, kU32Type, capacity, at);
    Value enough = b.binary(BinaryOp::GreaterEqual, kBoolType, room, size);
    return b.binary(BinaryOp::And, kBoolType, inside, enough);
  }

  // The invocation is one that the filter admits. None: always, at least on this site; false: never.
  std::optional<Value> admitted(Builder& b, uint32_t site) {
    if (!options.filter) return Value();
    printf::Stage stage = entry_stage == Stage::Vertex     ? printf::Stage::Vertex
                          : entry_stage == Stage::Fragment ? printf::Stage::Fragment
                                                           : printf::Stage::Compute;
    SourceSpan span = m.print_sites[PrintSiteId(site)].span;
    uint32_t line = m.source && span.end <= m.source->text().size() ? m.source->position(span.begin).line : 0;
    Value all;
    for (const printf::Filter::Term& t : options.filter->terms()) {
      auto known = t.known(stage, line);
      if (known && !known->holds) return std::nullopt;
      if (known) continue;
      Value holds = compare(b, t);
      all = all ? b.binary(BinaryOp::And, kBoolType, all, holds) : holds;
    }
    return all;
  }

  // A name that changes from invocation to invocation against a number, as the host compares it: as a double.
  Value compare(Builder& b, const printf::Filter::Term& t) {
    using Op = printf::Filter::Op;
    static constexpr BinaryOp kOps[] = {BinaryOp::Equal,     BinaryOp::NotEqual, BinaryOp::Less,
                                        BinaryOp::LessEqual, BinaryOp::Greater,  BinaryOp::GreaterEqual};
    if (t.is_float()) {
      Value f = b.bitcast(lang::kF32Type, b.extract(b.load(invocation), t.component()));
      return b.binary(kOps[static_cast<size_t>(t.op)], kBoolType, f, b.f32(static_cast<float>(t.value)));
    }
    Value left = t.name == printf::Filter::Name::Command ? hidden_immediate(b, HiddenImmediate::PrintCommand)
                                                         : b.extract(b.load(invocation), t.component());
    // With an integer n: left < 2.5 is left <= 2, left > 2.5 is left > 2.
    double floor = std::floor(t.value);
    bool whole = floor == t.value;
    Op op = t.op;
    if (!whole && (op == Op::Equal || op == Op::NotEqual)) return b.boolean(op == Op::NotEqual);
    if (!whole) op = op == Op::Less ? Op::LessEqual : op == Op::GreaterEqual ? Op::Greater : op;
    if (floor < 0) return b.boolean(op == Op::NotEqual || op == Op::Greater || op == Op::GreaterEqual);
    if (floor > 4294967295.0) return b.boolean(op == Op::NotEqual || op == Op::Less || op == Op::LessEqual);
    return b.binary(kOps[static_cast<size_t>(op)], kBoolType, left, b.u32(static_cast<uint32_t>(floor)));
  }

  void print(FunctionId id, uint32_t inst) {
    Builder b(m, id);
    b.before(inst);
    uint32_t site = m.functions[id].word(m.functions[id].insts[inst], 0);
    bool once = site >= options.first_once;
    std::optional<Value> condition = once ? Value() : admitted(b, site);
    if (!condition) {
      remove(m.functions[id], inst);
      return;
    }
    if (*condition) b.begin_if(*condition);
    if (once) {
      // A load before the add keeps those that come later from contending for it.
      uint32_t number = options.first_site + site;
      Value bit = b.u32(1u << number % 32);
      Value word = b.access(buffer, {b.u32(kOnce), b.u32(number / 32 % printf::kOnceWords)});
      auto unset = [&](Value seen) {
        return b.binary(BinaryOp::Equal, kBoolType, b.binary(BinaryOp::And, kU32Type, seen, bit), b.u32(0));
      };
      b.begin_if(unset(b.builtin(Builtin::AtomicLoad, kU32Type, {word})));
      b.begin_if(unset(b.builtin(Builtin::AtomicOr, kU32Type, {word, bit})));
    }
    record(b, id, inst, site);
    if (once) b.end_if(), b.end_if();
    if (*condition) b.end_if();
    remove(m.functions[id], inst);
  }

  void record(Builder& b, FunctionId id, uint32_t inst, uint32_t site) {
    uint32_t count = m.functions[id].insts[inst].operand_count;
    std::vector<Value> args;
    for (uint32_t n = 1; n < count; ++n) args.push_back(m.functions[id].operand(m.functions[id].insts[inst], n));

    bool native = options.native_words > 0;
    uint32_t words = native ? options.native_words : printf::kRecordPayload;
    for (TypeId t : m.print_sites[PrintSiteId(site)].args) words += print_type(m.types, t).words();
    if (!native) words = printf::record_words(words - printf::kRecordPayload);
    Value size = b.u32(words);
    auto write = [&](Value slot) {
      if (native) return b.print(PrintSiteId(site), args);
      std::vector<Value> list{b.u32(options.first_site + site), number_of_command(b)};
      Value who = b.load(invocation);
      for (uint32_t i = 0; i < 3; ++i) list.push_back(b.extract(who, i));
      for (Value arg : args)
        for (Value scalar : scalars_of(b, arg)) list.push_back(word_of(b, scalar));
      uint32_t units = (static_cast<uint32_t>(list.size()) + unit() - 1) / unit();  // what is behind stays zero
      list.resize(size_t{units} * unit(), b.u32(0));
      Value first = b.binary(BinaryOp::ShiftRight, kU32Type, slot, b.u32(longs() ? 3 : 2));
      // The unit of the site comes last: by it a record counts as written.
      for (uint32_t at = units; at-- > 0;) {
        Value index = at == 0 ? first : b.binary(BinaryOp::Add, kU32Type, first, b.u32(at));
        Value place = b.access(buffer, {b.u32(kRecords), index});
        b.flag(place, kInBounds);
        b.store(place, b.construct(unit_type(), std::span(list).subspan(size_t{at} * unit(), unit())));
      }
    };
    options.masked_branches ? append_masked(b, size, write) : append(b, size, write);
  }

  Value number_of_command(Builder& b) {
    if (!options.command_number) return b.u32(0);
    return command ? b.load(command) : hidden_immediate(b, HiddenImmediate::PrintCommand);
  }

  template <class Write>
  void append(Builder& b, Value size, const Write& write) {
    // Loaded before it is added to: a full buffer costs no write, and the cursor cannot run away and wrap.
    Value none = b.u32(kNoSlot), one = b.u32(1);
    Value capacity = load_counter(b, printf::kCapacityWord);
    b.begin_if(fits(b, load_counter(b, printf::kCursorWord), capacity, size), kU32Type);
    Value at = count(b, counter(b, printf::kCursorWord), size);
    b.yield(select(b, none, at, fits(b, at, capacity, size)));
    b.begin_else();
    b.yield(none);
    Value slot = b.end_if();

    b.begin_if(b.binary(BinaryOp::NotEqual, kBoolType, slot, none));
    write(slot);
    b.begin_else();
    Value before = count(b, counter(b, printf::kLostLowWord), one);
    b.begin_if(b.binary(BinaryOp::Less, kBoolType, b.binary(BinaryOp::Add, kU32Type, before, one), one));
    count(b, counter(b, printf::kLostHighWord), one);
    b.end_if();
    b.end_if();
  }

  // The same with as few accesses to memory as can be, since a print that is not reached costs each of them. An invocation
  // that knows that the buffer is full counts a loss where others reserve; so each finds out but once, and those losses
  // have a count of their own, which the few invocations in flight cannot wrap. With numbers of 64 bits all that reserve are
  // counted as they do, so that the host knows how many found no room, and losses have no carry: one add does.
  template <class Write>
  void append_masked(Builder& b, Value size, const Write& write) {
    Value one = b.u32(1), none = b.u32(0), capacity = b.load(room), all = one, rank = none, first;
    if (together()) {
      Value here = b.extract(b.builtin(Builtin::SubgroupBallot, m.types.vector(4, kU32Type), {b.boolean(true)}), 0);
      Value below = b.binary(BinaryOp::Subtract, kU32Type, b.binary(BinaryOp::ShiftLeft, kU32Type, one, b.load(lane)), one);
      rank = b.builtin(Builtin::CountOneBits, kU32Type, {b.binary(BinaryOp::And, kU32Type, here, below)});
      all = b.builtin(Builtin::CountOneBits, kU32Type, {here});
      first = b.builtin(Builtin::CountTrailingZeros, kU32Type, {here});
      capacity = b.builtin(Builtin::SubgroupShuffle, kU32Type, {capacity, first});  // one decides for all
    }
    Value full = b.binary(BinaryOp::Equal, kBoolType, capacity, none);
    Value more = select(b, b.binary(BinaryOp::Multiply, kU32Type, all, size), all, full);
    auto place = [&](uint32_t cursor, uint32_t lost) { return select(b, b.u32(cursor), b.u32(lost), full); };
    Value where = longs() ? pair(b, place(printf::kCursorWord / 2, printf::kLostLowWord / 2))
                          : counter(b, place(printf::kCursorWord, printf::kLostLowWord));
    auto add = [&] {
      if (!longs()) return count(b, where, more);
      Value both = b.construct(pair_type(), {more, select(b, all, none, full)});
      return b.extract(b.builtin(Builtin::AtomicAdd, pair_type(), {where, both}), 0);
    };
    Value elected = b.binary(BinaryOp::Equal, kBoolType, rank, none), before, at;
    if (together()) {
      b.begin_if(elected, kU32Type);
      b.yield(add());
      b.begin_else();
      b.yield(none);
      before = b.builtin(Builtin::SubgroupShuffle, kU32Type, {b.end_if(), first});
      at = b.binary(BinaryOp::Add, kU32Type, before, b.binary(BinaryOp::Multiply, kU32Type, rank, size));
    } else {
      at = before = add();
    }
    // at + size <= capacity, of which the sum does not come near to wrapping; never when full.
    Value last = b.binary(BinaryOp::Add, kU32Type, at, b.u32(m.constant(size).bits - 1));
    Value written = b.binary(BinaryOp::Less, kBoolType, last, capacity);
    b.begin_if(written);
    write(at);
    b.end_if();
    if (longs()) return b.store(room, select(b, none, capacity, written));
    Value wrapped = b.binary(BinaryOp::Less, kBoolType, b.binary(BinaryOp::Add, kU32Type, before, all), all);
    if (together()) wrapped = b.binary(BinaryOp::And, kBoolType, wrapped, elected);
    Value lost = b.unary(UnaryOp::Not, written);
    Value not_full = b.unary(UnaryOp::Not, full);
    b.begin_if(b.binary(BinaryOp::And, kBoolType, lost, b.binary(BinaryOp::Or, kBoolType, not_full, wrapped)));
    count(b, counter(b, select(b, b.u32(printf::kLostFirstWord), b.u32(printf::kLostHighWord), full)), one);
    b.store(room, none);
    b.end_if();
  }
};

}  // namespace

bool print_to_buffer(Module& m, const PrintToBufferOptions& options) {
  std::vector<bool> prints = printing_functions(m);
  Raise raise{m, options};
  for (const Function& f : m.functions)
    if (f.stage != Stage::None) raise.entry_stage = f.stage;
  bool any = false;
  for (bool p : prints) any |= p;
  if (!any) return false;
  raise.add_buffer();
  bool invocations = options.native_words == 0 || options.filter;
  if (invocations) raise.invocation = raise.add_private("vitrine_invocation", m.types.vector(3, kU32Type));
  if (options.masked_branches) raise.room = raise.add_private("vitrine_print_room", kU32Type);
  if (options.masked_branches && options.command_number && options.native_words == 0)
    raise.command = raise.add_private("vitrine_print_command", kU32Type);
  if (raise.together()) raise.lane = raise.add_private("vitrine_lane", kU32Type);
  for (size_t i = 0; i < prints.size(); ++i) {
    if (!prints[i]) continue;
    FunctionId id = m.functions.id_at(i);
    size_t count = m.functions[id].insts.size();
    for (uint32_t at = 0; at < count; ++at) {
      const Inst& inst = m.functions[id].insts[at];
      if (inst.op == Op::Print && !(inst.flags & kRemoved)) raise.print(id, at);
    }
    if (m.functions[id].stage == Stage::None) continue;
    if (invocations) raise.store_invocation(id);
    if (options.masked_branches) raise.store_room(id);
  }
  return true;
}

}  // namespace vitrine::ir
