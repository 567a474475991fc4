// What the tables of a Program say, and that hostile programs take neither long nor much stack. The rules have their
// pages.
#include <gtest/gtest.h>

#include <ctime>
#include <functional>

#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace vitrine::wgsl {
namespace {

std::shared_ptr<const Program> accept(std::string text) {
  std::vector<diag::DiagnosticPtr> found;
  auto p = check(std::make_shared<const diag::Source>("t.wgsl", std::move(text)), {}, found);
  for (const auto& d : found)
    if (d->severity() == diag::Severity::Error) ADD_FAILURE() << d->message();
  return p;
}

std::vector<std::string> rules(std::string text, CheckOptions options = {}) {
  std::vector<diag::DiagnosticPtr> found;
  check(std::make_shared<const diag::Source>("t.wgsl", std::move(text)), options, found);
  std::vector<std::string> names;
  for (const auto& d : found) names.emplace_back(d->rule().name);
  return names;
}
using Rules = std::vector<std::string>;

const ast::Function& function(const Program& p, std::string_view name) {
  for (const FunctionInfo& f : p.functions)
    if (p.text(f.decl->name) == name) return *f.decl;
  throw std::runtime_error("no such function");
}

std::string type_of(const Program& p, const ast::Expr& e) { return p.types.to_text(p[e].type); }

TEST(Program, ExpressionsHaveFinalTypesAndValues) {
  auto p = accept("fn f(x: f32) -> f32 { var v = vec2f(x, 1); return v.y * 2 + min(3, 4); }");
  ASSERT_TRUE(p);
  const auto& body = *function(*p, "f").body;
  const auto& init = ast::as<ast::Call>(*ast::as<ast::Declare>(*body.statements[0]).variable->initializer);
  EXPECT_EQ(type_of(*p, init), "vec2<f32>");
  EXPECT_EQ(type_of(*p, *init.args[1]), "f32");
  EXPECT_EQ(p->constants.to_text((*p)[*init.args[1]].value), "1.0f");
  EXPECT_EQ(p->call(init).kind, CallKind::Construct);
  EXPECT_EQ(p->call(init).form, lang::ConstructorForm::Components);
  const auto& sum = ast::as<ast::Binary>(*ast::as<ast::Return>(*body.statements[1]).value);
  EXPECT_EQ(type_of(*p, sum), "f32");
  EXPECT_FALSE((*p)[sum].value);
  EXPECT_EQ(p->constants.to_text((*p)[*sum.rhs].value), "3.0f");
  const auto& product = ast::as<ast::Binary>(*sum.lhs);
  EXPECT_TRUE((*p)[*product.lhs].loads);
  EXPECT_EQ(type_of(*p, *product.lhs), "ref<function, f32>");
  EXPECT_EQ(p->access(*product.lhs).components[0], 1);
}

TEST(Program, DeclarationsComeBehindWhatTheyName) {
  auto p = accept("const a = b; var<private> v: array<i32, a>; const b = 3; fn f() { g(); } fn g() { _ = v[0]; }");
  ASSERT_TRUE(p);
  std::string order;
  for (const ast::Decl* d : p->order) order += std::string(p->text(d->name)) + " ";
  EXPECT_EQ(order, "b a v g f ");
}

TEST(Program, ReachOfFunctions) {
  auto p = accept(R"(
override size = 4;
override scale = 2.0;
override unused = 1;
var<workgroup> shared_data: array<f32, size>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var t: texture_2d<f32>;
fn inner() { shared_data[0] = scale; }
fn outer() { inner(); inner(); }
@compute @workgroup_size(size, 2) fn main() { outer(); out[0] = shared_data[1]; }
@compute @workgroup_size(1) fn other() { }
)");
  ASSERT_TRUE(p);
  auto names = [&](const std::vector<uint32_t>& ids) {
    std::string all;
    for (uint32_t id : ids) all += std::string(p->text(p->declarations[id].decl->name)) + " ";
    return all;
  };
  const FunctionInfo& main = p->function(function(*p, "main"));
  EXPECT_EQ(names(main.callees), "outer ");
  EXPECT_EQ(names(main.globals), "shared_data out ");
  EXPECT_EQ(names(main.overrides), "size scale ");
  EXPECT_EQ(names(p->function(function(*p, "other")).globals), "");
  ASSERT_EQ(p->entry_points.size(), 2u);
  EXPECT_EQ(p->entry_points[0].name, "main");
  EXPECT_FALSE(p->entry_points[0].workgroup_value[0]);
  EXPECT_EQ(p->entry_points[0].workgroup_value[1], 2u);
  ASSERT_EQ(p->override_counts.size(), 1u);
}

TEST(Program, OverridesGetFreeNumbers) {
  auto p = accept("override a = 1; @id(0) override b = 2; override c: bool; @id(7) override d = 1.5;");
  ASSERT_TRUE(p);
  ASSERT_EQ(p->overrides.size(), 4u);
  EXPECT_EQ(p->overrides[0].id, 1);
  EXPECT_EQ(p->overrides[1].id, 0);
  EXPECT_TRUE(p->overrides[1].has_id);
  EXPECT_EQ(p->overrides[2].id, 2);
  EXPECT_EQ(p->overrides[2].initializer, nullptr);
  EXPECT_EQ(p->overrides[3].id, 7);
}

TEST(Program, InterfacesAreTakenApart) {
  auto p = accept(R"(
struct In { @location(2) uv: vec2f, @builtin(position) pos: vec4f }
@fragment fn main(in: In, @location(0) @interpolate(flat) id: u32) -> @location(1) vec4f { return in.pos; }
)");
  ASSERT_TRUE(p);
  const EntryPoint& e = p->entry_points[0];
  ASSERT_EQ(e.inputs.size(), 3u);
  EXPECT_EQ(e.inputs[0].name, "uv");
  EXPECT_EQ(e.inputs[0].io.location, 2u);
  EXPECT_EQ(e.inputs[0].member, 0);
  EXPECT_EQ(e.inputs[1].io.builtin, lang::BuiltinValue::Position);
  EXPECT_EQ(e.inputs[2].param, 1u);
  EXPECT_EQ(e.inputs[2].member, -1);
  ASSERT_EQ(e.outputs.size(), 1u);
  EXPECT_EQ(e.outputs[0].io.location, 1u);
}

TEST(Program, Prints) {
  auto p = accept("enable wgpu_debug_printf; fn f(v: vec2f) { debugPrintf(\"%v2f %u\", v, 3u); debugPrintf(\"x\"); }");
  ASSERT_TRUE(p);
  ASSERT_EQ(p->prints.size(), 2u);
  EXPECT_EQ(p->prints[0].format, "%v2f %u");
  EXPECT_EQ(p->prints[0].argument_types.size(), 2u);
  EXPECT_TRUE(p->function(function(*p, "f")).prints);
}

TEST(Check, ShortCircuitGuardsValuesAndNotTypes) {
  EXPECT_EQ(rules("const a = false && (1 / 0 == 1); const b = true || (i32(5000000000) > 1);"), Rules{});
  EXPECT_EQ(rules("const a = false && (1u + 1i == 1);"), Rules{"binary_operand_types"});
  EXPECT_EQ(rules("const a = true && (1 / 0 == 1);"), Rules{"integer_division_by_zero"});
  EXPECT_EQ(rules("const a = false && array<u32, 1 - 1>(0)[0] == 0;"), Rules{"element_count_positive"});
}

TEST(Check, OneMistakeOneMessage) {
  // Whatever is made of something wrong stays silent.
  EXPECT_EQ(rules("const a = b; const c = a + 1; var<private> d: array<f32, c>; fn f() -> f32 { return d[a] + c; }"),
            Rules{"unknown_identifier"});
  EXPECT_EQ(rules("struct S { a: T, b: f32 } var<private> s: S; fn f(x: S) -> f32 { return x.a.y + x.b + s.zz; }"),
            Rules{"unknown_identifier"});
  EXPECT_EQ(rules("fn f() { let x = ; let y = x + 1u; g(y, x); } fn g(a: u32, b: u32) { }"), Rules{"expected_token"});
  EXPECT_EQ(rules("fn f(a: Missing) -> Missing { return a + 1; } fn g() { let q: i32 = f(1.5); }"),
            Rules{"unknown_identifier"});
  EXPECT_EQ(rules("var<private> v: f32\nfn f() { v = 1; }"), Rules{"expected_token"});
}

TEST(Check, WarningsCanBeErrorsOrOff) {
  const std::string body = "fn f() -> i32 { return 1; return 2; }";
  EXPECT_EQ(rules(body), Rules{"unreachable_code"});
  EXPECT_EQ(rules("diagnostic(off, vitrine.unreachable_code); " + body), Rules{});
  std::vector<diag::DiagnosticPtr> found;
  auto source = std::make_shared<const diag::Source>("t.wgsl", "diagnostic(error, vitrine.unreachable_code); " + body);
  EXPECT_FALSE(check(source, {}, found));
  CheckOptions quiet;
  quiet.warnings = false;
  EXPECT_EQ(rules(body, quiet), Rules{});
}

double seconds(const std::string& text) {
  std::clock_t begin = std::clock();
  rules(text);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}
std::string repeat(int n, const std::function<std::string(int)>& part) {
  std::string all;
  for (int i = 0; i < n; ++i) all += part(i);
  return all;
}

TEST(Check, HostileProgramsAreLinear) {
  auto s = [](int i) { return std::to_string(i); };
  // Chains of declarations, forwards and backwards.
  EXPECT_LT(
      seconds(repeat(20000, [&](int i) { return "const a" + s(i) + " = a" + s(i + 1) + ";"; }) + "const a20000 = 1;"),
      10.0);
  EXPECT_LT(
      seconds(repeat(20000, [&](int i) { return "const a" + s(i) + " = a" + s(i + 1) + ";"; }) + "const a20000 = a0;"),
      10.0);
  EXPECT_LT(
      seconds(repeat(5000, [&](int i) { return "fn f" + s(i) + "() { f" + s(i + 1) + "(); }"; }) + "fn f5000() { }"),
      10.0);
  // Calls whose paths double, and a variable that only the last function names.
  EXPECT_LT(seconds("var<workgroup> w: u32; fn a0() { } fn b0() { } " +
                    repeat(60,
                           [&](int i) {
                             std::string calls = "() { a" + s(i) + "(); b" + s(i) + "(); } ";
                             return "fn a" + s(i + 1) + calls + "fn b" + s(i + 1) + calls;
                           }) +
                    "fn last() { w = 1; } @fragment fn main() { a60(); last(); }"),
            10.0);
  // Many errors.
  EXPECT_LT(seconds("fn f() { " + repeat(20000, [&](int i) { return "x" + s(i) + " = y" + s(i) + ";"; }) + "}"), 10.0);
  // Wide and deep expressions.
  EXPECT_LT(seconds("const a = " + repeat(500, [](int) { return std::string("1 + "); }) + "1;"), 10.0);
  EXPECT_LT(
      seconds("fn f() { " +
              repeat(2000, [&](int i) { return "let v" + s(i) + " = vec4f(1, 2, 3, " + s(i) + ") * 2.0;"; }) + "}"),
      10.0);
  EXPECT_LT(seconds("const a = " + repeat(250, [](int) { return std::string("vec2(vec2("); }) + "1"), 10.0);
  // Types that double.
  EXPECT_LT(seconds("struct S0 { a: f32 } " +
                    repeat(14,
                           [&](int i) {
                             return "struct S" + s(i + 1) + " { a: S" + s(i) + ", b: S" + s(i) + ", c: S" + s(i) +
                                    " } ";
                           }) +
                    "const z = S14();"),
            10.0);
  EXPECT_LT(seconds("const a = array<array<array<u32, 65535>, 65535>, 1>();"), 10.0);
}

// The place of an error behind line breaks and characters of every kind.
TEST(Check, PlacesInEveryUnit) {
  struct Case {
    const char* before;
    uint32_t line, bytes, utf16, display;
  };
  const Case cases[] = {
      {"", 1, 19, 19, 19},
      {"// LF\n", 2, 19, 19, 19},
      {"// CR\r", 2, 19, 19, 19},
      {"// CR LF\r\n", 2, 19, 19, 19},
      {"// LF CR\n\r", 3, 19, 19, 19},
      {"// VT\v", 2, 19, 19, 19},
      {"// FF\f", 2, 19, 19, 19},
      {"// NEL\u0085", 2, 19, 19, 19},
      {"// LS\u2028", 2, 19, 19, 19},
      {"// PS\u2029", 2, 19, 19, 19},
      {"/* \U0001F600 */", 1, 19 + 10, 19 + 8, 19 + 8},
      {"/* e\u0301 */", 1, 19 + 9, 19 + 8, 19 + 7},
      {"/*\u754C*/", 1, 19 + 7, 19 + 5, 19 + 6},
      {"\t", 1, 20, 20, 23},
      {"/*\n*/\t", 2, 22, 22, 23},
  };
  for (const Case& c : cases) {
    std::string text = std::string(c.before) + "fn f\u00E9() { _ = 1 + nope; }";
    std::vector<diag::DiagnosticPtr> found;
    check(std::make_shared<const diag::Source>("t.wgsl", text), {}, found);
    ASSERT_EQ(found.size(), 1u) << c.before;
    const diag::SourcePlace* place = found[0]->source_place();
    EXPECT_EQ(text.substr(place->span.begin, place->span.end - place->span.begin), "nope");
    diag::Position p = place->source->position(place->span.begin);
    EXPECT_EQ(p.line, c.line) << c.before;
    EXPECT_EQ(p.column_bytes, c.bytes + 1) << c.before;
    EXPECT_EQ(p.column_utf16, c.utf16) << c.before;
    EXPECT_EQ(p.column_display, c.display) << c.before;
  }
}

}  // namespace
}  // namespace vitrine::wgsl
