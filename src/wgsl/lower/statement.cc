// https://www.w3.org/TR/WGSL/#statements
#include "wgsl/lower/lowerer.h"

namespace vitrine::wgsl {

void Lowerer::block(const ast::Block& s, bool own_scope) {
  if (!own_scope) return statements(s);
  ScopeGuard guard(*this, s.span);
  statements(s);
}

void Lowerer::statements(const ast::Block& s) {
  for (const ast::Stmt* statement : s.statements) {
    // What follows a return, break or continue is checked and never runs.
    if (b_.terminated()) return;
    this->statement(*statement);
  }
}

void Lowerer::statement(const ast::Stmt& s) {
  switch (s.kind) {
    case ast::StmtKind::Error:
    case ast::StmtKind::ConstAssert: return;
    case ast::StmtKind::Block: return block(ast::as<ast::Block>(s));
    case ast::StmtKind::If: return if_statement(ast::as<ast::If>(s));
    case ast::StmtKind::Switch: return switch_statement(ast::as<ast::Switch>(s));
    case ast::StmtKind::Loop: return loop_statement(ast::as<ast::Loop>(s));
    case ast::StmtKind::For: return for_statement(ast::as<ast::For>(s));
    case ast::StmtKind::While: return while_statement(ast::as<ast::While>(s));
    case ast::StmtKind::Declare: return declare(*ast::as<ast::Declare>(s).variable);
    case ast::StmtKind::Assign:
    case ast::StmtKind::CompoundAssign:
    case ast::StmtKind::PhonyAssign:
    case ast::StmtKind::Increment:
    case ast::StmtKind::Decrement: return assign(ast::as<ast::Assign>(s));
    case ast::StmtKind::Call: expression(*ast::as<ast::CallStmt>(s).call); return;
    case ast::StmtKind::Return: {
      const auto& r = ast::as<ast::Return>(s);
      Value v = r.value ? expression(*r.value) : Value();
      b_.at(s.span, scope_);
      return b_.ret(v);
    }
    case ast::StmtKind::BreakIf: {
      Value condition = expression(*ast::as<ast::BreakIf>(s).condition);
      b_.at(s.span, scope_);
      return b_.break_if(condition);
    }
    case ast::StmtKind::Break: b_.at(s.span, scope_); return b_.brk();
    case ast::StmtKind::Continue: b_.at(s.span, scope_); return b_.cont();
    case ast::StmtKind::Discard: b_.at(s.span, scope_); return b_.discard();
  }
}

void Lowerer::declare(const ast::Variable& v) {
  const DeclInfo& info = p_[v];
  std::string name = name_of(v);
  switch (v.kind) {
    case ast::DeclKind::Let: {
      Value value = expression(*v.initializer);
      values_[v.id] = value;
      b_.name(ir::NamedKind::Let, std::move(name), b_.type(value), v.name_span, scope_, value);
      return;
    }
    case ast::DeclKind::Var: {
      Value initializer = v.initializer ? expression(*v.initializer) : Value();
      b_.at(v.span, scope_);
      Value p = b_.var(info.type, initializer);
      values_[v.id] = p;
      b_.name(ir::NamedKind::Var, std::move(name), info.type, v.name_span, scope_, p);
      return;
    }
    case ast::DeclKind::Const:
      if (info.value && !p_.types.is_abstract(info.type)) {
        Value value = b_.constant(p_.constants, info.value);
        b_.name(ir::NamedKind::Const, std::move(name), info.type, v.name_span, scope_, value);
      }
      return;
    default: return;
  }
}

void Lowerer::assign(const ast::Assign& s) {
  auto here = [&] { b_.at(s.span, scope_); };
  switch (s.kind) {
    // https://www.w3.org/TR/WGSL/#phony-assignment-section
    case ast::StmtKind::PhonyAssign: {
      if (p_[*s.rhs].value) return;
      Value v = expression(*s.rhs);
      // An override that is only named here is still evaluated with the pipeline: something has to use it.
      here();
      if (v.is(ir::ValueKind::Override)) b_.construct(b_.module().types.vector(2, b_.type(v)), {v});
      return;
    }
    // https://www.w3.org/TR/WGSL/#simple-assignment-section
    case ast::StmtKind::Assign: {
      Value to = pointer(*s.lhs);
      Value v = expression(*s.rhs);
      here();
      b_.store(to, v);
      return;
    }
    // https://www.w3.org/TR/WGSL/#compound-assignment-sec: the reference is evaluated once.
    case ast::StmtKind::CompoundAssign: {
      Value to = pointer(*s.lhs);
      here();
      Value old = b_.load(to);
      Value v = expression(*s.rhs);
      here();
      Value result = b_.binary(s.op, value_type(*s.lhs), old, v);
      runtime_flag(result, 1, *s.rhs);
      b_.store(to, result);
      return;
    }
    // https://www.w3.org/TR/WGSL/#increment-decrement
    default: {
      Value to = pointer(*s.lhs);
      here();
      Value old = b_.load(to);
      TypeId type = b_.type(old);
      ir::BinaryOp op = s.kind == ast::StmtKind::Increment ? ir::BinaryOp::Add : ir::BinaryOp::Subtract;
      b_.store(to, b_.binary(op, type, old, b_.integer(type, 1)));
      return;
    }
  }
}

void Lowerer::if_statement(const ast::If& s) {
  // `else if` is an If in the else block of the one before it. WGSL has no limit for such a chain, but what reads the
  // module has one for nesting: a long chain is cut, and a variable says that the rest is still to be tried.
  constexpr size_t kChain = 32;
  size_t count = s.clauses.size();
  Value pending;
  if (count > kChain) {
    b_.at(s.span, scope_);
    pending = b_.var(lang::kBoolType, b_.boolean(false));
  }
  for (size_t begin = 0; begin < count; begin += kChain) {
    size_t end = std::min(begin + kChain, count);
    if (begin) {
      b_.at(s.span, scope_);
      b_.begin_if(b_.load(pending));
      b_.store(pending, b_.boolean(false));
    }
    for (size_t i = begin; i < end; ++i) {
      const ast::IfClause& clause = s.clauses[i];
      if (i > begin) b_.begin_else();
      Value condition = expression(*clause.condition);
      b_.at(clause.span, scope_);
      b_.begin_if(condition);
      block(*clause.body);
    }
    if (end < count) {
      b_.begin_else();
      b_.store(pending, b_.boolean(true));
    } else if (s.otherwise) {
      b_.begin_else();
      block(*s.otherwise);
    }
    for (size_t i = begin; i < end; ++i) b_.end_if();
    if (begin) b_.end_if();
  }
}

void Lowerer::switch_statement(const ast::Switch& s) {
  Value selector = expression(*s.selector);
  b_.at(s.span, scope_);
  b_.begin_switch(selector);
  for (const ast::CaseClause& clause : s.clauses) {
    std::vector<Value> selectors;
    for (const ast::Expr* e : clause.selectors)
      if (e) selectors.push_back(constant(*e));
    b_.begin_case(selectors, clause.is_default);
    block(*clause.body);
    b_.end_case();
  }
  b_.end_switch();
}

void Lowerer::loop_statement(const ast::Loop& s) {
  b_.at(s.span, scope_);
  b_.begin_loop();
  {
    ScopeGuard guard(*this, s.body->span);
    statements(*s.body);
    if (s.continuing) {
      // Sees what the body declares.
      b_.begin_continuing();
      block(*s.continuing);
    }
  }
  b_.end_loop();
}

// Leaves the loop unless the condition holds.
void Lowerer::loop_condition(const ast::Expr& condition) {
  Value c = expression(condition);
  at(condition);
  b_.begin_if(c);
  b_.begin_else();
  b_.brk();
  b_.end_if();
}

void Lowerer::for_statement(const ast::For& s) {
  ScopeGuard guard(*this, s.span);
  if (s.initializer) statement(*s.initializer);
  b_.at(s.span, scope_);
  b_.begin_loop();
  if (s.condition) loop_condition(*s.condition);
  block(*s.body);
  if (s.update) {
    b_.begin_continuing();
    statement(*s.update);
  }
  b_.end_loop();
}

void Lowerer::while_statement(const ast::While& s) {
  b_.at(s.span, scope_);
  b_.begin_loop();
  loop_condition(*s.condition);
  block(*s.body);
  b_.end_loop();
}

}  // namespace vitrine::wgsl
