#include "wgsl/parse/parse.h"

#include <gtest/gtest.h>

#include <ctime>
#include <random>

#include "wgsl/lex/lexer.h"
#include "wgsl/lex/number.h"
#include "wgsl/suggest.h"

namespace vitrine::wgsl {
namespace {

using diag::DiagnosticPtr;

std::vector<DiagnosticPtr> parse_text(std::string text, std::unique_ptr<ast::Module>* out = nullptr) {
  auto source = std::make_shared<const diag::Source>("t.wgsl", std::move(text));
  Reporter reporter(source, 50);
  auto module = parse(source, reporter);
  std::vector<DiagnosticPtr> found;
  reporter.finish(found);
  if (out) *out = std::move(module);
  return found;
}

// "1:5-1:8 rule" for each, joined by "; ".
std::string rules_of(std::string text) {
  std::string all;
  for (const DiagnosticPtr& d : parse_text(std::move(text))) {
    const auto* place = d->source_place();
    auto a = place->source->position(place->span.begin), b = place->source->position(place->span.end);
    if (!all.empty()) all += "; ";
    all += std::to_string(a.line) + ":" + std::to_string(a.column_bytes) + "-" + std::to_string(b.line) + ":" +
           std::to_string(b.column_bytes) + " " + std::string(d->rule().name);
  }
  return all;
}

std::string tokens_of(std::string text) {
  auto source = std::make_shared<const diag::Source>("t.wgsl", text);
  Reporter reporter(source, 50);
  SymbolTable symbols;
  std::string all;
  for (const Token& t : lex(source->text(), symbols, reporter)) {
    if (t.kind == Tok::End) break;
    if (!all.empty()) all += ' ';
    if (t.kind == Tok::TemplateLeft) all += "T";
    if (t.kind == Tok::TemplateRight) all += "T";
    all += source->text(t.span());
  }
  return all;
}

TEST(Lexer, TemplateLists) {
  EXPECT_EQ(tokens_of("A(B<C,D>(E))"), "A ( B T< C , D T> ( E ) )");
  EXPECT_EQ(tokens_of("array<i32,select(2,3,a>b)>"), "array T< i32 , select ( 2 , 3 , a > b ) T>");
  EXPECT_EQ(tokens_of("a[b<d]>()"), "a [ b < d ] > ( )");
  EXPECT_EQ(tokens_of("A<B<<C>"), "A T< B << C T>");
  EXPECT_EQ(tokens_of("A<B<=C>"), "A T< B <= C T>");
  EXPECT_EQ(tokens_of("A<(B>=C)>"), "A T< ( B >= C ) T>");
  EXPECT_EQ(tokens_of("A<(B!=C)>"), "A T< ( B != C ) T>");
  EXPECT_EQ(tokens_of("a<b || c>d"), "a < b || c > d");
  EXPECT_EQ(tokens_of("array<array<f32,2>,3>=x"), "array T< array T< f32 , 2 T> , 3 T> = x");
  EXPECT_EQ(tokens_of("vec4<vec2<f32>>==x"), "vec4 T< vec2 T< f32 T> T> == x");
  EXPECT_EQ(tokens_of("a >>= b >> c >= d"), "a >>= b >> c >= d");
  EXPECT_EQ(tokens_of("var /* c */ <private> x"), "var T< private T> x");
}

TEST(Lexer, Unicode) {
  EXPECT_EQ(tokens_of("Δέλτα réflexion 𐰓𐰏𐰇 朝焼け"), "Δέλτα réflexion 𐰓𐰏𐰇 朝焼け");
  EXPECT_EQ(tokens_of("a\u0085b\u2028c\u200Ed//x\u2029e"), "a b c d e");
  EXPECT_EQ(tokens_of("a/* /* b */ */c"), "a c");
}

TEST(Number, Values) {
  EXPECT_EQ(parse_number("0x7fffffffffffffff").integer, 0x7fffffffffffffff);
  EXPECT_EQ(parse_number("9223372036854775808").error, NumberError::IntRange);
  EXPECT_EQ(parse_number("2147483648i").error, NumberError::IntRange);
  EXPECT_EQ(parse_number("4294967295u").integer, 4294967295);
  EXPECT_EQ(parse_number("0x1.8p1").real, 3.0);
  EXPECT_EQ(parse_number("0X.3").real, 0.1875);
  EXPECT_EQ(parse_number("0x1p128f").error, NumberError::FloatRange);
  EXPECT_EQ(parse_number("0x1.00000001p0f").error, NumberError::Inexact);
  EXPECT_EQ(parse_number("0x1p-149f").real, 0x1p-149);
  EXPECT_EQ(parse_number("0x1p-150f").error, NumberError::Inexact);
  EXPECT_EQ(parse_number("0x1.ffcp15h").real, 65504.0);
  EXPECT_EQ(parse_number("0x1.ffep15h").error, NumberError::Inexact);
  EXPECT_EQ(parse_number("65520h").error, NumberError::FloatRange);
  EXPECT_EQ(parse_number("65519h").real, 65504.0);
  EXPECT_EQ(parse_number("3.5e38f").error, NumberError::FloatRange);
  EXPECT_EQ(parse_number("1e-400").real, 0.0);
  EXPECT_EQ(parse_number("1e400").error, NumberError::FloatRange);
  EXPECT_EQ(parse_number("0.e+4f").real, 0.0);
  EXPECT_EQ(parse_number("01.").error, NumberError::None);
  EXPECT_EQ(parse_number("012").error, NumberError::LeadingZero);
  EXPECT_EQ(parse_number("01f").error, NumberError::LeadingZero);
  EXPECT_EQ(parse_number("0x").error, NumberError::NoDigits);
  EXPECT_EQ(parse_number("1e").error, NumberError::NoDigits);
  EXPECT_EQ(parse_number("1.5u").error, NumberError::Suffix);
  EXPECT_EQ(parse_number("0x1.8f").real, 0x1.8fp0);
  EXPECT_EQ(parse_number("0x1p4").real, 16.0);
}

TEST(Suggestion, Nearest) {
  auto near = [](std::string_view wrong, std::initializer_list<std::string_view> names) {
    Suggestion s(wrong);
    for (std::string_view n : names) s.consider(n);
    return std::string(s.best());
  };
  EXPECT_EQ(near("strenght", {"strength", "length"}), "strength");
  EXPECT_EQ(near("Vec3", {"vec2", "vec3", "vec4"}), "vec3");
  EXPECT_EQ(near("foo", {"select", "bar"}), "");
}

TEST(Parse, AcceptsTheGrammar) {
  EXPECT_EQ(rules_of(R"(
enable f16;
requires pointer_composite_access,;
diagnostic(off, derivative_uniformity,);
diagnostic(warning, vitrine.printf_format);
;
struct S { @align(16) a : f32, b : array<vec4<f32>, 4>, }
alias T = ptr<function, array<i32, (1 << 2)>>;
override x : i32 = 3;
@id(3) override y = 4;
@group(0) @binding(1) var<storage, read_write> v : array<u32>;
var<private> p = 1;
const_assert 1 < 2;
@compute @workgroup_size(8, 8,) fn main(@builtin(global_invocation_id) id : vec3<u32>,) {
  var a = 1; let b : i32 = a--1; const c = -  - 3;
  a++; a--; a <<= 2u; a >>= 1u; *&a = 3; (a) = 4; _ = b;
  if a < b { } else if (b > a) { return; } else { discard; }
  @diagnostic(off, derivative_uniformity) switch a @diagnostic(off, derivative_uniformity) { case 1, 2,: { } case 3, default { break; } }
  loop @diagnostic(off, derivative_uniformity) { continuing { a += 1; break if a > 3; } }
  for (var i = 0; i < 4; i++) { continue; }
  for (;;) { }
  while true { }
  { }
  f(1, 2,)[1].x.y();
}
)"),
            "24:16-24:18 method_call");
}

TEST(Parse, MissingTokenBelongsBehindTheLast) {
  EXPECT_EQ(rules_of("fn f() {\n  let x = 1\n  let y = 2;\n}\n"), "2:12-2:12 expected_token");
  EXPECT_EQ(rules_of("fn f() { let x = (1 + 2; }"), "1:24-1:24 bracket_not_closed");
  EXPECT_EQ(rules_of("fn f() { let x = ; }"), "1:18-1:19 expected_token");
  EXPECT_EQ(rules_of("fn f() {\n  f(;\n  g();\n"), "2:5-2:6 expected_token; 3:7-3:7 function_not_closed");
  EXPECT_EQ(rules_of("fn f() {\n  if true {\n\nfn g() {}\n"), "2:12-2:12 function_not_closed");
  EXPECT_EQ(rules_of("fn f() {} }\nfn g() {}"), "1:11-1:12 brace_without_partner");
}

TEST(Parse, IndependentErrors) {
  EXPECT_EQ(rules_of("fn f() { let x = 1 +; let y = x & 1 == 2; z.4; }\nvar a: = 3;\nfn g() { 1; }"),
            "1:21-1:22 expected_token; 1:33-1:34 operators_need_parentheses; 1:44-1:46 expected_token; 2:8-2:9 "
            "expected_token; "
            "3:10-3:11 statement_expected");
}

TEST(Parse, ForeignHabits) {
  EXPECT_EQ(
      rules_of(
          "fn f() { float x = 1.0; let y = a ? b : c; let z = i++; for (int i = 0; i < 3; i++) { } if (a) return; }"),
      "1:10-1:15 declaration_type_first; 1:35-1:36 ternary_operator; 1:53-1:55 increment_in_expression; 1:62-1:65 "
      "declaration_type_first; 1:96-1:102 body_needs_braces");
  EXPECT_EQ(
      rules_of("[[block]] struct S { a: f32; };\nfloat f(float x) { return x; }\nlet q = 1;"),
      "1:1-1:10 attributes_in_double_brackets; 1:28-1:29 member_separator; 2:1-2:6 declaration_type_first; 3:1-3:4 "
      "let_at_module_scope");
}

double seconds_for(const std::string& text, size_t* count = nullptr) {
  std::clock_t begin = std::clock();
  auto found = parse_text(text);
  double s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  if (count) *count = found.size();
  EXPECT_FALSE(found.empty());
  EXPECT_LE(found.size(), 51u);
  return s;
}

TEST(Parse, HostileInputIsLinear) {
  std::mt19937 random(7);
  std::string bytes(1 << 20, ' ');
  for (char& c : bytes) c = static_cast<char>(random());
  EXPECT_LT(seconds_for(bytes), 5.0);
  // The limits leave room for sanitizers; what is quadratic takes minutes.
  static constexpr std::string_view kPieces[] = {"(", ")", "{",   "}", "<", ">",  "fn ", "a", "1",
                                                 ";", "@", "if ", "[", "]", "\n", "-",   ",", "="};
  std::string soup;
  while (soup.size() < (1 << 20)) soup += kPieces[random() % std::size(kPieces)];
  EXPECT_LT(seconds_for(soup), 5.0);
  for (std::string_view piece : {"(", "{", "[", "-", "a(", "a<", "if a {", "a.", "!", "*", "loop {", "/*", "\"", "@",
                                 "fn a(", "fn a() {", "a+", "switch a {", "case "})
    for (std::string_view start : {"", "fn f() { ", "const x = "}) {
      std::string text(start);
      while (text.size() < (1 << 16)) text += piece;
      EXPECT_LT(seconds_for(text), 2.0) << start << piece;
    }
  std::string line = "const x = ";
  while (line.size() < 29000) line += "1+(2*3)+";
  EXPECT_LT(seconds_for(line), 5.0);
}

}  // namespace
}  // namespace vitrine::wgsl
