// https://www.w3.org/TR/WGSL/#statements, with https://www.w3.org/TR/WGSL/#behaviors
#include <algorithm>
#include <unordered_map>

#include "diag/rule.h"
#include "wgsl/lex/predeclared.h"
#include "wgsl/resolve/resolver.h"
#include "wgsl/resolve/rules.h"

namespace vitrine::wgsl {

using ast::DeclKind;
using ast::ExprKind;
using ast::Stmt;
using ast::StmtKind;
using diag::Help;
using lang::AccessMode;
using lang::TypeKind;

RULE(assignment_to_value, ShaderCreation, "wgsl:simple-assignment-section", "b24d54e9",
     "{0} cannot be assigned to: it is {1}", Name, Text);
RULE(assignment_to_swizzle, ShaderCreation, "wgsl:vector-multi-component", "",
     "{0} names several components and cannot be assigned to", Name);
RULE(assignment_read_only, ShaderCreation, "wgsl:simple-assignment-section", "b24d54e9 2a4b1163",
     "{0} cannot be assigned to: the variable {1} is read-only", Name, Name);
RULE(assignment_type, ShaderCreation, "wgsl:simple-assignment-section", "",
     "{0} of type {1} cannot be assigned as a whole", Name, Name);
RULE(compound_result, ShaderCreation, "wgsl:compound-assignment-sec", "",
     "{0} has type {1}, and {2} would make {3} of it", Name, Name, Name, Name);
RULE(increment_type, ShaderCreation, "wgsl:increment-decrement", "5ee1717b",
     "{0} needs an i32 or u32, and {1} has type {2}", Name, Name, Name);
RULE(phony_type, ShaderCreation, "wgsl:phony-assignment-section", "", "{0} of type {1} cannot be evaluated as a whole",
     Name, Name);
RULE(return_value_type, ShaderCreation, "wgsl:return-statement", "",
     "the function {0} returns {1}, and {2} has type {3}", Name, Name, Name, Name);
RULE(return_value_missing, ShaderCreation, "wgsl:return-statement", "",
     "the function {0} returns {1}, and this `return` has no value", Name, Name);
RULE(return_value_unexpected, ShaderCreation, "wgsl:return-statement", "",
     "the function {0} returns nothing, and this `return` has the value {1}", Name, Name);
RULE(must_use_ignored, ShaderCreation, "wgsl:must-use-attr", "227678c7 3462d42b 3750c532",
     "the result of {0} must be used", Name);
RULE(call_statement_kind, ShaderCreation, "wgsl:function-call-statement", "",
     "{0} makes a value, and a statement calls a function", Name);
RULE(const_assert_failed, ShaderCreation, "wgsl:const-assert-statement", "96953788", "the assertion {0} is false",
     Name);
RULE(const_assert_type, ShaderCreation, "wgsl:const-assert-statement", "75ea68eb",
     "an assertion needs a bool, and {0} has type {1}", Name, Name);
RULE(switch_selector_type, ShaderCreation, "wgsl:switch-statement", "bdc14816",
     "a `switch` needs an i32 or u32, and {0} has type {1}", Name, Name);
RULE(switch_case_type, ShaderCreation, "wgsl:switch-statement", "bdc14816",
     "the selector {0} has type {1}, and the others have {2}", Name, Name, Name);
RULE(switch_case_duplicate, ShaderCreation, "wgsl:switch-statement", "465c01e6",
     "the value {0} stands twice in this `switch`", int64_t);
RULE(switch_default_count, ShaderCreation, "wgsl:switch-statement", "dc544599 37f108ca",
     "a `switch` has exactly one `default`, and this one has {0}", uint64_t);
RULE(switch_selector_limit, ShaderCreation, "wgsl:limits", "", "this `switch` has {0} selectors, more than {1}",
     uint64_t, uint64_t);
RULE(break_misplaced, ShaderCreation, "wgsl:break-statement", "19356839 ec6de32a", "`break` stands {0}", Text);
RULE(continue_misplaced, ShaderCreation, "wgsl:continue-statement", "6c77d8d9 df337404", "`continue` stands {0}", Text);
RULE(return_in_continuing, ShaderCreation, "wgsl:continuing-statement", "480ce5ec",
     "`return` stands in a `continuing` block");
RULE(continue_bypasses_declaration, ShaderCreation, "wgsl:continue-statement", "acd2b2ce",
     "this `continue` jumps over the declaration of {0}, which the `continuing` block uses", Name);
RULE(loop_without_end, ShaderCreation, "wgsl:behaviors-rules", "4906c36d e080c0de", "nothing ends this loop");
RULE(self_assignment, Warning, "wgsl:simple-assignment-section", "", "{0} is assigned to itself", Name);
RULE(unused_result, Warning, "wgsl:phony-assignment-section", "", "{0} is computed and not used", Name);
RULE(shadowed_builtin, Warning, "wgsl:declaration-and-scope", "", "{0} hides the builtin function of that name", Name);
RULE(unreachable_code, Warning, "wgsl:behaviors", "", "this statement is never reached");

Behavior Resolver::block(const ast::Block& b) {
  FilterScope scope(*this, b.attributes, "a block");
  return statements(b.statements);
}

Behavior Resolver::statements(std::span<const Stmt* const> list) {
  Behavior total{Behavior::kNext};
  for (const Stmt* s : list) {
    if (!total.has(Behavior::kNext) && !unreachable_reported_ && s->kind != StmtKind::Error) {
      unreachable_reported_ = true;
      warn(Suspicion::UnreachableCode, s->span, unreachable_code());
    }
    bool reached = total.has(Behavior::kNext);
    Behavior b = statement(*s);
    total.broken = total.broken || b.broken;
    // What is behind a statement that is never left adds nothing.
    if (reached) total.bits = static_cast<uint8_t>((total.bits & ~Behavior::kNext) | b.bits);
  }
  return total;
}

Behavior Resolver::statement(const Stmt& s) {
  switch (s.kind) {
    case StmtKind::Error:
      return {Behavior::kNext, true};
    case StmtKind::Block:
      return block(ast::as<ast::Block>(s));
    case StmtKind::Return:
      return return_statement(ast::as<ast::Return>(s)), Behavior{Behavior::kReturn};
    case StmtKind::If:
      return if_statement(ast::as<ast::If>(s));
    case StmtKind::Switch:
      return switch_statement(ast::as<ast::Switch>(s));
    case StmtKind::Loop:
      return loop_statement(ast::as<ast::Loop>(s));
    case StmtKind::For:
      return for_statement(ast::as<ast::For>(s));
    case StmtKind::While:
      return while_statement(ast::as<ast::While>(s));
    case StmtKind::Break: {
      if (loops_.empty()) {
        if (!m_.lost_loop) report(s.span, break_misplaced(Text{"outside of a loop and of a `switch`"}));
        return {Behavior::kNext, true};
      }
      if (loops_.back().kind == Loop::Kind::Continuing) {
        report(s.span, break_misplaced(Text{"in a `continuing` block"})
                           .help("write `break if condition;` at the end of the block"));
        return {Behavior::kNext, true};
      }
      return {Behavior::kBreak};
    }
    case StmtKind::BreakIf:
      condition(ast::as<ast::BreakIf>(s).condition, "break if");
      return {Behavior::kBreak | Behavior::kNext};
    case StmtKind::Continue:
      return continue_statement(s);
    case StmtKind::Discard: {
      if (FunctionState* f = state(); f && !f->discards) {
        f->discards = true;
        f->discard_span = s.span;
      }
      return {};
    }
    case StmtKind::Call:
      return call_statement(ast::as<ast::CallStmt>(s)), Behavior{};
    case StmtKind::Declare: {
      const ast::Variable& v = *ast::as<ast::Declare>(s).variable;
      p_.declarations[v.id].decl = &v;
      check_shadowing(v);
      if (v.kind == DeclKind::Var)
        function_variable(v);
      else if (v.kind == DeclKind::Let)
        let_declaration(v);
      else
        const_declaration(v);
      return {};
    }
    case StmtKind::Assign:
    case StmtKind::CompoundAssign:
    case StmtKind::PhonyAssign:
    case StmtKind::Increment:
    case StmtKind::Decrement:
      return assignment(ast::as<ast::Assign>(s)), Behavior{};
    case StmtKind::ConstAssert:
      return const_assert(*ast::as<ast::AssertStmt>(s).assertion), Behavior{};
  }
  return {};
}

// -- control flow --

Behavior Resolver::if_statement(const ast::If& s) {
  FilterScope scope(*this, s.attributes, "`if`");
  Behavior total{0};
  for (const ast::IfClause& c : s.clauses) {
    condition(c.condition, "if");
    Behavior b = block(*c.body);
    total.bits |= b.bits;
    total.broken = total.broken || b.broken;
  }
  Behavior last = s.otherwise ? block(*s.otherwise) : Behavior{};
  total.bits |= last.bits;
  total.broken = total.broken || last.broken;
  return total;
}

Behavior Resolver::switch_statement(const ast::Switch& s) {
  FilterScope scope(*this, s.attributes, "`switch`");
  TypeId selector = value(s.selector);
  if (!is_error(selector) && !p_.types.is_integer(selector)) {
    diag::Diagnostic d = switch_selector_type(name(*s.selector), name(selector))
                             .help("write `i32(...)` or `u32(...)` around it; other types take `if`");
    report(s.selector->span, with_source(std::move(d), *s.selector));
    selector = lang::kErrorType;
  }
  FilterScope body_scope(*this, s.body_attributes, "the body of `switch`");
  // All selectors share one type.
  std::vector<const Expr*> cases;
  TypeId common = selector == lang::kAbstractIntType ? TypeId{} : selector;
  bool ok = !is_error(selector);
  uint32_t defaults = 0, selectors = 0;
  const SourceSpan* first_default = nullptr;
  const SourceSpan* second_default = nullptr;
  for (const ast::CaseClause& c : s.clauses) {
    for (size_t n = 0; n < c.selectors.size(); ++n) {
      ++selectors;
      const Expr* e = c.selectors[n];
      if (!e) {
        if (++defaults == 1) first_default = &c.selector_spans[n];
        if (defaults == 2) second_default = &c.selector_spans[n];
        continue;
      }
      TypeId t = value(e);
      if (is_error(t)) {
        ok = false;
        continue;
      }
      if (!p_.types.is_integer(t)) {
        report(e->span, with_source(switch_selector_type(name(*e), name(t))
                                        .help("write `i32(...)` or `u32(...)` around it; other types take `if`"),
                                    *e));
        ok = false;
        continue;
      }
      if (!need_const(e, "a selector of a `case`")) {
        ok = false;
        continue;
      }
      cases.push_back(e);
      if (!common && t != lang::kAbstractIntType) common = t;
    }
  }
  if (ok) {
    if (!common) common = lang::kI32Type;
    materialize(s.selector, common);
    std::unordered_map<int64_t, const Expr*> seen;
    for (const Expr* e : cases) {
      TypeId t = info(*e).type;
      if (t != common && t != lang::kAbstractIntType) {
        report(e->span, with_source(switch_case_type(name(*e), name(t), name(common))
                                        .help("write all selectors with the same suffix, `u` or `i`, or none with one"),
                                    *e));
        continue;
      }
      if (!materialize(e, common) || !info(*e).value) continue;
      int64_t v = p_.constants.as_int(info(*e).value);
      auto [it, fresh] = seen.emplace(v, e);
      if (!fresh) report(e->span, switch_case_duplicate(v).note(place(it->second->span), "the first one"));
    }
  }
  SourceSpan word{s.span.begin, s.span.begin + 6};
  if (!s.attributes.empty()) word = s.selector->span;
  if (selectors > kMaxSelectors) report(word, switch_selector_limit(selectors, kMaxSelectors));
  Behavior total{0};
  loops_.push_back({Loop::Kind::Switch});
  for (const ast::CaseClause& c : s.clauses) {
    Behavior b = block(*c.body);
    total.bits |= b.bits;
    total.broken = total.broken || b.broken;
  }
  loops_.pop_back();
  if (s.broken) {
    total.broken = true;
  } else if (defaults != 1 && !s.clauses.empty()) {
    if (defaults == 0) {
      report(word, switch_default_count(0).help("add `default { }`"));
      total.bits |= Behavior::kNext;
    } else {
      report(*second_default, switch_default_count(defaults).note(place(*first_default), "the first one"));
    }
    total.broken = true;
  }
  if (s.clauses.empty()) return {Behavior::kNext, true};
  if (total.has(Behavior::kBreak))
    total.bits = static_cast<uint8_t>((total.bits | Behavior::kNext) & ~Behavior::kBreak);
  return total;
}

Behavior Resolver::loop_behavior(const Stmt& s, Behavior body, Behavior continuing) {
  bool broken = body.broken || continuing.broken;
  if (body.bits == Behavior::kReturn) return {Behavior::kReturn, broken};
  uint8_t all = body.bits | continuing.bits;
  uint8_t out = (all & Behavior::kBreak)
                    ? static_cast<uint8_t>((all | Behavior::kNext) & ~(Behavior::kBreak | Behavior::kContinue))
                    : static_cast<uint8_t>(all & ~(Behavior::kContinue | Behavior::kNext));
  if (out == 0) {
    if (!broken) {
      uint32_t end = std::min(s.span.end, s.span.begin + 4);
      report({s.span.begin, end}, loop_without_end().help("end it with `break`, `break if` or `return`"));
    }
    return {Behavior::kNext, true};
  }
  return {out, broken};
}

Behavior Resolver::loop_statement(const ast::Loop& s) {
  FilterScope scope(*this, s.attributes, "`loop`");
  FilterScope body_scope(*this, s.body->attributes, "the body of `loop`");
  loops_.push_back({Loop::Kind::Loop});
  loops_.back().continuing = s.continuing;
  Behavior body = statements(s.body->statements);
  Behavior continuing{};
  if (s.continuing) {
    check_bypassed(s);
    loops_.back().kind = Loop::Kind::Continuing;
    continuing = block(*s.continuing);
  }
  loops_.pop_back();
  return loop_behavior(s, body, continuing);
}

Behavior Resolver::for_statement(const ast::For& s) {
  FilterScope scope(*this, s.attributes, "`for`");
  if (s.initializer) statement(*s.initializer);
  if (s.condition) condition(s.condition, "for");
  loops_.push_back({Loop::Kind::Loop});
  Behavior body = block(*s.body);
  loops_.back().kind = Loop::Kind::Continuing;
  Behavior update{};
  if (s.update) update = statement(*s.update);
  loops_.pop_back();
  if (s.condition) {
    body.bits = static_cast<uint8_t>(body.bits | Behavior::kBreak);
  }
  return loop_behavior(s, body, update);
}

Behavior Resolver::while_statement(const ast::While& s) {
  FilterScope scope(*this, s.attributes, "`while`");
  condition(s.condition, "while");
  loops_.push_back({Loop::Kind::Loop});
  Behavior body = block(*s.body);
  loops_.pop_back();
  body.bits = static_cast<uint8_t>(body.bits | Behavior::kBreak);
  return loop_behavior(s, body, {});
}

Behavior Resolver::continue_statement(const Stmt& s) {
  for (size_t n = loops_.size(); n-- > 0;) {
    Loop& l = loops_[n];
    if (l.kind == Loop::Kind::Switch) continue;
    if (l.kind == Loop::Kind::Continuing) {
      report(s.span, continue_misplaced(Text{"in a `continuing` block, which it would start again"}));
      return {Behavior::kNext, true};
    }
    if (l.continuing && !l.has_continue) {
      l.has_continue = true;
      l.first_continue = s.span;
    }
    return {Behavior::kContinue};
  }
  if (!m_.lost_loop) report(s.span, continue_misplaced(Text{"outside of a loop"}));
  return {Behavior::kNext, true};
}

// A declaration behind a `continue` that the continuing block uses. https://www.w3.org/TR/WGSL/#continue-statement
void Resolver::check_bypassed(const ast::Loop& s) {
  const Loop& l = loops_.back();
  if (!l.has_continue) return;
  // Only declarations directly in the body are in scope of the continuing block.
  std::vector<uint32_t> late;
  for (const Stmt* inner : s.body->statements)
    if (inner->kind == StmtKind::Declare && inner->span.begin > l.first_continue.begin)
      late.push_back(ast::as<ast::Declare>(*inner).variable->id);
  if (late.empty()) return;
  bypassed_ = &late;
  bypassing_continue_ = l.first_continue;
  bypass_reported_ = false;
  find_bypassed(static_cast<const Stmt*>(s.continuing));
  bypassed_ = nullptr;
}

void Resolver::find_bypassed(const Expr* e) {
  if (!e || bypass_reported_) return;
  switch (e->kind) {
    case ExprKind::Ident: {
      const auto& i = ast::as<ast::Ident>(*e);
      uint32_t named = names_.of_expression[i.id];
      if (std::find(bypassed_->begin(), bypassed_->end(), named) != bypassed_->end()) {
        bypass_reported_ = true;
        const Decl* d = names_.declarations[named];
        report(bypassing_continue_, continue_bypasses_declaration(Name{std::string(text(d->name))})
                                        .note(place(d->name_span), "declared here")
                                        .note(place(i.name_span), "used here")
                                        .help("declare it before the `continue`"));
      }
      for (const Expr* a : i.template_args) find_bypassed(a);
      return;
    }
    case ExprKind::Call:
      find_bypassed(ast::as<ast::Call>(*e).callee);
      for (const Expr* a : ast::as<ast::Call>(*e).args) find_bypassed(a);
      return;
    case ExprKind::Unary:
      return find_bypassed(ast::as<ast::Unary>(*e).operand);
    case ExprKind::Binary:
      find_bypassed(ast::as<ast::Binary>(*e).lhs);
      return find_bypassed(ast::as<ast::Binary>(*e).rhs);
    case ExprKind::Index:
      find_bypassed(ast::as<ast::IndexAccess>(*e).object);
      return find_bypassed(ast::as<ast::IndexAccess>(*e).index);
    case ExprKind::Member:
      return find_bypassed(ast::as<ast::MemberAccess>(*e).object);
    default:
      return;
  }
}

void Resolver::find_bypassed(const Stmt* s) {
  if (!s || bypass_reported_) return;
  switch (s->kind) {
    case StmtKind::Block:
      for (const Stmt* i : ast::as<ast::Block>(*s).statements) find_bypassed(i);
      return;
    case StmtKind::If:
      for (const ast::IfClause& c : ast::as<ast::If>(*s).clauses) {
        find_bypassed(c.condition);
        find_bypassed(static_cast<const Stmt*>(c.body));
      }
      return find_bypassed(static_cast<const Stmt*>(ast::as<ast::If>(*s).otherwise));
    case StmtKind::Switch:
      find_bypassed(ast::as<ast::Switch>(*s).selector);
      for (const ast::CaseClause& c : ast::as<ast::Switch>(*s).clauses) {
        for (const Expr* e : c.selectors) find_bypassed(e);
        find_bypassed(static_cast<const Stmt*>(c.body));
      }
      return;
    case StmtKind::Loop:
      find_bypassed(static_cast<const Stmt*>(ast::as<ast::Loop>(*s).body));
      return find_bypassed(static_cast<const Stmt*>(ast::as<ast::Loop>(*s).continuing));
    case StmtKind::For:
      find_bypassed(ast::as<ast::For>(*s).initializer);
      find_bypassed(ast::as<ast::For>(*s).condition);
      find_bypassed(ast::as<ast::For>(*s).update);
      return find_bypassed(static_cast<const Stmt*>(ast::as<ast::For>(*s).body));
    case StmtKind::While:
      find_bypassed(ast::as<ast::While>(*s).condition);
      return find_bypassed(static_cast<const Stmt*>(ast::as<ast::While>(*s).body));
    case StmtKind::BreakIf:
      return find_bypassed(ast::as<ast::BreakIf>(*s).condition);
    case StmtKind::Call:
      return find_bypassed(static_cast<const Expr*>(ast::as<ast::CallStmt>(*s).call));
    case StmtKind::Declare:
      find_bypassed(ast::as<ast::Declare>(*s).variable->type);
      return find_bypassed(ast::as<ast::Declare>(*s).variable->initializer);
    case StmtKind::Return:
      return find_bypassed(ast::as<ast::Return>(*s).value);
    case StmtKind::Assign:
    case StmtKind::CompoundAssign:
    case StmtKind::PhonyAssign:
    case StmtKind::Increment:
    case StmtKind::Decrement:
      find_bypassed(ast::as<ast::Assign>(*s).lhs);
      return find_bypassed(ast::as<ast::Assign>(*s).rhs);
    case StmtKind::ConstAssert:
      return find_bypassed(ast::as<ast::AssertStmt>(*s).assertion->condition);
    default:
      return;
  }
}

void Resolver::return_statement(const ast::Return& s) {
  Name fname{std::string(text(current_->name))};
  for (const Loop& l : loops_)
    if (l.kind == Loop::Kind::Continuing) {
      report({s.span.begin, s.span.begin + 6}, return_in_continuing());
      break;
    }
  if (!s.value) {
    if (return_type_ != lang::kVoidType && !is_error(return_type_))
      report(
          s.span,
          return_value_missing(fname, name(return_type_)).note(place(current_->return_type->span), "the return type"));
    return;
  }
  TypeId t = value(s.value);
  if (is_error(t) || is_error(return_type_)) return;
  if (return_type_ == lang::kVoidType) {
    report(s.value->span, return_value_unexpected(fname, name(*s.value))
                              .note(place(current_->header), "the header of the function")
                              .help("write `-> " + shown(lang::concretize(p_.types, t)) + "` before its body"));
    return;
  }
  if (t == return_type_) return;
  if (lang::conversion_rank(p_.types, t, return_type_)) {
    materialize(s.value, return_type_);
    return;
  }
  wrong_results_.insert(current_->id);
  report(s.value->span,
         with_source(with_conversion(return_value_type(fname, name(return_type_), name(*s.value), name(t))
                                         .note(place(current_->return_type->span), "the return type"),
                                     *s.value, t, return_type_),
                     *s.value));
}

// -- calls and assertions --

void Resolver::call_statement(const ast::CallStmt& s) {
  const ast::Call& c = *s.call;
  TypeId t = call(c, true);
  if (is_error(t)) return;
  const CallInfo& about = p_.calls[info(c).detail];
  std::string callee = text(*c.callee);
  Help discard{"to discard it write `_ =` before the call", {{SourceSpan{c.span.begin, c.span.begin}, "_ = "}}, false};
  // Most likely `return` is missing: then no path without one is reported.
  auto lost = [&](diag::Diagnostic d) {
    result_lost_ = true;
    if (return_type_ != lang::kVoidType && lang::conversion_rank(p_.types, t, return_type_))
      std::move(d).help(Help{
          "to return it write `return` before the call", {{SourceSpan{c.span.begin, c.span.begin}, "return "}}, false});
    report(c.span, std::move(d).help(std::move(discard)));
  };
  switch (about.kind) {
    case CallKind::Construct:
      return lost(call_statement_kind(Name{callee}));
    case CallKind::Builtin:
      if (lang::info(about.builtin).must_use) lost(must_use_ignored(Name{callee}));
      return;
    case CallKind::Function:
      if (const ast::Attribute* a = find(about.function->attributes, lang::AttributeName::MustUse))
        report(c.span, must_use_ignored(Name{callee}).note(place(a->span), "marked here").help(discard));
      return;
    case CallKind::Printf:
      return;
  }
}

void Resolver::const_assert(const ast::ConstAssert& a) {
  TypeId t = value(a.condition);
  if (is_error(t)) return;
  if (t != lang::kBoolType) {
    report(a.condition->span,
           with_source(const_assert_type(name(*a.condition), name(t)).help("compare it with something"), *a.condition));
    return;
  }
  if (!need_const(a.condition, "the condition of `const_assert`") || !info(*a.condition).value) return;
  if (p_.constants.as_bool(info(*a.condition).value)) return;
  diag::Diagnostic d = const_assert_failed(name(*a.condition));
  // Both sides of a comparison with their values.
  if (a.condition->kind == ExprKind::Binary) {
    const auto& b = ast::as<ast::Binary>(*a.condition);
    for (const Expr* e : {b.lhs, b.rhs}) {
      if (!info(*e).value) continue;
      std::string v = p_.constants.to_text(info(*e).value);
      if (v != text(*e)) std::move(d).note(place(e->span), "this is `" + v + "`");
    }
  }
  report(a.condition->span, std::move(d));
}

// -- assignments --

// The left side of an assignment: a reference that can be written. `what` for messages.
bool Resolver::store_target(const Expr* e, bool compound, std::string_view) {
  TypeId t = expression(e);
  if (is_error(t)) return false;
  const lang::Type ref = p_.types[t];
  if (ref.kind != TypeKind::Reference) {
    if (info(*e).meaning != Meaning::None && info(*e).meaning != Meaning::Variable) {
      load(e);
      return false;
    }
    if (e->kind == ExprKind::Member && p_.accesses[info(*e).detail].swizzle && p_.accesses[info(*e).detail].count > 1) {
      report(e->span,
             assignment_to_swizzle(name(*e)).help("assign to its components one by one, or to the whole vector"));
      return false;
    }
    std::string what = "a value";
    const Decl* d = nullptr;
    const Expr* base = e;
    while (true) {
      if (base->kind == ExprKind::Member)
        base = ast::as<ast::MemberAccess>(*base).object;
      else if (base->kind == ExprKind::Index)
        base = ast::as<ast::IndexAccess>(*base).object;
      else
        break;
    }
    if (base->kind == ExprKind::Ident && info(*base).meaning == Meaning::Variable)
      d = p_.declarations[info(*base).detail].decl;
    if (d) {
      const char* kind = d->kind == DeclKind::Let        ? "declared with `let`"
                         : d->kind == DeclKind::Const    ? "declared with `const`"
                         : d->kind == DeclKind::Override ? "an override"
                                                         : "a parameter";
      what = base == e ? kind : "part of `" + text(*base) + "`, which is " + kind;
    } else if (e->kind == ExprKind::Call) {
      what = "the result of a call";
    }
    if (t == lang::kVoidType) what = "a call that returns nothing";
    diag::Diagnostic x = assignment_to_value(name(*e), Text{what});
    if (d) {
      std::move(x).note(place(d->name_span), "`" + std::string(text(d->name)) + "` is declared here");
      if (p_.types.kind(t) == TypeKind::Pointer)
        std::move(x).help(Help{"to write what it points to: `*" + text(*e) + "`",
                               {{SourceSpan{e->span.begin, e->span.begin}, "*"}},
                               true});
      else if (d->kind == DeclKind::Let)
        std::move(x).help(Help{"declare it with `var`", {{SourceSpan{d->span.begin, d->span.begin + 3}, "var"}}, true});
      else if (d->kind == DeclKind::Param)
        std::move(x).help("parameters do not change: copy it to a `var`, or take a pointer `ptr<function, " + shown(t) +
                          ">`");
    }
    report(e->span, std::move(x));
    return false;
  }
  bool writable = compound ? ref.access == AccessMode::ReadWrite : ref.access != AccessMode::Read;
  if (!writable || ref.space == lang::AddressSpace::Handle) {
    const Decl* r = root(e);
    std::string rname = r ? std::string(text(r->name)) : text(*e);
    // The declaration is wrong, and that once.
    if (r && !read_only_.insert(r->id).second) return false;
    diag::Diagnostic d = assignment_read_only(name(*e), Name{rname});
    if (r) std::move(d).note(place(r->name_span), "`" + rname + "` is declared here");
    if (ref.space == lang::AddressSpace::Storage)
      std::move(d).help("declare it as `var<storage, read_write>`");
    else if (ref.space == lang::AddressSpace::Uniform)
      std::move(d).help("uniform buffers are never written: use `var<storage, read_write>`");
    report(e->span, std::move(d));
    return false;
  }
  if (!p_.types.is_constructible(ref.element)) {
    diag::Diagnostic d = assignment_type(name(*e), name(ref.element));
    if (p_.types.kind(ref.element) == TypeKind::Atomic)
      std::move(d).help("write it with `atomicStore(&" + text(*e) + ", value)`");
    report(e->span, std::move(d));
    return false;
  }
  return true;
}

// `a.b[2]` and `a.b[2]`: names, members and literal indices only.
bool Resolver::same_place(const Expr& a, const Expr& b) const {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case ExprKind::Ident:
      return names_.of_expression[a.id] == names_.of_expression[b.id] && names_.of_expression[a.id] != Names::kNone;
    case ExprKind::Int:
      return ast::as<ast::IntLiteral>(a).value == ast::as<ast::IntLiteral>(b).value;
    case ExprKind::Member:
      return ast::as<ast::MemberAccess>(a).name == ast::as<ast::MemberAccess>(b).name &&
             same_place(*ast::as<ast::MemberAccess>(a).object, *ast::as<ast::MemberAccess>(b).object);
    case ExprKind::Index:
      return same_place(*ast::as<ast::IndexAccess>(a).object, *ast::as<ast::IndexAccess>(b).object) &&
             same_place(*ast::as<ast::IndexAccess>(a).index, *ast::as<ast::IndexAccess>(b).index);
    default:
      return false;
  }
}

// A declaration that takes the name of a builtin function.
void Resolver::check_shadowing(const Decl& d) {
  if (!d.name || !warns(Suspicion::ShadowedBuiltin)) return;
  const Predeclared* p = find_predeclared(d.name);
  if (p && p->kind == PredeclaredKind::Builtin)
    warn(Suspicion::ShadowedBuiltin, d.name_span, shadowed_builtin(Name{std::string(text(d.name))}));
}

void Resolver::compound_mismatch(const ast::Assign& s, TypeId store, TypeId t) {
  // The same message as for `lhs op rhs`, on a node that stands for it.
  ast::Binary b{};
  b.kind = ExprKind::Binary;
  b.id = s.rhs->id;  // already known to be of no further use
  b.lhs = s.lhs;
  b.rhs = s.rhs;
  b.op = s.op;
  b.op_span = s.op_span;
  operator_mismatch(b, store, t);
}

void Resolver::assignment(const ast::Assign& s) {
  if (s.kind == StmtKind::PhonyAssign) {
    TypeId t = value(s.rhs);
    if (is_error(t)) return;
    TypeKind kind = p_.types.kind(t);
    bool fine = p_.types.is_constructible(t) || kind == TypeKind::Pointer || kind == TypeKind::Texture ||
                kind == TypeKind::Sampler || kind == TypeKind::SamplerComparison;
    if (!fine)
      report(s.rhs->span, phony_type(name(*s.rhs), name(t))
                              .help("take a part of it, as an element or a member; for a resource write `_ = &name`"));
    else if (s.rhs->kind == ExprKind::Call && p_.calls[info(*s.rhs).detail].kind == CallKind::Builtin &&
             lang::info(p_.calls[info(*s.rhs).detail].builtin).must_use &&
             lang::info(p_.calls[info(*s.rhs).detail].builtin).const_evaluable)
      warn(Suspicion::UnusedResult, s.rhs->span, unused_result(name(*s.rhs)));
    return;
  }
  bool step = s.kind == StmtKind::Increment || s.kind == StmtKind::Decrement;
  bool ok = store_target(s.lhs, step || s.kind == StmtKind::CompoundAssign, "");
  TypeId store = ok ? p_.types[info(*s.lhs).type].element : lang::kErrorType;
  if (step) {
    if (!ok) return;
    if (store != lang::kI32Type && store != lang::kU32Type) {
      std::string op = s.kind == StmtKind::Increment ? "++" : "--";
      report(
          s.op_span,
          with_source(increment_type(Name{op}, name(*s.lhs), name(store))
                          .help(Help{"write `" + text(*s.lhs) + (s.kind == StmtKind::Increment ? " += 1`" : " -= 1`"),
                                     {{s.op_span, s.kind == StmtKind::Increment ? " += 1" : " -= 1"}},
                                     p_.types.is_float(store)}),
                      *s.lhs));
      return;
    }
    note_read(s.lhs);
    note_write(s.lhs);
    return;
  }
  TypeId t = value(s.rhs);
  if (!ok || is_error(t)) return;
  if (s.kind == StmtKind::Assign) {
    convert(s.rhs, store, "`" + text(*s.lhs) + "`");
    note_write(s.lhs);
    if (same_place(*s.lhs, *s.rhs)) warn(Suspicion::SelfAssignment, s.span, self_assignment(name(*s.lhs)));
    return;
  }
  // https://www.w3.org/TR/WGSL/#compound-assignment-sec: as `lhs = lhs op rhs`
  note_read(s.lhs);
  note_write(s.lhs);
  lang::Resolution found = lang::resolve(p_.types, s.op, {store, false}, {t, info(*s.rhs).stage == EvalStage::Const});
  if (!found) {
    compound_mismatch(s, store, t);
    return;
  }
  if (!materialize(s.rhs, found->parameters[1])) return;
  if (found->result != store) {
    report(s.op_span, compound_result(name(*s.lhs), name(store), Name{std::string(lang::to_text(s.op)) + "="},
                                      name(found->result)));
    return;
  }
  if (ConstantId v = info(*s.rhs).value; v && evaluate_) {
    const Expr* operands[] = {s.lhs, s.rhs};
    eval_at_ = s.rhs;
    eval_operands_ = operands;
    evaluator_.check_binary(s.op, store, std::nullopt, v);
  }
}

}  // namespace vitrine::wgsl
