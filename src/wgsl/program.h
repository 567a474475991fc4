// The checked program: the syntax tree plus everything the resolver found out about it. No errors are in it.
//
// How a later phase reads an expression:
//   const ExprInfo& e = program[*expr];
//   - e.type is its type after automatic conversion: never abstract where it is evaluated at run time. A memory view has
//     a reference type; when e.loads is set the load rule applies and the value has type `value_type(expr)`.
//   - e.value is set when it is a const-expression: use the value and do not look below.
//   - Identifiers: e.meaning says what it names. Calls: call(expr) says what is called and how.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "diag/source.h"
#include "lang/builtin.h"
#include "lang/constant.h"
#include "lang/type.h"
#include "wgsl/ast.h"
#include "wgsl/wgsl.h"

namespace vitrine::wgsl {

// When an expression can be evaluated. https://www.w3.org/TR/WGSL/#early-eval-exprs
enum class EvalStage : uint8_t { Const, Override, Runtime };

// What an identifier names.
enum class Meaning : uint8_t {
  None,        // not an identifier
  Variable,    // var, let, const, override, parameter: declaration()
  Function,    // user-defined
  Type,        // struct, alias, predeclared type: ExprInfo::type is the type itself
  Builtin,     // builtin function
  Enumerant,   // read_write, rgba8unorm, storage
};

struct ExprInfo {
  lang::TypeId type;            // of a type expression: the type it denotes
  lang::ConstantId value;       // none: not a const-expression, or not evaluated because it is never needed
  uint32_t detail = kNoDetail;  // Ident: Decl::id; Call: index of a CallInfo; Member: index of an AccessInfo
  Meaning meaning = Meaning::None;
  EvalStage stage = EvalStage::Runtime;
  bool loads = false;           // the load rule applies: read through the reference
  static constexpr uint32_t kNoDetail = 0xFFFFFFFFu;
};

enum class CallKind : uint8_t {
  Function,   // user-defined: `function`
  Builtin,    // `builtin`, `overload`
  Construct,  // value constructor, zero value or conversion, of the type of the call: `form`
  Printf,     // debugPrintf: `print`
};
struct CallInfo {
  CallKind kind;
  const ast::Call* call;
  const ast::Function* function = nullptr;
  lang::Builtin builtin{};
  lang::ConstructorForm form{};
  uint16_t overload = 0;                         // row of the overload table
  uint32_t print = 0;                            // index into Program::prints
  std::span<const lang::TypeId> template_types;  // bitcast<T>: the template arguments
};

struct AccessInfo {
  bool swizzle;
  uint32_t member = 0;        // of a structure
  uint8_t count = 0;          // of a swizzle: 1 gives a scalar (or a reference to one)
  uint8_t components[4] = {};
  bool through_pointer = false;  // p.m where p is a pointer: (*p).m
};

// A declaration of any scope that has a type.
struct DeclInfo {
  const ast::Decl* decl = nullptr;
  lang::TypeId type;               // var: store type; let, const, override, parameter: the type of the value; function: return type
                                   // (void when none); struct, alias: the type
  lang::ConstantId value;          // const: its value; override: of the initializer when that is a const-expression
  lang::AddressSpace space{};
  lang::AccessMode access{};
  std::optional<uint32_t> group, binding;  // resource variables
  bool is_used = false;
};

struct OverrideInfo {
  const ast::Variable* decl;
  lang::TypeId type;
  uint16_t id;       // given by @id or assigned
  bool has_id;       // given by @id: then it is named by the number and not by its name
  const ast::Expr* initializer;  // null: must be set by the pipeline
  std::string name;
};

// One value of the interface of an entry point, after structures have been taken apart.
// https://www.w3.org/TR/WGSL/#stage-inputs-outputs
struct InterfaceValue {
  lang::TypeId type;
  lang::IoAttributes io;
  const ast::Decl* decl;  // parameter or member; the function for a return value
  uint32_t param = 0;     // inputs: which parameter
  int32_t member = -1;    // which member of its structure; -1: it is no structure
  std::string name;       // for messages
};

struct FunctionInfo {
  const ast::Function* decl;
  std::vector<uint32_t> callees;    // Decl::id of the user functions that it calls directly, each once, in source order of the calls
  std::vector<uint32_t> globals;    // Decl::id of the module-scope variables that it or a callee names, each once, in source order
  std::vector<uint32_t> overrides;  // Decl::id of the overrides that it or a callee (or a type or variable they name) needs
  bool discards = false;            // it or a callee
  bool prints = false;              // it or a callee calls debugPrintf
};

struct EntryPoint {
  const ast::Function* function;
  lang::ShaderStage stage;
  std::string name;
  const ast::Expr* workgroup_size[3] = {};   // null: 1
  std::optional<uint32_t> workgroup_value[3];  // when the expression is a const-expression
  const ast::Expr* subgroup_size = nullptr;
  std::vector<InterfaceValue> inputs, outputs;
};

// One call of debugPrintf, in source order.
struct PrintfCall {
  const ast::Call* call;
  std::string_view format;       // raw text between the quotes
  SourceSpan format_span;        // of that text
  std::vector<lang::TypeId> argument_types;  // concrete, after the load rule
};

struct Program {
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::unique_ptr<const ast::Module> module;
  Arena arena;                        // of the spans in these tables
  lang::TypeTable types;              // owns the types of this module
  lang::ConstantTable constants{types};  // and its values

  std::vector<ExprInfo> expressions;    // by Expr::id
  std::vector<CallInfo> calls;
  std::vector<AccessInfo> accesses;
  std::vector<DeclInfo> declarations;   // by Decl::id
  std::vector<const ast::Decl*> order;  // module scope; each after what it depends on
  std::vector<FunctionInfo> functions;
  std::vector<uint32_t> function_of;    // Decl::id -> index into functions, or kNoFunction
  std::vector<EntryPoint> entry_points; // in source order
  std::vector<OverrideInfo> overrides;  // in source order
  std::vector<PrintfCall> prints;
  // By the key of a type with an override-sized count (lang::Type::count): the expression of the count. Two types of the
  // same key have the same expression, or expressions that name the same override alone.
  std::vector<const ast::Expr*> override_counts;
  Extensions enabled;
  static constexpr uint32_t kNoFunction = 0xFFFFFFFFu;

  const ExprInfo& operator[](const ast::Expr& e) const { return expressions[e.id]; }
  const DeclInfo& operator[](const ast::Decl& d) const { return declarations[d.id]; }
  const CallInfo& call(const ast::Expr& e) const { return calls[expressions[e.id].detail]; }
  const AccessInfo& access(const ast::Expr& e) const { return accesses[expressions[e.id].detail]; }
  const DeclInfo& named(const ast::Expr& e) const { return declarations[expressions[e.id].detail]; }
  const FunctionInfo& function(const ast::Function& f) const { return functions[function_of[f.id]]; }
  const diag::SourceRef& source() const { return module->source; }
  std::string_view text(Symbol s) const { return module->text(s); }
};

}  // namespace vitrine::wgsl
