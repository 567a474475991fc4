#include "ir/transform/print_to_buffer.h"

#include "ir/print.h"
#include "ir/transform/immediates.h"
#include "ir/transform/print_values.h"
#include "printf/records.h"

namespace vitrine::ir {
namespace {

using lang::Builtin;
using lang::kBoolType;
using lang::kU32Type;
using lang::kVoidType;

// Members of the buffer's structure. Words 4 to 7 are one reserved member.
constexpr uint32_t kCursor = 0, kCapacity = 1, kLostLow = 2, kLostHigh = 3, kRecords = 5;
constexpr uint32_t kNoSlot = 0xFFFFFFFFu;

struct Raise {
  Module& m;
  const PrintToBufferOptions& options;
  GlobalId buffer, invocation;

  void add_buffer() {
    TypeId counter = m.types.atomic(kU32Type), vec4u = m.types.vector(4, kU32Type);
    TypeId type = m.types.add_struct("vitrine_print_buffer", {},
                                     {{"cursor", counter},
                                      {"capacity", kU32Type},
                                      {"lost_low", counter},
                                      {"lost_high", counter},
                                      {"reserved", vec4u},
                                      {"records", m.types.runtime_array(kU32Type)}});
    static_assert(printf::kCursorWord == 0 && printf::kCapacityWord == 1 && printf::kLostLowWord == 2 &&
                  printf::kLostHighWord == 3 && printf::kHeaderWords == 8);
    Global g;
    g.name = "vitrine_print_buffer";
    g.type = m.types.pointer(lang::AddressSpace::Storage, type, lang::AccessMode::ReadWrite);
    g.has_binding = true;
    g.group = options.group;
    g.binding = options.binding;
    buffer = m.globals.add(std::move(g));
  }

  void add_invocation() {
    Global g;
    g.name = "vitrine_invocation";
    g.type = m.types.pointer(lang::AddressSpace::Private, m.types.vector(3, kU32Type), lang::AccessMode::ReadWrite);
    invocation = m.globals.add(std::move(g));
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

  void print(FunctionId id, uint32_t inst) {
    Builder b(m, id);
    b.before(inst);
    uint32_t site = m.functions[id].word(m.functions[id].insts[inst], 0);
    uint32_t count = m.functions[id].insts[inst].operand_count;
    std::vector<Value> args;
    for (uint32_t n = 1; n < count; ++n) args.push_back(m.functions[id].operand(m.functions[id].insts[inst], n));

    uint32_t words = printf::kRecordPayload;
    for (TypeId t : m.print_sites[PrintSiteId(site)].args) words += print_type(m.types, t).words();
    Value size = b.u32(words), none = b.u32(kNoSlot), one = b.u32(1);

    // Loaded before it is added to: a full buffer costs no write, and the cursor cannot run away and wrap.
    Value cursor = b.access(buffer, {b.u32(kCursor)});
    Value capacity = b.load(b.access(buffer, {b.u32(kCapacity)}));
    Value seen = b.builtin(Builtin::AtomicLoad, kU32Type, {cursor});
    b.begin_if(fits(b, seen, capacity, size), kU32Type);
    Value at = b.builtin(Builtin::AtomicAdd, kU32Type, {cursor, size});
    b.yield(b.builtin(Builtin::Select, kU32Type, {none, at, fits(b, at, capacity, size)}));
    b.begin_else();
    b.yield(none);
    Value slot = b.end_if();

    b.begin_if(b.binary(BinaryOp::NotEqual, kBoolType, slot, none));
    uint32_t next = 0;
    auto put = [&](Value word) {
      Value index = next == 0 ? slot : b.binary(BinaryOp::Add, kU32Type, slot, b.u32(next));
      ++next;
      Value place = b.access(buffer, {b.u32(kRecords), index});
      b.flag(place, kInBounds);
      b.store(place, word);
    };
    put(b.u32(options.first_site + site));
    put(options.command_number ? hidden_immediate(b, HiddenImmediate::PrintCommand) : b.u32(0));
    Value who = b.load(invocation);
    for (uint32_t i = 0; i < 3; ++i) put(b.extract(who, i));
    for (Value arg : args)
      for (Value scalar : scalars_of(b, arg)) put(word_of(b, scalar));
    b.begin_else();
    Value lost = b.builtin(Builtin::AtomicAdd, kU32Type, {b.access(buffer, {b.u32(kLostLow)}), one});
    b.begin_if(b.binary(BinaryOp::Equal, kBoolType, lost, b.u32(0xFFFFFFFFu)));
    b.builtin(Builtin::AtomicAdd, kU32Type, {b.access(buffer, {b.u32(kLostHigh)}), one});
    b.end_if();
    b.end_if();
    remove(m.functions[id], inst);
  }
};

}  // namespace

bool print_to_buffer(Module& m, const PrintToBufferOptions& options) {
  std::vector<bool> prints = printing_functions(m);
  Raise raise{m, options, {}, {}};
  bool any = false;
  for (bool p : prints) any |= p;
  if (!any) return false;
  raise.add_buffer();
  raise.add_invocation();
  for (size_t i = 0; i < prints.size(); ++i) {
    if (!prints[i]) continue;
    FunctionId id = m.functions.id_at(i);
    size_t count = m.functions[id].insts.size();
    for (uint32_t at = 0; at < count; ++at) {
      const Inst& inst = m.functions[id].insts[at];
      if (inst.op == Op::Print && !(inst.flags & kRemoved)) raise.print(id, at);
    }
    if (m.functions[id].stage != Stage::None) raise.store_invocation(id);
  }
  return true;
}

}  // namespace vitrine::ir
