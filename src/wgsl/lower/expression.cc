// https://www.w3.org/TR/WGSL/#expressions
#include "ir/transform/overrides.h"
#include "wgsl/lower/lowerer.h"

namespace vitrine::wgsl {

lang::TypeId Lowerer::value_type(const ast::Expr& e) const {
  TypeId t = p_[e].type;
  if (!is_reference(t)) return t;
  t = p_.types.store_type(t);
  return p_.types.kind(t) == lang::TypeKind::Atomic ? p_.types[t].element : t;
}

ir::Value Lowerer::constant(const ast::Expr& e) { return b_.constant(p_.constants, p_[e].value); }

// What depends on overrides only is evaluated when the pipeline is made.
ir::Value Lowerer::override_flag(const ast::Expr& e, Value v) {
  if (v && p_[e].stage == EvalStage::Override) b_.flag(v, ir::kOverrideExpression);
  return v;
}

// A `let` is of the run time, even where its value is known when the pipeline is made.
void Lowerer::runtime_flag(Value v, uint32_t n, const ast::Expr& e) {
  if (!v.is_inst() || m_.overrides.empty() || p_[e].stage != EvalStage::Runtime) return;
  const ir::Function& f = b_.function();
  Value operand = f.operand(f.insts[v.index()], n);
  bool known = operand.is_inst() ? (f.insts[operand.index()].flags & ir::kOverrideExpression) != 0
                                 : !operand.is(ir::ValueKind::Param) && !operand.is(ir::ValueKind::Global);
  if (known) b_.flag(v, ir::runtime_operand(n));
}

ir::Value Lowerer::expression(const ast::Expr& e) {
  const ExprInfo& info = p_[e];
  if (info.value) return constant(e);
  // https://www.w3.org/TR/WGSL/#load-rule
  if (info.loads && is_reference(info.type)) {
    Value from = pointer(e);
    at(e);
    return b_.load(from);
  }
  return override_flag(e, evaluate(e));
}

ir::Value Lowerer::evaluate(const ast::Expr& e) {
  switch (e.kind) {
    case ast::ExprKind::Ident: return identifier(e);
    case ast::ExprKind::Call: return call(ast::as<ast::Call>(e));
    case ast::ExprKind::Unary: return unary(ast::as<ast::Unary>(e));
    case ast::ExprKind::Binary: return binary(ast::as<ast::Binary>(e));
    case ast::ExprKind::Index:
    case ast::ExprKind::Member: return access(e, /*want_pointer=*/is_reference(p_[e].type));
    default: return {};  // literals are constants
  }
}

ir::Value Lowerer::identifier(const ast::Expr& e) {
  const ExprInfo& info = p_[e];
  if (info.meaning != Meaning::Variable) return {};
  const DeclInfo& named = p_.named(e);
  if (values_[named.decl->id]) return values_[named.decl->id];
  // A const declaration used where its own constant was not attached.
  if (named.value) return b_.constant(p_.constants, named.value);
  return {};
}

ir::Value Lowerer::pointer(const ast::Expr& e) {
  switch (e.kind) {
    case ast::ExprKind::Ident: return identifier(e);
    case ast::ExprKind::Unary: {
      // https://www.w3.org/TR/WGSL/#indirection: *p is what p points to.
      const auto& u = ast::as<ast::Unary>(e);
      if (u.op == ast::UnaryOp::Indirection) return expression(*u.operand);
      return {};
    }
    case ast::ExprKind::Index:
    case ast::ExprKind::Member: return access(e, /*want_pointer=*/true);
    default: return {};
  }
}

// https://www.w3.org/TR/WGSL/#array-access-expr, #struct-access-expr, #component-reference-from-vector-memory-view
ir::Value Lowerer::access_base(const ast::Expr& e, bool want_pointer, std::vector<Index>& indexes) {
  const ast::Expr* object = nullptr;
  Value index;
  if (e.kind == ast::ExprKind::Index && !(p_[e].value)) {
    object = ast::as<ast::IndexAccess>(e).object;
  } else if (e.kind == ast::ExprKind::Member && !(p_[e].value)) {
    const AccessInfo& info = p_.access(e);
    if (info.swizzle && info.count != 1) {
      object = nullptr;  // a swizzle makes a new vector: the chain starts there
    } else {
      object = ast::as<ast::MemberAccess>(e).object;
      index = b_.u32(info.swizzle ? info.components[0] : info.member);
    }
  }
  if (!object) return want_pointer ? pointer(e) : expression(e);

  const ExprInfo& below = p_[*object];
  Value base;
  if (is_pointer(below.type) || (is_reference(below.type) && is_pointer(p_.types.store_type(below.type)))) {
    base = expression(*object);  // through a pointer: p.member is (*p).member
  } else if (want_pointer) {
    base = access_base(*object, true, indexes);
  } else if (is_reference(below.type) && below.loads) {
    base = expression(*object);
  } else {
    base = access_base(*object, false, indexes);
  }
  const ast::Expr* written = e.kind == ast::ExprKind::Index ? ast::as<ast::IndexAccess>(e).index : nullptr;
  if (written) index = expression(*written);
  indexes.push_back({index, written});
  return base;
}

ir::Value Lowerer::access(const ast::Expr& e, bool want_pointer) {
  if (e.kind == ast::ExprKind::Member) {
    const AccessInfo& info = p_.access(e);
    if (info.swizzle && info.count != 1) {
      const ast::Expr& object = *ast::as<ast::MemberAccess>(e).object;
      Value v = expression(object);
      if (is_pointer(p_[object].type)) {
        at(object);
        v = b_.load(v);
      } else if (is_reference(p_[object].type) && !p_[object].loads) {
        v = b_.load(pointer(object));
      }
      at(e);
      return b_.swizzle(v, {info.components, info.count});
    }
  }
  std::vector<Index> indexes;
  Value base = access_base(e, want_pointer, indexes);
  at(e);
  if (!base) return {};
  // Parts of a constant that a `let` names are constants.
  size_t folded = 0;
  while (!want_pointer && base.is_constant() && folded < indexes.size() && indexes[folded].value.is_constant() &&
         m_.constant(indexes[folded].value).bits < m_.types.element_count(b_.type(base)))
    base = m_.element(base.constant(), m_.constant(indexes[folded++].value).bits);
  indexes.erase(indexes.begin(), indexes.begin() + static_cast<ptrdiff_t>(folded));
  if (indexes.empty()) return base;
  std::vector<Value> values;
  for (const Index& i : indexes) values.push_back(i.value);
  Value v = want_pointer ? b_.access(base, values) : b_.extract(base, values);
  for (uint32_t n = 0; n < indexes.size(); ++n)
    if (indexes[n].written) runtime_flag(v, n + 1, *indexes[n].written);
  return v;
}

ir::Value Lowerer::unary(const ast::Unary& e) {
  switch (e.op) {
    case ast::UnaryOp::AddressOf: return pointer(*e.operand);
    case ast::UnaryOp::Indirection: return expression(*e.operand);
    default: break;
  }
  Value v = expression(*e.operand);
  at(e);
  switch (e.op) {
    case ast::UnaryOp::Negate: return b_.unary(ir::UnaryOp::Negate, v);
    case ast::UnaryOp::Not: return b_.unary(ir::UnaryOp::Not, v);
    default: return b_.unary(ir::UnaryOp::Complement, v);
  }
}

ir::Value Lowerer::binary(const ast::Binary& e) {
  if (e.op == ast::BinaryOp::LogicalAnd || e.op == ast::BinaryOp::LogicalOr) return logical(e);
  Value lhs = expression(*e.lhs);
  Value rhs = expression(*e.rhs);
  at(e);
  Value v = b_.binary(e.op, p_[e].type, lhs, rhs);
  runtime_flag(v, 0, *e.lhs);
  runtime_flag(v, 1, *e.rhs);
  return v;
}

// https://www.w3.org/TR/WGSL/#logical-expr: the right side is evaluated only when the left one does not decide.
ir::Value Lowerer::logical(const ast::Binary& e) {
  bool is_and = e.op == ast::BinaryOp::LogicalAnd;
  // A constant on the left decides, or does not matter. What it makes unreachable has not been evaluated.
  if (p_[*e.lhs].value) {
    bool left = p_.constants.as_bool(p_[*e.lhs].value);
    return left == is_and ? expression(*e.rhs) : b_.boolean(left);
  }
  Value lhs = expression(*e.lhs);
  // What a constant decides was not evaluated by the checker either.
  if (lhs.is_constant()) return (m_.constant(lhs).bits != 0) == is_and ? expression(*e.rhs) : lhs;
  at(e);
  b_.begin_if(lhs, lang::kBoolType);
  ir::LocationId here = b_.location();
  auto right = [&] {
    Value rhs = expression(*e.rhs);
    b_.at(here);
    override_flag(e, rhs);
    b_.yield(rhs);
  };
  if (is_and) right();
  else b_.yield(b_.boolean(true));
  b_.begin_else();
  if (is_and) b_.yield(b_.boolean(false));
  else right();
  return b_.end_if();
}

// https://www.w3.org/TR/WGSL/#function-call-expr
ir::Value Lowerer::call(const ast::Call& e) {
  const CallInfo& info = p_.call(e);
  switch (info.kind) {
    case CallKind::Construct: return construct(e, info);
    case CallKind::Printf: print(e, info); return {};
    case CallKind::Function:
    case CallKind::Builtin: break;
  }
  std::vector<Value> args;
  args.reserve(e.args.size());
  for (const ast::Expr* a : e.args) args.push_back(expression(*a));
  at(e);
  if (info.kind == CallKind::Function) return b_.call(functions_[info.function->id], args);
  if (info.builtin == lang::Builtin::Bitcast && args.size() == 1)
    return b_.type(args[0]) == p_[e].type ? args[0] : b_.bitcast(p_[e].type, args[0]);
  Value v = b_.builtin(info.builtin, p_[e].type, args);
  for (uint32_t n = 0; n < e.args.size(); ++n) runtime_flag(v, n, *e.args[n]);
  return v;
}

// https://www.w3.org/TR/WGSL/#constructor-builtin-function
ir::Value Lowerer::construct(const ast::Call& e, const CallInfo& info) {
  TypeId type = p_[e].type;
  std::vector<Value> args;
  args.reserve(e.args.size());
  for (const ast::Expr* a : e.args) args.push_back(expression(*a));
  at(e);
  if (info.form == lang::ConstructorForm::Zero || args.empty()) return b_.zero(type);
  if (info.form == lang::ConstructorForm::Convert)
    return b_.type(args[0]) == type ? args[0] : b_.convert(type, args[0]);
  return b_.construct(type, args);
}

void Lowerer::print(const ast::Call& e, const CallInfo& info) {
  const PrintfCall& call = p_.prints[info.print];
  ir::PrintSite site;
  site.format = std::string(call.format);
  site.span = e.span;
  site.format_span = call.format_span;
  std::vector<Value> args;
  for (size_t i = 1; i < e.args.size(); ++i) {
    args.push_back(expression(*e.args[i]));
    site.args.push_back(b_.type(args.back()));
  }
  at(e);
  ir::PrintSiteId id = m_.print_sites.add(std::move(site));
  b_.print(id, args);
}

}  // namespace vitrine::wgsl
