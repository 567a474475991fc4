// https://www.w3.org/TR/WGSL/#grammar: directives, declarations and the module as a whole
#include "diag/rule.h"
#include "wgsl/lex/lexer.h"
#include "wgsl/parse/parse.h"
#include "wgsl/parse/parser.h"

namespace vitrine::wgsl {

using ast::Attribute;
using ast::Decl;
using ast::DeclKind;
using ast::Expr;
using diag::Effect;
using diag::Help;
using diag::Name;
using diag::Text;
using lang::Keyword;

RULE(directive_after_declaration, ShaderCreation, "wgsl:directives", "c6d81f24", "the directive {0} stands behind a declaration", Name);
RULE(declaration_expected, ShaderCreation, "wgsl:declaration-and-scope", "", "expected a declaration, found {0}", Text);
RULE(brace_without_partner, ShaderCreation, "wgsl:parsing", "", "{0} closes nothing", Name);
RULE(let_at_module_scope, ShaderCreation, "wgsl:let-decls", "", "{0} stands outside of a function, where `let` cannot", Name);
RULE(statement_at_module_scope, ShaderCreation, "wgsl:statements", "", "the statement {0} stands outside of a function", Name);
RULE(initializer_missing, ShaderCreation, "wgsl:value-decls", "", "{0} {1} has no initializer", Text, Name);
RULE(struct_without_members, ShaderCreation, "wgsl:struct-types", "21afae8a", "the structure {0} has no members", Name);
RULE(attributes_on_declaration, ShaderCreation, "wgsl:attributes", "", "attributes cannot stand before {0}", Text);
RULE(member_separator, ShaderCreation, "wgsl:struct-types", "", "expected `,` after the member of a structure, found {0}", Text);
RULE(source_too_long, ShaderCreation, "wgsl:limits", "", "the text has {0} bytes, more than the largest length, 4294967295", uint64_t);

void Parser::translation_unit() {
  while (!is(Tok::End)) {
    uint32_t before = at_;
    if (is(Keyword::Enable) || is(Keyword::Requires) || is(Keyword::Diagnostic)) {
      global_directive();
    } else if (accept(Tok::Semicolon)) {
      // Even an empty declaration ends the directives.
      seen_declaration_ = true;
    } else {
      seen_declaration_ = true;
      declaration();
    }
    if (at_ == before) advance();
  }
}

// -- directives. https://www.w3.org/TR/WGSL/#directives --

void Parser::global_directive() {
  const Token word = peek();
  uint32_t start = at_;
  if (seen_declaration_) {
    report(word.span(), directive_after_declaration(Name{std::string(text(word))}).help("move it to the top of the text"));
  }
  if (is(Keyword::Enable))
    enable_directive();
  else if (is(Keyword::Requires))
    requires_directive();
  else
    diagnostic_directive();
  if (at_ == start) advance();
}

void Parser::enable_directive() {
  advance();
  do {
    if (is(Tok::Semicolon) && tokens_[at_ - 1].kind == Tok::Comma) break;
    if (!is(Tok::Ident) && !is(Tok::Reserved) && !is_keyword(kind())) {
      fail_expected("the name of an extension", "after `enable`", true);
      return skip_declaration();
    }
    m_.enables.push_back({peek().symbol(), peek().span()});
    advance();
  } while (accept(Tok::Comma));
  if (!semicolon_after("the `enable` directive")) skip_declaration();
}

void Parser::requires_directive() {
  advance();
  do {
    if (is(Tok::Semicolon) && tokens_[at_ - 1].kind == Tok::Comma) break;
    if (!is(Tok::Ident) && !is(Tok::Reserved) && !is_keyword(kind())) {
      fail_expected("the name of a language extension", "after `requires`", true);
      return skip_declaration();
    }
    m_.requirements.push_back({peek().symbol(), peek().span()});
    advance();
  } while (accept(Tok::Comma));
  if (!semicolon_after("the `requires` directive")) skip_declaration();
}

void Parser::diagnostic_directive() {
  advance();
  ast::DiagnosticControl c{};
  if (!diagnostic_control(c)) return skip_declaration();
  m_.diagnostics.push_back(c);
  if (!semicolon_after("the `diagnostic` directive")) skip_declaration();
}

// True when the text can go on: the semicolon is there, or is all that is missing.
bool Parser::semicolon_after(std::string_view what) {
  if (accept(Tok::Semicolon)) return true;
  if (foreign_expression()) return false;
  expect(Tok::Semicolon, "after " + std::string(what));
  return peek().after_break && starts_declaration();
}

// -- declarations --

void Parser::declaration() {
  uint32_t start = at_, begin = peek().begin;
  if (is(Tok::BraceRight) || is(Tok::ParenRight) || is(Tok::BracketRight)) {
    reporter_.report(peek().span(), brace_without_partner(Name{std::string(text(peek()))}));
    while (is(Tok::BraceRight) || is(Tok::ParenRight) || is(Tok::BracketRight)) advance();
    return;
  }
  std::span<const Attribute> attrs;
  if (starts_attribute()) attrs = attributes();
  const Decl* d = global_declaration(attrs, begin);
  if (d) {
    m_.declarations.push_back(d);
    return;
  }
  skip_declaration();
  lose_names(start);
}

const Decl* Parser::global_declaration(std::span<const Attribute> attrs, uint32_t begin) {
  auto no_attributes = [&] {
    if (!attrs.empty() && !attrs[0].broken) report(attrs[0].span, attributes_on_declaration(Text{found()}));
  };
  if (is(Keyword::Fn)) return function_decl(attrs, begin);
  if (is(Keyword::Struct)) {
    no_attributes();
    return struct_decl({}, begin);
  }
  if (is(Keyword::Alias)) {
    no_attributes();
    return alias_decl({}, begin);
  }
  if (is(Keyword::Var) || is(Keyword::Override) || is(Keyword::Const)) {
    bool is_const = is(Keyword::Const);
    if (is_const) no_attributes();
    std::string what = is_const ? "the constant" : is(Keyword::Var) ? "the variable" : "the override";
    ast::Variable* v = variable(is_const ? std::span<const Attribute>{} : attrs, begin);
    if (!v) return nullptr;
    if (!semicolon_after(what) && !is(Tok::BraceRight)) skip_declaration();
    return v;
  }
  if (is(Keyword::ConstAssert)) {
    no_attributes();
    const ast::ConstAssert* a = const_assert();
    if (!a) return nullptr;
    if (!semicolon_after("`const_assert`")) skip_declaration();
    return a;
  }
  if (is(Keyword::Let)) {
    SourceSpan word = peek().span();
    std::string shown = kind(1) == Tok::Ident ? std::string(text(peek(1))) : "let";
    report(word, let_at_module_scope(Name{shown}).help(Help{"write `const`, or `override` when the pipeline sets it", {{word, "const"}}, true}));
    return nullptr;
  }
  if (is(Tok::Error)) return nullptr;
  if (foreign_statement()) return nullptr;
  if (reporter_.full()) return reporter_.count_only(), nullptr;
  if (starts_statement()) {
    report(peek().span(), statement_at_module_scope(Name{std::string(text(peek()))}).help("move it into a function"));
    return nullptr;
  }
  report(peek().span(), declaration_expected(Text{found()}));
  return nullptr;
}

// Names that stand in skipped text may be declared there: their uses are not reported.
void Parser::lose_names(uint32_t first_token) {
  for (uint32_t i = first_token; i < at_; ++i) {
    const Token& t = tokens_[i];
    if (t.kind != Tok::Ident && t.kind != Tok::Reserved) continue;
    if (m_.lost.size() <= t.payload) m_.lost.resize(m_.symbols.size());
    m_.lost[t.payload] = true;
  }
}

// variable_decl, optionally_typed_ident and the initializer of var, let, const and override
ast::Variable* Parser::variable(std::span<const Attribute> attrs, uint32_t begin) {
  DeclKind kind = is(Keyword::Var)     ? DeclKind::Var
                  : is(Keyword::Let)   ? DeclKind::Let
                  : is(Keyword::Const) ? DeclKind::Const
                                       : DeclKind::Override;
  std::string word(text(peek()));
  std::string_view what = kind == DeclKind::Var ? "variable" : kind == DeclKind::Override ? "override" : kind == DeclKind::Let ? "value" : "constant";
  advance();
  auto* v = make_decl<ast::Variable>(kind, begin, attrs);
  if (is(Tok::TemplateLeft)) {
    if (kind != DeclKind::Var) {
      fail_expected("the name of a " + std::string(what), "after `" + word + "`", false);
      return nullptr;
    }
    v->has_template_list = true;
    if (!template_list(v->template_args)) return nullptr;
  }
  if (kind == DeclKind::Let && is_word("mut")) advance();
  if (!name(what, v->name, v->name_span)) return nullptr;
  if (accept(Tok::Colon)) {
    v->type = type_specifier("after `:`");
    if (!v->type) return nullptr;
  } else if (is(Tok::Ident) && !peek().after_break) {
    // `const int x = 1`, `let x f32`
    fail_expected("`:` or `=`", "after the name", false);
    return nullptr;
  }
  if (accept(Tok::Assign)) {
    v->initializer = expression();
    if (!v->initializer) return nullptr;
    if (is(Tok::Comma)) {
      expect(Tok::Semicolon, "after the declaration");
      return nullptr;
    }
  } else if (kind == DeclKind::Let || kind == DeclKind::Const) {
    if (is(Tok::EqualEqual) || is(Tok::PlusAssign)) {
      expect(Tok::Assign, "after the name");
      return nullptr;
    }
    uint32_t end = previous_end();
    if (is(Tok::Semicolon) || is(Tok::BraceRight) || peek().after_break) {
      if (!is(Tok::Error))
        reporter_.report({end, end}, initializer_missing(Text{"the " + std::string(what)}, Name{std::string(text(v->name_span))})
                                         .help(kind == DeclKind::Let ? "add `= value`, or write `var` for a variable that gets one later"
                                                                     : "add `= value`"));
      // The name is known, its type is not.
      v->initializer = make_expr<Expr>(ast::ExprKind::Error, {end, end}, 1);
    } else {
      fail_expected("`=`", "after the name", false);
      return nullptr;
    }
  }
  v->span = from(begin);
  return v;
}

const ast::ConstAssert* Parser::const_assert() {
  uint32_t begin = peek().begin;
  advance();
  const Expr* condition = expression();
  if (!condition) return nullptr;
  auto* a = make_decl<ast::ConstAssert>(DeclKind::ConstAssert, begin, {});
  a->condition = condition;
  a->span = from(begin);
  return a;
}

// https://www.w3.org/TR/WGSL/#type-alias
const Decl* Parser::alias_decl(std::span<const Attribute> attrs, uint32_t begin) {
  advance();
  auto* a = make_decl<ast::Alias>(DeclKind::Alias, begin, attrs);
  if (!name("type", a->name, a->name_span)) return nullptr;
  if (!expect(Tok::Assign, "after the name of the alias")) return nullptr;
  a->type = type_specifier("after `=`");
  if (!a->type) return nullptr;
  a->span = from(begin);
  if (!semicolon_after("the alias")) skip_declaration();
  return a;
}

// https://www.w3.org/TR/WGSL/#struct-types
const Decl* Parser::struct_decl(std::span<const Attribute> attrs, uint32_t begin) {
  advance();
  auto* s = make_decl<ast::Struct>(DeclKind::Struct, begin, attrs);
  if (!name("structure", s->name, s->name_span)) return nullptr;
  SourceSpan open = peek().span();
  if (!expect(Tok::BraceLeft, "after the name of the structure")) return nullptr;
  std::vector<const ast::Member*> members;
  bool whole = true;
  while (!is(Tok::BraceRight) && !is(Tok::End)) {
    if (is(Keyword::Fn) || is(Keyword::Struct)) break;
    uint32_t start = at_, member_begin = peek().begin;
    std::span<const Attribute> member_attrs;
    if (starts_attribute()) member_attrs = attributes();
    auto* m = make_decl<ast::Member>(DeclKind::Member, member_begin, member_attrs);
    m->module_scope = false;
    bool ok = !foreign_typed_name("member") && !foreign_statement() && name("member", m->name, m->name_span) && expect(Tok::Colon, "after the name of the member");
    if (ok) {
      m->type = type_specifier("after `:`");
      ok = m->type != nullptr;
    }
    if (ok) {
      m->span = from(member_begin);
      m->index = static_cast<uint32_t>(members.size());
      members.push_back(m);
      if (accept(Tok::Comma)) continue;
      if (is(Tok::BraceRight) || is(Tok::End)) break;
      // The comma alone is missing when another member follows.
      uint32_t end = previous_end();
      bool semicolon = is(Tok::Semicolon);
      if (!is(Tok::Error)) {
        diag::Diagnostic d = member_separator(Text{found()});
        SourceSpan at = semicolon ? peek().span() : SourceSpan{end, end};
        if (semicolon || peek().after_break) std::move(d).help(Help{"write a comma", {{at, ","}}, true});
        reporter_.report(at, std::move(d));
      }
      if (accept(Tok::Semicolon) || is(Tok::Ident) || is(Tok::Attr)) continue;
    }
    whole = false;
    while (!is(Tok::End) && !is(Tok::BraceRight) && !is(Tok::Comma) && !is(Tok::Semicolon)) {
      if (is(Keyword::Fn) || is(Keyword::Struct)) break;
      advance();
    }
    lose_names(start);
    if (!accept(Tok::Comma)) accept(Tok::Semicolon);
    if (at_ == start) advance();
  }
  if (is(Tok::BraceRight))
    advance();
  else
    close_missing(Tok::BraceLeft, open, Tok::BraceRight);
  s->span = from(begin);
  s->broken = !whole;
  s->members = m_.arena.copy(std::span<const ast::Member* const>(members.data(), members.size()));
  if (members.empty() && whole) report(s->name_span, struct_without_members(Name{std::string(text(s->name_span))}));
  return s;
}

// https://www.w3.org/TR/WGSL/#function-declaration-sec
const Decl* Parser::function_decl(std::span<const Attribute> attrs, uint32_t begin) {
  uint32_t word = peek().begin;
  advance();
  auto* f = make_decl<ast::Function>(DeclKind::Function, begin, attrs);
  if (!name("function", f->name, f->name_span)) return nullptr;
  in_function_ = true;
  struct Leave {
    Parser& p;
    ~Leave() { p.in_function_ = false; }
  } leave{*this};
  function_name_ = f->name_span;
  function_reported_ = false;
  SourceSpan open = peek().span();
  if (!expect(Tok::ParenLeft, "after the name of the function")) return nullptr;
  std::vector<const ast::Param*> params;
  while (!is(Tok::ParenRight)) {
    uint32_t param_begin = peek().begin;
    std::span<const Attribute> param_attrs;
    if (starts_attribute()) param_attrs = attributes();
    if (foreign_typed_name("parameter") || foreign_statement()) return nullptr;
    auto* p = make_decl<ast::Param>(DeclKind::Param, param_begin, param_attrs);
    if (!name("parameter", p->name, p->name_span)) return nullptr;
    if (!expect(Tok::Colon, "after the name of the parameter")) return nullptr;
    p->type = type_specifier("after `:`");
    if (!p->type) return nullptr;
    p->span = from(param_begin);
    p->index = static_cast<uint32_t>(params.size());
    params.push_back(p);
    if (!accept(Tok::Comma)) break;
  }
  if (!is(Tok::ParenRight)) return close_missing(Tok::ParenLeft, open, Tok::ParenRight), nullptr;
  advance();
  f->params = m_.arena.copy(std::span<const ast::Param* const>(params.data(), params.size()));
  if (is(Tok::Colon)) {
    expect(Tok::Arrow, "before the return type");
    advance();
    if (is(Tok::BraceLeft)) return nullptr;
    f->return_type = type_specifier("after `->`");
    if (!f->return_type) return nullptr;
  } else if (accept(Tok::Arrow)) {
    if (starts_attribute()) f->return_attributes = attributes();
    f->return_type = type_specifier("after `->`");
    if (!f->return_type) return nullptr;
  }
  f->header = from(word);
  std::span<const Attribute> body_attributes;
  if (is(Tok::Attr)) body_attributes = attributes();
  if (!is(Tok::BraceLeft)) {
    fail_expected("`{`", "after the header of the function", true);
    return nullptr;
  }
  block_depth_ = 0;
  f->body = block_rest(body_attributes, peek().begin);
  f->span = from(begin);
  return f;
}

std::unique_ptr<ast::Module> parse(diag::SourceRef source, Reporter& reporter) {
  auto module = std::make_unique<ast::Module>();
  module->source = std::move(source);
  std::string_view text = module->source->text();
  if (text.size() >= UINT32_MAX) {
    reporter.report({0, 0}, source_too_long(text.size()));
    return module;
  }
  Parser(*module, reporter, lex(text, module->symbols, reporter)).translation_unit();
  return module;
}

}  // namespace vitrine::wgsl
