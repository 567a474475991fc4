// The recursive descent parser: one function for each rule of the grammar, named after it.
//
// A function that fails has reported it and returns null (or false); its caller returns at once, up to the nearest
// statement, member or declaration, which skips to where the next one begins. So one mistake makes one message.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "wgsl/ast.h"
#include "wgsl/lex/token.h"
#include "wgsl/reporter.h"

namespace vitrine::wgsl {

class Parser {
 public:
  Parser(ast::Module& module, Reporter& reporter, std::vector<Token> tokens)
      : m_(module), reporter_(reporter), tokens_(std::move(tokens)) {}

  void translation_unit();

 private:
  // -- tokens --
  const Token& peek(uint32_t ahead = 0) const {
    uint32_t i = at_ + ahead;
    return tokens_[i < tokens_.size() ? i : tokens_.size() - 1];
  }
  Tok kind(uint32_t ahead = 0) const { return peek(ahead).kind; }
  bool is(Tok k) const { return tokens_[at_].kind == k; }
  bool is(lang::Keyword k) const { return is(keyword_token(k)); }
  bool is_word(std::string_view word) const { return is(Tok::Ident) && text(peek()) == word; }
  void advance() {
    if (at_ + 1 < tokens_.size()) ++at_;
  }
  bool accept(Tok k) { return is(k) && (advance(), true); }
  bool accept(lang::Keyword k) { return accept(keyword_token(k)); }
  uint32_t previous_end() const { return at_ > 0 ? tokens_[at_ - 1].end : 0; }
  SourceSpan from(uint32_t begin) const { return {begin, previous_end() > begin ? previous_end() : begin}; }
  std::string_view text(const Token& t) const { return m_.source->text(t.span()); }
  std::string_view text(SourceSpan s) const { return m_.source->text(s); }

  // -- messages (messages.cc) --
  // Requires the token; else reports "expected `;` after CONTEXT, found ...". The place is where it belongs.
  bool expect(Tok k, std::string_view context);
  void fail_expected(std::string_view what, std::string_view context, bool missing,
                     std::optional<diag::Help> help = {});
  void report(SourceSpan span, diag::Diagnostic d);
  void flush_pending(bool whole);
  std::string found() const;  // "`}`", "the end of the text"
  // A name that a declaration gives. Reports keywords, reserved words, `_` and `__x`.
  bool name(std::string_view what, Symbol& symbol, SourceSpan& span);
  bool check_name(const Token& t, std::string_view what);
  bool reported_reserved() const;
  bool foreign_method(const ast::Expr& object, SourceSpan dot, SourceSpan name);
  void close_missing(Tok open, SourceSpan open_span, Tok close);
  bool foreign_typed_name(std::string_view what);  // `float x` where `x: f32` belongs: members and parameters; reports
  bool foreign_statement();     // habits of other languages, at the start of a statement or declaration; reports
  bool misspelled_keyword();    // `fucntion`, `retrun`: reports, and makes the token the keyword that is meant
  bool attribute_without_at();  // one whose `@` is missing; reports
  bool unclosed_template();     // `vec3<f32(`: a template list of a built-in type that does not end; reports
  bool foreign_expression();    // the same where an expression should start

  // -- recovery --
  void skip_statement();
  void skip_declaration();
  void skip_braces();
  void lose_names(uint32_t first_token);
  bool starts_declaration() const;
  bool starts_statement() const;
  bool starts_outer_declaration() const;  // one that no function can hold
  int64_t brace_balance();
  SourceSpan oddly_closed() const;

  // -- expressions (expressions.cc) --
  const ast::Expr* expression();
  const ast::Expr* binary_expression(int min_precedence);
  const ast::Expr* unary_expression();
  const ast::Expr* singular_expression();
  const ast::Expr* primary_expression();
  const ast::Expr* paren_expression();
  const ast::Expr* literal();
  const ast::Expr* string_literal();
  const ast::Expr* make_binary(ast::BinaryOp op, SourceSpan op_span, const ast::Expr* l, const ast::Expr* r);
  ast::Ident* template_elaborated_ident();
  const ast::Expr* type_specifier(std::string_view context);
  bool argument_list(Tok close, std::span<const ast::Expr* const>& out);
  bool template_list(std::span<const ast::Expr* const>& out);
  static bool is_type_generator(std::string_view word);  // a built-in type with template parameters
  void report_number(const Token& t);
  bool too_deep(SourceSpan span);
  template <class T>
  T* make_expr(ast::ExprKind kind, SourceSpan span, uint32_t depth);

  // -- statements (statements.cc) --
  const ast::Block* body(std::string_view of, bool of_if = false);
  const ast::Stmt* statement();  // null: an empty or a failed one
  const ast::Stmt* simple_statement();
  const ast::Stmt* if_statement(std::span<const ast::Attribute> attributes);
  const ast::Stmt* switch_statement(std::span<const ast::Attribute> attributes);
  bool switch_clause(std::vector<ast::CaseClause>& clauses);
  const ast::Stmt* loop_statement(std::span<const ast::Attribute> attributes);
  void continuing_statement(ast::Loop& loop);
  const ast::Stmt* break_if_statement();
  const ast::Stmt* for_statement(std::span<const ast::Attribute> attributes);
  bool looks_like_for_header() const;
  bool for_header(ast::For* s, SourceSpan open);
  const ast::Stmt* while_statement(std::span<const ast::Attribute> attributes);
  const ast::Stmt* variable_statement();
  const ast::Stmt* updating_statement();  // assignments, ++, --, calls
  struct BlockKind {
    bool opened = true;         // false: the opening brace is missing, which was reported
    ast::Loop* loop = nullptr;  // of which it is the body
    bool of_if = false;         // an `else` may follow
    bool continuing = false;    // the block behind that word
  };
  const ast::Block* block_rest(std::span<const ast::Attribute> attributes, uint32_t begin, BlockKind kind);
  const ast::Block* block_rest(std::span<const ast::Attribute> attributes, uint32_t begin) {
    return block_rest(attributes, begin, {});
  }
  template <class T>
  T* make_stmt(ast::StmtKind kind, uint32_t begin);

  // -- declarations (declarations.cc) --
  void global_directive();
  void enable_directive();
  void requires_directive();
  void diagnostic_directive();
  void declaration();
  void stray_statements();
  const ast::Decl* global_declaration(std::span<const ast::Attribute> attributes, uint32_t begin);
  const ast::Decl* function_decl(std::span<const ast::Attribute> attributes, uint32_t begin);
  const ast::Decl* struct_decl(std::span<const ast::Attribute> attributes, uint32_t begin);
  const ast::Decl* alias_decl(std::span<const ast::Attribute> attributes, uint32_t begin);
  // `var<...> name : type = init`, and let, const, override; without the semicolon.
  ast::Variable* variable(std::span<const ast::Attribute> attributes, uint32_t begin);
  const ast::ConstAssert* const_assert();
  bool semicolon_after(std::string_view what);
  bool opens(std::string_view context);
  bool stands_for_brace() const;
  bool follows_early_end();
  template <class T>
  T* make_decl(ast::DeclKind kind, uint32_t begin, std::span<const ast::Attribute> attributes);

  // -- attributes (attributes.cc) --
  std::span<const ast::Attribute> attributes(bool first_without_at = false);
  bool starts_attribute() const { return is(Tok::Attr) || (is(Tok::BracketLeft) && kind(1) == Tok::BracketLeft); }
  void attribute(std::vector<ast::Attribute>& out);
  void skip_attribute(uint32_t depth = 0);
  bool diagnostic_control(ast::DiagnosticControl& out);
  void old_attributes();  // [[...]]

  ast::Module& m_;
  Reporter& reporter_;
  std::vector<Token> tokens_;
  uint32_t at_ = 0;
  uint32_t depth_ = 0;            // of expressions under way
  uint32_t statement_token_ = 0;  // where the present statement or declaration begins
  uint32_t block_depth_ = 0;      // of brace-enclosed statements
  ast::Switch* last_switch_ = nullptr;
  uint32_t clause_depth_ = 0;          // of bodies of switch clauses
  uint32_t loop_depth_ = 0;            // block_depth_ inside of the innermost `loop`, 0 in none
  uint32_t unclosed_at_ = UINT32_MAX;  // the token at which a block ended without its brace
  bool in_function_ = false;
  bool seen_declaration_ = false;
  bool directive_reported_ = false;  // that it stands behind a declaration
  bool after_stray_ = false;         // statements outside of functions were read up to their end
  bool string_allowed_ = false;
  bool function_reported_ = false;  // that it is not closed
  std::optional<std::pair<SourceSpan, diag::Diagnostic>>
      pending_;  // what is reported when the statement or declaration is whole
  SourceSpan function_name_{};
  uint32_t function_token_ = 0;           // `fn`
  SourceSpan last_close_{};               // the brace that ends the last declaration, when that is a function
  std::vector<Tok> keyword_names_;        // keywords that were reported as names: uses stay silent
  std::vector<uint32_t> reserved_names_;  // symbols of reserved words that were reported as names: uses stay silent
  std::vector<int32_t> brace_sums_;       // by token: braces open before it
  std::vector<uint32_t> next_function_;   // by token: the next that starts a function or structure
  std::vector<const ast::Expr*> expr_stack_;
  std::vector<const ast::Stmt*> stmt_stack_;
};

template <class T>
T* Parser::make_expr(ast::ExprKind kind, SourceSpan span, uint32_t depth) {
  T* e = m_.arena.make<T>();
  e->kind = kind;
  e->depth = static_cast<uint16_t>(depth);
  e->id = m_.expression_count++;
  e->span = span;
  return e;
}
template <class T>
T* Parser::make_stmt(ast::StmtKind kind, uint32_t begin) {
  T* s = m_.arena.make<T>();
  s->kind = kind;
  s->span = {begin, begin};
  return s;
}
template <class T>
T* Parser::make_decl(ast::DeclKind kind, uint32_t begin, std::span<const ast::Attribute> attributes) {
  T* d = m_.arena.make<T>();
  d->kind = kind;
  d->module_scope = !in_function_;
  d->id = m_.declaration_count++;
  d->span = {begin, begin};
  d->attributes = attributes;
  return d;
}

}  // namespace vitrine::wgsl
