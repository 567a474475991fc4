// Expressions and calls. https://gpuweb.github.io/gpuweb/wgsl/#uniformity-expressions
#include "wgsl/uniformity/analyzer.h"

namespace vitrine::wgsl::uniformity {

using ast::ExprKind;
using lang::AddressSpace;
using lang::TypeKind;

Node Analyzer::source(SourceSpan span, std::string text, std::vector<Note> more) {
  sources_.push_back({std::move(text), std::move(more)});
  Node n = graph_.add(Why::Source, span, static_cast<uint32_t>(sources_.size() - 1));
  graph_.edge(n, Graph::kMayBeNonUniform);
  return n;
}

Node Analyzer::condition(Node cf, const ast::Expr& e) {
  Node n = graph_.add(Why::Condition, e.span);
  graph_.edge(n, value(cf, e));
  graph_.edge(n, cf);
  return n;
}

Node Analyzer::result_of(SourceSpan span, Node cf, std::span<const Node> operands) {
  if (operands.empty()) return cf;
  Node n = graph_.add(Why::Plain, span);
  graph_.edge(n, cf);
  for (Node o : operands) graph_.edge(n, o);
  return n;
}

bool Analyzer::is_view(const ast::Expr& e) const {
  TypeKind k = program_.types.kind(program_[e].type);
  return k == TypeKind::Reference || k == TypeKind::Pointer;
}

// A variable of the function address space, or what a parameter of such a pointer type points to.
bool Analyzer::is_function_variable(const ast::Decl& d) const {
  if (d.kind == ast::DeclKind::Var) return !d.module_scope;
  if (d.kind != ast::DeclKind::Param) return false;
  const lang::Type& t = program_.types[program_[d].type];
  return t.kind == TypeKind::Pointer && t.space == AddressSpace::Function;
}

// https://gpuweb.github.io/gpuweb/wgsl/#pointer-desugar
Analyzer::View Analyzer::view(Node cf, const ast::Expr& e) {
  switch (e.kind) {
    case ExprKind::Ident: {
      const ast::Decl* d = program_.named(e).decl;
      if (auto it = pointers_.find(d->id); it != pointers_.end()) return it->second;
      View v;
      v.root = d;
      v.type = program_[e].type;
      return v;
    }
    case ExprKind::Unary: return view(cf, *ast::as<ast::Unary>(e).operand);
    case ExprKind::Index: {
      const auto& access = ast::as<ast::IndexAccess>(e);
      View v = view(cf, *access.object);
      Node index = value(cf, *access.index);
      if (index != cf) {
        Node both = graph_.add(Why::Plain, access.index->span);
        graph_.edge(both, index);
        graph_.edge(both, v.indices);
        v.indices = both;
      }
      v.full = false;
      return v;
    }
    case ExprKind::Member: {
      View v = view(cf, *ast::as<ast::MemberAccess>(e).object);
      v.full = false;
      return v;
    }
    default: {  // a call that returns a pointer
      View v;
      v.indices = e.kind == ExprKind::Call ? call(cf, e) : cf;
      v.type = program_[e].type;
      v.full = false;
      return v;
    }
  }
}

Node Analyzer::view_value(Node cf, const View& v, const ast::Expr& e, bool loads) {
  Node from = kNoNode;
  if (v.root && is_function_variable(*v.root)) {
    if (loads) from = get(v.root->id);
    else if (v.root->kind == ast::DeclKind::Param) from = named_.at(v.root->id);
  } else if (loads) {
    const lang::Type& view_type = program_.types[v.root && v.root->kind == ast::DeclKind::Var ? program_[e].type : v.type];
    bool is_view_type = view_type.kind == TypeKind::Reference || view_type.kind == TypeKind::Pointer;
    AddressSpace space = is_view_type ? view_type.space : AddressSpace::Handle;
    lang::AccessMode access = is_view_type ? view_type.access : lang::AccessMode::Read;
    if (v.root && v.root->kind == ast::DeclKind::Var) {
      space = program_[*v.root].space;
      access = program_[*v.root].access;
    }
    if (access != lang::AccessMode::Read) {
      std::string name = v.root ? quoted(*v.root) : "memory behind a pointer";
      std::string text = space == AddressSpace::Private ? name + " is private: each invocation has its own value"
                                                        : name + " is read here, and any invocation may write to it";
      from = source(e.span, std::move(text));
    } else if (v.root && v.root->kind == ast::DeclKind::Param) {
      from = named_.at(v.root->id);
    }
  } else if (v.root && v.root->kind == ast::DeclKind::Param) {
    from = named_.at(v.root->id);
  }
  if (from == kNoNode && v.indices == kNoNode) return cf;
  Node operands[2] = {from, v.indices};
  return result_of(e.span, cf, operands);
}

Node Analyzer::identifier(Node cf, const ast::Expr& e) {
  const ExprInfo& info = program_[e];
  if (info.meaning != Meaning::Variable) return cf;
  const ast::Decl* d = program_.named(e).decl;
  if (is_view(e)) return view_value(cf, view(cf, e), e, info.loads);
  auto it = named_.find(d->id);
  if (it == named_.end()) return cf;  // const, override, handle
  Node operand[1] = {it->second};
  return result_of(e.span, cf, operand);
}

Node Analyzer::value(Node cf, const ast::Expr& e) {
  const ExprInfo& info = program_[e];
  if (info.value) return cf;
  switch (e.kind) {
    case ExprKind::Ident: return identifier(cf, e);
    case ExprKind::Call: return call(cf, e);
    case ExprKind::Unary: {
      if (is_view(e)) return view_value(cf, view(cf, e), e, info.loads);
      return value(cf, *ast::as<ast::Unary>(e).operand);
    }
    case ExprKind::Binary: {
      const auto& b = ast::as<ast::Binary>(e);
      if (b.op == ast::BinaryOp::LogicalAnd || b.op == ast::BinaryOp::LogicalOr) {
        Node left = graph_.add(Why::ShortCircuit, b.lhs->span);
        graph_.edge(left, value(cf, *b.lhs));
        bool joining = joining_stores_;
        joining_stores_ = true;
        Node right = value(left, *b.rhs);
        joining_stores_ = joining;
        return right;
      }
      Node operands[2] = {value(cf, *b.lhs), value(cf, *b.rhs)};
      return result_of(e.span, cf, operands);
    }
    case ExprKind::Index: {
      if (is_view(e)) return view_value(cf, view(cf, e), e, info.loads);
      const auto& access = ast::as<ast::IndexAccess>(e);
      Node operands[2] = {value(cf, *access.object), value(cf, *access.index)};
      return result_of(e.span, cf, operands);
    }
    case ExprKind::Member: {
      if (is_view(e)) return view_value(cf, view(cf, e), e, info.loads);
      const ast::Expr& object = *ast::as<ast::MemberAccess>(e).object;
      // A swizzle of several components reads through a pointer.
      if (is_view(object) && !program_[object].loads) return view_value(cf, view(cf, object), object, true);
      return value(cf, object);
    }
    default: return cf;
  }
}

// https://gpuweb.github.io/gpuweb/wgsl/#uniformity-function-calls
Node Analyzer::call(Node cf, const ast::Expr& e) {
  const CallInfo& c = program_.call(e);
  const ast::Call& syntax = ast::as<ast::Call>(e);
  std::vector<Node> arguments;
  for (const ast::Expr* a : syntax.args) arguments.push_back(value(cf, *a));
  switch (c.kind) {
    case CallKind::Function: return user_call(cf, c, e, arguments);
    case CallKind::Builtin: return builtin_call(cf, c, e, arguments);
    case CallKind::Construct:
    case CallKind::Printf: return result_of(e.span, cf, arguments);
  }
  return cf;
}

namespace {

// Operations whose result is the same in a whole subgroup.
bool uniform_in_subgroup(lang::Builtin b) {
  using enum lang::Builtin;
  switch (b) {
    case SubgroupAdd:
    case SubgroupAll:
    case SubgroupAnd:
    case SubgroupAny:
    case SubgroupBallot:
    case SubgroupBroadcast:
    case SubgroupBroadcastFirst:
    case SubgroupMax:
    case SubgroupMin:
    case SubgroupMul:
    case SubgroupOr:
    case SubgroupXor: return true;
    default: return false;
  }
}

}  // namespace

Node Analyzer::builtin_call(Node cf, const CallInfo& c, const ast::Expr& e, std::span<const Node> arguments) {
  const lang::BuiltinInfo& b = lang::info(c.builtin);
  std::optional<lang::DiagnosticSeverity> severity_here;
  switch (b.need) {
    case lang::UniformityNeed::None: break;
    case lang::UniformityNeed::Barrier:
      if (scope_ == Scope::Workgroup) severity_here = lang::DiagnosticSeverity::Error;
      break;
    case lang::UniformityNeed::Derivative:
      if (scope_ == Scope::Workgroup) severity_here = severity(lang::DiagnosticTrigger::DerivativeUniformity);
      break;
    case lang::UniformityNeed::Subgroup:
      if ((scope_ == Scope::Subgroup) == has_subgroup_scope_)
        severity_here = severity(lang::DiagnosticTrigger::SubgroupUniformity);
      break;
  }
  if (severity_here) {
    Requirement r{*severity_here, b.need, c.builtin, nullptr, e.span, {}};
    require(r, cf);
    using enum lang::Builtin;
    if (c.builtin == WorkgroupUniformLoad) r.argument = "p";
    if (c.builtin == SubgroupShuffleUp || c.builtin == SubgroupShuffleDown) r.argument = "delta";
    if (c.builtin == SubgroupShuffleXor) r.argument = "mask";
    if (r.argument && !arguments.empty()) require(r, arguments.back());
  }
  bool varies = b.result_varies;
  if (scope_ == Scope::Subgroup && uniform_in_subgroup(c.builtin)) return cf;  // whatever the arguments are
  if (c.builtin == lang::Builtin::TextureLoad && !arguments.empty()) {
    const ast::Expr& texture = *ast::as<ast::Call>(e).args[0];
    const lang::Type& t = program_.types[program_.types.store_type(program_[texture].type)];
    varies = t.kind == TypeKind::Texture && lang::info(t.texture).kind == lang::TextureKind::Storage &&
             t.access == lang::AccessMode::ReadWrite;
  }
  if (!varies) return result_of(e.span, cf, arguments);
  return source(e.span, "the result of `" + std::string(b.name) + "` may differ between invocations");
}

Node Analyzer::user_call(Node cf, const CallInfo& c, const ast::Expr& e, std::span<const Node> arguments) {
  auto found = summaries_.find(c.function->id);
  if (found == summaries_.end()) return result_of(e.span, cf, arguments);
  const Summary& summary = found->second;
  const ast::Call& syntax = ast::as<ast::Call>(e);
  std::string name = quoted(*c.function);

  auto passed_on = [&](const Requirement& r) {
    constexpr size_t kShown = 6;
    Requirement out = r;
    std::string what = "`" + std::string(lang::to_text(r.builtin)) + "`";
    out.calls.insert(out.calls.begin(), Note{e.span, name + ", called here, leads to " + what});
    if (out.calls.size() > kShown) out.calls.pop_back();
    return out;
  };
  if (summary.call_site) require(passed_on(*summary.call_site), cf);

  size_t count = std::min({arguments.size(), summary.params.size(), syntax.args.size()});
  std::vector<View> views(count);
  std::vector<Node> contents(count, kNoNode);  // of function-scope variables that are passed by pointer
  for (size_t i = 0; i < count; ++i) {
    const ast::Expr& a = *syntax.args[i];
    if (program_.types.kind(program_[a].type) != TypeKind::Pointer || program_[a].value) continue;
    // The nodes of the indices were made with the arguments; here only the root matters.
    views[i] = view(cf, a);
    if (views[i].root && is_function_variable(*views[i].root)) contents[i] = get(views[i].root->id);
  }
  std::vector<Node> operands;
  for (size_t i = 0; i < count; ++i) {
    const Summary::Param& p = summary.params[i];
    if (p.value) require(passed_on(*p.value), arguments[i]);
    if (p.contents && contents[i] != kNoNode) require(passed_on(*p.contents), contents[i]);
    if (p.value_reaches_result) operands.push_back(arguments[i]);
    if (p.contents_reach_result && contents[i] != kNoNode) operands.push_back(contents[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    if (contents[i] == kNoNode) continue;
    const Summary::Param& p = summary.params[i];
    uint32_t var = views[i].root->id;
    Node out = graph_.add(Why::Output, e.span, var);
    if (p.output_may_be_non_uniform) graph_.edge(out, source(e.span, name + " may store a value that differs between invocations", p.output_reason));
    if (p.output_has_control_flow) graph_.edge(out, cf);
    for (uint32_t from : p.output_from_values) graph_.edge(out, arguments[from]);
    for (uint32_t from : p.output_from_contents) graph_.edge(out, contents[from]);
    if (!views[i].full || joining_stores_) {
      graph_.edge(out, get(var));
      graph_.edge(out, views[i].indices);
    }
    set(var, out);
  }
  if (summary.result_may_be_non_uniform)
    return source(e.span, "the result of " + name + " may differ between invocations", summary.result_reason);
  return result_of(e.span, cf, operands);
}

}  // namespace vitrine::wgsl::uniformity
