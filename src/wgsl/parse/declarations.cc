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

RULE(directive_after_declaration, ShaderCreation, "wgsl:directives", "c6d81f24",
     "the directive {0} stands behind a declaration", Name);
RULE(declaration_expected, ShaderCreation, "wgsl:declaration-and-scope", "", "expected a declaration, found {0}", Text);
RULE(mutable_value, ShaderCreation, "wgsl:var-and-value", "", "`let mut` is no declaration: a variable that changes is a `var`");
RULE(brace_without_partner, ShaderCreation, "wgsl:parsing", "", "{0} closes nothing", Name);
RULE(let_at_module_scope, ShaderCreation, "wgsl:let-decls", "", "{0} stands outside of a function, where `let` cannot",
     Name);
RULE(statement_at_module_scope, ShaderCreation, "wgsl:statements", "", "the statement {0} stands outside of a function",
     Name);
RULE(initializer_missing, ShaderCreation, "wgsl:value-decls", "", "{0} {1} has no initializer", Text, Name);
RULE(struct_without_members, ShaderCreation, "wgsl:struct-types", "21afae8a", "the structure {0} has no members", Name);
RULE(attributes_on_declaration, ShaderCreation, "wgsl:attributes", "", "attributes cannot stand before {0}", Text);
RULE(member_separator, ShaderCreation, "wgsl:struct-types", "",
     "expected `,` after the member of a structure, found {0}", Text);
RULE(source_too_long, ShaderCreation, "wgsl:limits", "",
     "the text has {0} bytes, more than the largest length, 4294967295", uint64_t);

void Parser::translation_unit() {
  while (!is(Tok::End)) {
    uint32_t before = at_;
    if (is(Keyword::Enable) || is(Keyword::Requires) || is(Keyword::Diagnostic)) {
      global_directive();
    } else if (misspelled_keyword()) {
      continue;  // as what it stands for
    } else if (accept(Tok::Semicolon)) {
      // Even an empty declaration ends the directives.
      seen_declaration_ = true;
    } else {
      size_t before_it = m_.declarations.size();
      bool word = is(Tok::Ident);
      declaration();
      if (m_.declarations.size() > before_it) seen_declaration_ = true;
      // `f16;` among the directives.
      if (!seen_declaration_ && word) m_.lost_directive = true;
    }
    if (at_ == before) advance();
  }
}

// -- directives. https://www.w3.org/TR/WGSL/#directives --

void Parser::global_directive() {
  const Token word = peek();
  uint32_t start = at_;
  if (seen_declaration_ && !directive_reported_) {
    directive_reported_ = true;
    report(word.span(),
           directive_after_declaration(Name{std::string(text(word))}).help("move it to the top of the text"));
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
  if (is(Keyword::Enable)) {  // twice
    fail_expected("the name of an extension", "after `enable`", false);
    m_.lost_directive = true;
    advance();
  }
  do {
    if (is(Tok::Semicolon) && tokens_[at_ - 1].kind == Tok::Comma) break;
    if (!is(Tok::Ident) && !is(Tok::Reserved) && !is_keyword(kind())) {
      fail_expected("the name of an extension", "after `enable`", true);
      m_.lost_directive = true;
      return skip_declaration();
    }
    m_.enables.push_back({peek().symbol(), peek().span()});
    advance();
  } while (accept(Tok::Comma));
  if (semicolon_after("the `enable` directive")) return;
  m_.lost_directive = true;
  skip_declaration();
}

void Parser::requires_directive() {
  advance();
  if (is(Keyword::Requires)) {  // twice
    fail_expected("the name of a language extension", "after `requires`", false);
    m_.lost_directive = true;
    advance();
  }
  do {
    if (is(Tok::Semicolon) && tokens_[at_ - 1].kind == Tok::Comma) break;
    if (!is(Tok::Ident) && !is(Tok::Reserved) && !is_keyword(kind())) {
      fail_expected("the name of a language extension", "after `requires`", true);
      m_.lost_directive = true;
      return skip_declaration();
    }
    m_.requirements.push_back({peek().symbol(), peek().span()});
    advance();
  } while (accept(Tok::Comma));
  if (semicolon_after("the `requires` directive")) return;
  m_.lost_directive = true;
  skip_declaration();
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
  if (!unclosed_template()) expect(Tok::Semicolon, "after " + std::string(what));
  return peek().after_break && starts_declaration();
}

// -- declarations --

void Parser::declaration() {
  uint32_t start = at_, begin = peek().begin;
  statement_token_ = at_;
  if (is(Tok::BraceRight) || is(Tok::ParenRight) || is(Tok::BracketRight)) {
    reporter_.report(peek().span(), brace_without_partner(Name{std::string(text(peek()))}));
    while (is(Tok::BraceRight) || is(Tok::ParenRight) || is(Tok::BracketRight)) advance();
    return;
  }
  std::span<const Attribute> attrs;
  if (bool without_at = attribute_without_at(); without_at || starts_attribute()) attrs = attributes(without_at);
  if (!attrs.empty() && (is(Tok::ParenRight) || is(Tok::BracketRight))) {
    report(peek().span(), brace_without_partner(Name{std::string(text(peek()))}));
    advance();
    if (starts_attribute()) {
      std::vector<Attribute> all(attrs.begin(), attrs.end());
      std::span<const Attribute> more = attributes();
      all.insert(all.end(), more.begin(), more.end());
      attrs = m_.arena.copy(all);
    }
  }
  const Decl* d = global_declaration(attrs, begin);
  flush_pending(d != nullptr);
  last_close_ = d && d->kind == DeclKind::Function ? ast::as<ast::Function>(*d).body->close : SourceSpan{};
  if (d) m_.declarations.push_back(d);
  if (!last_close_.empty() && follows_early_end()) {
    ast::as<ast::Function>(*d).ended_early = true;
    uint32_t stray = at_;
    stray_statements();
    return lose_names(stray);
  }
  if (d) return;
  if (at_ == start || !after_stray_) skip_declaration();
  // `var<storage; read> x: T;`: what follows on the line belongs to it still.
  for (uint32_t before = start; at_ != before && !after_stray_ && !peek().after_break && !is(Tok::End) &&
                                !is(Tok::BraceRight) && !is(Tok::Semicolon) && !starts_declaration();) {
    before = at_;
    skip_declaration();
  }
  after_stray_ = false;
  lose_names(start);
}

// A function that a brace too many ends: behind it come statements, and a brace that closes nothing.
bool Parser::follows_early_end() {
  if (is(Tok::End) || is(Tok::Semicolon) || starts_outer_declaration() || is(Tok::BraceRight)) return false;
  bool statement = is(Keyword::Return) || is(Keyword::If) || is(Keyword::Else) || is(Keyword::For) ||
                   is(Keyword::While) || is(Keyword::Loop) || is(Keyword::Switch) || is(Keyword::Let) ||
                   is(Tok::Ident) || is(Tok::Underscore) || is(Tok::Star);
  return statement && brace_balance() < 0;
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
    if (semicolon_after(what)) return v;
    // What follows on the line belongs to it: then nothing of it is sure.
    if (!peek().after_break && !is(Tok::BraceRight) && !is(Tok::End)) return nullptr;
    if (!is(Tok::BraceRight)) skip_declaration();
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
    report(word, let_at_module_scope(Name{shown})
                     .help(Help{"write `const`, or `override` when the pipeline sets it", {{word, "const"}}, true}));
    return nullptr;
  }
  if (is(Tok::Error)) return nullptr;
  if (foreign_statement()) return nullptr;
  if (reporter_.full()) return reporter_.count_only(), nullptr;
  if (starts_statement()) {
    stray_statements();
    after_stray_ = true;
    return nullptr;
  }
  diag::Diagnostic d = declaration_expected(Text{found()});
  if (is(Tok::BracketLeft) && kind(1) == Tok::Ident)
    std::move(d).help(text(peek(1)) == "numthreads" ? "write `@compute @workgroup_size(8, 8)` before the function"
                                                    : "attributes start with `@`");
  report(peek().span(), std::move(d));
  return nullptr;
}

// What follows a function that ends too early: read like its rest, up to the brace that would have closed it.
void Parser::stray_statements() {
  diag::Diagnostic d = statement_at_module_scope(Name{std::string(text(peek()))});
  if (!last_close_.empty())
    std::move(d).note(reporter_.place(last_close_),
                      "the function `" + std::string(text(function_name_)) + "` ends here");
  report(peek().span(), std::move(d).help("move it into a function"));
  in_function_ = true;
  function_reported_ = true;
  block_depth_ = 0;
  if (accept(Keyword::Else) && is(Keyword::If)) advance();
  block_rest({}, peek().begin, {.opened = false});
  in_function_ = false;
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
  std::string_view what = kind == DeclKind::Var        ? "variable"
                          : kind == DeclKind::Override ? "override"
                          : kind == DeclKind::Let      ? "value"
                                                       : "constant";
  advance();
  if (kind == DeclKind::Let && is(Tok::Reserved) && text(peek()) == "mut" && this->kind(1) == Tok::Ident) {
    SourceSpan both = join(tokens_[at_ - 1].span(), peek().span());
    report(both, mutable_value().help(Help{"write `var`", {{both, "var"}}, true}));
    advance();
    kind = DeclKind::Var;
  }
  auto* v = make_decl<ast::Variable>(kind, begin, attrs);
  // `var<storage; read_write>`
  if (is(Tok::Less) && kind == DeclKind::Var) tokens_[at_].kind = Tok::TemplateLeft;
  if (is(Tok::TemplateLeft)) {
    if (kind != DeclKind::Var) {
      fail_expected("the name of a " + std::string(what), "after `" + word + "`", false);
      return nullptr;
    }
    v->has_template_list = true;
    if (!template_list(v->template_args)) return nullptr;
  }
  // `var storage, read_write> x`
  if (kind == DeclKind::Var && is(Tok::Ident) && (this->kind(1) == Tok::Comma || this->kind(1) == Tok::Greater) &&
      lang::find_address_space(text(peek()))) {
    fail_expected("`<`", "after `var`", true);
    return nullptr;
  }
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
        reporter_.report(
            {end, end},
            initializer_missing(Text{"the " + std::string(what)}, Name{std::string(text(v->name_span))})
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
  if (opens("after the name of the structure"))
    advance();
  else if (!starts_attribute() && !is(Tok::Ident))
    return nullptr;
  std::vector<const ast::Member*> members;
  bool whole = true;
  while (!is(Tok::BraceRight) && !is(Tok::End)) {
    if (starts_outer_declaration() || (stands_for_brace())) break;
    uint32_t start = at_, member_begin = peek().begin;
    std::span<const Attribute> member_attrs;
    if (starts_attribute()) member_attrs = attributes();
    auto* m = make_decl<ast::Member>(DeclKind::Member, member_begin, member_attrs);
    m->module_scope = false;
    bool ok = !foreign_typed_name("member") && !foreign_statement() && name("member", m->name, m->name_span) &&
              expect(Tok::Colon, "after the name of the member");
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
      // Another bracket where the brace belongs.
      if (stands_for_brace()) break;
      if (!is(Tok::Error)) {
        diag::Diagnostic d = member_separator(Text{found()});
        SourceSpan at = semicolon ? peek().span() : SourceSpan{end, end};
        if (semicolon || peek().after_break) std::move(d).help(Help{"write a comma", {{at, ","}}, true});
        reporter_.report(at, std::move(d));
      }
      if (accept(Tok::Semicolon) || (is(Tok::Ident) && kind(1) == Tok::Colon) || is(Tok::Attr)) continue;
    }
    whole = false;
    auto next_member = [&] {
      if (!is(Tok::Comma) && !is(Tok::Semicolon)) return false;
      return peek(1).after_break || kind(1) == Tok::BraceRight || kind(1) == Tok::Attr ||
             (kind(1) == Tok::Ident && kind(2) == Tok::Colon);
    };
    while (!is(Tok::End) && !is(Tok::BraceRight) && !next_member()) {
      if (is(Keyword::Fn) || is(Keyword::Struct)) break;
      advance();
    }
    lose_names(start);
    if (!accept(Tok::Comma)) accept(Tok::Semicolon);
    if (at_ == start) advance();
  }
  if (is(Tok::BraceRight)) {
    advance();
  } else {
    close_missing(Tok::BraceLeft, open, Tok::BraceRight);
    if (is(Tok::ParenRight) || is(Tok::BracketRight)) advance();
  }
  s->span = from(begin);
  s->broken = !whole;
  s->members = m_.arena.copy(std::span<const ast::Member* const>(members.data(), members.size()));
  if (members.empty() && whole)
    report(s->name_span,
           struct_without_members(Name{std::string(text(s->name_span))}).help("give it a member, as `a: u32,`"));
  return s;
}

// Another closing bracket at the end of a line, where a brace can be meant.
bool Parser::stands_for_brace() const {
  if (!is(Tok::ParenRight) && !is(Tok::BracketRight)) return false;
  return peek(1).after_break || (kind(1) == Tok::Semicolon && peek(2).after_break);
}

// Requires the brace that opens a body, and leaves it. When it was reported as missing, what stands in its place is
// skipped, so that the body can be read all the same.
bool Parser::opens(std::string_view context) {
  if (is(Tok::BraceLeft)) return true;
  fail_expected("`{`", context, true);
  // Something before it, or another bracket in its place.
  if (kind(1) == Tok::BraceLeft && !peek().after_break) advance();
  if (is(Tok::ParenLeft) || is(Tok::ParenRight) || is(Tok::BracketLeft) || is(Tok::BracketRight) ||
      is(Tok::Semicolon)) {
    if (peek(1).after_break) advance();
  }
  return is(Tok::BraceLeft);
}

// https://www.w3.org/TR/WGSL/#function-declaration-sec
const Decl* Parser::function_decl(std::span<const Attribute> attrs, uint32_t begin) {
  uint32_t word = peek().begin;
  function_token_ = at_;
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
  // `fn f() i32 {`
  if (!f->return_type && is(Tok::Ident) && !peek().after_break &&
      (kind(1) == Tok::BraceLeft || kind(1) == Tok::TemplateLeft)) {
    uint32_t at = body_attributes.empty() ? peek().begin : body_attributes[0].span.begin;
    fail_expected("`->`", "before the return type", false,
                  Help{"write `->` before it", {{SourceSpan{at, at}, "-> "}}, true});
    f->return_attributes = body_attributes;
    body_attributes = {};
    f->return_type = type_specifier("after `->`");
    if (!f->return_type) return nullptr;
  }
  block_depth_ = 0;
  bool opened = opens("after the header of the function");
  bool statement_here =
      starts_statement() || is(Tok::Ident) || is(Tok::Underscore) || is(Tok::Star) || is(Tok::BraceRight);
  if (!opened && !statement_here) return nullptr;
  f->body = block_rest(body_attributes, opened ? peek().begin : previous_end(), {.opened = opened});
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
