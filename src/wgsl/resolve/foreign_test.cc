// What people write who come from GLSL, HLSL, Rust, JavaScript or earlier WGSL: one error, whose help says how WGSL does it.
#include <gtest/gtest.h>

#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace vitrine::wgsl {
namespace {

struct Case {
  const char* text;
  const char* rule;
  const char* help;  // a part of one of them
};

const Case kCases[] = {
    {"#import bevy_pbr::forward_io", "character_unknown", "join the texts"},
    {"#version 450\nfn f() {}", "character_unknown", "leave the line out"},
    {"#define N 4\nfn f() {}", "character_unknown", "declare a `const`"},
    {"#ifdef A\nfn f() {}", "character_unknown", "branch on an `override`"},
    {"# a comment\nfn f() {}", "character_unknown", "`//`"},
    {"fn f() { let a = #ff00ff; }", "character_unknown", "a colour is a vector"},
    {"@compute @workgroup_size(${size}) fn f() {}", "character_unknown", "between backticks"},
    {"fn f() { let a\u200b = 1; _ = a; }", "character_unknown", "take it out"},
    {"fn f(x: i32) { if x < 0 { } elseif (x > 3) { } }", "statement_expected", "else if"},
    {"fn f(x: i32) { switch x { case 0: { fallthrough; } default: { } } }", "expected_token", "do not fall through"},
    {"fn f() { var i = 0; do { i++; } while (i < 3); }", "expected_token", "write `loop"},
    {"fn f() { var i = 0; loop { i++; if i > 3 { break; } continue(); } }", "statement_with_parentheses", "write `continue;`"},
    {"fn f() { var a = 1, b = 2; }", "expected_token", "a statement of its own"},
    {"fn f() { var a[4]: f32; }", "expected_token", "stands in its type"},
    {"fn f() { float a[4]; }", "declaration_type_first", "var a: array<f32, 4>"},
    {"fn f(in vec2 uv) { }", "expected_token", "uv: vec2f"},
    {"fn f(inout float x) { }", "expected_token", "x: ptr<function, f32>"},
    {"fn f(p: vec4f : SV_Position) { }", "bracket_not_closed", "@builtin(position)"},
    {"fn f(a: f32 = 1.0) { }", "bracket_not_closed", "no default values"},
    {"[numthreads(8, 8, 1)]\nfn f() { }", "declaration_expected", "@workgroup_size"},
    {"@group 0 @binding(0) var<uniform> u: f32;", "expected_token", "@group(0)"},
    {"struct S { a: @stride(16) array<f32, 4> }", "expected_token", "before the name"},
    {"fn f(x: i32) -> f32 { return x as f32; }", "expected_token", "`f32(...)`"},
    {"fn f(x: i32) -> i32 { x + 1 }", "expected_token", "write `return`"},
    {"fn f(a: i32) -> bool { return a === 1; }", "expected_token", "write `==`"},
    {"fn f(a: f32) -> f32 { return a ** 2.0; }", "indirection_of_value", "pow(a, b)"},
    {"struct S { a: f32 }\nfn f() -> S { return S { a: 1.0 }; }", "expected_token", "made like a call"},
    {"fn f() { let a = [1, 2]; }", "expected_token", "array(1, 2, 3)"},
    {"fn f(x: f32) { const y = x; }", "const_expression_needed", "write `let`"},
    {"fn g() -> f32 { return 1.0; }\nconst x = g();", "const_expression_needed", "only built-in functions"},
    {"override n = 1;\nconst x = n;", "const_expression_needed", "write `override`"},
    {"fn f(y: f32, x: f32) -> f32 { return atan(y, x); }", "call_argument_count", "atan2(y, x)"},
    {"fn f(m: mat4x4f) -> mat4x4f { return inverse(m); }", "unknown_identifier", "no inverse"},
    {"fn f(x: f32) -> bool { return isnan(x); }", "unknown_identifier", "as if neither"},
    {"fn f(x: f32) { printf(x); }", "unknown_identifier", "debugPrintf"},
    {"fn f() -> mat4x4f { return mat4x4f(1.0); }", "call_argument_count", "diagonal"},
    {"fn f() -> vec4f { return vec4f(1.0, 2.0); }", "constructor_component_count", "or one for all"},
    {"fn f(i: u32) -> f32 { return sin(i); }", "call_argument_type", "`f32(i)`"},
    {"fn f(v: vec3f) -> vec3f { return max(v, 0.0); }", "call_argument_type", "`vec3<f32>(0.0)`"},
    {"fn f(p: vec3u) -> vec4f { return vec4f(p, 1.0); }", "constructor_argument", "`vec3<f32>(p)`"},
    {"@group(0) @binding(0) var<storage, read_write> c: u32;\nfn f() { atomicAdd(&c, 1u); }", "call_argument_type",
     "`atomic<u32>`"},
    {"@group(0) @binding(0) var t: texture_2d<f32>;\nfn f() { _ = textureLoad(t, vec2i()); }", "call_argument_count",
     "level"},
    {"fn f() { var a: array<f32>; }", "store_type", "array<f32, 16>"},
    {"override n: u32 = 4;\n@group(0) @binding(0) var<storage> a: array<u32, n>;", "store_type", "`array<u32>`"},
    {"fn f(a: u32, b: u32) -> bool { return a & b == 0u; }", "operators_need_parentheses", "put `a & b`"},
    {"fn f() { var loop = 1; _ = loop; }", "name_is_keyword", "call it `loop_`"},
};

TEST(Foreign, OneErrorThatSaysHowWgslDoesIt) {
  for (const Case& c : kCases) {
    std::vector<diag::DiagnosticPtr> found;
    check(std::make_shared<const diag::Source>("t.wgsl", c.text), {}, found);
    std::erase_if(found, [](const diag::DiagnosticPtr& d) { return d->severity() != diag::Severity::Error; });
    ASSERT_EQ(found.size(), 1u) << c.text << (found.size() > 1 ? "\n" + found[1]->message() : "");
    EXPECT_EQ(found[0]->rule().name, std::string_view(c.rule)) << c.text << "\n" << found[0]->message();
    bool said = false;
    std::string all;
    for (const diag::Help& h : found[0]->helps()) {
      said = said || h.text.find(c.help) != std::string::npos;
      all += "\n" + h.text;
    }
    EXPECT_TRUE(said) << c.text << "\n" << found[0]->message() << all;
  }
}

}  // namespace
}  // namespace vitrine::wgsl
