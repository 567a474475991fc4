// https://www.w3.org/TR/WGSL/#expressions
#include <algorithm>

#include "diag/rule.h"
#include "wgsl/lex/predeclared.h"
#include "wgsl/resolve/evaluate.h"
#include "wgsl/resolve/resolver.h"
#include "wgsl/resolve/rules.h"
#include "wgsl/suggest.h"

namespace vitrine::wgsl {

using ast::DeclKind;
using ast::ExprKind;
using diag::Help;
using lang::TypeKind;

RULE(value_expected, ShaderCreation, "wgsl:expressions", "74b05e09", "{0} is {1} and no value", Name, Text);
RULE(call_without_value, ShaderCreation, "wgsl:function-calls", "", "{0} returns nothing, and a value is needed here",
     Name);
RULE(load_type, ShaderCreation, "wgsl:load-rule", "8742515e 6424e872 cd1061c1",
     "{0} has type {1}, which cannot be read as a whole", Name, Name);
RULE(load_write_only, ShaderCreation, "wgsl:load-rule", "", "{0} is {1} and cannot be read", Name, Text);
RULE(type_mismatch, ShaderCreation, "wgsl:type-checking-section",
     "0403a89e 8af44214 a99036c4 14d9a103 4186bb19 17a4a091", "{0} has type {1} where {2} needs {3}", Name, Name, Text,
     Name);
RULE(unary_operand_type, ShaderCreation, "wgsl:arithmetic-expr", "", "the operator {0} does not take {1} of type {2}",
     Name, Name, Name);
RULE(binary_operand_types, ShaderCreation, "wgsl:arithmetic-expr", "",
     "the operator {0} does not take {1} of type {2} with {3} of type {4}", Name, Name, Name, Name, Name);
RULE(address_of_value, ShaderCreation, "wgsl:address-of-expr", "",
     "`&` needs a variable, and {0} is a value of type {1}", Name, Name);
RULE(address_of_component, ShaderCreation, "wgsl:address-of-expr", "3b25c825",
     "`&` cannot take the address of {0}, a component of a vector", Name);
RULE(address_of_handle, ShaderCreation, "wgsl:address-of-expr", "c8560e01", "`&` cannot take the address of {0}, a {1}",
     Name, Text);
RULE(indirection_of_value, ShaderCreation, "wgsl:indirection-expr", "", "`*` needs a pointer, and {0} has type {1}",
     Name, Name);
RULE(index_base_type, ShaderCreation, "wgsl:composite-value-decomposition-expr", "",
     "{0} has type {1}, which has no elements", Name, Name);
RULE(index_type, ShaderCreation, "wgsl:composite-value-decomposition-expr", "91c1eb91",
     "the index {0} has type {1} and not i32 or u32", Name, Name);
RULE(member_base_type, ShaderCreation, "wgsl:composite-value-decomposition-expr", "",
     "{0} has type {1}, which has no members", Name, Name);
RULE(member_unknown, ShaderCreation, "wgsl:struct-access-expr", "", "the structure {0} has no member {1}", Name, Name);
RULE(swizzle_letters, ShaderCreation, "wgsl:vector-access-expr", "5d569de6 94b52164",
     "{0} names no components of a {1}: {2}", Name, Name, Text);
RULE(swizzle_range, ShaderCreation, "wgsl:vector-access-expr", "3133f105", "{0} names component {1}, and a {2} has {3}",
     Name, Name, Name, uint64_t);
RULE(pointer_access_needs_feature, ShaderCreation, "wgsl:language-extensions-sec", "",
     "{0} is a pointer, and access through it without `*` needs the language feature `pointer_composite_access`", Name);
RULE(not_a_template, ShaderCreation, "wgsl:template-lists-sec", "", "{0} takes no template arguments", Name);
RULE(const_expression_needed, ShaderCreation, "wgsl:const-expr", "61e0099f b0469571 f877605e 189dfddd fbf9d2fc",
     "{0} must be a const-expression, and {1} is known only {2}", Text, Name, Text);
RULE(override_expression_needed, ShaderCreation, "wgsl:override-expr", "29e3707e 2813e774 8688ba18",
     "{0} must be known when the pipeline is created, and {1} is known only when the shader runs", Text, Name);
RULE(condition_type, ShaderCreation, "wgsl:if-statement", "407cdaac ec59a336 11a77775 8f6212f5 fa5894ff",
     "the condition of {0} must be a bool, and {1} has type {2}", Name, Name, Name);
RULE(f16_literal_needs_enable, ShaderCreation, "wgsl:numeric-literals", "70b72d40",
     "{0} is an f16, and `enable f16;` is missing", Name);

std::string Resolver::text(const Expr& e) const {
  std::string_view s = m_.text(e.span);
  size_t line = s.find_first_of("\r\n");
  if (line == std::string_view::npos && s.size() <= 60) return std::string(s);
  return std::string(s.substr(0, std::min<size_t>(line, 57))) + "...";
}

diag::Diagnostic Resolver::with_source(diag::Diagnostic d, const Expr& e) {
  if (e.kind != ExprKind::Ident || info(e).meaning != Meaning::Variable) return d;
  const Decl* decl = p_.declarations[info(e).detail].decl;
  if (!decl) return d;
  std::string said = "`" + std::string(text(decl->name)) + "`";
  ConstantId value = decl->kind == DeclKind::Const ? info(e).value : ConstantId{};
  if (value && p_.types.is_scalar(p_.constants.type_of(value))) {
    std::string shown = p_.constants.to_text(value);
    // Without the suffix: the type is not what is told here.
    if (shown.size() > 1 && std::string_view("iufh").find(shown.back()) != std::string_view::npos &&
        shown[shown.size() - 2] <= '9')
      shown.pop_back();
    return std::move(d).note(place(decl->span), said + " is " + shown + ", computed here");
  }
  return std::move(d).note(place(decl->name_span), said + " is declared here");
}

Resolver::TypeId Resolver::expression(const Expr* e) {
  switch (e->kind) {
    case ExprKind::Error:
      return error(*e);
    case ExprKind::Bool: {
      ExprInfo& i = info(*e);
      i.stage = EvalStage::Const;
      i.value = p_.constants.boolean(ast::as<ast::BoolLiteral>(*e).value);
      return i.type = lang::kBoolType;
    }
    case ExprKind::Int: {
      const auto& n = ast::as<ast::IntLiteral>(*e);
      ExprInfo& i = info(*e);
      i.stage = EvalStage::Const;
      i.type = n.suffix == ast::NumberSuffix::I   ? lang::kI32Type
               : n.suffix == ast::NumberSuffix::U ? lang::kU32Type
                                                  : lang::kAbstractIntType;
      i.value = p_.constants.scalar(i.type, static_cast<uint64_t>(n.value));
      return i.type;
    }
    case ExprKind::Float: {
      const auto& n = ast::as<ast::FloatLiteral>(*e);
      ExprInfo& i = info(*e);
      i.stage = EvalStage::Const;
      i.type = n.suffix == ast::NumberSuffix::F   ? lang::kF32Type
               : n.suffix == ast::NumberSuffix::H ? lang::kF16Type
                                                  : lang::kAbstractFloatType;
      if (i.type == lang::kF16Type && !enabled(lang::EnableExtension::F16)) {
        if (!lost_directive_ && !wanted_.has(lang::EnableExtension::F16))
          report(e->span, f16_literal_needs_enable(name(*e)).help(enable_help(lang::EnableExtension::F16)));
        wanted_.add(lang::EnableExtension::F16);
        return error(*e);
      }
      i.value = p_.constants.floating(i.type, n.value);
      return i.type;
    }
    case ExprKind::String:
      return error(*e);
    case ExprKind::Ident:
      return identifier(ast::as<ast::Ident>(*e));
    case ExprKind::Call:
      return call(ast::as<ast::Call>(*e), false);
    case ExprKind::Unary: {
      const auto& u = ast::as<ast::Unary>(*e);
      if (u.op == ast::UnaryOp::AddressOf) return address_of(u);
      if (u.op == ast::UnaryOp::Indirection) return indirection(u);
      return unary(u);
    }
    case ExprKind::Binary:
      return binary(ast::as<ast::Binary>(*e));
    case ExprKind::Index:
      return index(ast::as<ast::IndexAccess>(*e));
    case ExprKind::Member:
      return member(ast::as<ast::MemberAccess>(*e));
  }
  return error(*e);
}

Resolver::TypeId Resolver::value(const Expr* e) {
  expression(e);
  return load(e);
}

// What stands where a value or a type belongs, when it is neither; empty otherwise.
std::string_view Resolver::words_for(Meaning meaning) {
  switch (meaning) {
    case Meaning::Function:
    case Meaning::Builtin: return "a function";
    case Meaning::Enumerant: return "a name for a template argument";
    default: return {};
  }
}

// https://www.w3.org/TR/WGSL/#load-rule
Resolver::TypeId Resolver::load(const Expr* e) {
  ExprInfo& i = info(*e);
  if (is_error(i.type)) return i.type;
  std::string_view what = i.meaning == Meaning::Type ? "a type" : words_for(i.meaning);
  if (!what.empty()) {
    // A declaration of that name was not read, or the same is wrong once more.
    if (e->kind == ExprKind::Ident && i.meaning != Meaning::Type) {
      uint32_t symbol = ast::as<ast::Ident>(*e).name.value;
      bool lost = m_.lost_name || (symbol < m_.lost.size() && m_.lost[symbol]);
      if (lost || !misused_.insert(symbol).second) return error(*e);
    }
    diag::Diagnostic d = value_expected(name(*e), Text{std::string(what)});
    if (i.meaning == Meaning::Type)
      std::move(d).help("to make a value of it write `" + text(*e) + "(...)`");
    else if (i.meaning != Meaning::Enumerant)
      std::move(d).help("to call it write `" + text(*e) + "(...)`");
    report(e->span, std::move(d));
    return error(*e);
  }
  if (i.type == lang::kVoidType) {
    report(e->span, call_without_value(name(e->kind == ExprKind::Call ? *ast::as<ast::Call>(*e).callee : *e)));
    return error(*e);
  }
  const lang::Type& t = p_.types[i.type];
  if (t.kind != TypeKind::Reference) return i.type;
  TypeId store = t.element;
  if (i.loads) return store;
  if (t.access == lang::AccessMode::Write) {
    report(e->span, load_write_only(name(*e), Text{"write-only"}));
    return error(*e);
  }
  if (!p_.types.is_constructible(store) && t.space != lang::AddressSpace::Handle) {
    diag::Diagnostic d = load_type(name(*e), name(store));
    if (p_.types.kind(store) == TypeKind::Atomic)
      std::move(d).help(Help{
          "read it with `atomicLoad(&" + text(*e) + ")`",
          {{SourceSpan{e->span.begin, e->span.begin}, "atomicLoad(&"}, {SourceSpan{e->span.end, e->span.end}, ")"}},
          true});
    else if (p_.types.contains_runtime_array(store))
      std::move(d).help("its length is known only when the shader runs: read its elements");
    else
      std::move(d).help("read its members or elements one by one");
    report(e->span, with_source(std::move(d), *e));
    return error(*e);
  }
  i.loads = true;
  note_read(e);
  return store;
}

bool Resolver::materialize(const Expr* e, TypeId target) {
  ExprInfo& i = info(*e);
  if (i.loads || i.type == target) return true;
  if (i.value && !evaluate_) {
    i.value = {};
  } else if (i.value) {
    const Expr* operand[] = {e};
    eval_at_ = e;
    eval_operands_ = operand;
    std::optional<ConstantId> v = evaluator_.convert(i.value, target);
    if (!v) {
      error(*e);
      return false;
    }
    i.value = *v;
  }
  i.type = target;
  return true;
}

diag::Diagnostic Resolver::with_conversion(diag::Diagnostic d, const Expr& expr, TypeId from, TypeId target) {
  const Expr* e = &expr;
  TypeId to_scalar = p_.types.scalar_of(target);
  bool scalars = p_.types.is_scalar(from) && p_.types.is_scalar(target);
  bool vectors = p_.types.kind(from) == TypeKind::Vector && p_.types.kind(target) == TypeKind::Vector &&
                 p_.types[from].rows == p_.types[target].rows;
  if (scalars || vectors) {
    std::string to = shown(target);
    // Cutting off a fraction is not what everybody wants, so the edit is a proposal.
    bool certain = false;
    std::move(d).help(
        Help{"convert it: `" + to + "(" + text(*e) + ")`",
             {{SourceSpan{e->span.begin, e->span.begin}, to + "("}, {SourceSpan{e->span.end, e->span.end}, ")"}},
             certain});
  } else if (p_.types.kind(target) == TypeKind::Vector && p_.types.is_scalar(from) &&
             lang::conversion_rank(p_.types, from, to_scalar)) {
    std::move(d).help("to fill every component write `" + shown(target) + "(" + text(*e) + ")`");
  } else if (p_.types.kind(from) == TypeKind::Pointer && p_.types[from].element == target) {
    std::move(d).help(
        Help{"read what it points to: `*" + text(*e) + "`", {{SourceSpan{e->span.begin, e->span.begin}, "*"}}, true});
  } else if (p_.types.kind(target) == TypeKind::Pointer && p_.types[target].element == from) {
    std::move(d).help(Help{
        "pass its address: `&" + text(*e) + "`", {{SourceSpan{e->span.begin, e->span.begin}, "&"}}, info(*e).loads});
  }
  return d;
}

bool Resolver::convert(const Expr* e, TypeId target, const std::string& context) {
  TypeId from = load(e);
  if (is_error(from) || is_error(target)) return false;
  if (from == target) return true;
  if (lang::conversion_rank(p_.types, from, target)) return materialize(e, target);
  report(e->span, with_source(with_conversion(type_mismatch(name(*e), name(from), Text{context}, name(target)), *e, from, target), *e));
  error(*e);
  return false;
}

Resolver::TypeId Resolver::concretize(const Expr* e) {
  TypeId t = load(e);
  if (is_error(t)) return t;
  TypeId c = lang::concretize(p_.types, t);
  if (c != t && !materialize(e, c)) return lang::kErrorType;
  return c;
}

Resolver::TypeId Resolver::identifier(const ast::Ident& id) {
  uint32_t named = names_.of_expression[id.id];
  if (named == Names::kNone) return error(id);
  ExprInfo& i = info(id);
  if (named == Names::kPredeclared) {
    const Predeclared& p = *find_predeclared(id.name);
    if (is_type(p)) {
      TypeId t = type_of_ident(id);
      ExprInfo& again = info(id);
      again.meaning = Meaning::Type;
      again.stage = EvalStage::Const;
      return again.type = t;
    }
    i.meaning = p.kind == PredeclaredKind::Builtin ? Meaning::Builtin : Meaning::Enumerant;
    return i.type = lang::kVoidType;
  }
  const DeclInfo& d = p_.declarations[named];
  if (id.has_template_list) {
    if (report_hidden_type(id)) return error(id);
    // What hides a predeclared type is told of once.
    diag::Diagnostic e = not_a_template(Name{std::string(text(id.name))}).note(place(d.decl->name_span), "declared here");
    if (!find_predeclared(id.name))
      report(id.span, std::move(e).help("take what stands in `<` and `>` away"));
    else if (hiding_.insert(named).second)
      report(id.span, std::move(e).help("it hides the predeclared `" + std::string(text(id.name)) + "`: rename it"));
    return error(id);
  }
  i.detail = named;
  switch (d.decl->kind) {
    case DeclKind::Struct:
    case DeclKind::Alias:
      i.meaning = Meaning::Type;
      i.stage = EvalStage::Const;
      return i.type = d.type;
    case DeclKind::Function:
      i.meaning = Meaning::Function;
      return i.type = lang::kVoidType;
    case DeclKind::Var:
      i.meaning = Meaning::Variable;
      if (is_error(d.type)) return error(id);
      i.type = p_.types.reference(d.space, d.type, d.access);
      return i.type;
    case DeclKind::Const:
      i.meaning = Meaning::Variable;
      i.stage = EvalStage::Const;
      i.value = d.value;
      return i.type = d.type;
    case DeclKind::Override:
      i.meaning = Meaning::Variable;
      i.stage = EvalStage::Override;
      return i.type = d.type;
    default:
      i.meaning = Meaning::Variable;
      return i.type = d.type;
  }
}

// -- operators --

Resolver::TypeId Resolver::unary(const ast::Unary& u) {
  TypeId t = value(u.operand);
  if (is_error(t)) return error(u);
  auto op = static_cast<lang::UnaryOp>(u.op);
  lang::Resolution r = lang::resolve(p_.types, op, {t, info(*u.operand).stage == EvalStage::Const});
  if (!r) {
    diag::Diagnostic d = unary_operand_type(Name{std::string(lang::to_text(op))}, name(*u.operand), name(t));
    if (op == lang::UnaryOp::Negate && p_.types.scalar_of(t) == lang::kU32Type)
      std::move(d).help("a u32 has no sign: convert it to i32, or write `~x + 1u`");
    else if (op == lang::UnaryOp::Not && p_.types.is_integer(t))
      std::move(d).help("compare it: `" + text(*u.operand) + " == 0`");
    else if (op == lang::UnaryOp::Not && p_.types.is_float(t))
      std::move(d).help("compare it: `" + text(*u.operand) + " == 0.0`");
    report(u.op_span, with_source(std::move(d), *u.operand));
    return error(u);
  }
  if (!materialize(u.operand, r->parameters[0])) return error(u);
  ExprInfo& i = info(u);
  i.type = r->result;
  i.stage = info(*u.operand).stage;
  if (ConstantId v = info(*u.operand).value; v && evaluate_) {
    const Expr* operands[] = {u.operand};
    evaluate(u, operands, [&] { return evaluator_.unary(op, v, r->result); });
  }
  return info(u).type;
}

Resolver::TypeId Resolver::binary(const ast::Binary& first) {
  // Left operands in a loop: chains of hundreds need no stack.
  size_t mark = scratch_.size();
  const Expr* e = &first;
  while (e->kind == ExprKind::Binary) {
    scratch_.push_back(e);
    const auto& b = ast::as<ast::Binary>(*e);
    e = b.lhs;
  }
  value(e);
  while (scratch_.size() > mark) {
    const auto& b = ast::as<ast::Binary>(*scratch_.back());
    scratch_.pop_back();
    binary_step(b);
  }
  return info(first).type;
}

// One operator whose left operand is resolved.
void Resolver::binary_step(const ast::Binary& b) {
  TypeId l = load(b.lhs);
  // https://www.w3.org/TR/WGSL/#logical-expr: the right side is not evaluated when the left decides.
  bool decided = false;
  if ((b.op == ast::BinaryOp::LogicalAnd || b.op == ast::BinaryOp::LogicalOr) && l == lang::kBoolType)
    if (ConstantId v = info(*b.lhs).value) decided = p_.constants.as_bool(v) == (b.op == ast::BinaryOp::LogicalOr);
  bool outer = evaluate_;
  if (decided) evaluate_ = false;
  TypeId r = value(b.rhs);
  evaluate_ = outer;
  if (is_error(l) || is_error(r)) {
    error(b);
    return;
  }
  bool lc = info(*b.lhs).stage == EvalStage::Const, rc = info(*b.rhs).stage == EvalStage::Const;
  TypeId result, lp, rp;
  // The by far most frequent cases need no search.
  if (l == r && !lang::is_comparison(b.op) && (l == lang::kF32Type || l == lang::kI32Type || l == lang::kU32Type) &&
      b.op <= ast::BinaryOp::Remainder) {
    result = lp = rp = l;
  } else {
    lang::Resolution found = lang::resolve(p_.types, b.op, {l, lc}, {r, rc});
    if (!found) {
      operator_mismatch(b, l, r);
      return;
    }
    result = found->result;
    lp = found->parameters[0];
    rp = found->parameters[1];
  }
  if (!materialize(b.lhs, lp) || !materialize(b.rhs, rp)) {
    error(b);
    return;
  }
  ExprInfo& i = info(b);
  i.type = result;
  i.stage = later(info(*b.lhs).stage, info(*b.rhs).stage);
  if (decided && i.stage == EvalStage::Const) {
    i.value = info(*b.lhs).value;
    return;
  }
  if (!evaluate_) return;
  ConstantId lv = info(*b.lhs).value, rv = info(*b.rhs).value;
  if (!lv && !rv) return;
  const Expr* operands[] = {b.lhs, b.rhs};
  if (lv && rv) {
    evaluate(b, operands, [&] { return evaluator_.binary(b.op, lv, rv, result); });
  } else {
    checked(b, operands, [&] {
      return evaluator_.check_binary(b.op, lp, lv ? std::optional(lv) : std::nullopt,
                                     rv ? std::optional(rv) : std::nullopt);
    });
  }
}

void Resolver::operator_mismatch(const ast::Binary& b, TypeId l, TypeId r) {
  error(b);
  if (reporter_.full()) return reporter_.count_only();
  diag::Diagnostic d =
      binary_operand_types(Name{std::string(lang::to_text(b.op))}, name(*b.lhs), name(l), name(*b.rhs), name(r));
  TypeId ls = p_.types.scalar_of(l), rs = p_.types.scalar_of(r);
  auto vector_or_scalar = [&](TypeId t) { return p_.types.is_scalar(t) || p_.types.kind(t) == TypeKind::Vector; };
  auto wrap = [&](const Expr& e, std::string to) {
    return Help{
        "convert " + std::string(&e == b.lhs ? "the left side" : "the right side") + ": `" + to + "(" + text(e) + ")`",
        {{SourceSpan{e.span.begin, e.span.begin}, to + "("}, {SourceSpan{e.span.end, e.span.end}, ")"}},
        false};
  };
  bool logical = b.op == ast::BinaryOp::LogicalAnd || b.op == ast::BinaryOp::LogicalOr;
  if (logical && ls == lang::kBoolType && rs == lang::kBoolType) {
    std::move(d).help(std::string("on vectors of bool write `") + (b.op == ast::BinaryOp::LogicalAnd ? "&" : "|") +
                      "`, or make one bool with `all` or `any`");
  } else if (logical) {
    std::move(d).help("numbers are no conditions: compare them with 0");
  } else if ((b.op == ast::BinaryOp::ShiftLeft || b.op == ast::BinaryOp::ShiftRight) && rs == lang::kI32Type) {
    std::move(d).help(wrap(*b.rhs, p_.types.is_scalar(r) ? "u32" : shown(p_.types.with_scalar(r, lang::kU32Type))));
  } else if (lang::is_comparison(b.op) && l == r && ls == lang::kBoolType) {
    std::move(d).help("bools have no order: only `==` and `!=`");
  } else if (ls != rs && vector_or_scalar(l) && vector_or_scalar(r) && ls != lang::kBoolType && rs != lang::kBoolType) {
    // To the float where one is: the other way loses what stands behind the point.
    bool left = p_.types.is_float(rs) && !p_.types.is_float(ls);
    const Expr& e = left ? *b.lhs : *b.rhs;
    TypeId shape = left ? l : r, scalar = left ? rs : ls;
    scalar = lang::concretize(p_.types, scalar);
    std::move(d).help(wrap(e, shown(p_.types.is_scalar(shape) ? scalar : p_.types.with_scalar(shape, scalar))));
  } else if (lang::is_comparison(b.op) && p_.types.kind(l) == TypeKind::Vector && p_.types.is_scalar(r)) {
    std::move(d).help(wrap(*b.rhs, shown(l)));
  } else if (lang::is_comparison(b.op) && p_.types.kind(r) == TypeKind::Vector && p_.types.is_scalar(l)) {
    std::move(d).help(wrap(*b.lhs, shown(r)));
  } else if (p_.types.kind(l) == TypeKind::Vector && p_.types.kind(r) == TypeKind::Vector && ls == rs) {
    std::move(d).help("both sides need the same number of components");
  } else if (b.op == ast::BinaryOp::Multiply && p_.types.kind(l) == TypeKind::Matrix) {
    std::move(d).help("a matrix of C columns and R rows multiplies a vector of C components, or a matrix of C rows");
  } else if (p_.types.kind(l) == TypeKind::Struct || p_.types.kind(l) == TypeKind::Array) {
    std::move(d).help("operators work on scalars, vectors and matrices: use the members or elements");
  } else if (p_.types.kind(l) == TypeKind::Pointer || p_.types.kind(r) == TypeKind::Pointer) {
    std::move(d).help("read what a pointer points to with `*`");
  }
  d = with_source(std::move(d), *b.lhs);
  if (text(*b.lhs) != text(*b.rhs)) d = with_source(std::move(d), *b.rhs);
  report(b.op_span, std::move(d));
}

// -- memory views --

Resolver::TypeId Resolver::address_of(const ast::Unary& u) {
  TypeId t = expression(u.operand);
  if (is_error(t)) return error(u);
  const lang::Type ref = p_.types[t];
  if (ref.kind != TypeKind::Reference || info(*u.operand).loads) {
    if (info(*u.operand).meaning != Meaning::Variable && info(*u.operand).meaning != Meaning::None) {
      load(u.operand);
      return error(u);
    }
    TypeId v = t == lang::kVoidType ? load(u.operand) : t;
    if (is_error(v)) return error(u);
    diag::Diagnostic d = address_of_value(name(*u.operand), name(v));
    if (u.operand->kind == ExprKind::Ident) std::move(d).help("only a `var` has an address: declare it with `var`");
    report(u.op_span, with_source(std::move(d), *u.operand));
    return error(u);
  }
  if (ref.space == lang::AddressSpace::Handle) {
    bool texture = p_.types.kind(ref.element) == TypeKind::Texture;
    report(u.op_span, address_of_handle(name(*u.operand), Text{texture ? "texture" : "sampler"})
                          .help("textures and samplers are passed as they are, without `&`"));
    return error(u);
  }
  const Expr* inner = u.operand;
  const Expr* base = inner->kind == ExprKind::Index    ? ast::as<ast::IndexAccess>(*inner).object
                     : inner->kind == ExprKind::Member ? ast::as<ast::MemberAccess>(*inner).object
                                                       : nullptr;
  if (base && p_.types.kind(p_.types.store_type(info(*base).type)) == TypeKind::Vector) {
    report(u.op_span,
           address_of_component(name(*u.operand)).help("copy it to a `var` and back, or pass the whole vector"));
    return error(u);
  }
  info(u).stage = EvalStage::Runtime;
  return info(u).type = p_.types.pointer(ref.space, ref.element, ref.access);
}

Resolver::TypeId Resolver::indirection(const ast::Unary& u) {
  TypeId t = value(u.operand);
  if (is_error(t)) return error(u);
  const lang::Type pointer = p_.types[t];
  if (pointer.kind != TypeKind::Pointer) {
    diag::Diagnostic d = indirection_of_value(name(*u.operand), name(t));
    if (u.op_span.begin > 0 && m_.source->text(SourceSpan{u.op_span.begin - 1, u.op_span.begin}) == "*")
      std::move(d).help("for a power write `pow(a, b)`");
    report(u.op_span, with_source(std::move(d), *u.operand));
    return error(u);
  }
  return info(u).type = p_.types.reference(pointer.space, pointer.element, pointer.access);
}

// https://www.w3.org/TR/WGSL/#composite-value-decomposition-expr
Resolver::TypeId Resolver::index(const ast::IndexAccess& a) {
  TypeId base = expression(a.object);
  lang::Type view = p_.types[base];
  if (view.kind != TypeKind::Reference && view.kind != TypeKind::Pointer) base = load(a.object);
  TypeId it = value(a.index);
  if (is_error(base) || is_error(it)) return error(a);
  bool memory = view.kind == TypeKind::Reference || view.kind == TypeKind::Pointer;
  TypeId store = memory ? view.element : base;
  TypeKind kind = p_.types.kind(store);
  if (kind != TypeKind::Vector && kind != TypeKind::Matrix && kind != TypeKind::Array) {
    diag::Diagnostic d = index_base_type(name(*a.object), name(store));
    if (kind == TypeKind::Struct) std::move(d).help("members are named: `" + text(*a.object) + ".name`");
    report(a.object->span, with_source(std::move(d), *a.object));
    return error(a);
  }
  if (view.kind == TypeKind::Pointer && !has(lang::LanguageFeature::PointerCompositeAccess)) {
    report(a.object->span,
           pointer_access_needs_feature(name(*a.object)).help("write `(*" + text(*a.object) + ")[...]`"));
    return error(a);
  }
  if (!p_.types.is_integer(it)) {
    diag::Diagnostic d = index_type(name(*a.index), name(it));
    if (p_.types.is_float(it)) std::move(d).help("convert it: `i32(" + text(*a.index) + ")`");
    report(a.index->span, with_source(std::move(d), *a.index));
    return error(a);
  }
  if (it == lang::kAbstractIntType && !materialize(a.index, lang::kI32Type)) return error(a);
  EvalStage stage = memory ? EvalStage::Runtime : later(info(*a.object).stage, info(*a.index).stage);
  if (!memory && info(*a.index).stage != EvalStage::Const && p_.types.is_abstract(store)) {
    store = concretize(a.object);
    if (is_error(store)) return error(a);
  }
  ExprInfo& i = info(a);
  i.stage = stage;
  TypeId element = p_.types.element_of(store);
  i.type = memory ? p_.types.reference(view.space, element, view.access) : element;
  if (ConstantId at = info(*a.index).value; at && evaluate_) {
    const Expr* operands[] = {a.object, a.index};
    ConstantId object = info(*a.object).value;
    if (!memory && object)
      evaluate(a, operands, [&] { return evaluator_.index(object, at); });
    else
      checked(a, operands, [&] { return evaluator_.check_index(store, at); });
  }
  return info(a).type;
}

Resolver::TypeId Resolver::member(const ast::MemberAccess& a) {
  TypeId base = expression(a.object);
  lang::Type view = p_.types[base];
  if (view.kind != TypeKind::Reference && view.kind != TypeKind::Pointer) base = load(a.object);
  if (is_error(base)) return error(a);
  bool memory = view.kind == TypeKind::Reference || view.kind == TypeKind::Pointer;
  TypeId store = memory ? view.element : base;
  TypeKind kind = p_.types.kind(store);
  std::string_view member_name = text(a.name);
  if (view.kind == TypeKind::Pointer && (kind == TypeKind::Vector || kind == TypeKind::Struct) &&
      !has(lang::LanguageFeature::PointerCompositeAccess)) {
    report(a.object->span, pointer_access_needs_feature(name(*a.object))
                               .help("write `(*" + text(*a.object) + ")." + std::string(member_name) + "`"));
    return error(a);
  }
  AccessInfo access{};
  access.through_pointer = view.kind == TypeKind::Pointer;
  TypeId result;
  ConstantId folded;
  if (kind == TypeKind::Struct) {
    const lang::Struct& s = p_.types.structure(store);
    std::optional<uint32_t> at = s.index_of(member_name);
    if (!at) {
      error(a);
      // The same name once more is no new fault: it may be the declaration that is misspelt.
      if (broken_structs_.count(store.value) ||
          !unknown_members_.insert(uint64_t{store.value} << 32 | a.name.value).second)
        return info(a).type;
      diag::Diagnostic d = member_unknown(Name{s.name}, Name{std::string(member_name)});
      Suggestion near(member_name);
      for (const lang::Member& m : s.members) near.consider(m.name);
      if (near.found())
        std::move(d).help(
            Help{"did you mean `" + std::string(near.best()) + "`?", {{a.name_span, std::string(near.best())}}, true});
      else if (s.members.size() <= 12) {
        std::string all;
        for (const lang::Member& m : s.members) all += (all.empty() ? "`" : ", `") + m.name + "`";
        std::move(d).help("it has " + all);
      }
      if (!s.predeclared) std::move(d).note(place(s.span), "the structure is declared here");
      report(a.name_span, std::move(d));
      return info(a).type;
    }
    access.member = *at;
    result = s.members[*at].type;
    if (ConstantId v = info(*a.object).value; v && !memory) folded = p_.constants.part(v, *at);
  } else if (kind == TypeKind::Vector) {
    access.swizzle = true;
    uint32_t size = p_.types[store].rows;
    bool colour = false, space = false, unknown = member_name.empty() || member_name.size() > 4;
    for (char c : member_name) {
      size_t x = std::string_view("xyzw").find(c), r = std::string_view("rgba").find(c);
      if (x == std::string_view::npos && r == std::string_view::npos) {
        unknown = true;
        break;
      }
      (x != std::string_view::npos ? space : colour) = true;
      if (access.count < 4)
        access.components[access.count++] = static_cast<uint8_t>(x != std::string_view::npos ? x : r);
    }
    if (unknown || (colour && space)) {
      std::string why = unknown && member_name.size() > 4 ? "at most four letters can stand there"
                        : unknown                         ? "only x y z w and r g b a do"
                                                          : "letters of x y z w and of r g b a do not mix";
      diag::Diagnostic d = swizzle_letters(Name{std::string(member_name)}, name(store), Text{why});
      if (member_name == "length") std::move(d).help("the length of a vector is `length(v)`");
      if (member_name.find_first_not_of("stpq") == std::string_view::npos && !member_name.empty())
        std::move(d).help("WGSL has no s t p q: write x y z w");
      report(a.name_span, with_source(std::move(d), *a.object));
      return error(a);
    }
    for (uint32_t n = 0; n < access.count; ++n) {
      if (access.components[n] < size) continue;
      report({a.name_span.begin + n, a.name_span.begin + n + 1},
             with_source(swizzle_range(Name{std::string(member_name)}, Name{std::string(member_name.substr(n, 1))},
                                       name(store), size)
                             .help("x, y, z, w and r, g, b, a are the components 1 to 4"),
                         *a.object));
      return error(a);
    }
    TypeId scalar = p_.types[store].element;
    result = access.count == 1 ? scalar : p_.types.vector(access.count, scalar);
    if (ConstantId v = info(*a.object).value; v && !memory)
      folded = evaluator_.swizzle(v, std::span<const uint8_t>(access.components, access.count));
    if (memory && access.count > 1) {
      // Several components are a value: the vector is read.
      if (view.kind == TypeKind::Reference) {
        if (is_error(load(a.object))) return error(a);
      } else {
        note_read(a.object);
      }
      memory = false;
      ExprInfo& i = info(a);
      i.detail = static_cast<uint32_t>(p_.accesses.size());
      p_.accesses.push_back(access);
      i.stage = EvalStage::Runtime;
      return i.type = result;
    }
  } else {
    diag::Diagnostic d = member_base_type(name(*a.object), name(store));
    if (kind == TypeKind::Array && (member_name == "length" || member_name == "size"))
      std::move(d).help(p_.types[store].count_kind == lang::CountKind::Runtime
                            ? "its length is `arrayLength(&" + text(*a.object) + ")`"
                            : "its length is part of its type: name it with a `const`");
    report(a.name_span, with_source(std::move(d), *a.object));
    return error(a);
  }
  ExprInfo& i = info(a);
  i.detail = static_cast<uint32_t>(p_.accesses.size());
  p_.accesses.push_back(access);
  i.stage = memory ? EvalStage::Runtime : info(*a.object).stage;
  i.value = folded;
  return i.type = memory ? p_.types.reference(view.space, result, view.access) : result;
}

// -- what some places need --

std::optional<int64_t> Resolver::const_integer(const Expr* e, const std::string& what) {
  TypeId t = value(e);
  if (is_error(t)) return std::nullopt;
  if (!p_.types.is_integer(t)) {
    report(e->span, with_source(integer_needed(Text{what}, name(*e), name(t)), *e));
    return std::nullopt;
  }
  if (info(*e).stage != EvalStage::Const) {
    report(e->span, with_source(const_expression_needed(
                                    Text{what}, name(*e),
                                    Text{info(*e).stage == EvalStage::Override ? "when the pipeline is created"
                                                                               : "when the shader runs"}),
                                *e));
    return std::nullopt;
  }
  if (t == lang::kAbstractIntType && !materialize(e, lang::kI32Type)) return std::nullopt;
  if (!info(*e).value) return std::nullopt;
  return p_.constants.as_int(info(*e).value);
}

bool Resolver::need_const(const Expr* e, const std::string& what, std::optional<diag::Help> help) {
  if (is_error(info(*e).type)) return false;
  if (info(*e).stage == EvalStage::Const) return true;
  const Expr* at = latest(e);
  diag::Diagnostic d = const_expression_needed(
      Text{what}, name(*at),
      Text{info(*e).stage == EvalStage::Override ? "when the pipeline is created" : "when the shader runs"});
  if (help) std::move(d).help(std::move(*help));
  report(at->span, with_source(std::move(d), *at));
  return false;
}

bool Resolver::need_override(const Expr* e, const std::string& what) {
  if (is_error(info(*e).type)) return false;
  if (info(*e).stage != EvalStage::Runtime) return true;
  const Expr* at = latest(e);
  report(at->span,
         with_source(
             override_expression_needed(Text{what}, name(*at))
                 .help("use constants and overrides there; what the shader computes can go to `if` or a loop instead"),
             *at));
  return false;
}

// The part of an expression because of which it is known late.
const ast::Expr* Resolver::latest(const Expr* e) const {
  EvalStage stage = info(*e).stage;
  while (true) {
    const Expr* next = nullptr;
    auto consider = [&](const Expr* child) {
      if (!next && child && info(*child).stage == stage) next = child;
    };
    switch (e->kind) {
      case ExprKind::Unary:
        consider(ast::as<ast::Unary>(*e).operand);
        break;
      case ExprKind::Binary:
        consider(ast::as<ast::Binary>(*e).lhs);
        consider(ast::as<ast::Binary>(*e).rhs);
        break;
      case ExprKind::Index:
        consider(ast::as<ast::IndexAccess>(*e).object);
        consider(ast::as<ast::IndexAccess>(*e).index);
        break;
      case ExprKind::Member:
        consider(ast::as<ast::MemberAccess>(*e).object);
        break;
      case ExprKind::Call:
        if (info(*e).detail < p_.calls.size() && p_.calls[info(*e).detail].kind == CallKind::Function) return e;
        for (const Expr* a : ast::as<ast::Call>(*e).args) consider(a);
        break;
      default:
        break;
    }
    if (!next) return e;
    e = next;
  }
}

bool Resolver::condition(const Expr* e, std::string_view of) {
  TypeId t = value(e);
  if (is_error(t)) return false;
  if (t == lang::kBoolType) return true;
  diag::Diagnostic d = condition_type(Name{std::string(of)}, name(*e), name(t));
  if (p_.types.is_scalar(t))
    std::move(d).help(
        Help{"compare it: `" + text(*e) + " != 0`", {{SourceSpan{e->span.end, e->span.end}, " != 0"}}, false});
  else if (p_.types.kind(t) == TypeKind::Vector && p_.types.scalar_of(t) == lang::kBoolType)
    std::move(d).help("make one bool of it with `all(...)` or `any(...)`");
  report(e->span, with_source(std::move(d), *e));
  return false;
}

}  // namespace vitrine::wgsl
