// https://www.w3.org/TR/WGSL/#statements-summary
#include <algorithm>

#include "diag/rule.h"
#include "wgsl/parse/parser.h"

namespace vitrine::wgsl {

using ast::Attribute;
using ast::Block;
using ast::Expr;
using ast::ExprKind;
using ast::Stmt;
using ast::StmtKind;
using diag::Effect;
using diag::Help;
using diag::Name;
using diag::Text;
using lang::Keyword;

RULE(block_nesting_depth, ShaderCreation, "wgsl:limits", "", "blocks are nested deeper than {0} levels", uint64_t);
RULE(statement_expected, ShaderCreation, "wgsl:statements-summary", "b7859319", "expected a statement, found {0}",
     Text);
RULE(expression_is_no_statement, ShaderCreation, "wgsl:statements-summary", "",
     "{0} alone is no statement: its value goes nowhere", Name);
RULE(statement_with_parentheses, ShaderCreation, "wgsl:statements-summary", "",
     "{0} is a statement and no function that is called", Name);
RULE(body_needs_braces, ShaderCreation, "wgsl:compound-statement-section", "",
     "the body of {0} needs braces, found {1}", Name, Text);
RULE(attributes_misplaced, ShaderCreation, "wgsl:attributes", "", "attributes cannot stand before {0}", Text);
RULE(continuing_not_last, ShaderCreation, "wgsl:loop-statement", "",
     "{0} follows the `continuing` block, which ends a loop", Text);
RULE(continuing_misplaced, ShaderCreation, "wgsl:continuing-statement", "",
     "a `continuing` block stands outside of the body of a `loop`");
RULE(break_if_misplaced, ShaderCreation, "wgsl:break-if-statement", "ec6de32a",
     "`break if` is not the last statement of a `continuing` block");
RULE(switch_clause_expected, ShaderCreation, "wgsl:switch-statement", "",
     "expected `case` or `default` in a `switch`, found {0}", Text);
RULE(switch_without_clauses, ShaderCreation, "wgsl:switch-statement", "", "this `switch` has no clauses");
RULE(function_not_closed, ShaderCreation, "wgsl:parsing", "", "expected `}}` at the end of function {0}, found {1}",
     Name, Text);

// From the opening brace, which is missing where `kind.opened` says so, to the closing one.
const Block* Parser::block_rest(std::span<const Attribute> attributes, uint32_t begin, BlockKind kind) {
  SourceSpan open = kind.opened ? peek().span() : SourceSpan{begin, begin};
  auto* b = make_stmt<Block>(StmtKind::Block, begin);
  if (block_depth_ >= ast::kMaxBlockNesting) {
    report(open, block_nesting_depth(ast::kMaxBlockNesting).help("move inner blocks to functions of their own"));
    skip_braces();
    b->span = from(begin);
    return b;
  }
  ++block_depth_;
  flush_pending(true);
  if (kind.opened) advance();
  size_t mark = stmt_stack_.size();
  b->attributes = attributes;
  // A function inside of a function: the brace that ends this one is missing.
  while (!is(Tok::BraceRight) && !is(Tok::End) && !(peek().after_break && starts_outer_declaration())) {
    uint32_t before = at_;
    if (kind.loop && is(Tok::Ident) && this->kind(1) == Tok::BraceLeft) misspelled_keyword();
    // The brace that ends this block is missing before a word that only a block around it can hold.
    bool ends = (is(Keyword::Else) && kind.of_if) ||
                ((is(Keyword::Case) || is(Keyword::Default)) && clause_depth_ > 0) ||
                (is(Keyword::Continuing) && loop_depth_ > 0 && !kind.loop && block_depth_ > loop_depth_);
    // Another bracket in the place of the brace.
    bool instead =
        (stands_for_brace() || ((is(Tok::ParenRight) || is(Tok::BracketRight)) && this->kind(1) == Tok::End)) &&
        brace_balance() > 0;
    if (ends || instead) {
      if (unclosed_at_ != at_) close_missing(Tok::BraceLeft, open, Tok::BraceRight);
      if (instead) advance();
      unclosed_at_ = at_;
      b->statements = m_.arena.copy(std::span<const Stmt* const>(stmt_stack_.data() + mark, stmt_stack_.size() - mark));
      stmt_stack_.resize(mark);
      b->span = from(begin);
      --block_depth_;
      return b;
    }
    if (kind.loop && is(Keyword::Continuing) && !kind.loop->continuing) {
      continuing_statement(*kind.loop);
    } else if (kind.continuing && is(Keyword::Break) && this->kind(1) == keyword_token(Keyword::If)) {
      stmt_stack_.push_back(break_if_statement());
    } else if (const Stmt* s = statement(); s && !(kind.loop && kind.loop->continuing)) {
      stmt_stack_.push_back(s);
    }
    if (at_ == before) advance();
  }
  b->statements = m_.arena.copy(std::span<const Stmt* const>(stmt_stack_.data() + mark, stmt_stack_.size() - mark));
  stmt_stack_.resize(mark);
  if (is(Tok::BraceRight)) {
    b->close = peek().span();
    advance();
  } else if (!function_reported_) {
    function_reported_ = true;
    uint32_t end = previous_end();
    SourceSpan odd = oddly_closed();
    reporter_.report({end, end}, function_not_closed(Name{std::string(text(function_name_))}, Text{found()})
                                     .note(reporter_.place(odd.empty() ? open : odd),
                                           odd.empty() ? "this block is open"
                                                       : "this block ends at a `}` that is indented differently"));
  }
  b->span = from(begin);
  --block_depth_;
  return b;
}

const Stmt* Parser::statement() {
  if (accept(Tok::Semicolon)) return nullptr;
  uint32_t start = at_, begin = peek().begin;
  std::span<const Attribute> attrs;
  if (is(Tok::Attr)) {
    attrs = attributes();
    bool allowed = is(Tok::BraceLeft) || is(Keyword::If) || is(Keyword::Switch) || is(Keyword::Loop) ||
                   is(Keyword::For) || is(Keyword::While);
    if (!allowed) {
      if (attrs.empty() || !attrs[0].broken)
        report(attrs.empty() ? peek().span() : attrs[0].span, attributes_misplaced(Text{found()}));
      if (!starts_statement() && !is(Tok::Ident)) {
        skip_statement();
        return nullptr;
      }
    }
  }
  const Stmt* s = nullptr;
  bool needs_semicolon = false;
  statement_token_ = at_;
  misspelled_keyword();
  if (is(Tok::BraceLeft)) {
    s = block_rest(attrs, begin);
  } else if (is(Keyword::If)) {
    s = if_statement(attrs);
  } else if (is(Keyword::Switch)) {
    s = switch_statement(attrs);
  } else if (is(Keyword::Loop)) {
    s = loop_statement(attrs);
  } else if (is(Keyword::For)) {
    s = for_statement(attrs);
  } else if (is(Keyword::While)) {
    s = while_statement(attrs);
  } else if (is(Tok::ParenLeft) && looks_like_for_header()) {
    report(peek().span(), statement_expected(Text{found()})
                              .help(Help{"write `for` before it", {{SourceSpan{begin, begin}, "for "}}, true}));
    s = for_statement(attrs);
  } else {
    s = simple_statement();
    needs_semicolon = true;
  }
  auto lost = [&] {
    flush_pending(false);
    skip_statement();
    // `x; = 1;`: what follows on the line belongs to it still.
    auto rest = [&] {
      return !peek().after_break && !is(Tok::End) && !is(Tok::BraceRight) && !is(Tok::BraceLeft) && !is(Tok::Ident) &&
             !starts_statement();
    };
    for (uint32_t before = UINT32_MAX; rest() && at_ != before;) {
      before = at_;
      skip_statement();
    }
    lose_names(start);
    return make_stmt<Stmt>(StmtKind::Error, begin);
  };
  if (!s) return lost();
  if (needs_semicolon && !accept(Tok::Semicolon)) {
    std::string_view what;
    switch (s->kind) {
      case StmtKind::Declare:
        what = "the declaration";
        break;
      case StmtKind::Return:
        what = "`return`";
        break;
      case StmtKind::Break:
        what = "`break`";
        break;
      case StmtKind::Continue:
        what = "`continue`";
        break;
      case StmtKind::Discard:
        what = "`discard`";
        break;
      case StmtKind::Call:
        what = "the call";
        break;
      case StmtKind::ConstAssert:
        what = "`const_assert`";
        break;
      default:
        what = "the assignment";
        break;
    }
    // `elseif (x) {`
    std::string_view called = s->kind == StmtKind::Call && is(Tok::BraceLeft)
                                  ? text(ast::as<ast::CallStmt>(*s).call->callee->name_span)
                                  : std::string_view();
    if (called == "elseif" || called == "elif" || called == "elsif")
      report(SourceSpan{begin, begin + static_cast<uint32_t>(called.size())},
             statement_expected(Text{"`" + std::string(called) + "`"})
                 .help(Help{"write `else if`",
                            {{SourceSpan{begin, begin + static_cast<uint32_t>(called.size())}, "else if "}},
                            true}));
    else if (!foreign_expression() && !unclosed_template())
      expect(Tok::Semicolon, "after " + std::string(what));
    // What was read is whole: only the semicolon is missing when another statement or the end of the block follows.
    if (!peek().after_break && !is(Tok::BraceRight)) return lost();
  }
  flush_pending(true);
  return s;
}

const Stmt* Parser::simple_statement() {
  uint32_t begin = peek().begin;
  if (is(Keyword::Var) || is(Keyword::Let) || is(Keyword::Const)) return variable_statement();
  if (accept(Keyword::Return)) {
    auto* r = make_stmt<ast::Return>(StmtKind::Return, begin);
    if (!is(Tok::Semicolon) && !is(Tok::BraceRight)) {
      r->value = expression();
      if (!r->value) return nullptr;
    }
    r->span = from(begin);
    return r;
  }
  if (accept(Keyword::Break)) {
    if (is(Keyword::If)) {
      if (!m_.lost_loop) report(from(begin), break_if_misplaced().help("write `if condition { break; }`"));
      return nullptr;
    }
    auto* s = make_stmt<Stmt>(StmtKind::Break, begin);
    s->span = from(begin);
    return s;
  }
  if (accept(Keyword::Continue) || accept(Keyword::Discard)) {
    bool discard = tokens_[at_ - 1].kind == keyword_token(Keyword::Discard);
    if (is(Tok::ParenLeft) && kind(1) == Tok::ParenRight) {
      SourceSpan empty = join(peek().span(), peek(1).span());
      std::string word = discard ? "discard" : "continue";
      if (!reporter_.full())
        report(empty, statement_with_parentheses(Name{word}).help(Help{"write `" + word + ";`", {{empty, ""}}, true}));
      else
        reporter_.count_only();
      advance();
      advance();
    }
    auto* s = make_stmt<Stmt>(discard ? StmtKind::Discard : StmtKind::Continue, begin);
    s->span = from(begin);
    return s;
  }
  if (is(Keyword::ConstAssert)) {
    const ast::ConstAssert* a = const_assert();
    if (!a) return nullptr;
    auto* s = make_stmt<ast::AssertStmt>(StmtKind::ConstAssert, begin);
    s->assertion = a;
    s->span = from(begin);
    return s;
  }
  if (is(Keyword::Continuing)) {
    report(peek().span(), continuing_misplaced());
    m_.lost_loop = true;
    advance();
    // A brace too many has ended the loop.
    if (is(Tok::BraceLeft) && brace_balance() < 0) {
      block_rest({}, peek().begin);
      if (is(Tok::BraceRight)) advance();
    }
    return nullptr;
  }
  if (is(Keyword::Case) || is(Keyword::Default)) {
    report(peek().span(), statement_expected(Text{found()}).help("clauses stand directly in the braces of a `switch`"));
    // A brace too many has ended the last `switch`: its other clauses are read all the same.
    if (last_switch_ && brace_balance() < 0) {
      last_switch_->broken = true;
      std::vector<ast::CaseClause> clauses;
      while ((is(Keyword::Case) || is(Keyword::Default)) && switch_clause(clauses)) {
      }
      if (is(Tok::BraceRight)) advance();
      return make_stmt<Stmt>(StmtKind::Error, begin);
    }
    advance();
    return nullptr;
  }
  if (is(Keyword::Else)) {
    report(peek().span(),
           statement_expected(Text{found()}).help("an `else` directly follows the closing brace of its `if`"));
    advance();
    if (is(Keyword::If)) advance();
    return nullptr;
  }
  return updating_statement();
}

// variable_or_value_statement
const Stmt* Parser::variable_statement() {
  uint32_t begin = peek().begin;
  ast::Variable* v = variable({}, begin);
  if (!v) return nullptr;
  auto* s = make_stmt<ast::Declare>(StmtKind::Declare, begin);
  s->variable = v;
  s->span = v->span;
  return s;
}

// variable_updating_statement and func_call_statement
const Stmt* Parser::updating_statement() {
  uint32_t begin = peek().begin;
  if (is(Tok::Underscore)) {
    advance();
    SourceSpan op = peek().span();
    if (!expect(Tok::Assign, "after `_`")) return nullptr;
    auto* s = make_stmt<ast::Assign>(StmtKind::PhonyAssign, begin);
    s->op_span = op;
    s->rhs = expression();
    if (!s->rhs) return nullptr;
    s->span = from(begin);
    return s;
  }
  if (foreign_statement()) return nullptr;
  switch (reported_reserved() ? Tok::Ident : kind()) {
    case Tok::Ident:
    case Tok::Star:
    case Tok::And:
    case Tok::AndAnd:
    case Tok::ParenLeft:
      break;
    default:
      if (is(Tok::Error)) return nullptr;
      if (reporter_.full()) return reporter_.count_only(), nullptr;
      if (is(Tok::Reserved) && (this->kind(1) == Tok::Assign || this->kind(1) == Tok::Period || this->kind(1) == Tok::BracketLeft)) {
        check_name(peek(), "variable");
        return nullptr;
      }
      report(peek().span(), statement_expected(Text{found()}));
      return nullptr;
  }
  const Expr* lhs = unary_expression();
  if (!lhs) return nullptr;
  const Token op = peek();
  ast::BinaryOp binary{};
  StmtKind kind = StmtKind::CompoundAssign;
  switch (op.kind) {
    case Tok::Assign:
      kind = StmtKind::Assign;
      break;
    case Tok::PlusPlus:
      kind = StmtKind::Increment;
      break;
    case Tok::MinusMinus:
      kind = StmtKind::Decrement;
      break;
    case Tok::PlusAssign:
      binary = ast::BinaryOp::Add;
      break;
    case Tok::MinusAssign:
      binary = ast::BinaryOp::Subtract;
      break;
    case Tok::StarAssign:
      binary = ast::BinaryOp::Multiply;
      break;
    case Tok::SlashAssign:
      binary = ast::BinaryOp::Divide;
      break;
    case Tok::PercentAssign:
      binary = ast::BinaryOp::Remainder;
      break;
    case Tok::AndAssign:
      binary = ast::BinaryOp::And;
      break;
    case Tok::OrAssign:
      binary = ast::BinaryOp::Or;
      break;
    case Tok::XorAssign:
      binary = ast::BinaryOp::Xor;
      break;
    case Tok::ShiftLeftAssign:
      binary = ast::BinaryOp::ShiftLeft;
      break;
    case Tok::ShiftRightAssign:
      binary = ast::BinaryOp::ShiftRight;
      break;
    default: {
      if (lhs->kind == ExprKind::Call && !lhs->parenthesized) {
        auto* s = make_stmt<ast::CallStmt>(StmtKind::Call, begin);
        s->call = &ast::as<ast::Call>(*lhs);
        s->span = from(begin);
        return s;
      }
      if (is(Tok::Error)) return nullptr;
      if (reporter_.full()) return reporter_.count_only(), nullptr;
      if (is(Tok::Semicolon) || is(Tok::BraceRight)) {
        std::string shown(text(lhs->span));
        diag::Diagnostic d = expression_is_no_statement(Name{shown.size() <= 60 ? shown : shown.substr(0, 57) + "..."});
        if (lhs->kind == ExprKind::Ident)
          std::move(d).help("to call a function write `" + shown + "();`, to discard a value `_ = " + shown + ";`");
        else
          std::move(d).help(
              Help{"to discard the value write `_ =` before it", {{SourceSpan{begin, begin}, "_ = "}}, false});
        report(lhs->span, std::move(d));
        return nullptr;
      }
      if (op.kind == Tok::EqualEqual) {
        expect(Tok::Assign, "in an assignment");
        return nullptr;
      }
      if (op.kind == Tok::Question && foreign_expression()) return nullptr;
      if (op.kind == Tok::Colon && this->kind(1) == Tok::Assign) {
        report(join(op.span(), peek(1).span()),
               statement_expected(Text{"`:=`"})
                   .help(Help{"to declare write `let` and `=`",
                              {{join(op.span(), peek(1).span()), "="}, {SourceSpan{begin, begin}, "let "}},
                              false}));
        return nullptr;
      }
      if (op.kind == Tok::Colon && this->kind(1) == Tok::Colon) {
        report(join(op.span(), peek(1).span()),
               statement_expected(Text{"`::`"}).help("WGSL has no namespaces: write the name alone"));
        return nullptr;
      }
      if (op.kind == Tok::Arrow) {
        report(op.span(),
               statement_expected(Text{"`->`"})
                   .help(Help{"members of what a pointer points to follow a `.`", {{op.span(), "."}}, true}));
        return nullptr;
      }
      if (op.kind == Tok::Colon && lhs->kind == ExprKind::Ident) {
        expect(Tok::Assign, "in an assignment");
        return nullptr;
      }
      std::optional<Help> help;
      if (op.kind == Tok::Plus || op.kind == Tok::Minus || op.kind == Tok::Slash || op.kind == Tok::Percent)
        help = Help{"a value alone is no statement: write `return` before it, or `_ =`", {}, false};
      fail_expected("an assignment or call", "", false, std::move(help));
      return nullptr;
    }
  }
  advance();
  auto* s = make_stmt<ast::Assign>(kind, begin);
  s->lhs = lhs;
  s->op = binary;
  s->op_span = op.span();
  if (kind == StmtKind::Assign || kind == StmtKind::CompoundAssign) {
    s->rhs = expression();
    if (!s->rhs) return nullptr;
  }
  s->span = from(begin);
  return s;
}

const Stmt* Parser::if_statement(std::span<const Attribute> attributes) {
  uint32_t begin = peek().begin;
  auto* s = make_stmt<ast::If>(StmtKind::If, begin);
  s->attributes = attributes;
  std::vector<ast::IfClause> clauses;
  while (true) {
    uint32_t clause_begin = peek().begin;
    advance();  // if
    ast::IfClause clause{};
    clause.condition = expression();
    if (!clause.condition) return nullptr;
    clause.body = body("if", true);
    if (!clause.body) return nullptr;
    clause.span = from(clause_begin);
    clauses.push_back(clause);
    if (is(Tok::Ident) && (kind(1) == Tok::BraceLeft || kind(1) == keyword_token(Keyword::If))) misspelled_keyword();
    if (!is(Keyword::Else)) break;
    advance();
    if (is(Keyword::If)) continue;
    s->otherwise = body("else");
    if (!s->otherwise) return nullptr;
    break;
  }
  s->clauses = m_.arena.copy(clauses);
  s->span = from(begin);
  return s;
}

// The braces behind if, else, for, while. Says so when a single statement stands there.
const Block* Parser::body(std::string_view of, bool of_if) {
  if (is(Tok::BraceLeft)) return block_rest({}, peek().begin, {.of_if = of_if});
  if (is(Tok::Attr)) {
    std::span<const Attribute> attrs = attributes();
    if (is(Tok::BraceLeft))
      return block_rest(attrs, attrs.empty() ? peek().begin : attrs[0].span.begin, {.of_if = of_if});
  }
  if (is(Tok::Error)) return nullptr;
  bool statement_here = starts_statement() || is(Tok::Ident) || is(Tok::Underscore);
  // `if a b {`: not the brace is missing, the condition is broken.
  for (uint32_t ahead = 0; statement_here && ahead < 64 && !peek(ahead).after_break && kind(ahead) != Tok::Semicolon &&
                           kind(ahead) != Tok::End;
       ++ahead)
    if (kind(ahead) == Tok::BraceLeft) statement_here = false;
  if (!statement_here) {
    if (foreign_expression()) return nullptr;
    fail_expected("`{`", "after `" + std::string(of) + "`", true);
    // Another bracket in its place.
    if ((is(Tok::ParenLeft) || is(Tok::BracketLeft)) && peek(1).after_break) {
      advance();
      return block_rest({}, previous_end(), {.opened = false, .of_if = of_if});
    }
    return nullptr;
  }
  reporter_.report(
      peek().span(),
      body_needs_braces(Name{std::string(of)}, Text{found()}).help("write `{` before it and `}` behind it"));
  if (brace_balance() < 0) return block_rest({}, previous_end(), {.opened = false, .of_if = of_if});
  const Stmt* inner = statement();
  auto* b = make_stmt<Block>(StmtKind::Block, previous_end());
  if (inner) {
    const Stmt* one[] = {inner};
    b->statements = m_.arena.copy(std::span<const Stmt* const>(one));
    b->span = inner->span;
  }
  return b;
}

const Stmt* Parser::switch_statement(std::span<const Attribute> attributes) {
  uint32_t begin = peek().begin;
  advance();
  auto* s = make_stmt<ast::Switch>(StmtKind::Switch, begin);
  s->attributes = attributes;
  s->selector = expression();
  if (!s->selector) return nullptr;
  if (is(Tok::Attr)) s->body_attributes = this->attributes();
  SourceSpan open = peek().span();
  if (!expect(Tok::BraceLeft, "after the value of `switch`") && !is(Keyword::Case) && !is(Keyword::Default))
    return nullptr;
  if (block_depth_ >= ast::kMaxBlockNesting) {
    report(open, block_nesting_depth(ast::kMaxBlockNesting));
    --at_;
    skip_braces();
    return nullptr;
  }
  ++block_depth_;
  std::vector<ast::CaseClause> clauses;
  bool whole = true;
  while (!is(Tok::BraceRight) && !is(Tok::End)) {
    if (peek().after_break && starts_outer_declaration()) break;
    // A block inside of it ended without its brace, and so does this.
    if (unclosed_at_ == at_ && !is(Keyword::Case) && !is(Keyword::Default)) {
      whole = false;
      break;
    }
    uint32_t before = at_;
    if (!switch_clause(clauses)) {
      whole = false;
      // To the next clause.
      while (!is(Tok::End) && !is(Tok::BraceRight) && !is(Keyword::Case) && !is(Keyword::Default)) {
        if (peek().after_break && starts_outer_declaration()) break;
        if (is(Tok::BraceLeft) && brace_balance() <= 0)
          skip_braces();
        else
          advance();
      }
    }
    if (at_ == before) break;
  }
  --block_depth_;
  s->body_span = from(open.begin);
  if (is(Tok::BraceRight)) {
    advance();
    s->body_span = from(open.begin);
  } else if (whole) {
    close_missing(Tok::BraceLeft, open, Tok::BraceRight);
  }
  if (clauses.empty() && whole)
    report(SourceSpan{begin, begin + 6}, switch_without_clauses().help("give it `default: {}` at least"));
  s->broken = !whole;
  last_switch_ = s;
  s->clauses = m_.arena.copy(clauses);
  s->span = from(begin);
  return s;
}

bool Parser::switch_clause(std::vector<ast::CaseClause>& clauses) {
  uint32_t begin = peek().begin;
  ast::CaseClause c{};
  std::vector<const Expr*> selectors;
  std::vector<SourceSpan> spans;
  if (accept(Keyword::Default)) {
    c.is_default = true;
    selectors.push_back(nullptr);
    spans.push_back(from(begin));
  } else if (accept(Keyword::Case)) {
    do {
      if (is(Tok::Colon) || is(Tok::BraceLeft)) break;
      uint32_t at = peek().begin;
      if (accept(Keyword::Default)) {
        c.is_default = true;
        selectors.push_back(nullptr);
      } else {
        const Expr* e = expression();
        if (!e) return false;
        selectors.push_back(e);
      }
      spans.push_back(from(at));
    } while (accept(Tok::Comma));
    if (selectors.empty()) {
      fail_expected("a selector", "after `case`", true);
      return false;
    }
  } else {
    if (!is(Tok::Error)) report(peek().span(), switch_clause_expected(Text{found()}));
    return false;
  }
  c.selectors = m_.arena.copy(std::span<const Expr* const>(selectors.data(), selectors.size()));
  c.selector_spans = m_.arena.copy(spans);
  accept(Tok::Colon);
  std::span<const Attribute> attrs;
  if (is(Tok::Attr)) attrs = attributes();
  bool opened = is(Tok::BraceLeft);
  if (!opened) {
    if (is(Tok::Error)) return false;
    report(peek().span(),
           body_needs_braces(Name{c.is_default ? "default" : "case"}, Text{found()})
               .help("write `{` and `}` around the statements; cases do not fall through and need no `break`"));
    // In C clauses have no braces; here one can be missing.
    uint32_t depth = 0, i = 0;
    for (; i < 2000 && kind(i) != Tok::End; ++i) {
      Tok k = kind(i);
      if (depth == 0 &&
          (k == Tok::BraceRight || k == keyword_token(Keyword::Case) || k == keyword_token(Keyword::Default)))
        break;
      if (k == Tok::BraceLeft) ++depth;
      if (k == Tok::BraceRight) --depth;
    }
    if (kind(i) != Tok::BraceRight || brace_balance() >= 0) return false;
  }
  ++clause_depth_;
  c.body = block_rest(attrs, peek().begin, {.opened = opened});
  --clause_depth_;
  c.span = from(begin);
  clauses.push_back(c);
  return true;
}

const Stmt* Parser::loop_statement(std::span<const Attribute> attributes) {
  uint32_t begin = peek().begin;
  advance();
  auto* s = make_stmt<ast::Loop>(StmtKind::Loop, begin);
  s->attributes = attributes;
  std::span<const Attribute> body_attributes;
  if (is(Tok::Attr)) body_attributes = this->attributes();
  bool opened = opens("after `loop`");
  if (!opened && !starts_statement() && !is(Tok::Ident)) {
    m_.lost_loop = true;
    return nullptr;
  }
  uint32_t outer_loop = loop_depth_, outer_clauses = clause_depth_;
  loop_depth_ = block_depth_ + 1;
  clause_depth_ = 0;
  s->body = block_rest(body_attributes, opened ? peek().begin : previous_end(), {.opened = opened, .loop = s});
  loop_depth_ = outer_loop;
  clause_depth_ = outer_clauses;
  s->span = from(begin);
  return s;
}

// https://www.w3.org/TR/WGSL/#continuing-statement
void Parser::continuing_statement(ast::Loop& loop) {
  uint32_t word = peek().begin;
  advance();
  loop.continuing_span = from(word);
  std::span<const Attribute> attrs;
  if (is(Tok::Attr)) attrs = attributes();
  bool opened = opens("after `continuing`");
  if (!opened && !starts_statement() && !is(Tok::Ident)) {
    stmt_stack_.push_back(make_stmt<Stmt>(StmtKind::Error, word));
    m_.lost_loop = true;
    return skip_statement();
  }
  uint32_t outer = loop_depth_;
  loop_depth_ = 0;
  loop.continuing = block_rest(attrs, opened ? peek().begin : previous_end(), {.opened = opened, .continuing = true});
  loop_depth_ = outer;
  if (function_reported_ || (!is(Tok::BraceRight) && brace_balance() > 0)) return;  // a brace is missing
  if (!is(Tok::BraceRight) && !is(Tok::End) && !is(Tok::Error))
    report(peek().span(), continuing_not_last(Text{found()})
                              .help("put it before the `continuing` block, or into it")
                              .note(reporter_.place(loop.continuing_span), "the `continuing` block"));
}

// https://www.w3.org/TR/WGSL/#break-if-statement
const Stmt* Parser::break_if_statement() {
  uint32_t begin = peek().begin;
  advance();
  advance();
  SourceSpan words = from(begin);
  const Expr* condition = expression();
  if (!condition) {
    skip_statement();
    return make_stmt<Stmt>(StmtKind::Error, begin);
  }
  auto* s = make_stmt<ast::BreakIf>(StmtKind::BreakIf, begin);
  s->condition = condition;
  s->span = from(begin);
  expect(Tok::Semicolon, "after `break if`");
  if (!is(Tok::BraceRight) && !is(Tok::End) && !is(Tok::Error)) report(words, break_if_misplaced());
  return s;
}

// `(var i = 0; i < n; i++) {`
bool Parser::looks_like_for_header() const {
  if (kind(1) != keyword_token(Keyword::Var) && kind(1) != keyword_token(Keyword::Let)) return false;
  uint32_t semicolons = 0, i = 2;
  for (; i < 100 && kind(i) != Tok::End && kind(i) != Tok::BraceLeft && kind(i) != Tok::BraceRight; ++i)
    if (kind(i) == Tok::Semicolon) ++semicolons;
  return semicolons == 2 && kind(i) == Tok::BraceLeft;
}

const Stmt* Parser::for_statement(std::span<const Attribute> attributes) {
  uint32_t begin = peek().begin;
  accept(Keyword::For);
  auto* s = make_stmt<ast::For>(StmtKind::For, begin);
  s->attributes = attributes;
  SourceSpan open = peek().span();
  if (is(Keyword::For)) {  // twice
    fail_expected("`(`", "after `for`", false);
    advance();
    if (!accept(Tok::ParenLeft)) return nullptr;
  } else if (!expect(Tok::ParenLeft, "after `for`") && !is(Keyword::Var) && !is(Keyword::Let))
    return nullptr;
  uint32_t header = at_;
  if (!for_header(s, open)) {
    // The semicolons of the header end no statement.
    at_ = header;
    for (uint32_t parens = 1; parens > 0 && !is(Tok::End) && !is(Tok::BraceLeft) && !is(Tok::BraceRight); advance()) {
      if (is(Tok::ParenLeft)) ++parens;
      if (is(Tok::ParenRight)) --parens;
    }
    lose_names(header);
    if (is(Tok::BraceLeft)) block_rest({}, peek().begin);
    auto* error = make_stmt<Stmt>(StmtKind::Error, begin);
    error->span = from(begin);
    return error;
  }
  s->body = body("for");
  if (!s->body) return nullptr;
  s->span = from(begin);
  return s;
}

// The rest of the header, with its closing parenthesis.
bool Parser::for_header(ast::For* s, SourceSpan open) {
  if (!is(Tok::Semicolon)) {
    bool declares = is(Keyword::Var) || is(Keyword::Let) || is(Keyword::Const);
    s->initializer = declares ? variable_statement() : updating_statement();
    if (!s->initializer) return false;
  }
  if (!expect(Tok::Semicolon, "after the initializer of `for`")) return false;
  if (!is(Tok::Semicolon)) {
    s->condition = expression();
    if (!s->condition) return false;
  }
  if (!expect(Tok::Semicolon, "after the condition of `for`")) return false;
  if (!is(Tok::ParenRight)) {
    s->update = updating_statement();
    if (!s->update) return false;
  }
  if (!is(Tok::ParenRight)) return close_missing(Tok::ParenLeft, open, Tok::ParenRight), false;
  advance();
  return true;
}

const Stmt* Parser::while_statement(std::span<const Attribute> attributes) {
  uint32_t begin = peek().begin;
  advance();
  auto* s = make_stmt<ast::While>(StmtKind::While, begin);
  s->attributes = attributes;
  s->condition = expression();
  if (!s->condition) return nullptr;
  s->body = body("while");
  if (!s->body) return nullptr;
  s->span = from(begin);
  return s;
}

}  // namespace vitrine::wgsl
