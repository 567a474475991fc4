// The state of one writing; private to this folder.
//
// Values are written as text where they are used (inline) when they are used once and nothing between can change them;
// else they get a constant, or a reference when they are pointers. A pointer's text names the variable it points to, so it
// stands for `*p`.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/ir.h"
#include "msl/msl.h"
#include "msl/print/names.h"

namespace vitrine::msl {

// An expression. `simple`: needs no parentheses as an operand.
struct Text {
  std::string text;
  bool simple = true;
};

// The same bits in the unsigned type of that shape.
std::string as_unsigned(const std::string& type, const std::string& text);

class Printer {
 public:
  Printer(ir::Module& m, const Options& options, Output& output);
  void run();

 private:
  using TypeId = lang::TypeId;
  using Value = ir::Value;

  // -- types.cc --
  std::string type(TypeId t);       // declares structures and arrays first
  std::string scalar_type(TypeId t) const;
  void declare_struct(TypeId t);
  void declare_array(TypeId t);
  std::string struct_value(TypeId t, const std::vector<std::string>& members);  // with its padding
  const std::string& member(TypeId structure, uint32_t i);
  bool is_packed(TypeId structure, uint32_t i);  // a vec3 whose last 4 bytes belong to the next member
  uint64_t msl_size(TypeId t);
  uint32_t msl_align(TypeId t);
  std::string space(lang::AddressSpace s) const;
  std::string reference(TypeId pointer);  // "device float&", "device Light*" for runtime-sized arrays
  bool is_runtime_array(TypeId t) const;

  // -- constants.cc --
  Text constant(ir::ConstantId id);
  Text scalar_constant(TypeId t, uint32_t bits);

  // -- module.cc --
  void collect_globals();
  void function(ir::FunctionId id);
  void entry_point(ir::FunctionId id);
  std::string builtin_input(const lang::IoAttributes& io, SourceSpan where);
  void zero_workgroup(std::string& out, const std::string& name, TypeId t, uint32_t depth);
  void not_supported(std::string what, SourceSpan span);
  std::string helper(std::string_view name);  // makes sure that a helper function is written; gives its name

  // -- function.cc --
  void begin_function(const ir::Function& f);
  void plan(const ir::Function& f);  // what is inline
  void block(ir::BlockId b);
  void statement(uint32_t inst);
  void if_statement(uint32_t inst);
  void loop_statement(uint32_t inst);
  void switch_statement(uint32_t inst);
  void print_statement(const ir::Inst& i);
  void line(std::string_view text);
  std::string name_for(uint32_t inst);
  void define(uint32_t inst, Text text);

  // -- expression.cc --
  Text value(Value v);
  std::string operand(Value v);  // in parentheses unless simple
  std::string whole(Value v) { return value(v).text; }
  Text expression(uint32_t inst);
  Text unary(const ir::Inst& i);
  Text binary(const ir::Inst& i);
  Text convert(TypeId to, Value v);
  Text construct(const ir::Inst& i);
  Text swizzle(const ir::Inst& i);
  Text extract(const ir::Inst& i);
  // Without its last `leave` steps.
  Text access(const ir::Inst& i, uint32_t leave = 0);
  bool ends_in_component(const ir::Inst& i);  // an Access whose last step is a component of a vector
  SourceSpan span(const ir::Inst& i) const { return m_.span_of(i.location); }
  Text load(Value pointer);
  bool points_to_packed(Value pointer);
  // Text of an index that stays below `count` elements; 0: the length of the runtime-sized array in `root`.
  std::string index_text(Value index, uint32_t count, Value root, const ir::Inst& i);
  // Appends one step of an access to `text` and moves `t` on.
  void step(std::string& text, TypeId& t, Value index, Value root, const ir::Inst& i);
  std::string array_length(Value root, SourceSpan where);  // of the runtime-sized array in a storage buffer

  // -- builtins.cc --
  Text builtin(const ir::Inst& i);
  Text call_metal(std::string_view name, const ir::Inst& i);
  Text atomic(const ir::Inst& i);

  Text call(const ir::Inst& i);
  TypeId type_of(Value v) const { return ir::type_of(m_, *f_, v); }
  bool has_effect(const ir::Inst& i) const;

  ir::Module& m_;
  const Options& options_;
  Output& output_;

  std::string types_, constants_, helpers_, functions_;
  Names names_;  // module scope
  std::unordered_map<uint32_t, std::string> type_names_;          // by TypeId
  std::unordered_map<uint32_t, std::vector<std::string>> members_;  // by TypeId
  static constexpr uint32_t kPad = 0xFFFFFFFFu;
  std::unordered_map<uint32_t, std::vector<uint32_t>> slots_;     // by TypeId: members as written, kPad between them
  std::unordered_map<uint32_t, std::string> constant_names_;      // by ConstantId
  std::unordered_set<std::string> helpers_written_;
  std::vector<std::string> function_names_;                       // by FunctionId
  std::vector<std::string> global_names_;                         // by GlobalId
  std::vector<std::vector<ir::GlobalId>> globals_of_;             // by FunctionId: named by it or its callees
  std::vector<bool> needs_sizes_;                                 // by FunctionId
  std::vector<uint32_t> buffer_index_;                            // by GlobalId
  std::vector<std::vector<uint32_t>> named_of_;                   // by FunctionId: index into Module::named
  std::string sizes_name_;

  // of the function being written
  const ir::Function* f_ = nullptr;
  ir::FunctionId id_;
  Names local_;
  std::string body_;
  uint32_t indent_ = 1, next_name_ = 0;
  std::vector<uint32_t> uses_;
  std::vector<uint8_t> inline_;         // by instruction
  std::vector<std::string> inst_names_;  // by instruction; of what is not inline
  std::vector<std::string> param_names_;
  std::vector<uint16_t> depth_;         // of inline text
  std::unordered_map<uint32_t, std::string> wanted_names_;  // lets and vars, by instruction
  std::unordered_set<uint32_t> hoisted_;  // instructions whose variable stands before the loop
  std::vector<std::string> yields_;      // variables that take the value of an If
};

}  // namespace vitrine::msl
