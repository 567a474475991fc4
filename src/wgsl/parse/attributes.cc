// https://www.w3.org/TR/WGSL/#attributes: their syntax. Where each may stand is the resolver's matter.
#include "diag/rule.h"
#include "wgsl/parse/parser.h"
#include "wgsl/suggest.h"

namespace vitrine::wgsl {

using ast::Attribute;
using ast::Expr;
using diag::Effect;
using diag::Help;
using diag::Name;
using diag::Text;
using lang::AttributeName;
using lang::Keyword;

RULE(attribute_unknown, ShaderCreation, "wgsl:attributes", "", "no attribute is named {0}", Name);
RULE(attribute_argument_count, ShaderCreation, "wgsl:attributes", "", "the attribute {0} takes {1}, found {2}", Name,
     Text, uint64_t);
RULE(attribute_parentheses, ShaderCreation, "wgsl:attributes", "", "the attribute {0} takes no parentheses", Name);
RULE(attributes_with_comma, ShaderCreation, "wgsl:attributes", "", "attributes follow one another without commas");
RULE(attributes_in_double_brackets, ShaderCreation, "wgsl:attributes", "",
     "attributes start with `@` and do not stand in double brackets");

namespace {

bool takes_words(AttributeName a) {
  return a == AttributeName::Builtin || a == AttributeName::Interpolate || a == AttributeName::Diagnostic;
}

std::string count_text(uint32_t min, uint32_t max) {
  if (max == 0) return "no arguments";
  if (min == max) return std::to_string(min) + (min == 1 ? " argument" : " arguments");
  return std::to_string(min) + " to " + std::to_string(max) + " arguments";
}

// Attributes of earlier WGSL and of other languages.
struct OldName {
  std::string_view name, help;
};
constexpr OldName kOldNames[] = {
    {"stage", "write `@vertex`, `@fragment` or `@compute`"},
    {"block", "leave it out: structures need no mark"},
    {"access", "the access mode stands in `var<storage, read_write>`"},
    {"stride", "the stride follows from the element type; give members @size or @align"},
    {"offset", "give members @size or @align"},
    {"override", "write `override` in place of `const`, with @id before it"},
    {"set", "write @group"},
    {"numthreads", "write @workgroup_size"},
    {"interpolation", "write @interpolate"},
    {"flat", "write @interpolate(flat)"},
    {"unroll", "leave it out: loops are unrolled by the driver"},
    {"position", "write @builtin(position)"},
    {"vertex_index", "write @builtin(vertex_index)"},
    {"global_invocation_id", "write @builtin(global_invocation_id)"},
};

}  // namespace

std::span<const Attribute> Parser::attributes(bool first_without_at) {
  std::vector<Attribute> list;
  if (first_without_at) attribute(list);
  while (true) {
    if (is(Tok::BracketLeft) && kind(1) == Tok::BracketLeft) {
      old_attributes();
      list.push_back({});
      list.back().broken = true;
    } else if (is(Tok::Attr)) {
      attribute(list);
      if (is(Tok::Comma) && kind(1) == Tok::Attr) {
        report(peek().span(), attributes_with_comma().help(Help{"leave the comma out", {{peek().span(), ""}}, true}));
        advance();
      }
    } else if (!list.empty() && attribute_without_at()) {
      attribute(list);
      // `@vertex vertex`
      for (size_t n = 0; n + 1 < list.size(); ++n)
        list.back().broken = list.back().broken || list[n].kind == list.back().kind;
    } else {
      break;
    }
  }
  return m_.arena.copy(list);
}

// One that cannot be read is reported, skipped and given as a broken one.
void Parser::attribute(std::vector<Attribute>& out) {
  Attribute a{};
  uint32_t begin = peek().begin;
  accept(Tok::Attr);
  auto broken = [&] {
    a.broken = true;
    a.span = from(begin);
    out.push_back(a);
  };
  if (!is(Tok::Ident) && !is(Tok::Reserved) && !is(Keyword::Diagnostic) && !is(Keyword::Const)) {
    fail_expected("the name of an attribute", "after `@`", true);
    if (is(Tok::ParenLeft)) skip_attribute();
    return broken();
  }
  std::string_view word = text(peek());
  a.name_span = peek().span();
  std::optional<AttributeName> known = lang::find_attribute_name(word);
  if (!known) {
    if (!reporter_.full()) {
      diag::Diagnostic d = attribute_unknown(Name{std::string(word)});
      std::string_view old;
      for (const OldName& o : kOldNames)
        if (o.name == word) old = o.help;
      Suggestion near(word);
      for (const auto& n : lang::kAttributeNames)
        if (n.name != "const") near.consider(n.name);
      if (!old.empty())
        std::move(d).help(std::string(old));
      else if (near.found())
        std::move(d).help(
            Help{"did you mean `" + std::string(near.best()) + "`?", {{a.name_span, std::string(near.best())}}, true});
      report(a.name_span, std::move(d));
    } else {
      reporter_.count_only();
    }
    advance();
    if (is(Tok::ParenLeft)) skip_attribute();
    return broken();
  }
  a.kind = *known;
  advance();
  const auto& info = lang::info(*known);
  uint32_t count = 0;
  if (*known == AttributeName::Diagnostic) {
    ast::DiagnosticControl c{};
    if (!diagnostic_control(c)) return skip_attribute(1), broken();
    ast::Word words[] = {c.severity, c.rule, c.rule2};
    a.words = m_.arena.copy(std::span<const ast::Word>(words));
    a.span = from(begin);
    out.push_back(a);
    return;
  }
  SourceSpan open = peek().span();
  // Something that can only be meant for arguments.
  auto junk = [&] {
    if (is(Tok::Comma) || is(Tok::Assign)) return kind(1) == Tok::ParenLeft || kind(1) == Tok::Number;
    if (takes_words(*known) && is(Tok::Ident)) return kind(1) == Tok::ParenRight || kind(1) == Tok::Comma;
    return is(Tok::Number) || (is(Tok::BracketLeft) && kind(1) != Tok::BracketLeft);
  };
  if (info.max > 0 && !is(Tok::ParenLeft) && junk()) {
    std::optional<Help> help;
    if (is(Tok::Number))
      help = Help{"write `@" + std::string(word) + "(" + std::string(text(peek())) + ")`",
                  {{SourceSpan{previous_end(), peek().end}, "(" + std::string(text(peek())) + ")"}},
                  true};
    fail_expected("`(`", "after `@" + std::string(word) + "`", false, std::move(help));
    skip_attribute(is(Tok::Ident) ? 1 : 0);
    return broken();
  }
  // `@size size(16)`
  if (info.min > 0 && is(Tok::Ident) && kind(1) == Tok::ParenLeft) {
    fail_expected("`(`", "after `@" + std::string(word) + "`", false);
    advance();
    skip_attribute();
    return broken();
  }
  // Without parameters no parentheses follow. `@vertex (` is as wrong as `@align`.
  if (is(Tok::ParenLeft)) {
    advance();
    if (takes_words(*known)) {
      std::vector<ast::Word> words;
      while (is(Tok::Ident) || is(Tok::Reserved) || is_keyword(kind())) {
        words.push_back({peek().symbol(), peek().span()});
        advance();
        if (!accept(Tok::Comma)) break;
      }
      count = static_cast<uint32_t>(words.size());
      a.words = m_.arena.copy(words);
    } else {
      if (!argument_list(Tok::ParenRight, a.args)) return skip_attribute(1), broken();
      count = static_cast<uint32_t>(a.args.size());
    }
    if (!is(Tok::ParenRight)) {
      close_missing(Tok::ParenLeft, open, Tok::ParenRight);
      skip_attribute(1);
      return broken();
    }
    advance();
    a.span = from(begin);
    if (info.max == 0) {
      report(from(open.begin), attribute_parentheses(Name{std::string(word)})
                                   .help(Help{"leave the parentheses out", {{from(open.begin), ""}}, count == 0}));
      out.push_back(a);
      return;
    }
  }
  a.span = from(begin);
  if (count < info.min || count > info.max) {
    report(a.span, attribute_argument_count(Name{std::string(word)}, Text{count_text(info.min, info.max)}, count));
    a.broken = true;
    if (is(Tok::Number)) skip_attribute();
  }
  out.push_back(a);
}

// What is left of a broken attribute, with `depth` parentheses open: to behind the one that closes them, or to where
// something else begins.
void Parser::skip_attribute(uint32_t depth) {
  while (!is(Tok::End) && !is(Tok::Attr) && !is(Tok::BraceLeft) && !is(Tok::BraceRight) && !starts_declaration()) {
    bool left = is(Tok::ParenLeft) || is(Tok::BracketLeft), right = is(Tok::ParenRight) || is(Tok::BracketRight);
    // The name of what the attribute stands before.
    if (is(Tok::Ident) &&
        (kind(1) == Tok::Colon || kind(1) == Tok::BraceLeft || kind(1) == Tok::TemplateLeft || depth == 0))
      return;
    if (is(Tok::Semicolon) && peek(1).after_break) return;
    advance();
    if (left) ++depth;
    if (right && (depth == 0 || --depth == 0)) return;
  }
}

// diagnostic_control: (severity, rule) or (severity, rule.rule)
bool Parser::diagnostic_control(ast::DiagnosticControl& out) {
  SourceSpan open = peek().span();
  if (!expect(Tok::ParenLeft, "after `diagnostic`")) return false;
  auto word = [&](ast::Word& w, std::string_view what) {
    if (!is(Tok::Ident) && !is(Tok::Reserved) && !is_keyword(kind())) {
      fail_expected(what, "", false);
      return false;
    }
    w = {peek().symbol(), peek().span()};
    advance();
    return true;
  };
  if (!word(out.severity, "a severity: `error`, `warning`, `info` or `off`,")) return false;
  if (!expect(Tok::Comma, "after the severity")) return false;
  if (!word(out.rule, "the name of a diagnostic rule")) return false;
  if (accept(Tok::Period) && !word(out.rule2, "the second part of the rule's name")) return false;
  accept(Tok::Comma);
  if (!is(Tok::ParenRight)) return close_missing(Tok::ParenLeft, open, Tok::ParenRight), false;
  advance();
  out.span = from(open.begin);
  return true;
}

// [[stage(compute), workgroup_size(8)]]: one message, then as if it were not there.
void Parser::old_attributes() {
  uint32_t begin = peek().begin;
  uint32_t depth = 0;
  std::string replacement;
  while (!is(Tok::End) && !is(Tok::Semicolon) && !is(Tok::BraceLeft)) {
    if (is(Tok::BracketLeft)) ++depth;
    if (is(Tok::BracketRight)) --depth;
    advance();
    if (depth == 0) break;
  }
  SourceSpan span = from(begin);
  std::string_view inner = text(span);
  if (inner.size() > 4) inner = inner.substr(2, inner.size() - 4);
  // Attributes are separated by commas outside of parentheses.
  uint32_t parens = 0;
  std::string one;
  auto flush = [&] {
    size_t a = one.find_first_not_of(" \t\r\n"), b = one.find_last_not_of(" \t\r\n");
    if (a != std::string::npos) {
      std::string name = one.substr(a, b - a + 1);
      if (name.starts_with("stage(") && name.ends_with(")")) name = name.substr(6, name.size() - 7);
      bool known = name == "vertex" || name == "fragment" || name == "compute" ||
                   lang::find_attribute_name(name.substr(0, name.find('('))).has_value();
      if (known) replacement += (replacement.empty() ? "@" : " @") + name;
    }
    one.clear();
  };
  for (char c : inner) {
    if (c == '(') ++parens;
    if (c == ')' && parens) --parens;
    if (c == ',' && parens == 0)
      flush();
    else
      one += c;
  }
  flush();
  reporter_.report(
      span, attributes_in_double_brackets().help(Help{
                replacement.empty() ? "leave it out" : "write `" + replacement + "`", {{span, replacement}}, true}));
}

}  // namespace vitrine::wgsl
