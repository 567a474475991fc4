// Types, values and rules: fills the tables of a Program. One file for each part of the specification.
//
// What is wrong is reported once. Its expression then has the error type, and nothing made of it is reported.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "diag/diagnostic.h"
#include "lang/builtin.h"
#include "lang/eval.h"
#include "printf/printf.h"
#include "wgsl/program.h"
#include "wgsl/reporter.h"
#include "wgsl/resolve/names.h"

namespace vitrine::wgsl {

// Ways to leave a statement. https://www.w3.org/TR/WGSL/#behaviors
struct Behavior {
  enum : uint8_t { kNext = 1, kBreak = 2, kContinue = 4, kReturn = 8 };
  uint8_t bits = kNext;
  bool broken = false;  // something in it was reported, so nothing follows from the bits
  bool has(uint8_t b) const { return bits & b; }
};

// What is legal and suspicious. Filters name these as `vitrine.NAME`.
enum class Suspicion : uint8_t { UnreachableCode, SelfAssignment, UnusedResult, ShadowedBuiltin };
inline constexpr uint32_t kSuspicionCount = 4;
struct SuspicionInfo {
  std::string_view name;
  lang::DiagnosticSeverity severity;  // without a filter
};
inline constexpr SuspicionInfo kSuspicions[kSuspicionCount] = {
    {"vitrine.unreachable_code", lang::DiagnosticSeverity::Warning},
    {"vitrine.self_assignment", lang::DiagnosticSeverity::Warning},
    {"vitrine.unused_result", lang::DiagnosticSeverity::Warning},
    {"vitrine.shadowed_builtin", lang::DiagnosticSeverity::Off},
};

class Resolver {
 public:
  Resolver(Program& program, const CheckOptions& options, Reporter& reporter);
  void run();

 private:
  static constexpr uint32_t kMaxNesting = 15;  // https://www.w3.org/TR/WGSL/#limits
  static constexpr uint32_t kMaxMembers = 1023, kMaxParameters = 255, kMaxSelectors = 1023;
  static constexpr uint32_t kMaxConstructorElements = 32767;  // the specification asks for 2047
  static constexpr uint64_t kMaxTypeSize = 0xFFFFFFFF;        // bytes that a 32-bit offset reaches
  using TypeId = lang::TypeId;
  using ConstantId = lang::ConstantId;
  using Expr = ast::Expr;
  using Decl = ast::Decl;

  // What is only needed while resolving a function.
  struct Loop {
    enum class Kind : uint8_t { Loop, Switch, Continuing } kind;
    const ast::Block* continuing = nullptr;
    bool has_continue = false;  // that jumps to the continuing block
    SourceSpan first_continue{};
  };
  // What the filters in force say.
  struct Severities {
    lang::DiagnosticSeverity of_rule[lang::kDiagnosticTriggerCount] = {};
    lang::DiagnosticSeverity of_suspicion[kSuspicionCount] = {};
  };
  // One @diagnostic or `diagnostic` with its place.
  struct Filter {
    std::string rule;
    lang::DiagnosticSeverity severity;
    std::optional<lang::DiagnosticTrigger> trigger;
    SourceSpan span;
  };
  struct Access {
    const Decl* decl;
    SourceSpan read, write;  // empty: not so
  };
  struct FunctionState {
    std::vector<Access> accesses;         // module variables and pointer parameters
    std::vector<lang::Builtin> builtins;  // that some stage may not call, here or in a callee
    std::vector<SourceSpan> builtin_spans;
    bool discards = false, prints = false;
    SourceSpan discard_span, print_span;
  };

  // -- module.cc --
  void directives();
  void declaration(const Decl& d);
  bool enabled(lang::EnableExtension e) const { return p_.enabled.has(e); }
  bool has(lang::LanguageFeature f) const { return options_.features.has(f); }
  static diag::Help enable_help(lang::EnableExtension e);
  // Reports the use of something whose extension is not enabled. `what` in words.
  bool need(lang::EnableExtension e, SourceSpan span, const std::string& what);
  bool need(lang::LanguageFeature f, SourceSpan span, const std::string& what);
  void const_assert(const ast::ConstAssert& a);
  // Reports what is legal and suspicious, with the severity that filters give it here. Only in modules without errors
  // of syntax.
  void warn(Suspicion s, SourceSpan span, diag::Diagnostic d);
  bool warns(Suspicion s) const;
  // The severity of a filterable rule here. https://www.w3.org/TR/WGSL/#diagnostic-filtering
  lang::DiagnosticSeverity severity_of(lang::DiagnosticTrigger t) const {
    return severities_.of_rule[static_cast<size_t>(t)];
  }

  // -- reporting --
  void report(SourceSpan span, diag::Diagnostic d) { reporter_.report(span, std::move(d)); }
  std::string_view text(Symbol s) const { return m_.text(s); }
  std::string text(const Expr& e) const;  // as written, cut when long
  std::string shown(TypeId t) const { return p_.types.to_text(t); }
  diag::Name name(TypeId t) const { return {shown(t)}; }
  diag::Name name(const Expr& e) const { return {text(e)}; }
  diag::SourcePlace place(SourceSpan s) const { return reporter_.place(s); }
  static std::string_view words_for(Meaning meaning);
  // With what makes a value of `target` of it, where something does.
  diag::Diagnostic with_conversion(diag::Diagnostic d, const Expr& e, TypeId from, TypeId target);
  diag::Diagnostic with_source(diag::Diagnostic d, const Expr& e);  // notes where the named thing is declared

  // -- types.cc. https://www.w3.org/TR/WGSL/#type-expr --
  TypeId type(const Expr* e);
  TypeId type_of_ident(const ast::Ident& i);
  TypeId predeclared_type(const ast::Ident& i, const struct Predeclared& p);
  bool template_count(const ast::Ident& i, uint32_t min, uint32_t max);
  std::optional<lang::AddressSpace> address_space(const Expr* e);
  std::optional<lang::AccessMode> access_mode(const Expr* e);
  std::optional<lang::TexelFormat> texel_format(const Expr* e);
  TypeId array_type(const ast::Ident& i);
  TypeId buffer_type(const ast::Ident& i);
  TypeId pointer_type(const ast::Ident& i);
  TypeId texture_type(const ast::Ident& i, lang::TextureType t);
  struct Count {
    bool ok = false;
    bool is_override = false;
    uint32_t value = 0;  // or the index into override_counts
  };
  Count element_count(const Expr* e, std::string_view what);
  bool check_store_type(TypeId t, lang::AddressSpace space, lang::AccessMode access, SourceSpan span);
  bool contains_array(TypeId t) const;
  void enumerant_error(const Expr* e, const std::string& what, void (*names)(class Suggestion&));
  bool check_layout(TypeId t, lang::AddressSpace space, SourceSpan span);

  // -- expressions.cc --
  // The static type; the reference of a memory view. Error when reported.
  TypeId expression(const Expr* e);
  // The type of the value: the load rule applied. Reports what is no value.
  TypeId value(const Expr* e);
  TypeId load(const Expr* e);  // of an expression already resolved
  // A value converted to `target`. `context` says who wants it: "the initializer of `x`".
  bool convert(const Expr* e, TypeId target, const std::string& context);
  bool materialize(const Expr* e, TypeId target);  // the conversion itself, known to be feasible; false: reported
  TypeId concretize(const Expr* e);                // materializes an abstract value by the default rules
  TypeId identifier(const ast::Ident& i);
  bool report_hidden_type(const ast::Ident& i);
  TypeId unary(const ast::Unary& u);
  TypeId binary(const ast::Binary& b);
  void binary_step(const ast::Binary& b);
  TypeId index(const ast::IndexAccess& a);
  TypeId member(const ast::MemberAccess& a);
  TypeId address_of(const ast::Unary& u);
  TypeId indirection(const ast::Unary& u);
  void operator_mismatch(const ast::Binary& b, TypeId l, TypeId r);
  ExprInfo& info(const Expr& e) { return p_.expressions[e.id]; }
  const ExprInfo& info(const Expr& e) const { return p_.expressions[e.id]; }
  TypeId error(const Expr& e) { return info(e).type = lang::kErrorType; }
  bool is_error(TypeId t) const { return t == lang::kErrorType; }
  // Evaluates, with reports at the given places. Sets value, or the error type when that failed.
  template <class F>
  void evaluate(const Expr& e, std::span<const Expr* const> operands, F&& f);
  template <class F>
  bool checked(const Expr& e, std::span<const Expr* const> operands, F&& f);
  static EvalStage later(EvalStage a, EvalStage b) { return a > b ? a : b; }
  // A const-expression of an integer type, its value.
  std::optional<int64_t> const_integer(const Expr* e, const std::string& what);
  bool condition(const Expr* e, std::string_view of);
  // Of a resolved expression.
  bool need_const(const Expr* e, const std::string& what, std::optional<diag::Help> help = std::nullopt);
  std::optional<diag::Help> const_help(const ast::Variable& v) const;
  bool need_override(const Expr* e, const std::string& what);
  const Expr* latest(const Expr* e) const;

  // -- calls.cc --
  TypeId call(const ast::Call& c, bool statement);
  TypeId call_user(const ast::Call& c, const ast::Function& f);
  TypeId call_builtin(const ast::Call& c, lang::Builtin b);
  TypeId call_printf(const ast::Call& c);
  TypeId construct(const ast::Call& c, const lang::ConstructorTarget& target);
  bool pointer_argument(const ast::Call& c, lang::Builtin b);
  bool arguments(const ast::Call& c, std::vector<lang::Argument>& out, bool first_is_resolved = false);
  void mismatch(const ast::Call& c, const std::string& callee, const lang::Mismatch& m);
  std::string conversion(TypeId found, const std::vector<std::string>& accepted);
  CallInfo& add_call(const ast::Call& c, CallKind kind);
  void record_memory(const ast::Call& c, lang::Builtin b);
  void check_restricted_pointers(const ast::Call& c, const ast::Function& f);
  void check_format(const ast::Call& c, const PrintfCall& print, std::span<const printf::Type> types);

  // -- variables.cc --
  void module_variable(const ast::Variable& v);
  void function_variable(const ast::Variable& v);
  void const_declaration(const ast::Variable& v);
  void override_declaration(const ast::Variable& v);
  void let_declaration(const ast::Variable& v);
  TypeId declared_type(const ast::Variable& v, bool keep_abstract);
  void resource_attributes(const ast::Variable& v);

  // -- structs.cc --
  void structure(const ast::Struct& s);
  void alias(const ast::Alias& a);

  // -- functions.cc --
  void function(const ast::Function& f);
  void parameters(const ast::Function& f);
  void entry_point(const ast::Function& f);
  void closures(FunctionInfo& f);
  std::optional<lang::ShaderStage> stage_of(const ast::Function& f) const;
  void compute_attributes(const ast::Function& f);
  void workgroup_size(EntryPoint& e, const ast::Attribute& a);
  void subgroup_size(EntryPoint& e, const ast::Attribute& a);
  void stage_rules(EntryPoint& e);
  const ast::Ident* use_of(const ast::Function& f, uint32_t decl) const;

  // -- interface.cc. https://www.w3.org/TR/WGSL/#stage-inputs-outputs --
  lang::IoAttributes io_attributes(std::span<const ast::Attribute> attributes, TypeId type, SourceSpan of);
  void interface(EntryPoint& e);
  void interface_value(EntryPoint& e, bool input, TypeId type, const lang::IoAttributes& io, const Decl& decl,
                       SourceSpan span, const std::string& shown_name, uint32_t param, int32_t member);

  // -- attributes.cc --
  enum class Target : uint8_t { ModuleVariable, Override, Member, Parameter, Result, Function, Local, Statement };
  // Reports attributes that cannot stand there, and repeated ones.
  void check_attributes(std::span<const ast::Attribute> attributes, Target target, std::string_view what);
  const ast::Attribute* find(std::span<const ast::Attribute> attributes, lang::AttributeName a) const;
  // One of them was reported: that another is missing may be a consequence.
  bool once(int32_t member, SourceSpan span);
  static bool has_broken(std::span<const ast::Attribute> attributes);
  std::optional<uint32_t> attribute_value(const ast::Attribute& a, bool positive);
  void diagnostic_attributes(std::span<const ast::Attribute> attributes);
  std::optional<Filter> diagnostic_filter(const ast::Word& severity, const ast::Word& rule, const ast::Word& rule2);
  void apply(const Filter& f);
  void check_conflicts(const std::vector<Filter>& filters);
  // The @diagnostic attributes of a statement, in force until its end.
  struct FilterScope {
    FilterScope(Resolver& resolver, std::span<const ast::Attribute> attributes, std::string_view what)
        : r(resolver), active(!attributes.empty()) {
      if (!active) return;
      outer = r.severities_;
      r.check_attributes(attributes, Target::Statement, what);
    }
    ~FilterScope() {
      if (active) r.severities_ = outer;
    }
    Resolver& r;
    bool active;
    Severities outer;
  };

  // -- statements.cc --
  Behavior block(const ast::Block& b);
  Behavior statements(std::span<const ast::Stmt* const> list);
  Behavior statement(const ast::Stmt& s);
  Behavior if_statement(const ast::If& s);
  Behavior switch_statement(const ast::Switch& s);
  Behavior loop_statement(const ast::Loop& s);
  Behavior for_statement(const ast::For& s);
  Behavior while_statement(const ast::While& s);
  bool same_place(const Expr& a, const Expr& b) const;
  void check_shadowing(const Decl& d);
  Behavior continue_statement(const ast::Stmt& s);
  void check_bypassed(const ast::Loop& s);
  void find_bypassed(const Expr* e);
  void find_bypassed(const ast::Stmt* s);
  void compound_mismatch(const ast::Assign& s, TypeId store, TypeId t);
  diag::Diagnostic with_open_path(diag::Diagnostic d, const ast::Function& f) const;
  void assignment(const ast::Assign& s);
  void return_statement(const ast::Return& s);
  void call_statement(const ast::CallStmt& s);
  bool store_target(const Expr* e, bool compound, std::string_view what);
  // A loop; `body` without and `continuing` with what runs between iterations.
  Behavior loop_behavior(const ast::Stmt& s, Behavior body, Behavior continuing);

  // -- alias.cc. https://www.w3.org/TR/WGSL/#alias-analysis --
  const Decl* root(const Expr* e) const;
  void note_read(const Expr* e);
  Access* access_of(const Expr* e);
  static Access& access_of(FunctionState& s, const Decl& d);
  void note_write(const Expr* e);
  void check_aliases(const ast::Call& c, const ast::Function& f);

  FunctionState* state() { return current_ ? &states_[current_->id] : nullptr; }

  Program& p_;
  const ast::Module& m_;
  const CheckOptions& options_;
  Reporter& reporter_;
  Names names_;
  lang::Evaluator evaluator_;
  // Where the evaluator's messages go.
  const Expr* eval_at_ = nullptr;
  std::span<const Expr* const> eval_operands_;
  bool eval_failed_ = false;
  bool evaluate_ = true;  // false behind `false &&`: types only
  const ast::Function* current_ = nullptr;
  TypeId return_type_;
  std::vector<Loop> loops_;
  Severities severities_;
  std::vector<FunctionState> states_;  // by Decl::id; functions only
  std::vector<const Expr*> scratch_;
  std::vector<lang::IoAttributes> param_io_;       // by Decl::id of parameters; of the function: its result
  std::unordered_set<uint32_t> unknown_builtins_;  // where members stand whose @builtin was reported
  bool unreachable_reported_ = false;              // once for a function
  bool syntax_errors_ = false;
  const std::vector<uint32_t>* bypassed_ = nullptr;
  SourceSpan bypassing_continue_{};
  bool bypass_reported_ = false;
  std::unordered_set<uint32_t> reported_members_;  // where members stand whose attributes were reported
  std::unordered_set<uint32_t> read_only_;         // Decl::id of variables that were reported as such
  std::unordered_set<uint64_t> unknown_members_;   // structure and Symbol
  std::unordered_set<uint32_t> misused_;  // by Symbol: builtin functions and the like that were reported as no value
  std::unordered_set<uint32_t> hiding_;   // Decl::id of what was reported as hiding a type
  bool result_lost_ = false;              // a call of the function may lack its `return`
  std::unordered_set<uint32_t> wrong_results_;   // Decl::id of functions that return another type than they say
  Extensions wanted_;                            // whose lack was reported
  bool lost_directive_ = false;                  // an enable directive names something unknown or was not read
  std::unordered_set<uint32_t> broken_structs_;  // TypeId::value: members may be missing
  std::vector<std::vector<uint64_t>> reach_;     // by Decl::id: bit set over variables and overrides of module scope
  std::vector<uint32_t> reach_bit_;              // by Decl::id
  std::vector<const Decl*> reach_decl_;
};

}  // namespace vitrine::wgsl
