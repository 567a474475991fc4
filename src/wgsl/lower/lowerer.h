// The state of one lowering; private to this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/builder.h"
#include "ir/ir.h"
#include "wgsl/ast.h"
#include "wgsl/program.h"

namespace vitrine::wgsl {

class Lowerer {
 public:
  Lowerer(const Program& program, ir::Module& module);
  void run();

 private:
  using Value = ir::Value;
  using TypeId = lang::TypeId;

  // -- lower.cc: module scope --
  void lower_override(const ast::Variable& decl);
  void lower_global(const ast::Variable& decl);
  void lower_function(const ast::Function& decl);
  void lower_override_counts();
  // An expression of module scope: a constant, an override, or an instruction of the module scope.
  Value module_expression(const ast::Expr& e);
  std::string name_of(const ast::Decl& d) const { return std::string(p_.text(d.name)); }

  // -- expression.cc --
  // The value of an expression after the load rule. None for a call that returns nothing.
  Value expression(const ast::Expr& e);
  // The pointer of an expression of a reference type, no load.
  Value pointer(const ast::Expr& e);
  Value evaluate(const ast::Expr& e);
  Value identifier(const ast::Expr& e);
  Value unary(const ast::Unary& e);
  Value binary(const ast::Binary& e);
  Value logical(const ast::Binary& e);
  Value call(const ast::Call& e);
  Value construct(const ast::Call& e, const CallInfo& info);
  // Walks a[i].b[j] down to what is not an access any more, collecting indexes from the outside in. Gives the pointer
  // or the value that the indexes apply to.
  struct Index {
    Value value;
    const ast::Expr* written;  // null: a member
  };
  Value access_base(const ast::Expr& e, bool want_pointer, std::vector<Index>& indexes);
  Value access(const ast::Expr& e, bool want_pointer);
  void print(const ast::Call& e, const CallInfo& info);
  Value constant(const ast::Expr& e);
  bool is_reference(TypeId t) const { return p_.types.kind(t) == lang::TypeKind::Reference; }
  bool is_pointer(TypeId t) const { return p_.types.kind(t) == lang::TypeKind::Pointer; }
  TypeId value_type(const ast::Expr& e) const;
  void at(const ast::Expr& e) { b_.at(e.span, scope_); }
  Value override_flag(const ast::Expr& e, Value v);
  void runtime_flag(Value v, uint32_t n, const ast::Expr& e);

  // -- statement.cc --
  void block(const ast::Block& s, bool own_scope = true);
  void statements(const ast::Block& s);
  void statement(const ast::Stmt& s);
  void declare(const ast::Variable& v);
  void assign(const ast::Assign& s);
  void if_statement(const ast::If& s);
  void switch_statement(const ast::Switch& s);
  void loop_statement(const ast::Loop& s);
  void for_statement(const ast::For& s);
  void while_statement(const ast::While& s);
  void loop_condition(const ast::Expr& condition);

  struct ScopeGuard {
    ScopeGuard(Lowerer& l, SourceSpan span) : lowerer(l), outer(l.scope_) { l.scope_ = l.b_.add_scope(span, outer); }
    ~ScopeGuard() { lowerer.scope_ = outer; }
    Lowerer& lowerer;
    ir::ScopeId outer;
  };

  const Program& p_;
  ir::Module& m_;
  ir::Builder b_;
  ir::ScopeId scope_;
  std::vector<Value> values_;             // by Decl::id: what a name stands for; of a var its pointer
  std::vector<ir::FunctionId> functions_;  // by Decl::id
  std::vector<const EntryPoint*> entry_of_;      // by Decl::id; null: none
  std::vector<const OverrideInfo*> override_of_;
};

}  // namespace vitrine::wgsl
