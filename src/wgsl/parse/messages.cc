// What the parser says, and what it knows of other languages.
#include <algorithm>
#include <iterator>

#include "diag/rule.h"
#include "wgsl/parse/parser.h"
#include "wgsl/suggest.h"

namespace vitrine::wgsl {

using diag::Effect;
using diag::Help;
using diag::Name;
using diag::Text;
using lang::Keyword;

RULE(expected_token, ShaderCreation, "wgsl:parsing", "b72f11bc", "expected {0}, found {1}", Text, Text);
RULE(bracket_not_closed, ShaderCreation, "wgsl:parsing", "", "expected {0} to close {1}, found {2}", Name, Name, Text);
RULE(name_is_keyword, ShaderCreation, "wgsl:identifiers", "90bb88aa", "{0} is a keyword and cannot name a {1}", Name,
     Text);
RULE(name_is_reserved, ShaderCreation, "wgsl:reserved-words", "90bb88aa",
     "{0} is a reserved word and cannot name a {1}", Name, Text);
RULE(name_is_underscore, ShaderCreation, "wgsl:identifiers", "a3e31766", "`_` cannot name a {0}", Text);
RULE(name_starts_with_underscores, ShaderCreation, "wgsl:identifiers", "7bed2746",
     "the name {0} starts with two underscores", Name);
RULE(ternary_operator, ShaderCreation, "wgsl:expression-grammar", "", "WGSL has no operator `?:`");
RULE(increment_in_expression, ShaderCreation, "wgsl:increment-decrement", "",
     "{0} is a statement in WGSL and has no value", Name);
RULE(type_before_name, ShaderCreation, "wgsl:struct-types", "",
     "the type stands behind the name of the {0} {1}, after a colon", Text, Name);
RULE(method_call, ShaderCreation, "wgsl:function-calls", "", "{0} is called like a method, and WGSL has none", Name);
RULE(declaration_type_first, ShaderCreation, "wgsl:var-and-value", "",
     "a declaration starts with `var`, `let` or `const` and not with the type {0}", Name);
namespace {

struct Foreign {
  std::string_view word;
  std::string_view help;
};
// Words of GLSL, HLSL, C, Rust and older WGSL at the start of a statement or declaration.
constexpr Foreign kForeignStarts[] = {
    {"in", "inputs are parameters of the entry point with @location or @builtin"},
    {"out", "outputs are the return value of the entry point with @location or @builtin"},
    {"inout", "pass a pointer: `fn f(p: ptr<function, f32>)`"},
    {"uniform", "write `@group(0) @binding(0) var<uniform> name: Type;`"},
    {"varying", "pass values between stages in the return value, with @location"},
    {"attribute", "vertex inputs are parameters of the entry point with @location"},
    {"layout", "write `@group(0) @binding(0)` before the variable"},
    {"precision", "WGSL has no precision qualifiers: types say their size"},
    {"buffer", "write `@group(0) @binding(0) var<storage, read_write> name: Type;`"},
    {"cbuffer", "declare a struct and `@group(0) @binding(0) var<uniform> name: Type;`"},
    {"groupshared", "write `var<workgroup> name: Type;` outside of functions"},
    {"shared", "write `var<workgroup> name: Type;` outside of functions"},
    {"static", "write `const`, or `var<private>` outside of functions"},
    {"constexpr", "write `const`"},
    {"final", "write `let`, or `const` when the value is known"},
    {"mut", "write `var`"},
    {"auto", "write `let`, or `var` when the value changes"},
    {"type", "write `alias Name = Type;`"},
    {"typedef", "write `alias Name = Type;`"},
    {"using", "write `alias Name = Type;`"},
    {"import", "WGSL has no modules: join the texts before creating the shader module"},
    {"void", "a function starts with `fn`, and without `->` returns nothing"},
    {"function", "a function starts with `fn`"},
    {"func", "a function starts with `fn`"},
    {"def", "a function starts with `fn`"},
    {"elseif", "write `else if`"},
    {"elif", "write `else if`"},
    {"do", "write `loop { ...; if !condition { break; } }`"},
    {"goto", "WGSL has only structured control flow"},
    {"fallthrough", "cases do not fall through; list the selectors: `case 1, 2 { ... }`"},
    {"static_assert", "write `const_assert`"},
    {"enum", "declare constants: `const kFirst = 0u;`"},
    {"class", "write `struct`; functions stand outside of it"},
    {"match", "write `switch`"},
};
std::string_view foreign_help(std::string_view word) {
  for (const Foreign& f : kForeignStarts)
    if (f.word == word) return f.help;
  return {};
}

// Type names of GLSL, HLSL and C with what WGSL calls them.
struct ForeignType {
  std::string_view word, wgsl;
};
// clang-format off
constexpr ForeignType kForeignTypes[] = {
    {"float", "f32"},     {"double", "f32"},     {"half", "f16"},      {"int", "i32"},        {"uint", "u32"},
    {"float2", "vec2f"},  {"float3", "vec3f"},   {"float4", "vec4f"},  {"half2", "vec2h"},    {"half3", "vec3h"},
    {"half4", "vec4h"},   {"int2", "vec2i"},     {"int3", "vec3i"},    {"int4", "vec4i"},     {"uint2", "vec2u"},
    {"uint3", "vec3u"},   {"uint4", "vec4u"},    {"ivec2", "vec2i"},   {"ivec3", "vec3i"},    {"ivec4", "vec4i"},
    {"uvec2", "vec2u"},   {"uvec3", "vec3u"},    {"uvec4", "vec4u"},   {"bvec2", "vec2<bool>"}, {"bvec3", "vec3<bool>"},
    {"bvec4", "vec4<bool>"}, {"mat2", "mat2x2f"}, {"mat3", "mat3x3f"}, {"mat4", "mat4x4f"},   {"float2x2", "mat2x2f"},
    {"float3x3", "mat3x3f"}, {"float4x4", "mat4x4f"}, {"void", ""},    {"sampler2D", "texture_2d<f32>"},
    {"bool", "bool"},     {"i32", "i32"},        {"u32", "u32"},       {"f32", "f32"},        {"f16", "f16"},
    {"vec2", "vec2f"},    {"vec3", "vec3f"},     {"vec4", "vec4f"},
};
// clang-format on

bool is_bracket(Tok t) {
  return t == Tok::ParenRight || t == Tok::BracketRight || t == Tok::BraceRight || t == Tok::TemplateRight;
}

}  // namespace

std::string Parser::found() const {
  const Token& t = peek();
  std::string_view s = text(t);
  switch (t.kind) {
    case Tok::End:
      return "the end of the text";
    case Tok::Error:
      return "text that is no token";
    case Tok::String:
      return "a string literal";
    case Tok::Reserved:
      return "the reserved word `" + std::string(s) + "`";
    default:
      break;
  }
  std::string shown = "`" + (s.size() <= 40 ? std::string(s) : std::string(s.substr(0, 37)) + "...") + "`";
  return is_keyword(t.kind) ? "the keyword " + shown : shown;
}

void Parser::report(SourceSpan span, diag::Diagnostic d) {
  // A token that the lexer reported is the cause of whatever fails on it.
  if (is(Tok::Error)) return;
  reporter_.report(span, std::move(d));
}

void Parser::flush_pending(bool whole) {
  if (pending_ && whole) reporter_.report(pending_->first, std::move(pending_->second));
  pending_.reset();
}

void Parser::fail_expected(std::string_view what, std::string_view context, bool missing, std::optional<Help> help) {
  if (is(Tok::Error)) return;
  if (reporter_.full()) return reporter_.count_only();
  const Token& t = peek();
  if (std::find(keyword_names_.begin(), keyword_names_.end(), t.kind) != keyword_names_.end()) return;
  SourceSpan span = t.span();
  uint32_t end = previous_end();
  if (at_ > 0 && (missing || t.kind == Tok::End || t.after_break)) span = {end, end};
  std::string text(what);
  if (!context.empty()) text += " " + std::string(context);
  diag::Diagnostic d = expected_token(Text{text}, Text{found()});
  if (help)
    std::move(d).help(std::move(*help));
  else if (what == "`{`" && missing && t.after_break)
    std::move(d).help(Help{"add `{`", {{SourceSpan{end, end}, " {"}}, true});
  reporter_.report(span, std::move(d));
}

bool Parser::expect(Tok k, std::string_view context) {
  if (accept(k)) return true;
  if (is(Tok::Error)) return false;
  if (reporter_.full()) return reporter_.count_only(), false;
  uint32_t end = previous_end();
  std::string token = "`" + std::string(to_text(k)) + "`";
  diag::Diagnostic d = expected_token(Text{token + " " + std::string(context)}, Text{found()});
  const Token& t = peek();
  // A wrong token in the place of the right one is pointed at; a missing one belongs behind the last.
  bool instead = !t.after_break && t.kind != Tok::End && k != Tok::Semicolon && !is_bracket(t.kind);
  if (k == Tok::Assign && t.kind == Tok::EqualEqual)
    std::move(d).help(Help{"assignment is `=`", {{t.span(), "="}}, true});
  else if (k == Tok::Arrow && t.kind == Tok::Colon)
    std::move(d).help(Help{"the return type follows `->`", {{t.span(), "->"}}, true});
  else if (k == Tok::Semicolon && (t.after_break || t.kind == Tok::BraceRight || t.kind == Tok::End))
    std::move(d).help(Help{"add a semicolon", {{SourceSpan{end, end}, ";"}}, true});
  else if (k == Tok::Semicolon && t.kind == Tok::Comma && context == "after the declaration")
    std::move(d).help("declare each of them in a statement of its own");
  else if (k == Tok::Semicolon && t.kind == Tok::BracketLeft && context == "after the declaration")
    std::move(d).help("the length of an array stands in its type: `array<f32, 4>`");
  else if (k == Tok::Semicolon && t.kind == Tok::BraceLeft && kind(1) == Tok::Ident && kind(2) == Tok::Colon)
    std::move(d).help("a structure is made like a call, its members in order: `" +
                      std::string(text(tokens_[at_ - 1])) + "(1.0, 2.0)`");
  reporter_.report(instead ? t.span() : SourceSpan{end, end}, std::move(d));
  return false;
}

void Parser::close_missing(Tok open, SourceSpan open_span, Tok close) {
  if (is(Tok::Error)) return;
  if (reporter_.full()) return reporter_.count_only();
  if (foreign_expression() || (open != Tok::TemplateLeft && unclosed_template())) return;
  uint32_t end = previous_end();
  const Token& t = peek();
  bool instead = !t.after_break && t.kind != Tok::End && !is_bracket(t.kind) && t.kind != Tok::Semicolon &&
                 t.kind != Tok::BraceLeft;
  diag::Diagnostic d =
      bracket_not_closed(Name{std::string(to_text(close))}, Name{std::string(to_text(open))}, Text{found()})
          .note(reporter_.place(open_span), "opened here");
  auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  if (t.kind == Tok::Assign && close == Tok::ParenRight && block_depth_ == 0)
    std::move(d).help("parameters have no default values");
  else if (t.kind == Tok::Colon && close == Tok::ParenRight && kind(1) == Tok::Ident && is_upper(text(peek(1))[0]))
    std::move(d).help("what HLSL says with a semantic is an attribute before the name: `@builtin(position)`, `@location(0)`");
  else if (t.kind == Tok::Assign && close == Tok::ParenRight)
    std::move(d).help("an assignment is a statement in WGSL and no part of an expression; to compare write `==`");
  reporter_.report(instead ? t.span() : SourceSpan{end, end}, std::move(d));
}

bool Parser::is_type_generator(std::string_view word) {
  static constexpr std::string_view kWords[] = {"array", "atomic", "bitcast", "ptr", "vec2", "vec3", "vec4"};
  if (std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords)) return true;
  return word.starts_with("texture_") || (word.size() == 6 && word.starts_with("mat") && word[4] == 'x');
}

bool Parser::unclosed_template() {
  if (reporter_.full()) return false;
  for (uint32_t i = statement_token_; i + 1 < at_; ++i) {
    const Token &t = tokens_[i], &less = tokens_[i + 1];
    if (t.kind != Tok::Ident || less.kind != Tok::Less || less.begin != t.end || !is_type_generator(text(t))) continue;
    if (i > 0 && tokens_[i - 1].kind == Tok::Period) continue;
    // The list ends at the latest where the expression around it does.
    uint32_t depth = 0, end = i + 2;
    for (; end + 1 < tokens_.size(); ++end) {
      Tok k = tokens_[end].kind;
      if (k == Tok::ParenLeft || k == Tok::BracketLeft) ++depth;
      if (k == Tok::Semicolon || k == Tok::Assign || k == Tok::BraceLeft || k == Tok::BraceRight ||
          tokens_[end].after_break)
        break;
      if ((k == Tok::ParenRight || k == Tok::BracketRight) && depth-- == 0) break;
    }
    uint32_t failed = at_;
    at_ = end;
    close_missing(Tok::TemplateLeft, less.span(), Tok::TemplateRight);
    at_ = failed;
    return true;
  }
  return false;
}

bool Parser::check_name(const Token& t, std::string_view what) {
  std::string word(text(t));
  Text role{std::string(what)};
  auto rename = [&](diag::Diagnostic d) {
    report(t.span(), std::move(d));
    return false;
  };
  if (t.kind == Tok::Ident) {
    if (word.size() > 1 && word[0] == '_' && word[1] == '_')
      return rename(name_starts_with_underscores(Name{word})
                        .help("such names are kept for implementations; one underscore is fine"));
    return true;
  }
  if (t.kind == Tok::Reserved)
    return rename(
        name_is_reserved(Name{word}, role).help(Help{"call it `" + word + "_`", {{t.span(), word + "_"}}, false}));
  if (t.kind == Tok::Underscore) return rename(name_is_underscore(role));
  if (is_keyword(t.kind)) {
    keyword_names_.push_back(t.kind);
    return rename(
        name_is_keyword(Name{word}, role).help(Help{"call it `" + word + "_`", {{t.span(), word + "_"}}, false}));
  }
  fail_expected(what == "name" ? "a name" : "the name of a " + std::string(what), "", false);
  return false;
}

bool Parser::reported_reserved() const {
  return is(Tok::Reserved) &&
         std::find(reserved_names_.begin(), reserved_names_.end(), peek().payload) != reserved_names_.end();
}

bool Parser::name(std::string_view what, Symbol& symbol, SourceSpan& span) {
  const Token& t = peek();
  if (t.kind == Tok::Ident) {
    // A name with two underscores still declares it, so that its uses are not reported as well.
    check_name(t, what);
  } else if (t.kind == Tok::Reserved) {
    check_name(t, what);
    reserved_names_.push_back(t.payload);
  } else {
    check_name(t, what);
    m_.lost_name = true;
    return false;
  }
  symbol = t.symbol();
  span = t.span();
  advance();
  return true;
}

// -- other languages --

bool Parser::foreign_expression() {
  const Token& t = peek();
  if (t.kind == Tok::Question) {
    report(t.span(), ternary_operator().help("write `select(value_if_false, value_if_true, condition)`"));
    return true;
  }
  if (t.kind == Tok::PlusPlus || t.kind == Tok::MinusMinus) {
    bool plus = t.kind == Tok::PlusPlus;
    report(t.span(), increment_in_expression(Name{plus ? "++" : "--"})
                         .help(std::string("write `x ") + (plus ? "+= 1;` or `x++;`" : "-= 1;` or `x--;`") +
                               " as a statement of its own"));
    return true;
  }
  if (t.kind == Tok::Reserved && text(t) == "as" && kind(1) == Tok::Ident) {
    report(t.span(), expected_token(Text{"an operator or the end of the expression"}, Text{found()})
                         .help("a conversion is written like a call: `" + std::string(text(peek(1))) + "(...)`"));
    return true;
  }
  return false;
}

// `a.length()`, `t.Sample(s, uv)`, `Math.sin(x)`: at the parenthesis. True: reported.
bool Parser::foreign_method(const ast::Expr& object, SourceSpan dot, SourceSpan name) {
  if (reporter_.full()) return reporter_.count_only(), true;
  std::string method(text(name)), on(text(object.span));
  bool none = kind(1) == Tok::ParenRight;
  bool library = on == "Math" || on == "math" || on == "std" || on == "THREE" || on == "glm";
  struct Known {
    std::string_view method, help;
  };
  static constexpr Known kKnown[] = {
      {"Sample", "write `textureSample(texture, sampler, coords)`"},
      {"SampleLevel", "write `textureSampleLevel(texture, sampler, coords, level)`"},
      {"SampleGrad", "write `textureSampleGrad(texture, sampler, coords, ddx, ddy)`"},
      {"SampleCmp", "write `textureSampleCompare(texture, sampler, coords, reference)`"},
      {"Load", "write `textureLoad(texture, coords, level)`"},
      {"GetDimensions", "write `textureDimensions(texture)`"},
  };
  Help help;
  for (const Known& k : kKnown)
    if (k.method == method) help.text = k.help;
  if (help.text.empty() && library) {
    help = {"write `" + method + "(...)`", {{SourceSpan{object.span.begin, name.begin}, ""}}, true};
  } else if (help.text.empty() && (method == "length" || method == "size" || method == "len") && none) {
    help.text = "the length of a vector is `length(" + on + ")`, that of a runtime-sized array `arrayLength(&" + on + ")`";
  } else if (help.text.empty()) {
    help = {"write `" + method + "(" + on + (none ? ")`" : ", ...)`"),
            {{SourceSpan{object.span.begin, peek().end}, method + "(" + on + (none ? "" : ", ")}},
            false};
  }
  report({dot.begin, name.end}, method_call(Name{method}).help(std::move(help)));
  return true;
}

bool Parser::foreign_typed_name(std::string_view what) {
  const Token& t = peek();
  if ((t.kind != Tok::Ident && t.kind != Tok::Reserved) || kind(1) == Tok::Colon) return false;
  uint32_t next = 1;
  if (kind(1) == Tok::TemplateLeft) {
    while (next < 64 && kind(next) != Tok::TemplateRight && kind(next) != Tok::Semicolon && kind(next) != Tok::End)
      ++next;
    ++next;
  }
  if (kind(next) != Tok::Ident || peek(next).after_break) return false;
  std::string_view word = text(t);
  if (std::string_view help = foreign_help(word); !help.empty() && word != "void") {
    std::string more(help);
    // `in vec2f uv` of a function that is no entry point
    if (what == "parameter" && kind(next + 1) == Tok::Ident) {
      std::string type(text(peek(1))), parameter(text(peek(next + 1)));
      for (const ForeignType& f : kForeignTypes)
        if (f.word == type) type = f.wgsl;
      if (word == "in" || word == "const") more = "write `" + parameter + ": " + type + "`";
      if (word == "out" || word == "inout")
        more = "return it, or take a pointer: `" + parameter + ": ptr<function, " + type + ">`";
    }
    report(t.span(), expected_token(Text{"the name of a " + std::string(what)}, Text{found()}).help(std::move(more)));
    return true;
  }
  std::string type(text(SourceSpan{t.begin, peek(next - 1).end}));
  for (const ForeignType& f : kForeignTypes)
    if (f.word == word && next == 1 && !f.wgsl.empty()) type = f.wgsl;
  std::string fixed = std::string(text(peek(next))) + ": " + type;
  report(SourceSpan{t.begin, peek(next).end},
         type_before_name(Text{std::string(what)}, Name{std::string(text(peek(next)))})
             .help(Help{"write `" + fixed + "`", {{SourceSpan{t.begin, peek(next).end}, fixed}}, true}));
  return true;
}

bool Parser::foreign_statement() {
  const Token& t = peek();
  if (t.kind == Tok::PlusPlus || t.kind == Tok::MinusMinus) {
    std::string op(text(t));
    diag::Diagnostic d = increment_in_expression(Name{op});
    if (kind(1) == Tok::Ident && (kind(2) == Tok::Semicolon || kind(2) == Tok::ParenRight))
      std::move(d).help(Help{"write `" + std::string(text(peek(1))) + op + "`",
                             {{t.span(), ""}, {SourceSpan{peek(1).end, peek(1).end}, op}},
                             true});
    report(t.span(), std::move(d));
    return true;
  }
  if (t.kind != Tok::Ident && t.kind != Tok::Reserved) return false;
  std::string_view word = text(t);
  // `float x`, `vec3 v = `, `vec3<f32> v =`
  uint32_t next = 1;
  if (kind(1) == Tok::TemplateLeft) {
    while (next < 64 && kind(next) != Tok::TemplateRight && kind(next) != Tok::Semicolon && kind(next) != Tok::End)
      ++next;
    ++next;
  }
  if (t.kind == Tok::Ident && kind(next) == Tok::Ident && !peek(next).after_break) {
    std::string_view wgsl = word;
    for (const ForeignType& f : kForeignTypes)
      if (f.word == word && next == 1) wgsl = f.wgsl;
    std::string_view help = foreign_help(word);
    std::string variable(text(peek(next)));
    std::string type = next == 1 ? std::string(wgsl) : std::string(text(SourceSpan{t.begin, peek(next - 1).end}));
    if (!help.empty() && word != "void") {
      report(
          t.span(),
          expected_token(Text{in_function_ ? "a statement" : "a declaration"}, Text{found()}).help(std::string(help)));
      return true;
    }
    if (kind(next + 1) == Tok::ParenLeft && !in_function_) {
      std::string header = "write `fn " + variable + "(...)" + (type.empty() ? "" : " -> " + type) + "`";
      report(t.span(), declaration_type_first(Name{std::string(word)}).help(header));
      return true;
    }
    // `float a[4]`
    if (kind(next + 1) == Tok::BracketLeft && kind(next + 2) == Tok::Number && kind(next + 3) == Tok::BracketRight)
      type = "array<" + type + ", " + std::string(text(peek(next + 2))) + ">";
    if (!type.empty()) {
      bool edit = kind(next + 1) == Tok::Assign || kind(next + 1) == Tok::Semicolon;
      Help h{"write `var " + variable + ": " + type + "`", {}, false};
      if (edit) h.edits = {{SourceSpan{t.begin, peek(next).end}, "var " + variable + ": " + type}};
      report(
          t.span(),
          declaration_type_first(Name{std::string(text(SourceSpan{t.begin, peek(next - 1).end}))}).help(std::move(h)));
      return true;
    }
  }
  std::string_view help = foreign_help(word);
  // `fallthrough;`
  bool alone = t.kind == Tok::Reserved && kind(1) == Tok::Semicolon;
  if (!help.empty() && kind(1) != Tok::Assign && kind(1) != Tok::ParenLeft && kind(1) != Tok::Period &&
      kind(1) != Tok::BracketLeft && kind(1) != Tok::Colon &&
      (kind(1) == Tok::Ident || kind(1) == Tok::BraceLeft || kind(1) == Tok::String || is_keyword(kind(1)) || alone ||
       peek(1).after_break)) {
    report(t.span(),
           expected_token(Text{in_function_ ? "a statement" : "a declaration"}, Text{found()}).help(std::string(help)));
    if (word == "do" && kind(1) == Tok::BraceLeft) {  // its `while` belongs to it
      advance();
      skip_braces();
      if (accept(Keyword::While))
        while (!is(Tok::Semicolon) && !is(Tok::BraceRight) && !is(Tok::End)) advance();
    }
    return true;
  }
  return false;
}

bool Parser::misspelled_keyword() {
  if (!is(Tok::Ident) || is(Tok::Error)) return false;
  // What such a word can be followed by, and a name or a type cannot.
  Tok next = kind(1);
  static constexpr Keyword kOuter[] = {Keyword::Enable, Keyword::Requires, Keyword::Fn,
                                       Keyword::Struct, Keyword::Alias,    Keyword::Override,
                                       Keyword::Const,  Keyword::Var,      Keyword::ConstAssert};
  static constexpr Keyword kInner[] = {Keyword::Return,     Keyword::Let,     Keyword::Var,   Keyword::Const,
                                       Keyword::If,         Keyword::Else,    Keyword::For,   Keyword::While,
                                       Keyword::Loop,       Keyword::Switch,  Keyword::Break, Keyword::Continue,
                                       Keyword::Continuing, Keyword::Discard, Keyword::Case,  Keyword::Default};
  std::span<const Keyword> candidates =
      in_function_ ? std::span<const Keyword>(kInner) : std::span<const Keyword>(kOuter);
  switch (next) {
    case Tok::Assign:
    case Tok::Period:
    case Tok::BracketLeft:
    case Tok::PlusAssign:
      return false;  // by far the most frequent
    default:
      break;
  }
  std::string_view word = text(peek());
  if (word.size() < 2 || !foreign_help(word).empty()) return false;
  auto fits = [&](Keyword k) {
    switch (k) {
      case Keyword::Break:
      case Keyword::Continue:
      case Keyword::Discard:
        return next == Tok::Semicolon;
      case Keyword::Else:
      case Keyword::Loop:
      case Keyword::Continuing:
      case Keyword::Default:
        return next == Tok::BraceLeft || next == keyword_token(Keyword::If) ||
               (k == Keyword::Default && next == Tok::Colon);
      case Keyword::If:
      case Keyword::While:
      case Keyword::Switch: {
        // A call has a semicolon behind its arguments, these a block.
        uint32_t i = 1;
        while (i < 64 && kind(i) != Tok::Semicolon && kind(i) != Tok::BraceLeft && kind(i) != Tok::BraceRight &&
               kind(i) != Tok::End && kind(i) != Tok::Assign)
          ++i;
        return kind(i) == Tok::BraceLeft;
      }
      case Keyword::For: {
        // A semicolon in parentheses.
        uint32_t i = 1, depth = 0;
        for (; i < 64 && kind(i) != Tok::Semicolon && kind(i) != Tok::BraceLeft && kind(i) != Tok::BraceRight &&
               kind(i) != Tok::End;
             ++i) {
          if (kind(i) == Tok::ParenLeft) ++depth;
          if (kind(i) == Tok::ParenRight && depth-- <= 1) return false;
        }
        return depth > 0 && kind(i) == Tok::Semicolon;
      }
      case Keyword::Case:
        return next == Tok::Number;
      case Keyword::Return:
        return (next == Tok::Ident || next == Tok::Number) && !peek(1).after_break;
      case Keyword::Var:
        return (next == Tok::Ident || next == Tok::TemplateLeft) && !peek(1).after_break;
      default:
        return next == Tok::Ident && !peek(1).after_break;
    }
  };
  Suggestion near(word);
  Keyword meant{};
  for (Keyword k : candidates) {
    if (!fits(k)) continue;
    std::string_view before = near.best();
    near.consider(to_text(keyword_token(k)));
    if (near.best() != before) meant = k;
  }
  if (!near.found()) return false;
  std::string best(near.best());
  report(peek().span(), expected_token(Text{in_function_ ? "a statement" : "a declaration"}, Text{found()})
                            .help(Help{"did you mean `" + best + "`?", {{peek().span(), best}}, true}));
  tokens_[at_].kind = keyword_token(meant);
  return true;
}

// `fragment fn main()`: the `@` is missing. Says so; attributes() then reads it as if it were there.
bool Parser::attribute_without_at() {
  if (!is(Tok::Ident)) return false;
  std::string_view word = text(peek());
  auto known = lang::find_attribute_name(word);
  if (!known) return false;
  bool alone = lang::info(*known).max == 0;
  bool next = alone ? kind(1) == Tok::Attr || kind(1) == keyword_token(Keyword::Fn) || kind(1) == Tok::Ident
                    : kind(1) == Tok::ParenLeft;
  if (!next) return false;
  uint32_t at = peek().begin;
  report({at, at}, expected_token(Text{"`@` before `" + std::string(word) + "`"}, Text{found()})
                       .help(Help{"write `@" + std::string(word) + "`", {{SourceSpan{at, at}, "@"}}, true}));
  return true;
}

// -- recovery --

bool Parser::starts_declaration() const {
  switch (kind()) {
    case Tok::Attr:
      return true;
    default:
      return is(Keyword::Fn) || is(Keyword::Struct) || is(Keyword::Var) || is(Keyword::Const) ||
             is(Keyword::Override) || is(Keyword::Alias) || is(Keyword::ConstAssert) || is(Keyword::Let);
  }
}

bool Parser::starts_statement() const {
  static constexpr Keyword kStarts[] = {Keyword::Var,         Keyword::Let,        Keyword::Const,    Keyword::If,
                                        Keyword::For,         Keyword::While,      Keyword::Loop,     Keyword::Switch,
                                        Keyword::Return,      Keyword::Break,      Keyword::Continue, Keyword::Discard,
                                        Keyword::ConstAssert, Keyword::Continuing, Keyword::Case,     Keyword::Default};
  return std::any_of(std::begin(kStarts), std::end(kStarts), [&](Keyword k) { return is(k); });
}

bool Parser::starts_outer_declaration() const {
  if (is(Keyword::Fn) || is(Keyword::Struct) || is(Keyword::Alias) || is(Keyword::Override)) return true;
  if (!is(Tok::Attr) || kind(1) != Tok::Ident) return false;
  std::string_view word = text(peek(1));
  return word == "compute" || word == "vertex" || word == "fragment" || word == "group" || word == "workgroup_size";
}

// How many braces are open at the next function, when no more are closed here: negative when an opening one is missing
// before.
int64_t Parser::brace_balance() {
  if (reporter_.full()) return 0;
  // Sums over all tokens, made once: hostile text asks often.
  if (brace_sums_.empty()) {
    size_t n = tokens_.size();
    brace_sums_.resize(n + 1);
    next_function_.resize(n + 1, static_cast<uint32_t>(n));
    for (size_t i = 0; i < n; ++i) {
      int32_t step = tokens_[i].kind == Tok::BraceLeft ? 1 : tokens_[i].kind == Tok::BraceRight ? -1 : 0;
      brace_sums_[i + 1] = brace_sums_[i] + step;
    }
    for (size_t i = n; i-- > 0;) {
      bool starts = tokens_[i].after_break && (tokens_[i].kind == keyword_token(Keyword::Fn) ||
                                               tokens_[i].kind == keyword_token(Keyword::Struct));
      next_function_[i] = starts ? static_cast<uint32_t>(i) : next_function_[i + 1];
    }
  }
  return int64_t{block_depth_} + brace_sums_[next_function_[at_]] - brace_sums_[at_];
}

// The first block of the function whose closing brace has another indentation than the line that opens it: most likely
// its own is missing, and it took that of the block around it.
SourceSpan Parser::oddly_closed() const {
  auto indentation = [&](uint32_t token) {
    for (uint32_t n = 0; n < 200 && token > 0 && !tokens_[token].after_break; ++n) --token;
    return m_.source->position(tokens_[token].begin).column_bytes;
  };
  std::vector<uint32_t> open;
  for (uint32_t i = function_token_; i < at_; ++i) {
    if (tokens_[i].kind == Tok::BraceLeft) open.push_back(i);
    if (tokens_[i].kind != Tok::BraceRight || open.empty()) continue;
    if (tokens_[i].after_break && indentation(i) != indentation(open.back())) return tokens_[open.back()].span();
    open.pop_back();
  }
  return {};
}

// To behind the semicolon or block that ends the statement, or to before what must be another one.
void Parser::skip_statement() {
  while (!is(Tok::End)) {
    // `a[0} ]`: a brace inside of the statement.
    bool inside =
        !peek().after_break && !peek(1).after_break && (kind(1) == Tok::ParenRight || kind(1) == Tok::BracketRight);
    if (is(Tok::BraceRight) && !inside) return;
    if (accept(Tok::Semicolon)) return;
    // `f(a{, b);`: a brace too many
    if (is(Tok::BraceLeft) && !peek(1).after_break && brace_balance() > 0) {
      advance();
      continue;
    }
    if (is(Tok::BraceLeft)) {
      skip_braces();
      if (!is(Keyword::Else)) return;
      continue;
    }
    if (peek().after_break && starts_statement()) return;
    if (is(Keyword::Fn) || is(Keyword::Struct)) return;
    advance();
  }
}

// Past a brace-enclosed piece. Only braces count: other brackets may be missing.
void Parser::skip_braces() {
  uint32_t depth = 0;
  while (!is(Tok::End)) {
    if (is(Tok::BraceLeft)) ++depth;
    if (is(Tok::BraceRight) && --depth == 0) {
      advance();
      return;
    }
    // No function stands in another.
    if (is(Keyword::Fn) && peek().after_break) return;
    advance();
  }
}

void Parser::skip_declaration() {
  uint32_t start = at_;
  while (!is(Tok::End)) {
    if (accept(Tok::Semicolon)) return;
    if (is(Tok::BraceLeft)) {
      skip_braces();
      accept(Tok::Semicolon);
      return;
    }
    if (at_ > start && peek().after_break && starts_declaration()) return;
    if (at_ > start && (is(Keyword::Fn) || is(Keyword::Struct))) return;
    advance();
  }
}

}  // namespace vitrine::wgsl
