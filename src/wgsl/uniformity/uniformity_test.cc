#include "wgsl/uniformity/uniformity.h"

#include <gtest/gtest.h>

#include <ctime>

namespace vitrine::wgsl {
namespace {

std::vector<diag::DiagnosticPtr> check(const std::string& text) {
  std::vector<diag::DiagnosticPtr> out;
  wgsl::check(std::make_shared<diag::Source>("t.wgsl", text), {}, out);
  return out;
}

// Rule and severity of everything reported, separated by spaces.
std::string rules(const std::string& text) {
  std::string out;
  for (const diag::DiagnosticPtr& d : check(text)) {
    if (!out.empty()) out += " ";
    out += d->rule().name;
    if (d->severity() == diag::Severity::Warning) out += "(warning)";
    if (d->severity() == diag::Severity::Info) out += "(info)";
  }
  return out;
}

constexpr const char* kPrelude = R"(
var<workgroup> w: array<u32, 64>;
var<private> p: u32;
@group(0) @binding(0) var<storage, read_write> rw: array<u32>;
@group(0) @binding(1) var<storage> ro: array<u32>;
@group(0) @binding(2) var<uniform> u: u32;
override o = 1u;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) n: u32, @builtin(workgroup_id) g: vec3<u32>) {
)";

// A body that must not be refused.
void expect_uniform(const char* body, const char* before = "") { EXPECT_EQ(rules(before + std::string(kPrelude) + body + "}"), "") << body; }
void expect_barrier(const char* body, const char* before = "") {
  EXPECT_EQ(rules(before + std::string(kPrelude) + body + "}"), "barrier_uniformity") << body;
}

TEST(Uniformity, Sources) {
  expect_barrier("if n == 0 { workgroupBarrier(); }");
  expect_uniform("if g.x == 0 { workgroupBarrier(); }");
  expect_uniform("if u == 0 { workgroupBarrier(); }");
  expect_uniform("if ro[0] == 0 { workgroupBarrier(); }");
  expect_barrier("if ro[n] == 0 { workgroupBarrier(); }");
  expect_barrier("if rw[0] == 0 { workgroupBarrier(); }");
  expect_barrier("if w[0] == 0 { workgroupBarrier(); }");
  expect_barrier("if p == 0 { workgroupBarrier(); }");
  expect_uniform("if o == 0 { workgroupBarrier(); }");
  expect_uniform("if arrayLength(&rw) == 0 { workgroupBarrier(); }");
  expect_uniform("if workgroupUniformLoad(&w[0]) == 0 { workgroupBarrier(); }");
  expect_barrier("let x = n + 1; if x == 0 { workgroupBarrier(); }");
  expect_barrier("if vec2(n, 0).y == 0 { workgroupBarrier(); }");
}

TEST(Uniformity, ControlFlow) {
  expect_uniform("if n == 0 { p = 1; } workgroupBarrier();");
  expect_barrier("if n == 0 { return; } workgroupBarrier();");
  expect_barrier("if u == 0 { } else if n == 0 { workgroupBarrier(); }");
  expect_barrier("if n == 0 { } else if u == 0 { } else { workgroupBarrier(); }");
  expect_uniform("if n == 0 { if u == 1 { } } else if u == 2 { } workgroupBarrier();");
  expect_barrier("switch n { case 1: { workgroupBarrier(); } default: { } }");
  expect_uniform("switch n { case 1: { p = 1; break; } default: { } } workgroupBarrier();");
  expect_barrier("switch n { case 1: { return; } default: { } } workgroupBarrier();");
  expect_barrier("loop { if n == 0 { break; } workgroupBarrier(); }");
  expect_barrier("loop { workgroupBarrier(); if n == 0 { break; } }");
  expect_uniform("loop { if n == 0 { break; } } workgroupBarrier();");
  expect_barrier("loop { if n == 0 { return; } if u == 0 { break; } } workgroupBarrier();");
  expect_barrier("loop { workgroupBarrier(); continuing { break if n == 0; } }");
  expect_uniform("loop { workgroupBarrier(); continuing { break if u == 0; } }");
  expect_barrier("for (var i = 0u; i < n; i++) { workgroupBarrier(); }");
  expect_uniform("for (var i = 0u; i < u; i++) { workgroupBarrier(); }");
  expect_barrier("for (var i = 0u; i < u; i++) { if n == 0 { continue; } workgroupBarrier(); }");
  expect_barrier("while p < 3 { workgroupBarrier(); }");
  expect_uniform("loop { if n == 0 { p = 1; } workgroupBarrier(); break; }");
  EXPECT_EQ(rules(std::string(kPrelude) + "return; if n == 0 { workgroupBarrier(); } }"), "unreachable_code(warning)");
}

TEST(Uniformity, Variables) {
  expect_barrier("var x = n; if x == 0 { workgroupBarrier(); }");
  expect_uniform("var x = n; x = 0; if x == 0 { workgroupBarrier(); }");
  expect_barrier("var x = 0u; x += n; if x == 0 { workgroupBarrier(); }");
  expect_barrier("var x = 0u; if n == 0 { x = 1; } if x == 0 { workgroupBarrier(); }");
  expect_uniform("var x = 0u; if u == 0 { x = 1; } if x == 0 { workgroupBarrier(); }");
  expect_uniform("var x = n; if u == 0 { x = 1; } else { x = 2; } if x == 0 { workgroupBarrier(); }");
  expect_barrier("var x = n; if u == 0 { x = 1; } if x == 0 { workgroupBarrier(); }");
  expect_barrier("var a: array<u32, 2>; a[n] = 0; if a[0] == 0 { workgroupBarrier(); }");
  expect_barrier("var a = vec2(n); a.x = 0; if a.x == 0 { workgroupBarrier(); }");
  expect_barrier("var x = 0u; loop { if x == 1 { workgroupBarrier(); } x = n; if u == 0 { break; } }");
  expect_barrier("var x = 0u; loop { if u == 0 { x = n; break; } x = 0; } if x == 0 { workgroupBarrier(); }");
  expect_uniform("var x = n; loop { if u == 0 { x = 0; break; } x = 0; if u == 1 { break; } } if x == 0 { workgroupBarrier(); }");
  expect_barrier("var x = n; loop { if u == 0 { break; } x = 0; } if x == 0 { workgroupBarrier(); }");
  expect_barrier("var x = 0u; loop { if u == 0 { x = n; continue; } x = 0; continuing { break if x == 0; } } workgroupBarrier(); if x == 0 { workgroupBarrier(); }");
  expect_barrier("var x = 0u; switch u { case 0: { x = n; break; } default: { } } if x == 0 { workgroupBarrier(); }");
  expect_uniform("var x = 0u; if n == 0 { x = 1; return; } ");
  expect_barrier("var x = 0u; { x = n; } if x == 0 { workgroupBarrier(); }");
}

TEST(Uniformity, ShortCircuit) {
  expect_barrier("if (n == 0) && (u == 0) { workgroupBarrier(); }");
  constexpr const char* f = "fn f() -> bool { workgroupBarrier(); return true; }";
  expect_barrier("let b = n == 0 && f();", f);
  expect_barrier("let b = n == 0 || f();", f);
  expect_uniform("let b = f() && n == 0;", f);
}

TEST(Uniformity, Functions) {
  constexpr const char* wait = "fn wait() { workgroupBarrier(); }";
  expect_barrier("if n == 0 { wait(); }", wait);
  expect_uniform("wait();", wait);
  constexpr const char* on = "fn on(x: u32) { if x == 0 { workgroupBarrier(); } }";
  expect_barrier("on(n);", on);
  expect_uniform("on(u);", on);
  constexpr const char* id = "fn id(x: u32, y: u32) -> u32 { return x; }";
  expect_barrier("if id(n, u) == 0 { workgroupBarrier(); }", id);
  expect_uniform("if id(u, n) == 0 { workgroupBarrier(); }", id);
  constexpr const char* read = "fn read() -> u32 { return p; }";
  expect_barrier("if read() == 0 { workgroupBarrier(); }", read);
  expect_uniform("if read() == 0 { } workgroupBarrier();", read);
}

TEST(Uniformity, Pointers) {
  expect_barrier("var x = 0u; let q = &x; *q = n; if x == 0 { workgroupBarrier(); }");
  expect_uniform("var x = n; let q = &x; *q = 0; if *q == 0 { workgroupBarrier(); }");
  constexpr const char* store = "fn store(q: ptr<function, u32>, v: u32) { *q = v; }";
  expect_barrier("var x = 0u; store(&x, n); if x == 0 { workgroupBarrier(); }", store);
  expect_uniform("var x = n; store(&x, 1); if x == 0 { workgroupBarrier(); }", store);
  constexpr const char* load = "fn load(q: ptr<function, u32>) -> u32 { return *q; }";
  expect_barrier("var x = n; if load(&x) == 0 { workgroupBarrier(); }", load);
  expect_uniform("var x = 0u; if load(&x) == 0 { workgroupBarrier(); }", load);
  constexpr const char* on = "fn on(q: ptr<function, u32>) { if *q == 0 { workgroupBarrier(); } }";
  expect_barrier("var x = n; on(&x);", on);
  expect_uniform("var x = 0u; on(&x);", on);
  expect_barrier("var x = 0u; let q = &x; if n == 0 { *q = 1; } if x == 0 { workgroupBarrier(); }");
  constexpr const char* uniform_load = "fn load(q: ptr<workgroup, u32>) -> u32 { return workgroupUniformLoad(q); }";
  EXPECT_EQ(rules(uniform_load + std::string(kPrelude) + "let x = load(&w[n]); }"), "uniform_argument");
  EXPECT_EQ(rules(uniform_load + std::string(kPrelude) + "let x = load(&w[u]); }"), "");
}

constexpr const char* kFragment = R"(
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
)";

TEST(Uniformity, DerivativesAndFilters) {
  auto fragment = [](const char* before, const char* attribute, const char* body) {
    return rules(std::string(before) + kFragment + attribute + "@fragment fn main(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {" + body + "}");
  };
  constexpr const char* sample = "if uv.x > 0.5 { return textureSample(t, s, uv); } return vec4(0.0);";
  EXPECT_EQ(fragment("", "", sample), "derivative_uniformity");
  EXPECT_EQ(fragment("diagnostic(off, derivative_uniformity);", "", sample), "");
  EXPECT_EQ(fragment("diagnostic(info, derivative_uniformity);", "", sample), "derivative_uniformity(info)");
  EXPECT_EQ(fragment("", "@diagnostic(warning, derivative_uniformity) ", sample), "derivative_uniformity(warning)");
  EXPECT_EQ(fragment("diagnostic(off, derivative_uniformity);", "@diagnostic(error, derivative_uniformity) ", sample), "derivative_uniformity");
  EXPECT_EQ(fragment("", "", "@diagnostic(off, derivative_uniformity) if uv.x > 0.5 { return textureSample(t, s, uv); } return vec4(0.0);"), "");
  EXPECT_EQ(fragment("", "", "if uv.x > 0.5 { return textureSampleLevel(t, s, uv, 0); } return vec4(0.0);"), "");
  EXPECT_EQ(fragment("", "", "if uv.x > 0.5 { discard; } return textureSample(t, s, uv);"), "");
  EXPECT_EQ(fragment("", "", "let d = dpdx(uv.x); if d > 0.5 { return vec4(fwidth(uv.y)); } return vec4(0.0);"), "derivative_uniformity");
}

TEST(Uniformity, Subgroups) {
  auto compute = [](const char* body) {
    return rules(std::string("enable subgroups;") + kPrelude + body + "}");
  };
  EXPECT_EQ(compute("if n == 0 { let x = subgroupAdd(n); }"), "subgroup_uniformity");
  EXPECT_EQ(compute("if subgroupAny(n == 0) { let x = subgroupAdd(n); }"), "");
  EXPECT_EQ(compute("if subgroupAny(n == 0) { workgroupBarrier(); }"), "barrier_uniformity");
  EXPECT_EQ(compute("if subgroupElect() { let x = subgroupAdd(n); }"), "subgroup_uniformity");
  EXPECT_EQ(compute("let x = subgroupShuffleXor(n, n);"), "uniform_argument");
}

// The chain of one failure: through two functions, to the value.
TEST(Uniformity, NotesShowTheChain) {
  auto out = check(R"(
fn inner() { workgroupBarrier(); }
fn outer() { inner(); }
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) n: u32) {
  let half = n / 2;
  if half == 1 { outer(); }
}
)");
  ASSERT_EQ(out.size(), 1u);
  std::vector<std::string> texts;
  for (const diag::Note& n : out[0]->notes()) texts.push_back(n.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"`outer`, called here, leads to `workgroupBarrier`", "`inner`, called here, leads to `workgroupBarrier`",
                                             "control flow depends on this condition", "`local_invocation_index` differs between invocations"}));
}

// Long chains of statements, branches and calls take time in proportion.
// Linear in the length of the text: four times as much takes four times as long. Compared with itself, since builds differ in speed.
TEST(Uniformity, LargeFunctions) {
  auto seconds = [](int size) {
    std::string text = "fn f0() { workgroupBarrier(); }\n";
    for (int i = 1; i < size; ++i) text += "fn f" + std::to_string(i) + "() { f" + std::to_string(i - 1) + "(); }\n";
    text += kPrelude;
    text += "var x = 0u;";
    for (int i = 0; i < 5 * size; ++i) text += "if x == " + std::to_string(i) + " { x += n; } else if x == 3 { x = 1; }\n";
    text += "if x == 0 { f" + std::to_string(size - 1) + "(); } }";
    double least = 1e9;
    for (int round = 0; round < 2; ++round) {
      std::clock_t start = std::clock();
      EXPECT_EQ(rules(text), "barrier_uniformity");
      least = std::min(least, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return least;
  };
  double small = seconds(60);
  EXPECT_LT(seconds(240), small * 8 + 0.05);
}

}  // namespace
}  // namespace vitrine::wgsl
