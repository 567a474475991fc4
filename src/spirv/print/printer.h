// The writer of SPIR-V words; what print() is made of. Each .cc beside this implements one part.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "spirv/print/words.h"
#include "spirv/spirv.h"

namespace vitrine::spirv {

using lang::TypeId;
using lang::TypeKind;

// Which of its SPIR-V types a WGSL type has in memory. Only buffers carry layout decorations; structures and arrays of
// other variables, and all values, have types without.
enum class Layout : uint8_t {
  Plain,
  Storage,
  Uniform,  // as Storage, but a matrix whose columns lie closer than 16 bytes is taken apart: as the member of a structure
            // into one member for each column, elsewhere into a structure of columns
};

enum class Number : uint8_t { Bool, Signed, Unsigned, Float };

class Printer {
 public:
  Printer(const ir::Module& m, const Options& options) : m_(m), types_(m.types), options_(options) {}
  std::vector<uint32_t> run();

 private:
  // -- module.cc: sections and what is declared once --------------------------------------------------------------------
  uint32_t new_id() { return next_id_++; }
  void capability(spv::Capability c) { capabilities_.insert(static_cast<uint32_t>(c)); }
  void extension(std::string_view name) { extensions_.insert(std::string(name)); }
  uint32_t ext_set(std::string_view name);  // OpExtInstImport
  uint32_t string(std::string_view text);   // OpString
  void name(uint32_t id, std::string_view text);
  void member_name(uint32_t id, uint32_t member, std::string_view text);
  void decorate(uint32_t id, spv::Decoration d, std::initializer_list<uint32_t> operands = {});
  void member_decorate(uint32_t id, uint32_t member, spv::Decoration d, std::initializer_list<uint32_t> operands = {});
  void globals();
  void entry_point(ir::FunctionId f);
  bool names() const { return options_.debug >= DebugLevel::Names; }
  bool lines() const { return options_.debug >= DebugLevel::Lines && source_file_ != 0; }
  bool at_least(uint32_t major, uint32_t minor) const { return options_.version >= (major << 16 | minor << 8); }
  // Functions that `f` reaches, and the variables that those name.
  void reach(ir::FunctionId f, std::unordered_set<uint32_t>& functions, std::unordered_set<uint32_t>& globals) const;

  // -- types.cc -----------------------------------------------------------------------------------------------------------
  // An instruction without side effect in the section of types and constants; the same operands give the same id.
  uint32_t unique(spv::Op op, std::span<const uint32_t> operands, uint32_t type = 0);
  uint32_t unique(spv::Op op, std::initializer_list<uint32_t> operands, uint32_t type = 0) {
    return unique(op, std::span(operands.begin(), operands.size()), type);
  }
  uint32_t void_type() { return unique(spv::Op::OpTypeVoid, {}); }
  uint32_t bool_type() { return unique(spv::Op::OpTypeBool, {}); }
  uint32_t u32_type() { return unique(spv::Op::OpTypeInt, {32, 0}); }
  uint32_t i32_type() { return unique(spv::Op::OpTypeInt, {32, 1}); }
  uint32_t f32_type() { return unique(spv::Op::OpTypeFloat, {32}); }
  uint32_t vector_type(uint32_t scalar, uint32_t n) { return n == 1 ? scalar : unique(spv::Op::OpTypeVector, {scalar, n}); }
  uint32_t type(TypeId id, Layout layout = Layout::Plain);
  uint32_t make_type(TypeId id, Layout layout);
  uint32_t struct_type(TypeId id, Layout layout);
  uint32_t image_type(const lang::Type& t);
  uint32_t pointer_type(spv::StorageClass c, uint32_t pointee) {
    return unique(spv::Op::OpTypePointer, {static_cast<uint32_t>(c), pointee});
  }
  uint32_t pointer_type(TypeId pointer);  // of an IR pointer type
  // The IR has no integers of 64 bits. A u32 matrix of two rows, which WGSL does not have, stands for one or, by its columns,
  // a vector of them in memory; values go in and out as vec2<u32>, the low word first.
  bool is_long(TypeId id) const { return t(id).kind == TypeKind::Matrix && t(t(id).element).kind == TypeKind::U32; }
  bool split_matrix(TypeId matrix, Layout layout) const;  // it is a structure of columns there
  uint32_t member_index(TypeId structure, uint32_t member, Layout layout) const;  // its first in SPIR-V
  static Layout layout_of(lang::AddressSpace space);
  static spv::StorageClass storage_class(lang::AddressSpace space);
  uint32_t constant(ir::ConstantId id);
  uint32_t u32_constant(uint32_t v) { return unique(spv::Op::OpConstant, {v}, u32_type()); }
  uint32_t i32_constant(int32_t v) { return unique(spv::Op::OpConstant, {static_cast<uint32_t>(v)}, i32_type()); }
  uint32_t f32_constant(float v);
  uint32_t null(uint32_t type) { return unique(spv::Op::OpConstantNull, {}, type); }
  uint32_t zero(TypeId type);  // written out while it is small
  // A scalar constant of a scalar or vector type, repeated; `v` in the scalar's own kind.
  uint32_t number(TypeId type, double v);
  Number kind_of(TypeId type) const;      // of the scalar of it
  uint32_t width_of(TypeId type) const;   // components of a vector; 1
  const lang::Type& t(TypeId id) const { return types_[id]; }
  TypeId scalar(TypeId id) const { return types_.scalar_of(id); }

  // -- function.cc: functions and control flow ------------------------------------------------------------------------------
  void function(ir::FunctionId id);
  void block(ir::BlockId b, uint32_t stop = ir::kNoIndex);  // up to the instruction `stop`
  uint32_t exit_of(ir::BlockId b);
  void if_(uint32_t index);
  void loop(uint32_t index);
  void switch_(uint32_t index);
  void return_(const ir::Inst& i);
  void label(uint32_t id);
  void branch(uint32_t to);
  void line(ir::LocationId location);

  // -- debug_info.cc: NonSemantic.Shader.DebugInfo.100 -------------------------------------------------------------------------
  bool full() const { return options_.debug >= DebugLevel::Full && source_file_ != 0; }
  uint32_t debug(uint32_t instruction, std::initializer_list<uint32_t> operands, Words* to = nullptr) {
    return debug(instruction, std::span(operands.begin(), operands.size()), to);
  }
  uint32_t debug(uint32_t instruction, std::span<const uint32_t> operands, Words* to = nullptr);
  void debug_module();                        // source, compilation unit
  void debug_global(ir::GlobalId id);
  uint32_t debug_type(TypeId id);
  void debug_function(ir::FunctionId id);     // of the function being written; into the entry block
  uint32_t debug_scope(ir::ScopeId id);
  void debug_place(ir::LocationId location);
  void debug_named(const ir::Named& n, uint32_t value);
  struct Place { uint32_t line, column, end_line, end_column; };
  Place place(SourceSpan span) const;

  // -- io.cc: the interface of entry points -----------------------------------------------------------------------------------
  struct IoVariable {
    uint32_t id = 0;
    uint32_t type = 0;       // of the variable's value
    TypeId value_type;       // in WGSL
    lang::IoAttributes io;
  };
  uint32_t io_input(TypeId type, const lang::IoAttributes& io, std::string_view name);
  void io_output(TypeId type, const lang::IoAttributes& io, uint32_t value, std::string_view name);
  uint32_t io_param(const ir::Param& p);
  void io_return(uint32_t value);
  uint32_t io_variable(spv::StorageClass c, uint32_t type, TypeId wgsl, const lang::IoAttributes& io, std::string_view name);
  uint32_t builtin_input(lang::BuiltinValue b);   // loads it
  uint32_t builtin_variable(spv::StorageClass c, spv::BuiltIn b, uint32_t type, std::string_view name);

  // -- inst.cc: values and memory -------------------------------------------------------------------------------------------------
  void inst(uint32_t index);
  uint32_t value(ir::Value v);
  uint32_t operand(const ir::Inst& i, uint32_t n) { return value(f_->operand(i, n)); }
  TypeId type_of(ir::Value v) const { return ir::type_of(m_, *f_, v); }
  TypeId operand_type(const ir::Inst& i, uint32_t n) const { return type_of(f_->operand(i, n)); }
  uint32_t op(spv::Op o, uint32_t type, std::span<const uint32_t> operands);
  uint32_t op(spv::Op o, uint32_t type, std::initializer_list<uint32_t> operands) {
    return op(o, type, std::span(operands.begin(), operands.size()));
  }
  void effect(spv::Op o, std::initializer_list<uint32_t> operands) { code_.add(o, operands); }
  uint32_t glsl(GLSLstd450 e, uint32_t type, std::initializer_list<uint32_t> operands);
  uint32_t extract(uint32_t type, uint32_t composite, std::initializer_list<uint32_t> at) {
    std::vector<uint32_t> operands{composite};
    operands.insert(operands.end(), at);
    return op(spv::Op::OpCompositeExtract, type, operands);
  }
  uint32_t splat(TypeId vector, uint32_t scalar);  // a scalar as a vector of that type; a scalar type: itself
  uint32_t unary(const ir::Inst& i);
  uint32_t binary(const ir::Inst& i);
  uint32_t convert(TypeId to, TypeId from, uint32_t v);
  uint32_t bitcast(const ir::Inst& i);
  uint32_t construct(const ir::Inst& i);
  uint32_t extract_value(const ir::Inst& i);
  uint32_t access(const ir::Inst& i);
  uint32_t pointer(ir::Value v);                   // of an operand that is a pointer to the whole
  uint32_t load(ir::Value pointer);
  void store(ir::Value pointer, uint32_t v);
  // The value in another layout of its type.
  uint32_t relayout(uint32_t v, TypeId type, Layout from, Layout to);
  uint32_t relayout_parts(uint32_t v, TypeId type, Layout from, Layout to);
  // The columns of a matrix that are members of a structure. 0: the pointer leads to something else.
  uint32_t load_columns(ir::Value pointer);
  std::vector<uint32_t> access_words(const ir::Inst& i, bool& in_structure);
  void print_native(const ir::Inst& i);

  // -- builtin.cc, builtin_bits.cc, builtin_sync.cc, builtin_texture.cc -----------------------------------------------------------
  uint32_t builtin(const ir::Inst& i);
  uint32_t builtin_math(const ir::Inst& i, lang::Builtin b);
  uint32_t builtin_bits(const ir::Inst& i, lang::Builtin b);
  uint32_t builtin_pack(const ir::Inst& i, lang::Builtin b);
  uint32_t builtin_sync(const ir::Inst& i, lang::Builtin b);
  uint32_t builtin_subgroup(const ir::Inst& i, lang::Builtin b);
  uint32_t builtin_texture(const ir::Inst& i, lang::Builtin b);
  uint32_t array_length(const ir::Inst& i);
  uint32_t dot(TypeId vector, uint32_t a, uint32_t b);

  const ir::Module& m_;
  const lang::TypeTable& types_;
  Options options_;
  uint32_t next_id_ = 1;

  std::unordered_set<uint32_t> capabilities_;
  std::unordered_set<std::string> extensions_;
  std::map<std::string, uint32_t, std::less<>> ext_sets_, strings_;
  Words ext_imports_, entry_points_, modes_, debug_strings_, debug_names_, annotations_, declarations_, functions_;
  uint32_t source_file_ = 0;
  Words strings_section_;

  struct KeyHash {
    size_t operator()(const std::vector<uint32_t>& k) const noexcept {
      uint64_t h = k.size();
      for (uint32_t w : k) h = (h ^ w) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
      return static_cast<size_t>(h);
    }
  };
  std::unordered_map<std::vector<uint32_t>, uint32_t, KeyHash> unique_;
  std::unordered_map<uint64_t, uint32_t> type_ids_;      // (type, layout)
  std::vector<uint32_t> constant_ids_;
  std::vector<uint32_t> global_ids_;
  std::vector<bool> global_wrapped_;                     // stands inside a Block structure of its own
  std::vector<uint32_t> function_ids_;

  // Of the function being written.
  const ir::Function* f_ = nullptr;
  Words code_, variables_;
  std::vector<uint32_t> value_ids_, param_ids_;
  std::vector<const ir::Named*> named_;  // by instruction
  uint32_t current_label_ = 0;
  bool open_ = false;            // the block has no terminator yet
  uint32_t yielded_ = 0;
  uint32_t continuing_ = 0;      // how many continue constructs this is in
  struct Target { uint32_t merge, continue_; bool continued, is_switch; };
  std::vector<Target> targets_;  // continue_ of a switch: that of the loop around it
  uint32_t last_line_ = 0, last_column_ = 0;
  uint32_t debug_source_ = 0, debug_unit_ = 0, debug_expression_ = 0, debug_function_ = 0, last_scope_ = 0;
  SourceSpan last_span_;
  std::unordered_map<uint32_t, uint32_t> debug_types_, debug_scopes_;  // scopes: of this function
  std::vector<uint32_t> interface_;  // Input and Output variables of the entry point
  std::unordered_map<uint32_t, uint32_t> builtin_variables_;
  bool entry_ = false;
};

}  // namespace vitrine::spirv
