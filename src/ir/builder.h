// Makes and changes modules. One Builder serves lowering (append, nested blocks opened and closed) and transforms
// (insert before or after an instruction).
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "ir/ir.h"
#include "lang/constant.h"

namespace vitrine::ir {

// Appends at a place in one function of a module. References to instructions, functions and globals do not survive what
// adds to their vectors: keep ids.
//
//   Builder b(module);
//   FunctionId f = b.begin_function("main", lang::kVoidType);
//   Value id = b.add_param("gid", vec3u, io);
//   b.at(span, scope);
//   Value p = b.access(ptr_f32, global, {b.u32(0), i});
//   b.begin_if(condition);
//     b.store(p, x);
//   b.end_if();
//   b.ret();
//   b.end_function();
class Builder {
 public:
  explicit Builder(Module& m) : m_(m) {}
  Builder(Module& m, FunctionId f) : m_(m), function_(&m.functions[f]), id_(f) {}  // for transforms: then before(), ...
  Builder(Module& m, Function& f) : m_(m), function_(&f) {}

  Module& module() { return m_; }
  lang::TypeTable& types() { return m_.types; }
  Function& function() { return *function_; }
  FunctionId function_id() const { return id_; }
  TypeId type(Value v) const { return type_of(m_, *function_, v); }

  // -- constants --
  Value boolean(bool v) { return m_.add_constant(lang::kBoolType, v); }
  Value i32(int32_t v) { return m_.add_constant(lang::kI32Type, static_cast<uint32_t>(v)); }
  Value u32(uint32_t v) { return m_.add_constant(lang::kU32Type, v); }
  Value f32(float v);
  Value scalar(TypeId type, uint32_t bits) { return m_.add_constant(type, bits); }
  Value integer(TypeId type, int64_t v);                             // of any scalar type: 3u, 3i, 3.0f, 3.0h, true
  Value splat(TypeId type, Value scalar);                            // of a scalar or vector type, from a constant
  Value composite(TypeId type, std::span<const Value> elements);     // all constants
  Value zero(TypeId type) { return m_.zero(type); }
  Value constant(const lang::ConstantTable& table, lang::ConstantId id);  // types by the same ids as this module's

  // -- places --
  ScopeId add_scope(SourceSpan span, ScopeId parent = {});
  // The place of what is built from here on.
  void at(SourceSpan span, ScopeId scope);
  void at(LocationId location) { location_ = location; }
  LocationId location() const { return location_; }
  void name(NamedKind kind, std::string name, TypeId type, SourceSpan span, ScopeId scope, Value value);

  // -- functions --
  FunctionId begin_function(std::string name, TypeId return_type);  // empty body; building goes on in it
  Value add_param(std::string name, TypeId type, const lang::IoAttributes& io = {});
  void end_function();
  void begin_module_scope();  // building goes on in Module::scope; results are ModuleInst values, use module_value()
  Value module_value(Value v) const;  // an Inst of the module scope as the rest of the module names it

  // -- where --
  void before(uint32_t inst);
  void after(uint32_t inst);
  void at_start(BlockId block);
  void at_end(BlockId block);
  BlockId block() const { return block_; }
  // The block ended in a terminator. What is built from here on is unreachable: it goes to a block that nothing owns.
  bool terminated() const;

  // -- instructions --
  Value unary(UnaryOp op, Value v);  // type of v
  Value binary(BinaryOp op, TypeId type, Value a, Value b);
  Value binary(BinaryOp op, Value a, Value b);  // type by the rules of WGSL
  Value convert(TypeId type, Value v);
  Value bitcast(TypeId type, Value v);
  Value construct(TypeId type, std::span<const Value> parts);
  Value construct(TypeId type, std::initializer_list<Value> parts) { return construct(type, list(parts)); }
  Value swizzle(Value v, std::span<const uint8_t> components);   // 2 to 4; of one component use extract
  Value extract(Value v, std::span<const Value> indexes);
  Value extract(Value v, std::initializer_list<Value> indexes) { return extract(v, list(indexes)); }
  Value extract(Value v, uint32_t index) { return extract(v, {u32(index)}); }
  Value var(TypeId store_type, Value initializer = {});  // the pointer
  Value load(Value pointer);
  void store(Value pointer, Value v);
  Value access(Value pointer, std::span<const Value> indexes);   // the type follows from the indexes
  Value access(Value pointer, std::initializer_list<Value> indexes) { return access(pointer, list(indexes)); }
  Value builtin(lang::Builtin b, TypeId type, std::span<const Value> args);
  Value builtin(lang::Builtin b, TypeId type, std::initializer_list<Value> args) { return builtin(b, type, list(args)); }
  Value call(FunctionId f, std::span<const Value> args);
  void print(PrintSiteId site, std::span<const Value> args);
  void discard() { emit(Op::Discard, lang::kVoidType, {}); }
  // Sets flags (InstFlag) of an instruction just built; no effect on constants.
  void flag(Value v, uint8_t flags);

  // -- control. begin_* opens a nested block and building goes on there --
  void begin_if(Value condition, TypeId result = lang::kVoidType);
  void begin_else();
  Value end_if();               // the result, when it has one: both blocks must have ended in yield()
  void begin_loop();
  void begin_continuing();
  void end_loop();
  void begin_switch(Value selector);
  void begin_case(std::span<const Value> selectors, bool is_default);  // constants of the selector's type
  void end_case();
  void end_switch();
  void yield(Value v) { emit(Op::Yield, lang::kVoidType, {&v, 1}); }
  void brk() { emit(Op::Break, lang::kVoidType, {}); }
  void break_if(Value condition) { emit(Op::BreakIf, lang::kVoidType, {&condition, 1}); }
  void cont() { emit(Op::Continue, lang::kVoidType, {}); }
  void ret(Value v = {}) { emit(Op::Return, lang::kVoidType, {&v, v ? 1u : 0u}); }
  void unreachable() { emit(Op::Unreachable, lang::kVoidType, {}); }

  // -- the general form --
  Value emit(Op op, TypeId type, std::span<const Value> operands, uint16_t aux = 0);
  Value emit_words(Op op, TypeId type, std::span<const uint32_t> operands, uint16_t aux = 0);
  BlockId add_block(uint32_t owner);

 private:
  struct Open {
    uint32_t inst;
    BlockId outer;
    uint32_t outer_before;
    std::vector<uint32_t> pairs;  // of a switch
  };
  static std::span<const Value> list(std::initializer_list<Value> l) { return {l.begin(), l.size()}; }
  uint32_t append(Inst i);
  void enter(BlockId b);

  Module& m_;
  Function* function_ = nullptr;
  FunctionId id_;
  BlockId block_;
  uint32_t before_ = kNoIndex;  // insert before it; kNoIndex: at the end of block_
  LocationId location_;
  std::vector<Open> open_;
};

// -- changing what is there --
// Unlinks an instruction from its block. Blocks it owns go with it.
void remove(Function& f, uint32_t inst);
// Moves everything from `first` to the end of its block to the end of another block of the same function.
void move_tail(Function& f, uint32_t first, BlockId to);
// In every operand of the function.
void replace_uses(Function& f, Value from, Value to);
// Gives an instruction other operands, keeping its place and result.
void set_operands(Function& f, uint32_t inst, std::span<const uint32_t> words);

}  // namespace vitrine::ir
