// The typed, structured intermediate representation between WGSL and the writers.
//
// A Module is a plain value: copying it gives an independent module, which is how a pipeline gets its own to specialise
// and transform. Everything in it is an index into a vector of the module or of the function.
//
// What an operation means is what WGSL says it means: `Binary` Divide by zero yields the dividend, an index out of bounds
// stays in the resource, a shift takes its amount modulo the bit width. Quirks of a target are the business of its raise/.
//
// Control flow is structured. A Block is a list of instructions; control instructions (If, Loop, Switch) own blocks. A
// block that ends without a terminator falls through: out of its If or Switch, from a loop's body to its continuing
// block, from the continuing block to the body. Break leaves the nearest Loop or Switch, Continue ends the body of the
// nearest Loop. A value may be used after its definition in the same block and in the blocks nested there; what the body
// of a loop defines may also be used in its continuing block.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "base/span.h"
#include "diag/source.h"
#include "lang/builtin.h"
#include "lang/type.h"

namespace vitrine::ir {

using lang::TypeId;
using BlockId = Id<struct BlockTag>;          // of a function
using FunctionId = Id<struct FunctionTag>;    // of a module, like all below
using GlobalId = Id<struct GlobalTag>;
using OverrideId = Id<struct OverrideTag>;
using ConstantId = Id<struct ConstantTag>;
using LocationId = Id<struct LocationTag>;
using ScopeId = Id<struct ScopeTag>;
using PrintSiteId = Id<struct PrintSiteTag>;

// ---------------------------------------------------------------------------------------------------------------
// Values

enum class ValueKind : uint8_t {
  Inst,        // result of an instruction of this function
  Param,       // parameter of this function
  Constant,    // of the module
  Global,      // module-scope variable; its value is a pointer
  Override,    // pipeline-overridable constant; gone after substitution
  ModuleInst,  // instruction of the module scope (override expressions); gone after substitution
  None = 7,
};

// What an instruction can take as operand: 3 bits of kind, 29 bits of index.
class Value {
 public:
  constexpr Value() = default;
  constexpr Value(ValueKind kind, uint32_t index) : bits_(static_cast<uint32_t>(kind) << 29 | index) {}
  constexpr Value(ConstantId id) : Value(ValueKind::Constant, id.value) {}
  constexpr Value(GlobalId id) : Value(ValueKind::Global, id.value) {}
  constexpr Value(OverrideId id) : Value(ValueKind::Override, id.value) {}
  static constexpr Value inst(uint32_t index) { return Value(ValueKind::Inst, index); }
  static constexpr Value param(uint32_t index) { return Value(ValueKind::Param, index); }
  static constexpr Value from_bits(uint32_t bits) {
    Value v;
    v.bits_ = bits;
    return v;
  }

  constexpr ValueKind kind() const { return static_cast<ValueKind>(bits_ >> 29); }
  constexpr uint32_t index() const { return bits_ & 0x1FFFFFFFu; }
  constexpr uint32_t bits() const { return bits_; }
  constexpr bool is(ValueKind k) const { return kind() == k; }
  constexpr bool is_inst() const { return is(ValueKind::Inst); }
  constexpr bool is_constant() const { return is(ValueKind::Constant); }
  constexpr ConstantId constant() const { return ConstantId(index()); }
  constexpr GlobalId global() const { return GlobalId(index()); }
  constexpr OverrideId override_id() const { return OverrideId(index()); }
  constexpr explicit operator bool() const { return bits_ != 0xFFFFFFFFu; }
  friend constexpr bool operator==(Value, Value) = default;

 private:
  uint32_t bits_ = 0xFFFFFFFFu;
};

// ---------------------------------------------------------------------------------------------------------------
// Places in the WGSL text

// Names visible there: of a function, a block, a loop. Scopes form a tree.
struct Scope {
  ScopeId parent;  // none: the scope of a function
  SourceSpan span;
  FunctionId function;
};

enum class NamedKind : uint8_t { Let, Var, Param, Const };

// A let, var or parameter of the WGSL text, so that SPIR-V and MSL can name it and a debugger can show it.
struct Named {
  NamedKind kind = NamedKind::Let;
  std::string name;
  TypeId type;      // for a var: the store type
  SourceSpan span;  // of the name
  ScopeId scope;
  Value value;      // in the function of the scope; for a var: the pointer. None once a transform removed it
};

struct Location {
  SourceSpan span;
  ScopeId scope;
  friend bool operator==(const Location&, const Location&) = default;
};

// ---------------------------------------------------------------------------------------------------------------
// Constants

// Scalars hold their bits (bool 0/1, f16 as binary16, i32 as two's complement) in `bits`. Composites hold `count`
// elements from `first` on in Module::constant_elements. A composite with count 0 is the zero value of its type.
struct Constant {
  TypeId type;
  uint32_t bits = 0;
  uint32_t first = 0;
  uint32_t count = 0;
};

// ---------------------------------------------------------------------------------------------------------------
// Instructions

enum class Op : uint8_t {
  // -- values --
  Unary,      // aux: UnaryOp. operands: value
  Binary,     // aux: BinaryOp; mixed scalar/vector/matrix forms as WGSL has them; not LogicalAnd and LogicalOr: `&&` and
              // `||` are an If with a result
  Convert,    // value conversion to a type with other components: f32(i), vec3<u32>(v), mat2x2<f16>(m)
  Bitcast,    // same bits
  Construct,  // vector: one scalar (splat), or scalars and vectors in order; matrix: columns, or all components;
              // array and struct: every element
  Swizzle,    // operands: vector. aux: up to 4 components, 2 bits each from the low end; the count is the type's
  Extract,    // operands: composite value, then 1..n indexes (constants for struct members)
  // -- memory. Pointers are values whose type is a Pointer; WGSL references are not told apart from pointers --
  Var,        // a function variable made anew each time it is reached. operands: initializer, or nothing (zero)
  Load,       // operands: pointer
  Store,      // operands: pointer, value
  Access,     // pointer to a part. operands: pointer, then 1..n indexes. The last step may reach a component of a vector:
              // such a pointer may only be loaded and stored through
  // -- calls --
  Builtin,    // aux: lang::Builtin. operands: arguments (atomics, arrayLength, workgroupUniformLoad: pointers)
  Call,       // operands: FunctionId as a word, then arguments
  Print,      // operands: PrintSiteId as a word, then arguments (values of concrete constructible types)
  // -- structured control --
  If,         // operands: condition, then-block, else-block (or none). With a type other than void, both blocks end in Yield
  Loop,       // operands: body, continuing block (or none)
  Switch,     // operands: selector, then pairs {constant or none for default, block}; several pairs may share a block
  // -- terminators: last in their block --
  Yield,      // operands: the value of the If
  Break,
  BreakIf,    // last of a continuing block. operands: condition
  Continue,
  Return,     // operands: value or nothing
  Unreachable,
  // -- statements of one stage --
  Discard,    // the invocation becomes a helper; execution goes on
};

using lang::BinaryOp;
using lang::UnaryOp;

enum InstFlag : uint8_t {
  // Evaluated when the pipeline is made: an error in folding it is a pipeline-creation error.
  kOverrideExpression = 1,
  // Taken out of its block. Never printed, never used.
  kRemoved = 2,
  // The index operands of this Access/Extract/Builtin are known to be in bounds: robustness leaves them alone.
  kInBounds = 4,
  // Of a Var: what it holds before the first store is not read, so it needs no zero.
  kUninitialized = 8,
};

constexpr uint32_t kNoIndex = 0xFFFFFFFFu;

struct Inst {
  Op op;
  uint8_t flags = 0;
  uint16_t aux = 0;
  TypeId type;                // of the result; void when there is none
  uint32_t first_operand = 0; // in Function::operands
  uint32_t operand_count = 0;
  LocationId location;
  BlockId block;              // that holds it
  uint32_t prev = kNoIndex, next = kNoIndex;
};

struct Block {
  uint32_t first = kNoIndex, last = kNoIndex;
  uint32_t owner = kNoIndex;  // the control instruction; kNoIndex: the body of the function
};

// ---------------------------------------------------------------------------------------------------------------
// Module-level things

enum class Stage : uint8_t { None, Vertex, Fragment, Compute };

struct Param {
  std::string name;
  TypeId type;
  lang::IoAttributes io;  // of an entry point; members of a struct have their own
  LocationId location;
};

// A function, and an entry point when its stage is set. `name` is as in WGSL; several functions may share a name after
// a transform split one.
struct Function {
  std::string name;
  std::vector<Param> params;
  TypeId return_type;
  lang::IoAttributes return_io;
  SourceSpan span;  // of the name
  ScopeId scope;
  Stage stage = Stage::None;
  std::array<Value, 3> workgroup_size;  // constant, or override expression (ModuleInst, Override). None unless Compute
  Value subgroup_size;  // likewise, of @subgroup_size; none: any

  std::vector<Inst> insts;
  std::vector<uint32_t> operands;
  std::vector<Block> blocks;  // [0] is the body

  Inst& operator[](uint32_t inst) { return insts[inst]; }
  const Inst& operator[](uint32_t inst) const { return insts[inst]; }
  const Block& body() const { return blocks[0]; }
  Value operand(const Inst& i, uint32_t n) const { return Value::from_bits(operands[i.first_operand + n]); }
  uint32_t word(const Inst& i, uint32_t n) const { return operands[i.first_operand + n]; }
  BlockId block_operand(const Inst& i, uint32_t n) const { return BlockId(operands[i.first_operand + n]); }
  void set_operand(const Inst& i, uint32_t n, Value v) { operands[i.first_operand + n] = v.bits(); }
  const Inst* last_of(BlockId b) const {
    uint32_t at = blocks[b.value].last;
    return at == kNoIndex ? nullptr : &insts[at];
  }
};

struct Global {
  std::string name;
  TypeId type;         // Pointer: address space, store type, access
  Value initializer;   // constant or override expression; None: zero value
  bool uninitialized = false;  // what it holds before the first store is not read: no zero value needed
  bool has_binding = false;
  uint32_t group = 0, binding = 0;  // as in WGSL; after binding remap the target's set and binding
  SourceSpan span;     // of the name
};

struct Override {
  std::string name;
  int32_t id = -1;     // @id, or -1
  TypeId type;
  Value initializer;   // None: the pipeline must give a value
  SourceSpan span;
};

// A call of debugPrintf. The format is kept as it stands between the quotes.
struct PrintSite {
  std::string format;
  SourceSpan span;         // of the call
  SourceSpan format_span;  // between the quotes
  std::vector<TypeId> args;
};

// The size of an array that override expressions decide: the count of the type in lang is `key`.
struct OverrideCount {
  Value value;
  SourceSpan span;
};

struct Module {
  diag::SourceRef source;  // the WGSL text; may be null
  lang::TypeTable types;

  std::vector<Constant> constants;          // interned: same constant, same id
  std::vector<ConstantId> constant_elements;
  Store<GlobalId, Global> globals;
  Store<OverrideId, Override> overrides;
  Store<FunctionId, Function> functions;    // callees before callers
  Store<PrintSiteId, PrintSite> print_sites;
  Function scope;                           // override expressions of module scope, in order of evaluation; no control
                                            // flow but If with a result
  std::vector<OverrideCount> override_counts;  // by the key of the type

  std::vector<Location> locations;
  std::vector<Scope> scopes;
  std::vector<Named> named;

  std::unordered_multimap<uint64_t, ConstantId> constant_ids;  // by hash; kept by add_constant

  const Constant& constant(ConstantId id) const { return constants[id.value]; }
  const Constant& constant(Value v) const { return constants[v.index()]; }
  ConstantId add_constant(TypeId type, uint32_t bits);                          // scalar
  ConstantId add_constant(TypeId type, std::span<const ConstantId> elements);   // composite; none: zero value
  ConstantId zero(TypeId type);                                                 // of any constructible type
  // Element i of a composite constant, zero values taken apart.
  ConstantId element(ConstantId composite, uint32_t i);
  SourceSpan span_of(LocationId id) const { return id ? locations[id.value].span : SourceSpan{}; }
};

TypeId type_of(const Module& m, const Function& f, Value v);

constexpr bool is_terminator(Op op) { return op >= Op::Yield && op <= Op::Unreachable; }
constexpr bool has_blocks(Op op) { return op == Op::If || op == Op::Loop || op == Op::Switch; }
std::string_view to_text(Op op);       // "load"
std::string_view op_name(UnaryOp op);   // "negate"
std::string_view op_name(BinaryOp op);  // "add"
std::string_view to_text(Stage stage);

// Calls visit(uint32_t n) for every operand n of the instruction that is a value (not a word), absent ones too.
template <class F>
void for_each_value_operand(const Inst& i, F&& visit) {
  switch (i.op) {
    case Op::If: visit(0u); return;
    case Op::Loop: return;
    case Op::Switch:
      visit(0u);
      for (uint32_t n = 1; n < i.operand_count; n += 2) visit(n);
      return;
    case Op::Call:
    case Op::Print:
      for (uint32_t n = 1; n < i.operand_count; ++n) visit(n);
      return;
    default:
      for (uint32_t n = 0; n < i.operand_count; ++n) visit(n);
  }
}
// Calls visit(BlockId) for every block that the control instruction owns, a block shared by several cases once each pair.
template <class F>
void for_each_block(const Function& f, const Inst& i, F&& visit) {
  auto one = [&](uint32_t n) { if (BlockId b = f.block_operand(i, n)) visit(b); };
  if (i.op == Op::If) { one(1); one(2); }
  if (i.op == Op::Loop) { one(0); one(1); }
  if (i.op == Op::Switch) for (uint32_t n = 2; n < i.operand_count; n += 2) one(n);
}

}  // namespace vitrine::ir
