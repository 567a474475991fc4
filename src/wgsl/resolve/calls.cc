// https://www.w3.org/TR/WGSL/#function-call-expr
#include <algorithm>

#include "diag/rule.h"
#include "printf/diagnose.h"
#include "printf/printf.h"
#include "wgsl/lex/predeclared.h"
#include "wgsl/resolve/evaluate.h"
#include "wgsl/resolve/resolver.h"

namespace vitrine::wgsl {

using ast::DeclKind;
using ast::ExprKind;
using diag::Effect;
using diag::Help;
using diag::Name;
using diag::Text;
using lang::Builtin;
using lang::ConstructorTarget;
using lang::TypeKind;

RULE(callee_kind, ShaderCreation, "wgsl:function-calls", "", "{0} is {1} and cannot be called", Name, Text);
RULE(call_argument_count, ShaderCreation, "wgsl:function-calls", "822eb598", "{0} takes {1} and gets {2}", Name, Text,
     uint64_t);
RULE(call_argument_type, ShaderCreation, "wgsl:overload-resolution-section",
     "2ae1a180 7a0ba1a0 9f6b4fd7 04a98798 ed572cce", "argument {0} of {1}, {2}, has type {3}, which {4}", uint64_t,
     Name, Name, Name, Text);
RULE(call_argument_const, ShaderCreation, "wgsl:const-expr",
     "aa21c993 f8344523 f99f81ac 007c722f 81482a8a 261391a8 13e9ad43 6af99fbd 49d10809 8fa6396e 71e09746",
     "argument {0} of {1} must be a const-expression, and {2} is not", uint64_t, Name, Name);
RULE(call_template_arguments, ShaderCreation, "wgsl:template-lists-sec", "",
     "{0} does not take these template arguments: {1}", Name, Text);
RULE(constructor_type, ShaderCreation, "wgsl:constructor-builtin-function", "",
     "values of type {0} cannot be constructed", Name);
RULE(constructor_argument, ShaderCreation, "wgsl:value-constructor-builtin-function", "",
     "{0} cannot be made of {1}{2}", Name, Text, Text);
RULE(constructor_component_count, ShaderCreation, "wgsl:value-constructor-builtin-function", "",
     "{0} has {1} components, and its arguments have {2}", Name, uint64_t, uint64_t);
RULE(constructor_elements_limit, ShaderCreation, "wgsl:limits", "",
     "an array is constructed of {0} elements, more than {1}", uint64_t, uint64_t);
RULE(entry_point_called, ShaderCreation, "wgsl:function-restriction", "a9c7b8b6",
     "{0} is an entry point and cannot be called", Name);
RULE(printf_needs_enable, ShaderCreation, "wgsl:enable-extensions-sec", "",
     "the enable extension is not enabled that {0} needs: `wgpu_debug_printf`", Name);
RULE(printf_format_missing, ShaderCreation, "wgsl:tokens", "",
     "`debugPrintf` needs a format string as its first argument, found {0}", Text);
RULE(printf_unprintable, ShaderCreation, "wgsl:tokens", "", "`debugPrintf` cannot print {0} of type {1}", Name, Name);
RULE(printf_too_many_words, ShaderCreation, "wgsl:tokens", "", "a `debugPrintf` prints values of more than {0} words",
     uint64_t);
CallInfo& Resolver::add_call(const ast::Call& c, CallKind kind) {
  info(c).detail = static_cast<uint32_t>(p_.calls.size());
  CallInfo& r = p_.calls.emplace_back();
  r.kind = kind;
  r.call = &c;
  return r;
}

// Resolves every argument, so that each of them can report. False when one of them did.
bool Resolver::arguments(const ast::Call& c, std::vector<lang::Argument>& out, bool first_is_resolved) {
  bool ok = true;
  out.reserve(c.args.size());
  for (const Expr* a : c.args) {
    // Never twice: what is nested would be resolved twice at every level.
    TypeId t = first_is_resolved && a == c.args[0] ? load(a) : value(a);
    if (is_error(t)) ok = false;
    out.push_back({t, info(*a).stage == EvalStage::Const});
  }
  return ok;
}

Resolver::TypeId Resolver::call(const ast::Call& c, bool statement) {
  const ast::Ident& callee = *c.callee;
  uint32_t named = names_.of_expression[callee.id];
  std::vector<lang::Argument> unused;
  if (named == Names::kNone) {
    arguments(c, unused);
    return error(c);
  }
  if (named == Names::kPredeclared) {
    const Predeclared& p = *find_predeclared(callee.name);
    using K = PredeclaredKind;
    switch (p.kind) {
      case K::Builtin: {
        info(callee).meaning = Meaning::Builtin;
        auto b = static_cast<Builtin>(p.a);
        if (b == Builtin::DebugPrintf) return call_printf(c);
        return call_builtin(c, b);
      }
      case K::Vector:
        if (!callee.has_template_list) {
          info(callee).meaning = Meaning::Type;
          return construct(c, ConstructorTarget::vector(static_cast<uint8_t>(p.a)));
        }
        break;
      case K::Matrix:
        if (!callee.has_template_list) {
          info(callee).meaning = Meaning::Type;
          return construct(c, ConstructorTarget::matrix(static_cast<uint8_t>(p.a), p.b));
        }
        break;
      case K::Array:
        if (!callee.has_template_list) {
          info(callee).meaning = Meaning::Type;
          return construct(c, ConstructorTarget::array());
        }
        break;
      case K::AccessMode:
      case K::AddressSpace:
      case K::TexelFormat:
        arguments(c, unused);
        report(callee.span, callee_kind(Name{std::string(text(callee.name))}, Text{"a name for a template argument"}));
        return error(c);
      default:
        break;
    }
    TypeId t = type(&callee);
    if (is_error(t)) {
      arguments(c, unused);
      return error(c);
    }
    return construct(c, ConstructorTarget::of(t));
  }
  const Decl* d = p_.declarations[named].decl;
  info(callee).detail = named;
  if (d->kind == DeclKind::Struct || d->kind == DeclKind::Alias) {
    TypeId t = type(&callee);
    if (is_error(t)) {
      arguments(c, unused);
      return error(c);
    }
    return construct(c, ConstructorTarget::of(t));
  }
  if (d->kind != DeclKind::Function) {
    arguments(c, unused);
    if (report_hidden_type(callee)) return error(c);
    diag::Diagnostic e =
        callee_kind(Name{std::string(text(callee.name))}, Text{"a value"}).note(place(d->name_span), "declared here");
    if (find_predeclared(callee.name))
      std::move(e).help("it hides the predeclared `" + std::string(text(callee.name)) + "`: rename it");
    report(callee.span, std::move(e));
    return error(c);
  }
  info(callee).meaning = Meaning::Function;
  if (callee.has_template_list) {
    arguments(c, unused);
    report(callee.span, call_template_arguments(Name{std::string(text(callee.name))},
                                                Text{"functions of a module are no templates"}));
    return error(c);
  }
  return call_user(c, ast::as<ast::Function>(*d));
}

Resolver::TypeId Resolver::call_user(const ast::Call& c, const ast::Function& f) {
  std::vector<lang::Argument> args;
  bool ok = arguments(c, args);
  std::string fname(text(f.name));
  for (const ast::Attribute& a : f.attributes)
    if (a.kind == lang::AttributeName::Vertex || a.kind == lang::AttributeName::Fragment ||
        a.kind == lang::AttributeName::Compute) {
      report(c.callee->span, entry_point_called(Name{fname})
                                 .note(place(f.name_span), "declared here")
                                 .help("move what both need to a function of its own"));
      return error(c);
    }
  if (args.size() != f.params.size()) {
    std::string takes = f.params.empty()
                            ? "no arguments"
                            : std::to_string(f.params.size()) + (f.params.size() == 1 ? " argument" : " arguments");
    SourceSpan at = args.size() > f.params.size() ? join(c.args[f.params.size()]->span, c.args.back()->span)
                                                  : SourceSpan{c.args_span.end - 1, c.args_span.end};
    report(at, call_argument_count(Name{fname}, Text{takes}, args.size()).note(place(f.header), "declared here"));
    ok = false;
  } else {
    for (size_t n = 0; n < args.size(); ++n) {
      TypeId want = p_.declarations[f.params[n]->id].type;
      if (is_error(want)) continue;
      if (!convert(c.args[n], want, "the parameter `" + std::string(text(f.params[n]->name)) + "` of `" + fname + "`"))
        ok = false;
    }
  }
  const DeclInfo& d = p_.declarations[f.id];
  CallInfo& r = add_call(c, CallKind::Function);
  r.function = &f;
  info(c).stage = EvalStage::Runtime;
  // Where what it returns does not fit its type, either can be the wrong one.
  if (is_error(d.type) || names_.broken[f.id] || wrong_results_.count(f.id)) return error(c);
  if (ok && !has(lang::LanguageFeature::UnrestrictedPointerParameters)) check_restricted_pointers(c, f);
  if (ok) check_aliases(c, f);
  return info(c).type = d.type;
}

// unrestricted_pointer_parameters is what lifts this. https://www.w3.org/TR/WGSL/#language-extensions-sec
void Resolver::check_restricted_pointers(const ast::Call& c, const ast::Function& f) {
  for (size_t n = 0; n < c.args.size(); ++n) {
    TypeId t = info(*c.args[n]).type;
    if (p_.types.kind(t) != TypeKind::Pointer) continue;
    const Decl* r = root(c.args[n]);
    if (!r) continue;
    TypeId whole = p_.types.store_type(p_.declarations[r->id].type);
    if (whole != p_.types[t].element)
      need(lang::LanguageFeature::UnrestrictedPointerParameters, c.args[n]->span,
           "a pointer to a part of `" + std::string(text(r->name)) + "` as an argument");
  }
}

// -- builtin functions --

// A variable where a function takes its address: more helpful than that it cannot be read as a whole. True: the first
// argument is resolved.
bool Resolver::pointer_argument(const ast::Call& c, Builtin b) {
  bool takes = lang::info(b).name.starts_with("atomic") || b == Builtin::ArrayLength ||
               b == Builtin::WorkgroupUniformLoad || b == Builtin::BufferView || b == Builtin::BufferArrayView ||
               b == Builtin::BufferLength;
  if (!takes || c.args.empty()) return false;
  const Expr& a = *c.args[0];
  TypeId t = expression(&a);
  if (is_error(t) || p_.types.kind(t) != TypeKind::Reference) return true;
  report(a.span, with_source(call_argument_type(1, Name{std::string(lang::info(b).name)}, name(a),
                                                name(p_.types.store_type(t)), Text{"is no pointer"})
                                 .help(Help{"pass its address: `&" + text(a) + "`",
                                            {{SourceSpan{a.span.begin, a.span.begin}, "&"}},
                                            true}),
                             a));
  error(a);
  return true;
}

Resolver::TypeId Resolver::call_builtin(const ast::Call& c, Builtin b) {
  const lang::BuiltinInfo& about = lang::info(b);
  std::string fname(about.name);
  std::vector<TypeId> template_types;
  bool ok = true;
  for (const Expr* t : c.callee->template_args) {
    TypeId id = type(t);
    if (is_error(id)) ok = false;
    template_types.push_back(id);
  }
  std::vector<lang::Argument> args;
  bool first_is_resolved = pointer_argument(c, b);
  if (!arguments(c, args, first_is_resolved)) ok = false;
  if (about.enable && !need(*about.enable, c.callee->span, "`" + fname + "`")) ok = false;
  if (about.feature && !need(*about.feature, c.callee->span, "`" + fname + "`")) ok = false;
  if (!ok) return error(c);
  lang::Resolution found = lang::resolve(p_.types, b, template_types, args);
  if (!found) {
    error(c);
    mismatch(c, fname, found.error());
    return lang::kErrorType;
  }
  EvalStage stage = EvalStage::Const;
  bool values = true;
  for (size_t n = 0; n < args.size(); ++n) {
    if (!materialize(c.args[n], found->parameters[n])) ok = false;
    stage = later(stage, info(*c.args[n]).stage);
    values = values && info(*c.args[n]).value;
  }
  if (!ok) return error(c);
  if (!about.const_evaluable) stage = EvalStage::Runtime;
  CallInfo& r = add_call(c, CallKind::Builtin);
  r.builtin = b;
  r.overload = found->overload;
  r.template_types = p_.arena.copy(template_types);
  ExprInfo& i = info(c);
  i.type = found->result;
  i.stage = stage;
  if (stage == EvalStage::Const && values && evaluate_) {
    std::vector<ConstantId> constants;
    for (const Expr* a : c.args) constants.push_back(info(*a).value);
    evaluate(c, c.args, [&] { return evaluator_.call(b, constants, found->result); });
  } else if (evaluate_) {
    bool any = false;
    std::vector<std::optional<ConstantId>> constants;
    for (const Expr* a : c.args) {
      ConstantId v = info(*a).value;
      any = any || v;
      constants.push_back(v ? std::optional(v) : std::nullopt);
    }
    if (any || about.takes_template)
      checked(c, c.args, [&] { return evaluator_.check_call(b, constants, found->parameters, found->result); });
  }
  if (b == Builtin::BufferView || b == Builtin::BufferArrayView)
    check_layout(p_.types[found->result].element, p_.types[found->result].space, c.callee->span);
  record_memory(c, b);
  if (FunctionState* s = state(); s && !(about.vertex && about.fragment && about.compute)) {
    if (std::find(s->builtins.begin(), s->builtins.end(), b) == s->builtins.end()) {
      s->builtins.push_back(b);
      s->builtin_spans.push_back(c.callee->span);
    }
  }
  return info(c).type;
}

void Resolver::record_memory(const ast::Call& c, Builtin b) {
  if (!current_ || c.args.empty()) return;
  if (p_.types.kind(info(*c.args[0]).type) != TypeKind::Pointer) return;
  switch (b) {
    case Builtin::AtomicLoad:
    case Builtin::WorkgroupUniformLoad:
      return note_read(c.args[0]);
    case Builtin::AtomicStore:
      return note_write(c.args[0]);
    default:
      if (lang::info(b).name.starts_with("atomic")) {
        note_read(c.args[0]);
        note_write(c.args[0]);
      }
  }
}

void Resolver::mismatch(const ast::Call& c, const std::string& callee, const lang::Mismatch& m) {
  if (reporter_.full()) return reporter_.count_only();
  auto with_candidates = [&](diag::Diagnostic d) {
    for (size_t n = 0; n < m.candidates.size() && n < 3; ++n)
      std::move(d).help((n == 0 ? "it takes: " : "or: ") + m.candidates[n]);
    return d;
  };
  using K = lang::Mismatch::Kind;
  switch (m.kind) {
    case K::ArgumentCount: {
      auto plural = [](uint32_t n) { return std::to_string(n) + (n == 1 ? " argument" : " arguments"); };
      std::string takes = m.max_count == 0             ? "no arguments"
                          : m.min_count == m.max_count ? plural(m.min_count)
                          : m.max_count > 1000         ? "at least " + plural(m.min_count)
                                                       : std::to_string(m.min_count) + " to " + plural(m.max_count);
      SourceSpan at = c.args.size() > m.max_count ? join(c.args[m.max_count]->span, c.args.back()->span)
                                                  : SourceSpan{c.args_span.end - 1, c.args_span.end};
      diag::Diagnostic d = call_argument_count(Name{callee}, Text{takes}, c.args.size());
      if (callee == "atan" && c.args.size() == 2)
        std::move(d).help(Help{"the arc tangent of a quotient is `atan2(y, x)`", {{c.callee->span, "atan2"}}, true});
      return report(at, with_candidates(std::move(d)));
    }
    case K::TemplateArguments: {
      std::string why = c.callee->has_template_list ? "there are " + std::to_string(c.callee->template_args.size())
                                                    : "there are none";
      return report(c.callee->span, with_candidates(call_template_arguments(Name{callee}, Text{why})));
    }
    case K::NotConst:
      return report(c.args[m.argument]->span,
                    with_source(call_argument_const(m.argument + 1, Name{callee}, name(*c.args[m.argument]))
                                    .help("make it a `const`, or write the number itself"),
                                *c.args[m.argument]));
    case K::ComponentCount:  // of constructors only
    case K::Argument:
    case K::Ambiguous:
      break;
  }
  uint32_t n = m.argument < c.args.size() ? m.argument : 0;
  if (c.args.empty())
    return report(c.span, with_candidates(call_argument_count(Name{callee}, Text{"other arguments"}, 0)));
  const Expr& a = *c.args[n];
  // What a user can declare comes first; abstract types only where there is nothing else.
  std::vector<std::string> names;
  for (const std::string& t : m.accepted)
    if (t.find("abstract-") == std::string::npos) names.push_back(t);
  if (names.empty()) names = m.accepted;
  std::string accepted;
  for (size_t k = 0; k < names.size() && k < 6; ++k) {
    accepted += (k == 0 ? "" : k + 1 == names.size() || k == 5 ? " or " : ", ");
    accepted += "`" + names[k] + "`";
  }
  if (names.size() > 6) accepted += " or others";
  std::string why = m.kind == K::Ambiguous ? "fits several of its forms"
                    : accepted.empty()     ? "does not fit"
                                           : "is not " + accepted;
  TypeId found = m.found ? m.found : load(&a);
  diag::Diagnostic d = call_argument_type(n + 1, Name{callee}, name(a), name(found), Text{why});
  if (p_.types.kind(found) != TypeKind::Pointer && m.accepted.size() >= 1 && m.accepted[0].starts_with("ptr<"))
    std::move(d).help(
        Help{"pass its address: `&" + text(a) + "`", {{SourceSpan{a.span.begin, a.span.begin}, "&"}}, info(a).loads});
  else if (std::string wanted = conversion(found, names); !wanted.empty())
    std::move(d).help(Help{"convert it: `" + wanted + "(" + text(a) + ")`",
                           {{SourceSpan{a.span.begin, a.span.begin}, wanted + "("}, {SourceSpan{a.span.end, a.span.end}, ")"}},
                           false});
  else if (callee.starts_with("atomic") && n == 0 && p_.types.kind(found) == TypeKind::Pointer &&
           p_.types.is_integer(p_.types[found].element))
    std::move(d).help("declare the variable with the type `atomic<" + shown(p_.types[found].element) + ">`");
  report(a.span, with_source(with_candidates(std::move(d)), a));
}

// The type of those accepted that a value of type `found` can be converted to; empty when there is none.
std::string Resolver::conversion(TypeId found, const std::vector<std::string>& accepted) {
  const lang::Type& t = p_.types[found];
  bool vector = t.kind == TypeKind::Vector;
  TypeId scalar = vector ? t.element : found;
  if (!p_.types.is_integer(scalar) && !p_.types.is_float(scalar)) return {};
  std::string prefix = vector ? "vec" + std::to_string(t.rows) : std::string();
  for (const std::string& a : accepted) {
    if (!vector && (a == "f32" || a == "i32" || a == "u32")) return a;
    // One value for all components.
    if (!vector && a.size() > 5 && a.starts_with("vec") && a[3] != 'N') return a;
    if (vector && a.starts_with("vecN<f32")) return prefix + "<f32>";
    if (vector && a.starts_with(prefix + "<") && !a.ends_with("<bool>")) return a;
  }
  return {};
}

// -- constructors. https://www.w3.org/TR/WGSL/#constructor-builtin-function --

Resolver::TypeId Resolver::construct(const ast::Call& c, const ConstructorTarget& target) {
  std::vector<lang::Argument> args;
  bool ok = arguments(c, args);
  if (target.kind == ConstructorTarget::Kind::Type) {
    TypeId t = target.type;
    if (!p_.types.is_constructible(t)) {
      diag::Diagnostic d = constructor_type(name(t));
      if (p_.types.kind(t) == TypeKind::Pointer) std::move(d).help("make pointers with `&`");
      report(c.callee->span, std::move(d));
      return error(c);
    }
    if (p_.types.kind(t) == TypeKind::Struct && broken_structs_.count(t.value)) ok = false;
  }
  if (!ok) return error(c);
  if (c.args.size() > kMaxConstructorElements &&
      (target.kind == ConstructorTarget::Kind::Array || p_.types.kind(target.type) == TypeKind::Array)) {
    report(c.callee->span, constructor_elements_limit(c.args.size(), kMaxConstructorElements));
    return error(c);
  }
  auto found = lang::resolve_constructor(p_.types, target, args);
  if (!found) {
    error(c);
    if (reporter_.full()) {
      reporter_.count_only();
      return lang::kErrorType;
    }
    const lang::Mismatch& m = found.error();
    std::string what = text(*c.callee);
    if (m.kind == lang::Mismatch::Kind::ComponentCount) {
      report(join(c.args.front()->span, c.args.back()->span),
             constructor_component_count(Name{what}, m.min_count, m.max_count)
                 .help("give all components, or one for all of them"));
      return lang::kErrorType;
    }
    if (m.kind == lang::Mismatch::Kind::ArgumentCount) {
      std::string takes = m.max_count == 0 ? "no arguments"
                          : m.min_count == m.max_count
                              ? std::to_string(m.min_count) + (m.min_count == 1 ? " argument" : " arguments")
                              : std::to_string(m.min_count) + " to " + std::to_string(m.max_count) + " arguments";
      diag::Diagnostic d = call_argument_count(Name{what}, Text{takes}, c.args.size());
      if (what.starts_with("mat") && c.args.size() == 1)
        std::move(d).help("WGSL has no shorthand for a diagonal: write the columns, as in "
                          "`mat2x2f(1.0, 0.0, 0.0, 1.0)`");
      report(c.args.empty() ? c.span : join(c.args.front()->span, c.args.back()->span), std::move(d));
      return lang::kErrorType;
    }
    uint32_t n = m.argument < c.args.size() ? m.argument : 0;
    std::string accepted;
    for (size_t k = 0; k < m.accepted.size() && k < 4; ++k)
      accepted += (k ? ", `" : ": it takes `") + m.accepted[k] + "`";
    if (c.args.empty()) {
      report(c.span, constructor_argument(Name{what}, Text{"nothing"}, Text{accepted}));
      return lang::kErrorType;
    }
    TypeId t = load(c.args[n]);
    diag::Diagnostic d =
        constructor_argument(Name{what}, Text{"`" + text(*c.args[n]) + "` of type `" + shown(t) + "`"}, Text{accepted});
    if (std::string wanted = conversion(t, m.accepted); !wanted.empty() && m.accepted.size() == 1)
      std::move(d).help(Help{"convert it: `" + wanted + "(" + text(*c.args[n]) + ")`",
                             {{SourceSpan{c.args[n]->span.begin, c.args[n]->span.begin}, wanted + "("},
                              {SourceSpan{c.args[n]->span.end, c.args[n]->span.end}, ")"}},
                             false});
    report(c.args[n]->span, with_source(std::move(d), *c.args[n]));
    return lang::kErrorType;
  }
  EvalStage stage = EvalStage::Const;
  bool values = true;
  for (size_t n = 0; n < args.size(); ++n) {
    // A conversion takes its argument as it is; everything else has been told what it becomes.
    if (!materialize(c.args[n], found->parameters[n])) ok = false;
    stage = later(stage, info(*c.args[n]).stage);
    values = values && info(*c.args[n]).value;
  }
  if (!ok) return error(c);
  CallInfo& r = add_call(c, CallKind::Construct);
  r.form = found->form;
  ExprInfo& i = info(c);
  i.type = found->result;
  i.stage = stage;
  if (info(*c.callee).meaning == Meaning::Type) info(*c.callee).type = found->result;
  if (stage == EvalStage::Const && values && evaluate_) {
    std::vector<ConstantId> constants;
    for (const Expr* a : c.args) constants.push_back(info(*a).value);
    evaluate(c, c.args, [&] { return evaluator_.construct(found->form, found->result, constants); });
  }
  return info(c).type;
}

// -- debugPrintf --

namespace {

printf::Type printable(const lang::TypeTable& types, lang::TypeId t, bool& ok) {
  auto scalar = [&](lang::TypeId s) {
    switch (types.kind(s)) {
      case TypeKind::Bool:
        return printf::Scalar::Bool;
      case TypeKind::I32:
        return printf::Scalar::I32;
      case TypeKind::U32:
        return printf::Scalar::U32;
      case TypeKind::F16:
        return printf::Scalar::F16;
      case TypeKind::F32:
        return printf::Scalar::F32;
      default:
        ok = false;
        return printf::Scalar::U32;
    }
  };
  const lang::Type& a = types[t];
  switch (a.kind) {
    case TypeKind::Vector:
      return printf::Type::make_vector(scalar(a.element), a.rows);
    case TypeKind::Matrix:
      return printf::Type::make_matrix(scalar(a.element), a.columns, a.rows);
    case TypeKind::Array:
      return printf::Type::make_array(printable(types, a.element, ok), a.count);
    case TypeKind::Struct: {
      std::vector<std::string> names;
      std::vector<printf::Type> members;
      for (const lang::Member& m : types.structure(t).members) {
        names.push_back(m.name);
        members.push_back(printable(types, m.type, ok));
      }
      return printf::Type::make_struct(types.structure(t).name, std::move(names), std::move(members));
    }
    default:
      return printf::Type::make_scalar(scalar(t));
  }
}

}  // namespace

Resolver::TypeId Resolver::call_printf(const ast::Call& c) {
  const std::string fname = "debugPrintf";
  bool ok = true;
  if (!enabled(lang::EnableExtension::WgpuDebugPrintf)) {
    report(c.callee->span, printf_needs_enable(Name{fname}).help(enable_help(lang::EnableExtension::WgpuDebugPrintf)));
    ok = false;
  }
  bool literal = !c.args.empty() && c.args[0]->kind == ExprKind::String;
  if (!literal) {
    std::string found = c.args.empty() ? "no arguments" : "`" + text(*c.args[0]) + "`";
    report(c.args.empty() ? c.args_span : c.args[0]->span,
           printf_format_missing(Text{found}).help("write a string literal: `debugPrintf(\"value %u\", x)`"));
    ok = false;
  }
  PrintfCall print{};
  print.call = &c;
  std::vector<printf::Type> types;
  for (size_t n = literal ? 1 : 0; n < c.args.size(); ++n) {
    const Expr* a = c.args[n];
    value(a);
    TypeId t = concretize(a);
    if (is_error(t)) {
      ok = false;
      continue;
    }
    bool fits = p_.types.is_constructible(t);
    printf::Type shape;
    if (fits) shape = printable(p_.types, t, fits);
    if (!fits) {
      report(a->span, with_source(printf_unprintable(name(*a), name(t)), *a));
      ok = false;
      continue;
    }
    types.push_back(std::move(shape));
    print.argument_types.push_back(t);
  }
  if (!ok) return error(c);
  uint64_t words = 0;
  for (const printf::Type& t : types) words += t.words();
  if (words >= printf::kTooManyWords) {
    report(c.span, printf_too_many_words(printf::kTooManyWords).help("print parts of it"));
    return error(c);
  }
  print.format_span = ast::as<ast::StringLiteral>(*c.args[0]).text;
  print.format = m_.text(print.format_span);
  check_format(c, print, types);
  CallInfo& r = add_call(c, CallKind::Printf);
  r.print = static_cast<uint32_t>(p_.prints.size());
  p_.prints.push_back(std::move(print));
  info(c).stage = EvalStage::Runtime;
  if (FunctionState* s = state(); s && !s->prints) {
    s->prints = true;
    s->print_span = c.callee->span;
  }
  return info(c).type = lang::kVoidType;
}

// Doubts about a format are a warning by default: nothing that runs elsewhere is refused.
void Resolver::check_format(const ast::Call& c, const PrintfCall& print, std::span<const printf::Type> types) {
  lang::DiagnosticSeverity severity = severity_of(lang::DiagnosticTrigger::VitrinePrintfFormat);
  if (severity == lang::DiagnosticSeverity::Off) return;
  if (severity != lang::DiagnosticSeverity::Error && !options_.warnings) return;
  std::vector<SourceSpan> spans;
  for (const Expr* a : c.args.subspan(1)) spans.push_back(a->span);
  for (diag::Diagnostic& d :
       printf::diagnose(printf::parse(print.format), types, m_.source, print.format_span, spans)) {
    SourceSpan span = d.source_place() ? d.source_place()->span : c.span;
    if (severity == lang::DiagnosticSeverity::Error) std::move(d).severity(diag::Severity::Error);
    if (severity == lang::DiagnosticSeverity::Info) std::move(d).severity(diag::Severity::Info);
    report(span, std::move(d));
  }
}

}  // namespace vitrine::wgsl
