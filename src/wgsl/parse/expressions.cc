// https://www.w3.org/TR/WGSL/#expression-grammar
#include <algorithm>

#include "diag/rule.h"
#include "wgsl/lex/number.h"
#include "wgsl/parse/parser.h"

namespace vitrine::wgsl {

using ast::BinaryOp;
using ast::Expr;
using ast::ExprKind;
using diag::Effect;
using diag::Help;
using diag::Name;
using diag::Text;
using lang::Keyword;

RULE(expression_nesting_depth, ShaderCreation, "wgsl:limits", "", "an expression is nested deeper than {0} levels",
     uint64_t);
RULE(operators_need_parentheses, ShaderCreation, "wgsl:operator-precedence-associativity", "",
     "{0} and {1} cannot be mixed without parentheses", Name, Name);
RULE(number_leading_zero, ShaderCreation, "wgsl:numeric-literals", "", "the integer {0} starts with a zero", Name);
RULE(number_without_digits, ShaderCreation, "wgsl:numeric-literals", "46d89de4 3aee3354",
     "the number {0} lacks digits {1}", Name, Text);
RULE(number_suffix, ShaderCreation, "wgsl:numeric-literals", "",
     "{0} follows the number {1} and is none of its suffixes {2}", Name, Name, Text);
RULE(integer_literal_range, ShaderCreation, "wgsl:numeric-literals", "e8fbc1d4",
     "{0} does not fit {1}, which ends at {2}", Name, Text, Text);
RULE(float_literal_range, ShaderCreation, "wgsl:numeric-literals", "285579f5 0cd0ec20",
     "{0} is larger than the largest {1}, {2}", Name, Text, Text);
RULE(hex_float_inexact, ShaderCreation, "wgsl:numeric-literals", "0cd0ec20", "{0} has no exact value in {1}", Name,
     Text);
RULE(string_literal_misplaced, ShaderCreation, "wgsl:tokens", "",
     "a string literal stands here, and only the first argument of `debugPrintf` can be one");

namespace {

struct BinaryInfo {
  BinaryOp op;
  int precedence;  // 0: no operator
};

constexpr int kLogicalOr = 1, kLogicalAnd = 2, kOr = 3, kXor = 4, kAnd = 5, kCompare = 6, kShift = 7, kAdd = 8,
              kMul = 9;

BinaryInfo binary_info(Tok t) {
  switch (t) {
    case Tok::OrOr:
      return {BinaryOp::LogicalOr, kLogicalOr};
    case Tok::AndAnd:
      return {BinaryOp::LogicalAnd, kLogicalAnd};
    case Tok::Or:
      return {BinaryOp::Or, kOr};
    case Tok::Xor:
      return {BinaryOp::Xor, kXor};
    case Tok::And:
      return {BinaryOp::And, kAnd};
    case Tok::EqualEqual:
      return {BinaryOp::Equal, kCompare};
    case Tok::NotEqual:
      return {BinaryOp::NotEqual, kCompare};
    case Tok::Less:
      return {BinaryOp::Less, kCompare};
    case Tok::LessEqual:
      return {BinaryOp::LessEqual, kCompare};
    case Tok::Greater:
      return {BinaryOp::Greater, kCompare};
    case Tok::GreaterEqual:
      return {BinaryOp::GreaterEqual, kCompare};
    case Tok::ShiftLeft:
      return {BinaryOp::ShiftLeft, kShift};
    case Tok::ShiftRight:
      return {BinaryOp::ShiftRight, kShift};
    case Tok::Plus:
      return {BinaryOp::Add, kAdd};
    case Tok::Minus:
      return {BinaryOp::Subtract, kAdd};
    case Tok::Star:
      return {BinaryOp::Multiply, kMul};
    case Tok::Slash:
      return {BinaryOp::Divide, kMul};
    case Tok::Percent:
      return {BinaryOp::Remainder, kMul};
    default:
      return {BinaryOp::Add, 0};
  }
}

int precedence_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::LogicalOr:
      return kLogicalOr;
    case BinaryOp::LogicalAnd:
      return kLogicalAnd;
    case BinaryOp::Or:
      return kOr;
    case BinaryOp::Xor:
      return kXor;
    case BinaryOp::And:
      return kAnd;
    case BinaryOp::ShiftLeft:
    case BinaryOp::ShiftRight:
      return kShift;
    case BinaryOp::Add:
    case BinaryOp::Subtract:
      return kAdd;
    case BinaryOp::Multiply:
    case BinaryOp::Divide:
    case BinaryOp::Remainder:
      return kMul;
    default:
      return kCompare;
  }
}

// Whether the grammar allows an operand made by `inner` without parentheses.
bool allowed_operand(int outer, int inner, bool left) {
  switch (outer) {
    case kMul:
      return left && inner == kMul;
    case kAdd:
      return inner == kMul || (left && inner == kAdd);
    case kShift:
      return false;
    case kCompare:
      return inner == kMul || inner == kAdd || inner == kShift;
    case kAnd:
    case kXor:
    case kOr:
      return left && inner == outer;
    case kLogicalAnd:
    case kLogicalOr:
      return inner >= kCompare || (left && inner == outer);
  }
  return false;
}

bool starts_unary(Tok k) {
  switch (k) {
    case Tok::Ident:
    case Tok::Number:
    case Tok::ParenLeft:
    case Tok::Minus:
    case Tok::Not:
    case Tok::Tilde:
    case Tok::Star:
    case Tok::And:
    case Tok::MinusMinus:
      return true;
    default:
      return k == keyword_token(Keyword::True) || k == keyword_token(Keyword::False);
  }
}

}  // namespace

bool Parser::too_deep(SourceSpan span) {
  report(span, expression_nesting_depth(ast::kMaxExpressionDepth).help("give the inner parts names with `let`"));
  return true;
}

const Expr* Parser::expression() {
  if (depth_ >= ast::kMaxExpressionDepth) {
    too_deep(peek().span());
    return nullptr;
  }
  ++depth_;
  const Expr* e = binary_expression(1);
  --depth_;
  return e;
}

// Operators are read with the precedences of C; what WGSL wants in parentheses is found when two of them meet.
const Expr* Parser::binary_expression(int min_precedence) {
  const Expr* left = unary_expression();
  if (!left) return nullptr;
  while (true) {
    Token t = peek();
    // In an expression no `--` and `++` can follow an operand: `a--b` is a - -b.
    if (t.kind == Tok::MinusMinus) {
      if (!starts_unary(kind(1))) {
        foreign_expression();
        return nullptr;
      }
      if (kAdd < min_precedence) return left;
      tokens_[at_].begin += 1;
      tokens_[at_].kind = Tok::Minus;
      t.kind = Tok::Minus;
      t.end = t.begin + 1;
    } else {
      BinaryInfo info = binary_info(t.kind);
      if (info.precedence == 0) {
        if ((t.kind == Tok::Question || t.kind == Tok::PlusPlus) && foreign_expression()) return nullptr;
        return left;
      }
      if (info.precedence < min_precedence) return left;
      advance();
      // `===`
      if ((t.kind == Tok::EqualEqual || t.kind == Tok::NotEqual) && is(Tok::Assign) && peek().begin == t.end) {
        fail_expected("an expression", "after `" + std::string(text(t)) + "`", false,
                      Help{"write `" + std::string(text(t)) + "`", {{peek().span(), ""}}, true});
        advance();
      }
    }
    BinaryInfo info = binary_info(t.kind);
    const Expr* right = binary_expression(info.precedence + 1);
    if (!right) return nullptr;
    left = make_binary(info.op, t.span(), left, right);
    if (!left) return nullptr;
  }
}

const Expr* Parser::make_binary(BinaryOp op, SourceSpan op_span, const Expr* l, const Expr* r) {
  int precedence = precedence_of(op);
  bool known = true;  // what the user means
  auto check = [&](const Expr* e, bool left) {
    if (e->kind != ExprKind::Binary || e->parenthesized) return true;
    const auto& inner = ast::as<ast::Binary>(*e);
    if (allowed_operand(precedence, precedence_of(inner.op), left)) return true;
    // The first of a chain of comparisons is what the user would put in parentheses, so it is the edit.
    bool certain = precedence_of(inner.op) != kCompare || precedence != kCompare;
    std::string first = "`" + std::string(text(e->span)) + "`";
    SourceSpan s = e->span;
    Help help{"put " + (first.size() < 50 ? first : std::string("the inner operation")) + " in parentheses",
              {{SourceSpan{s.begin, s.begin}, "("}, {SourceSpan{s.end, s.end}, ")"}},
              certain};
    if (!certain) help.edits.clear(), help.text = "compare twice and join the results with `&&`";
    // `a & b == c`: as in C, the comparison comes first, which nobody means.
    if (precedence_of(inner.op) == kCompare && (precedence == kAnd || precedence == kXor || precedence == kOr)) {
      SourceSpan bits = left ? SourceSpan{inner.rhs->span.begin, r->span.end} : SourceSpan{l->span.begin, inner.lhs->span.end};
      std::string shown(text(bits));
      certain = false;
      help = {"put " + (shown.size() < 50 ? "`" + shown + "`" : std::string("the operation on bits")) + " in parentheses",
              {{SourceSpan{bits.begin, bits.begin}, "("}, {SourceSpan{bits.end, bits.end}, ")"}},
              false};
    }
    // Said only when the rest can be read: else a parenthesis is missing. One of a statement is enough.
    if (!pending_)
      pending_.emplace(op_span, operators_need_parentheses(Name{std::string(lang::to_text(inner.op))},
                                                           Name{std::string(lang::to_text(op))})
                                    .note(reporter_.place(inner.op_span), "the other operator")
                                    .help(std::move(help)));
    known = certain;
    return false;
  };
  if (check(l, true)) check(r, false);
  // Its types do not fit either, which is no error of its own.
  if (!known) return make_expr<Expr>(ExprKind::Error, join(l->span, r->span), 1);
  uint32_t depth = std::max(l->depth, r->depth) + 1u;
  if (depth > ast::kMaxExpressionDepth) return too_deep(op_span), nullptr;
  auto* b = make_expr<ast::Binary>(ExprKind::Binary, join(l->span, r->span), depth);
  b->op = op;
  b->op_span = op_span;
  b->lhs = l;
  b->rhs = r;
  return b;
}

const Expr* Parser::unary_expression() {
  struct Prefix {
    ast::UnaryOp op;
    SourceSpan span;
  };
  // Read in a loop, so that a long row of them needs no stack.
  Prefix few[8];
  std::vector<Prefix> many;
  uint32_t count = 0;
  auto push = [&](ast::UnaryOp op, uint32_t begin) {
    Prefix p{op, {begin, begin + 1}};
    if (count < 8)
      few[count] = p;
    else
      many.push_back(p);
    ++count;
  };
  while (count <= ast::kMaxExpressionDepth) {
    uint32_t begin = peek().begin;
    switch (kind()) {
      case Tok::Minus:
        push(ast::UnaryOp::Negate, begin);
        break;
      case Tok::Not:
        push(ast::UnaryOp::Not, begin);
        break;
      case Tok::Tilde:
        push(ast::UnaryOp::Complement, begin);
        break;
      case Tok::Star:
        push(ast::UnaryOp::Indirection, begin);
        break;
      case Tok::And:
        push(ast::UnaryOp::AddressOf, begin);
        break;
      case Tok::MinusMinus:
        push(ast::UnaryOp::Negate, begin);
        push(ast::UnaryOp::Negate, begin + 1);
        break;
      case Tok::AndAnd:
        push(ast::UnaryOp::AddressOf, begin);
        push(ast::UnaryOp::AddressOf, begin + 1);
        break;
      default:
        begin = UINT32_MAX;
        break;
    }
    if (begin == UINT32_MAX) break;
    advance();
  }
  const Expr* e = singular_expression();
  if (!e) return nullptr;
  while (count > 0) {
    --count;
    const Prefix& p = count < 8 ? few[count] : many[count - 8];
    if (e->depth >= ast::kMaxExpressionDepth) return too_deep(p.span), nullptr;
    auto* u = make_expr<ast::Unary>(ExprKind::Unary, join(p.span, e->span), e->depth + 1u);
    u->op = p.op;
    u->op_span = p.span;
    u->operand = e;
    e = u;
  }
  return e;
}

const Expr* Parser::singular_expression() {
  const Expr* e = primary_expression();
  while (e) {
    if (is(Tok::BracketLeft)) {
      SourceSpan open = peek().span();
      if (e->depth >= ast::kMaxExpressionDepth) return too_deep(open), nullptr;
      advance();
      const Expr* index = expression();
      if (!index) return nullptr;
      if (!is(Tok::BracketRight)) return close_missing(Tok::BracketLeft, open, Tok::BracketRight), nullptr;
      advance();
      uint32_t depth = std::max(e->depth, index->depth) + 1u;
      if (depth > ast::kMaxExpressionDepth) return too_deep(open), nullptr;
      auto* access = make_expr<ast::IndexAccess>(ExprKind::Index, from(e->span.begin), depth);
      access->object = e;
      access->index = index;
      e = access;
    } else if (is(Tok::Period)) {
      SourceSpan dot = peek().span();
      if (e->depth >= ast::kMaxExpressionDepth) return too_deep(dot), nullptr;
      advance();
      if (!is(Tok::Ident) && !reported_reserved()) {
        if (is(Tok::Reserved) || is_keyword(kind()))
          check_name(peek(), "member");
        else
          fail_expected("the name of a member", "after `.`", false);
        return nullptr;
      }
      auto* access = make_expr<ast::MemberAccess>(ExprKind::Member, {}, e->depth + 1u);
      access->object = e;
      access->name = peek().symbol();
      access->name_span = peek().span();
      advance();
      access->span = from(e->span.begin);
      if (is(Tok::ParenLeft) && !peek().after_break && foreign_method(*e, dot, access->name_span)) return nullptr;
      e = access;
    } else {
      break;
    }
  }
  return e;
}

const Expr* Parser::primary_expression() {
  switch (reported_reserved() ? Tok::Ident : kind()) {
    case Tok::Ident: {
      ast::Ident* ident = template_elaborated_ident();
      if (!ident) return nullptr;
      if (!is(Tok::ParenLeft)) return ident;
      uint32_t open = peek().begin;
      SourceSpan open_span = peek().span();
      advance();
      std::span<const Expr* const> args;
      bool outer = string_allowed_;
      string_allowed_ = text(ident->name_span) == "debugPrintf";
      bool ok = argument_list(Tok::ParenRight, args);
      string_allowed_ = outer;
      if (!ok) return nullptr;
      if (!is(Tok::ParenRight)) return close_missing(Tok::ParenLeft, open_span, Tok::ParenRight), nullptr;
      advance();
      uint32_t depth = ident->depth;
      for (const Expr* a : args) depth = std::max<uint32_t>(depth, a->depth);
      if (depth >= ast::kMaxExpressionDepth) return too_deep(ident->span), nullptr;
      auto* call = make_expr<ast::Call>(ExprKind::Call, from(ident->span.begin), depth + 1);
      call->callee = ident;
      call->args = args;
      call->args_span = from(open);
      return call;
    }
    case Tok::Number:
      return literal();
    case Tok::String:
      return string_literal();
    case Tok::ParenLeft:
      return paren_expression();
    default:
      break;
  }
  if (is(Keyword::True) || is(Keyword::False)) {
    auto* b = make_expr<ast::BoolLiteral>(ExprKind::Bool, peek().span(), 1);
    b->value = is(Keyword::True);
    advance();
    return b;
  }
  if (foreign_expression()) return nullptr;
  // The one function of GLSL whose name is reserved here.
  std::optional<Help> help;
  if (is(Tok::Reserved) && text(peek()) == "mod") help = Help{"the remainder is the operator `%`: `x % y`", {}, false};
  if (is(Tok::BraceLeft) || is(Tok::BracketLeft))
    help = Help{"an array is made like a call: `array(1, 2, 3)`, a structure too: `Light(1.0, vec3f())`", {}, false};
  fail_expected("an expression", "", false, std::move(help));
  return nullptr;
}

const Expr* Parser::paren_expression() {
  SourceSpan open = peek().span();
  advance();
  const Expr* e = expression();
  if (!e) return nullptr;
  if (!is(Tok::ParenRight)) return close_missing(Tok::ParenLeft, open, Tok::ParenRight), nullptr;
  advance();
  // The node was just made and nobody else has seen it.
  Expr* inner = const_cast<Expr*>(e);
  inner->parenthesized = true;
  inner->span = from(open.begin);
  // `(f32)x`
  bool operand = is(Tok::Ident) || is(Tok::Number) || (is(Tok::ParenLeft) && !peek(1).after_break);
  if (inner->kind == ExprKind::Ident && operand && !peek().after_break) {
    std::string type(text(SourceSpan{open.end, previous_end() - 1}));
    Help help{"a conversion is written like a call: `" + type + "(...)`", {}, false};
    bool one =
        !is(Tok::ParenLeft) && kind(1) != Tok::ParenLeft && kind(1) != Tok::Period && kind(1) != Tok::BracketLeft;
    if (one)
      help = {"a conversion is written like a call: `" + type + "(" + std::string(text(peek())) + ")`",
              {{open, ""},
               {SourceSpan{previous_end() - 1, previous_end()}, "("},
               {SourceSpan{peek().end, peek().end}, ")"}},
              true};
    fail_expected("an operator after `" + std::string(text(inner->span)) + "`", "", false, std::move(help));
    return nullptr;
  }
  return inner;
}

ast::Ident* Parser::template_elaborated_ident() {
  if (!reported_reserved() && !check_name(peek(), "name")) return nullptr;
  auto* ident = make_expr<ast::Ident>(ExprKind::Ident, peek().span(), 1);
  ident->name = peek().symbol();
  ident->name_span = peek().span();
  advance();
  if (is(Tok::TemplateLeft)) {
    ident->has_template_list = true;
    if (!template_list(ident->template_args)) return nullptr;
    ident->span = from(ident->span.begin);
    uint32_t depth = 0;
    for (const Expr* a : ident->template_args) depth = std::max<uint32_t>(depth, a->depth);
    if (depth >= ast::kMaxExpressionDepth) return too_deep(ident->name_span), nullptr;
    ident->depth = static_cast<uint16_t>(depth + 1);
  }
  return ident;
}

// https://www.w3.org/TR/WGSL/#type-specifiers
const Expr* Parser::type_specifier(std::string_view context) {
  if (is(Tok::Ident) || reported_reserved()) {
    std::string_view word = text(peek());
    SourceSpan less = peek(1).span();
    // No `<` of a comparison follows a type: its list lacks the `>`.
    bool unclosed = kind(1) == Tok::Less;
    if (unclosed) tokens_[at_ + 1].kind = Tok::TemplateLeft;
    ast::Ident* ident = template_elaborated_ident();
    if (!ident) return nullptr;
    if (unclosed) return close_missing(Tok::TemplateLeft, less, Tok::TemplateRight), nullptr;
    if (!ident->has_template_list && is(Tok::Ident) && !peek().after_break && is_type_generator(word)) {
      fail_expected("`<`", "after `" + std::string(word) + "`", true);
      return nullptr;
    }
    return ident;
  }
  if (is(Tok::Reserved) || is_keyword(kind()))
    check_name(peek(), "type");
  else if (is(Tok::Attr))
    fail_expected("a type", context, false,
                  Help{"attributes stand before the name; the stride of an array follows from its elements", {}, false});
  else
    fail_expected("a type", context, false);
  return nullptr;
}

bool Parser::template_list(std::span<const Expr* const>& out) {
  SourceSpan open = peek().span();
  advance();
  if (is(Tok::TemplateRight)) {
    fail_expected("a template argument", "after `<`", false);
    return false;
  }
  bool outer = string_allowed_;
  string_allowed_ = false;
  bool ok = argument_list(Tok::TemplateRight, out);
  string_allowed_ = outer;
  if (!ok) return false;
  if (!is(Tok::TemplateRight)) return close_missing(Tok::TemplateLeft, open, Tok::TemplateRight), false;
  advance();
  return true;
}

// Expressions separated by commas, a comma behind the last allowed; stops before the closing token.
bool Parser::argument_list(Tok close, std::span<const Expr* const>& out) {
  size_t mark = expr_stack_.size();
  bool string = string_allowed_;
  while (!is(close)) {
    string_allowed_ = string && expr_stack_.size() == mark;
    const Expr* e = expression();
    if (!e) {
      expr_stack_.resize(mark);
      return false;
    }
    expr_stack_.push_back(e);
    if (!accept(Tok::Comma)) break;
  }
  string_allowed_ = string;
  out = m_.arena.copy(std::span<const Expr* const>(expr_stack_.data() + mark, expr_stack_.size() - mark));
  expr_stack_.resize(mark);
  return true;
}

const Expr* Parser::string_literal() {
  SourceSpan span = peek().span();
  // It must be the whole argument.
  bool whole = string_allowed_ && at_ > 0 && tokens_[at_ - 1].kind == Tok::ParenLeft &&
               (kind(1) == Tok::Comma || kind(1) == Tok::ParenRight);
  if (!whole) {
    report(span, string_literal_misplaced().help("WGSL has no strings; numbers and types carry what a shader needs"));
    advance();
    return nullptr;
  }
  auto* s = make_expr<ast::StringLiteral>(ExprKind::String, span, 1);
  s->text = {span.begin + 1, span.end - 1};
  advance();
  return s;
}

const Expr* Parser::literal() {
  const Token& t = peek();
  Number n = parse_number(text(t));
  if (n.error != NumberError::None) {
    report_number(t);
    advance();
    // The tree goes on with a number of no type, about which nobody says more.
    return make_expr<Expr>(ExprKind::Error, tokens_[at_ - 1].span(), 1);
  }
  SourceSpan span = t.span();
  advance();
  if (n.is_float) {
    auto* e = make_expr<ast::FloatLiteral>(ExprKind::Float, span, 1);
    e->value = n.real;
    e->suffix = n.suffix;
    return e;
  }
  auto* e = make_expr<ast::IntLiteral>(ExprKind::Int, span, 1);
  e->value = n.integer;
  e->suffix = n.suffix;
  return e;
}

void Parser::report_number(const Token& t) {
  std::string_view s = text(t);
  Number n = parse_number(s);
  Name shown{s.size() <= 60 ? std::string(s) : std::string(s.substr(0, 57)) + "..."};
  using ast::NumberSuffix;
  auto type = [&]() -> Text {
    switch (n.suffix) {
      case NumberSuffix::I:
        return {"i32"};
      case NumberSuffix::U:
        return {"u32"};
      case NumberSuffix::F:
        return {"f32"};
      case NumberSuffix::H:
        return {"f16"};
      default:
        return {n.is_float ? "AbstractFloat" : "AbstractInt"};
    }
  };
  auto largest = [&]() -> Text {
    switch (n.suffix) {
      case NumberSuffix::I:
        return {"2147483647"};
      case NumberSuffix::U:
        return {"4294967295"};
      case NumberSuffix::F:
        return {"3.40282347e38"};
      case NumberSuffix::H:
        return {"65504"};
      default:
        return {n.is_float ? "1.7976931348623157e308" : "9223372036854775807"};
    }
  };
  switch (n.error) {
    case NumberError::None:
      return;
    case NumberError::LeadingZero: {
      size_t zeros = std::min(s.find_first_not_of('0'), s.size() - 1);
      return report(t.span(), number_leading_zero(shown).help(
                                  Help{"write it without the zero; WGSL has no octal numbers",
                                       {{SourceSpan{t.begin, t.begin + static_cast<uint32_t>(zeros)}, ""}},
                                       false}));
    }
    case NumberError::NoDigits: {
      bool hex = s.size() > 1 && (s[1] | 32) == 'x';
      bool exponent = s.find_first_of(hex ? "pP" : "eE") != std::string_view::npos;
      return report(t.span(), number_without_digits(shown, Text{exponent ? "in its exponent"
                                                                : hex    ? "after `0x`"
                                                                         : "after `.`"}));
    }
    case NumberError::Suffix: {
      std::string_view rest = s.substr(n.rest);
      SourceSpan at{t.begin + n.rest, t.end};
      if (n.rest == 0) at = t.span();
      diag::Diagnostic d = number_suffix(Name{std::string(rest.substr(0, 60))},
                                         Name{std::string(s.substr(0, std::min<size_t>(n.rest, 60)))},
                                         Text{n.is_float ? "`f` and `h`" : "`i`, `u`, `f` and `h`"});
      if (n.is_float && (rest == "l" || rest == "lf" || rest == "LF" || rest == "F" || rest == "f32"))
        std::move(d).help(Help{"write `f` for an f32", {{at, "f"}}, true});
      else if (!n.is_float && (rest == "U" || rest == "ul" || rest == "UL" || rest == "u32"))
        std::move(d).help(Help{"write `u` for a u32", {{at, "u"}}, true});
      else if (!n.is_float && (rest == "L" || rest == "l" || rest == "I" || rest == "i32"))
        std::move(d).help(Help{"write `i` for an i32", {{at, "i"}}, true});
      else if (rest == "d" || rest == "D")
        std::move(d).help(Help{"WGSL has no 64-bit floats: write `f` for an f32", {{at, "f"}}, false});
      return report(at, std::move(d));
    }
    case NumberError::IntRange:
      return report(t.span(), integer_literal_range(shown, type(), largest()));
    case NumberError::FloatRange:
      return report(t.span(), float_literal_range(shown, type(), largest()));
    case NumberError::Inexact:
      return report(t.span(), hex_float_inexact(shown, type()).help("round it yourself, or leave the suffix off"));
  }
}

}  // namespace vitrine::wgsl
