// Analysis of one function. Included by src/wgsl/uniformity/*.cc only.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "wgsl/program.h"
#include "wgsl/reporter.h"
#include "wgsl/uniformity/graph.h"
#include "wgsl/wgsl.h"

namespace vitrine::wgsl::uniformity {

// https://gpuweb.github.io/gpuweb/wgsl/#uniformity-scopes
enum class Scope : uint8_t { Workgroup, Subgroup };  // the first is the draw in a fragment shader

struct Note {
  SourceSpan span;
  std::string text;
};

// Something has to be uniform for a collective operation, here or further down.
struct Requirement {
  lang::DiagnosticSeverity severity;
  lang::UniformityNeed need;
  lang::Builtin builtin;         // the operation
  const char* argument = nullptr;  // of the operation that has to be uniform; null: its control flow
  SourceSpan span;               // of the call of the operation
  std::vector<Note> calls;       // through which functions, the outermost first
};

// What callers need to know of a function. The spec's tags.
struct Summary {
  std::optional<Requirement> call_site;
  struct Param {
    std::optional<Requirement> value, contents;
    bool value_reaches_result = false, contents_reach_result = false;
    bool output_may_be_non_uniform = false;  // contents after the call
    bool output_has_control_flow = false;
    std::vector<uint32_t> output_from_values, output_from_contents;  // parameters
    std::vector<Note> output_reason;
  };
  std::vector<Param> params;
  bool result_may_be_non_uniform = false;
  std::vector<Note> result_reason;
};

// https://gpuweb.github.io/gpuweb/wgsl/#behaviors
enum Behavior : uint8_t { kNext = 1, kBreak = 2, kContinue = 4, kReturn = 8 };

struct Flow {
  Node cf;
  uint8_t behavior;
};

using Summaries = std::unordered_map<uint32_t, Summary>;  // by Decl::id of the function

class Analyzer {
 public:
  Analyzer(const Program& program, Scope scope, bool has_subgroup_scope, const Summaries& summaries, Reporter& reporter)
      : program_(program), scope_(scope), has_subgroup_scope_(has_subgroup_scope), summaries_(summaries), reporter_(reporter) {}

  Summary analyze(const ast::Function& function);

 private:
  // -- values of function-scope variables. https://gpuweb.github.io/gpuweb/wgsl/#func-var-value-analysis --
  using Values = std::unordered_map<uint32_t, Node>;  // by Decl::id
  struct Layer {
    Values values;            // stored to in this branch
    bool is_loop = false;
    Values entry;             // loop: value at the start of an iteration, made when first asked for
  };
  struct Exits {              // where break or continue go
    size_t layer;
    std::vector<Values> breaks, continues;
    bool is_loop;
  };
  Node get(uint32_t var) { return get(var, layers_.size()); }
  Node get(uint32_t var, size_t below);
  void set(uint32_t var, Node value) { layers_.back().values[var] = value; }
  void declare(uint32_t var, Node value);
  Values stored_since(size_t layer) const;
  void join(const std::vector<Values>& exits, SourceSpan span);

  // -- statements --
  Flow block(Node cf, const ast::Block& b);
  Flow statements(Node cf, std::span<const ast::Stmt* const> list);
  Flow statement(Node cf, const ast::Stmt& s);
  Flow if_statement(Node cf, const ast::If& s);
  Flow switch_statement(Node cf, const ast::Switch& s);
  struct LoopParts {
    const ast::Stmt* statement;
    const ast::Expr* condition = nullptr;  // of for and while
    const ast::Block* body = nullptr;
    const ast::Block* continuing = nullptr;
    const ast::Stmt* update = nullptr;
  };
  Flow loop(Node cf, const LoopParts& parts);
  void declaration(Node cf, const ast::Variable& v);
  void assign(Node cf, const ast::Assign& s);
  void return_statement(Node cf, const ast::Expr* value);
  void leave(bool is_break);

  // -- expressions: the node of the value --
  Node value(Node cf, const ast::Expr& e);
  Node identifier(Node cf, const ast::Expr& e);
  Node call(Node cf, const ast::Expr& e);
  Node builtin_call(Node cf, const CallInfo& c, const ast::Expr& e, std::span<const Node> arguments);
  Node user_call(Node cf, const CallInfo& c, const ast::Expr& e, std::span<const Node> arguments);
  Node result_of(SourceSpan span, Node cf, std::span<const Node> operands);
  // A memory view, taken apart: what it is a view of, and the indices on the way.
  struct View {
    const ast::Decl* root = nullptr;  // variable or pointer parameter; null: the pointer came from a call
    bool full = true;                 // of all its memory
    Node indices = kNoNode;
    lang::TypeId type;                // when there is no root
  };
  View view(Node cf, const ast::Expr& e);
  Node view_value(Node cf, const View& v, const ast::Expr& e, bool loads);
  bool is_function_variable(const ast::Decl& d) const;
  bool is_view(const ast::Expr& e) const;
  Node condition(Node cf, const ast::Expr& e);
  Node source(SourceSpan span, std::string text, std::vector<Note> more = {});
  std::string quoted(const ast::Decl& d) const { return "`" + std::string(program_.text(d.name)) + "`"; }

  // -- requirements --
  void require(Requirement r, Node node);
  std::optional<lang::DiagnosticSeverity> severity(lang::DiagnosticTrigger trigger) const;
  class Filter;  // pushes the diagnostic attributes of a statement
  void report_failures();
  std::vector<Note> explain(const std::vector<Node>& path) const;

  void summarize(const ast::Function& f, Summary& out);

  const Program& program_;
  Scope scope_;
  bool has_subgroup_scope_;
  const Summaries& summaries_;
  Reporter& reporter_;

  Graph graph_;
  std::vector<Layer> layers_;
  std::vector<Exits> exits_;
  std::unordered_map<uint32_t, size_t> declared_in_;   // layer of a function-scope variable
  std::unordered_map<uint32_t, Node> named_;           // let, parameter
  std::unordered_map<uint32_t, View> pointers_;        // let of pointer type
  std::vector<Node> param_value_, param_contents_, param_output_;  // kNoNode where there is none
  const ast::Function* function_ = nullptr;
  Node start_ = kNoNode, returned_ = kNoNode;
  bool joining_stores_ = false;  // a store may not happen: it joins with the value before it
  struct Pending {
    Requirement requirement;
    Node node;
  };
  std::vector<Pending> pending_;
  struct SourceText {
    std::string text;
    std::vector<Note> more;
  };
  std::vector<SourceText> sources_;
  struct FilterEntry {
    lang::DiagnosticTrigger trigger;
    lang::DiagnosticSeverity severity;
  };
  std::vector<FilterEntry> filters_;
};

// Pushes what @diagnostic attributes say while a statement is walked.
class Analyzer::Filter {
 public:
  Filter(Analyzer& a, std::span<const ast::Attribute> attributes);
  ~Filter() { a_.filters_.resize(size_); }

 private:
  Analyzer& a_;
  size_t size_;
};

}  // namespace vitrine::wgsl::uniformity
