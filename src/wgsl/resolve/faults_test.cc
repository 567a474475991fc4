// One fault, one error, at its place: a valid shader is broken in one spot, by hand and at every token.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "wgsl/lex/lexer.h"
#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace vitrine::wgsl {
namespace {

constexpr std::string_view kShader = R"(enable f16;
requires pointer_composite_access;
diagnostic(off, derivative_uniformity);
struct Light {
  position: vec3f,
  @size(16) color: vec3<f32>,
  range: f32,
}
struct Surface {
  @builtin(position) clip: vec4f,
  @location(0) normal: vec3f,
  @location(1) @interpolate(flat) material: u32,
}
alias Index = u32;
const kLights = 8u;
const kScale: f32 = 1.5;
override exposure: f32 = 1.0;
@id(7) override samples = 4u;
@group(0) @binding(0) var<uniform> lights: array<Light, kLights>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
@group(1) @binding(0) var colors: texture_2d<f32>;
@group(1) @binding(1) var linear: sampler;
@group(1) @binding(2) var target_image: texture_storage_2d<rgba8unorm, write>;
var<workgroup> tile: array<vec4f, 64>;
var<private> state: u32 = 1u;
fn hash(seed: u32) -> u32 {
  var value = seed * 747796405u + 2891336453u;
  value = ((value >> ((value >> 28u) + 4u)) ^ value) * 277803737u;
  return (value >> 22u) ^ value;
}
fn shade(point: vec3f, normal: vec3f, index: Index) -> vec3<f32> {
  let light = lights[index];
  let to_light = light.position - point;
  let distance = length(to_light);
  if distance > light.range {
    return vec3f();
  } else if distance < 0.001 {
    return light.color;
  }
  let strength = max(dot(normal, to_light / distance), 0.0);
  return light.color * strength * kScale;
}
fn add(sum: ptr<function, vec3f>, more: vec3f) {
  *sum += more;
}
fn level(kind: u32) -> f32 {
  switch kind {
    case 0u: {
      return 1.0;
    }
    case 1, 2: {
      return 0.5;
    }
    default: {
      return f32(half(kind));
    }
  }
}
fn half(x: u32) -> f16 {
  return f16(x) / 2.0h;
}
@vertex
fn vertex_main(@location(0) position: vec4f, @builtin(instance_index) instance: u32) -> Surface {
  var out: Surface;
  out.clip = position;
  out.normal = normalize(position.xyz);
  out.material = instance % 3;
  return out;
}
@fragment
fn fragment_main(in: Surface) -> @location(0) vec4f {
  var sum = vec3f(0.0);
  for (var i = 0u; i < kLights; i++) {
    add(&sum, shade(in.clip.xyz, in.normal, i));
  }
  let texel = textureSample(colors, linear, in.normal.xy);
  return vec4f(sum * texel.rgb * exposure, level(in.material));
}
@compute @workgroup_size(8, 8)
fn compute_main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
  state = hash(id.x + 64u * id.y);
  tile[local] = vec4f(f32(state & 255u) / 255.0);
  workgroupBarrier();
  var i = 0u;
  loop {
    if i >= samples { break; }
    tile[local].x *= 0.5;
    continuing {
      i += 1u;
    }
  }
  while state > 10u {
    state /= 2u;
  }
  output[local] = select(tile[0], tile[local], local > 0u);
  textureStore(target_image, id.xy, tile[local]);
}
)";

struct Error {
  uint32_t begin, end, line;
  std::string rule, message;
};

std::vector<Error> errors_of(const std::string& text) {
  std::vector<diag::DiagnosticPtr> found;
  check(std::make_shared<const diag::Source>("t.wgsl", text), {}, found);
  std::vector<Error> out;
  for (const auto& d : found) {
    if (d->severity() != diag::Severity::Error) continue;
    const diag::SourcePlace* place = d->source_place();
    out.push_back({place->span.begin, place->span.end, place->source->position(place->span.begin).line,
                   std::string(d->rule().name), d->message()});
  }
  return out;
}

uint32_t line_of(std::string_view text, size_t offset) {
  return static_cast<uint32_t>(1 + std::count(text.begin(), text.begin() + static_cast<long>(offset), '\n'));
}

TEST(Faults, TheShaderIsFine) { EXPECT_TRUE(errors_of(std::string(kShader)).empty()); }

std::vector<SourceSpan> tokens() {
  auto source = std::make_shared<const diag::Source>("t.wgsl", std::string(kShader));
  Reporter reporter(source, 1);
  SymbolTable symbols;
  std::vector<SourceSpan> spans;
  for (const Token& t : lex(source->text(), symbols, reporter))
    if (t.kind != Tok::End) spans.push_back(t.span());
  return spans;
}

// Breaks the shader at each of its tokens. Gives how many of the broken ones had more than one error, or one on another
// line than the fault or those beside it; says which.
struct Sweep {
  size_t tried = 0, several = 0, elsewhere = 0;
  std::string list;
};
template <class F>
Sweep sweep(F broken) {
  Sweep s;
  for (SourceSpan t : tokens()) {
    std::string text = broken(std::string(kShader), t);
    if (text.empty()) continue;
    std::vector<Error> errors = errors_of(text);
    if (errors.empty()) continue;
    ++s.tried;
    uint32_t line = line_of(kShader, t.begin);
    bool several = errors.size() > 1;
    bool near = errors[0].line + 1 >= line && errors[0].line <= line + 1;
    s.several += several;
    s.elsewhere += !near;
    if (!several && near) continue;
    s.list += "line " + std::to_string(line) + " `" + std::string(kShader.substr(t.begin, t.end - t.begin)) + "`:\n";
    for (const Error& e : errors) s.list += "  " + std::to_string(e.line) + " " + e.rule + ": " + e.message + "\n";
  }
  return s;
}

TEST(Faults, ATokenLess) {
  Sweep s = sweep(
      [](std::string text, SourceSpan t) { return text.replace(t.begin, t.end - t.begin, t.end - t.begin, ' '); });
  if (std::getenv("VITRINE_SHOW"))
    printf("%zu tried, %zu several, %zu elsewhere\n%s", s.tried, s.several, s.elsewhere, s.list.c_str());
  EXPECT_GT(s.tried, 700u);
  EXPECT_LE(s.several, 5u) << s.list;
  EXPECT_LE(s.elsewhere * 100, s.tried * 2) << s.list;
}

TEST(Faults, ATokenTwice) {
  Sweep s = sweep([](std::string text, SourceSpan t) {
    std::string again = " " + text.substr(t.begin, t.end - t.begin);
    return text.insert(t.end, again);
  });
  if (std::getenv("VITRINE_SHOW"))
    printf("%zu tried, %zu several, %zu elsewhere\n%s", s.tried, s.several, s.elsewhere, s.list.c_str());
  EXPECT_GT(s.tried, 700u);
  EXPECT_LE(s.several * 100, s.tried * 3) << s.list;
  EXPECT_LE(s.elsewhere * 100, s.tried * 4) << s.list;
}

TEST(Faults, AWordMisspelt) {
  Sweep s = sweep([](std::string text, SourceSpan t) -> std::string {
    if (t.end - t.begin < 3 || !std::isalpha(static_cast<unsigned char>(text[t.begin]))) return "";
    if (text[t.begin + 1] == text[t.begin + 2]) return "";
    std::swap(text[t.begin + 1], text[t.begin + 2]);
    return text;
  });
  if (std::getenv("VITRINE_SHOW"))
    printf("%zu tried, %zu several, %zu elsewhere\n%s", s.tried, s.several, s.elsewhere, s.list.c_str());
  EXPECT_GT(s.tried, 200u);
  EXPECT_LE(s.several * 100, s.tried * 2) << s.list;
  EXPECT_LE(s.elsewhere * 100, s.tried * 15) << s.list;
}

// One spot of the shader, what stands there instead, and the one error that is due: its line and rule.
struct Fault {
  const char *from, *to, *expected;
};
const Fault kFaults[] = {
    // -- names --
    {"lights[index]", "light[index]", "32 unknown_identifier"},
    {"return light.color;", "return light.colour;", "38 member_unknown"},
    {"position.xyz", "position.xyq", "66 swizzle_letters"},
    {"normalize(", "normalise(", "66 unknown_identifier"},
    {"-> Surface {", "-> Surfce {", "63 unknown_identifier"},
    {"color: vec3<f32>", "color: vec3<float>", "6 unknown_identifier"},
    {"@size(16)", "@sise(16)", "6 attribute_unknown"},
    {"@builtin(position)", "@builtin(positon)", "10 builtin_value_unknown"},
    {"@interpolate(flat)", "@interpolate(falt)", "12 interpolate_name"},
    {"enable f16;", "enable f61;", "1 extension_unknown"},
    {"enable f16;", "enabel f16;", "1 expected_token"},
    {"enable f16;", "enable subgroups;", "59 extension_not_enabled"},
    {"requires pointer_composite_access", "requires pointer_composite_acces", "2 language_feature_unknown"},
    {"diagnostic(off,", "diagnostic(of,", "3 diagnostic_severity_unknown"},
    {"rgba8unorm", "rgba8unrom", "23 unknown_identifier"},
    {"rgba8unorm, write", "rgba8unorm, writes", "23 unknown_identifier"},
    {"<storage, read_write>", "<storage, readwrite>", "20 unknown_identifier"},
    {"<workgroup>", "<workgrup>", "24 unknown_identifier"},
    {"<function, vec3f>", "<functon, vec3f>", "43 unknown_identifier"},
    {"fn shade(", "fn shader(", "74 unknown_identifier"},
    {"alias Index = u32", "alias Indx = u32", "31 unknown_identifier"},
    {"alias Index = u32;", "alias Index = u32; fn sampler() {}", "14 type_expected"},
    {"alias Index = u32;", "alias Index = u32; const array = 3;", "14 type_expected"},
    {"const kLights = 8u;", "const kLights = 8u; const f32 = 3.5;", "15 type_expected"},
    {"texture_2d<f32>", "texture2d<f32>", "21 unknown_identifier"},
    {"var linear: sampler;", "var linear: sampler_state;", "22 unknown_identifier"},
    {"struct Light {", "struct light_ {", "19 unknown_identifier"},
    {"workgroupBarrier()", "workgroupbarrier()", "83 unknown_identifier"},
    // -- misspelt keywords --
    {"struct Surface", "strcut Surface", "9 expected_token"},
    {"fn hash", "nf hash", "26 expected_token"},
    {"alias Index", "alais Index", "14 expected_token"},
    {"override exposure", "overide exposure", "17 expected_token"},
    {"var value =", "vra value =", "27 expected_token"},
    {"let strength", "lte strength", "40 expected_token"},
    {"return (value >> 22u)", "retrun (value >> 22u)", "29 expected_token"},
    {"return out;", "retrun out;", "68 expected_token"},
    {"while state", "whlie state", "92 expected_token"},
    {"for (var i", "fro (var i", "73 expected_token"},
    {"switch kind", "swich kind", "47 expected_token"},
    {"{ break; }", "{ braek; }", "86 expected_token"},
    {"continuing {", "continueing {", "88 expected_token"},
    {"  loop {", "  lop {", "85 expected_token"},
    {"if i >= samples", "fi i >= samples", "86 expected_token"},
    // -- a token that is missing, in the way or another one --
    {"var i = 0u;\n", "var i = 0u\n", "84 expected_token"},
    {"id.y);", "id.y;", "81 bracket_not_closed"},
    {"tile[local] = ", "tile[local = ", "82 bracket_not_closed"},
    {"array<vec4f, 64>", "array<vec4f, 64", "24 bracket_not_closed"},
    {"array<vec4f, 64>", "array vec4f, 64>", "24 expected_token"},
    {"vec3<f32> {", "vec3<f32 {", "31 bracket_not_closed"},
    {"var<private>", "var private>", "25 expected_token"},
    {"-> u32 {\n  var value", "u32 {\n  var value", "26 expected_token"},
    {"-> u32 {\n  var value", ": u32 {\n  var value", "26 expected_token"},
    {"-> u32 {\n  var value", "-> u32\n  var value", "26 expected_token"},
    {"-> u32 {\n  var value", "-> u32 (\n  var value", "26 expected_token"},
    {"normal: vec3f, index", "normal vec3f, index", "31 type_before_name"},
    {"fn add(sum:", "fn add sum:", "43 expected_token"},
    {"@group(1) @binding(1)", "@group 1) @binding(1)", "22 expected_token"},
    {"@group(1) @binding(1)", "@group(1 @binding(1)", "22 bracket_not_closed"},
    {"@group(1) @binding(1)", "@group(1] @binding(1)", "22 bracket_not_closed"},
    {"@group(1) @binding(1)", "@group() @binding(1)", "22 attribute_argument_count"},
    {"@group(1) @binding(1)", "@group(1) binding(1)", "22 expected_token"},
    {"@group(1) @binding(1)", "@(1) @binding(1)", "22 expected_token"},
    {"@group(1) @binding(1)", "@binding(1)", "22 binding_missing"},
    {"@vertex\n", "vertex\n", "62 expected_token"},
    {"@compute @workgroup_size(8, 8)", "@compute", "80 workgroup_size_missing"},
    {"@workgroup_size(8, 8)", "@workgroup_size(8, 8", "79 bracket_not_closed"},
    {"struct Light {", "struct Light", "4 expected_token"},
    {"range: f32,\n}", "range: f32,\n)", "7 bracket_not_closed"},
    {"position: vec3f,\n", "position: vec3f\n", "5 member_separator"},
    {"position: vec3f,\n", "position: vec3f;\n", "5 member_separator"},
    {"switch kind {", "switch kind", "47 expected_token"},
    {"case 0u: {", "case 0u:", "49 body_needs_braces"},
    {"default: {", "defualt: {", "54 switch_clause_expected"},
    {"if distance > light.range {", "if distance > light.range", "36 body_needs_braces"},
    {"if distance > light.range {", "if distance > light.range) {", "35 expected_token"},
    {"if distance > light.range {", "if (distance > light.range {", "35 bracket_not_closed"},
    {"  } else if", "  else if", "36 bracket_not_closed"},
    {"fn add(", "fn add((", "43 expected_token"},
    {"*sum += more;", "*sum + more;", "44 expected_token"},
    {"*sum += more;", "*sum =+ more;", "44 expected_token"},
    {"output[local] =", "output[local] ==", "95 expected_token"},
    {"i >= samples", "i => samples", "86 expected_token"},
    {"let texel =", "let texel ==", "76 expected_token"},
    {"let texel =", "let texel :=", "76 expected_token"},
    {"distance < 0.001", "distance < 0.001f32", "37 number_suffix"},
    {"i += 1u;", "i += 1U;", "89 number_suffix"},
    {"64u * id.y", "64u id.y", "81 bracket_not_closed"},
    {"const kScale: f32 = 1.5;", "const kScale: f32;", "16 initializer_missing"},
    {"let light = lights", "let = lights", "32 expected_token"},
    {"in.normal.xy);\n", "in.normal.xy));\n", "76 expected_token"},
    {"var out: Surface;", "var out Surface;", "64 expected_token"},
    // -- types --
    {"let to_light = light.position - point;", "let to_light = light.position - 1u;", "33 binary_operand_types"},
    {"dot(normal,", "dot(normal.xy,", "40 call_argument_type"},
    {"max(dot(", "max(1u, dot(", "40 call_argument_count"},
    {"shade(in.clip.xyz, in.normal, i)", "shade(in.clip.xyz, in.normal)", "74 call_argument_count"},
    {"shade(in.clip.xyz,", "shade(in.clip,", "74 type_mismatch"},
    {"textureSample(colors, linear, in.normal.xy)", "textureSample(colors, linear, in.normal)",
     "76 call_argument_type"},
    {"textureSample(colors, linear,", "textureSample(linear, colors,", "76 call_argument_type"},
    {"out.material = instance % 3", "out.material = f32(instance)", "67 type_mismatch"},
    {"return 1.0;", "return 1u;", "49 return_value_type"},
    {"return 0.5;", "return;", "52 return_value_missing"},
    {"*sum += more;", "sum += more;", "44 assignment_to_value"},
    {"let light = lights[index];", "let light = lights[1.5];", "32 index_type"},
    {"let light = lights[index];", "let light = lights[9];", "32 index_out_of_bounds"},
    {"if i >= samples", "if i", "86 condition_type"},
    {"while state > 10u", "while state", "92 condition_type"},
    {"add(&sum,", "add(sum,", "74 type_mismatch"},
    {"state /= 2u;", "state /= 2.0;", "93 binary_operand_types"},
    {"case 1, 2:", "case 1, 1:", "51 switch_case_duplicate"},
    {"case 1, 2:", "case 1, 2.0:", "51 switch_selector_type"},
    {"vec4f(sum *", "vec2f(sum *", "77 constructor_component_count"},
    {"var<workgroup> tile: array<vec4f, 64>", "var<workgroup> tile: array<vec4f, 0>", "24 element_count_positive"},
    {"const kLights = 8u;", "const kLights = 8u / 0;", "15 integer_division_by_zero"},
    {"const kLights = 8u;", "const kLights = kLights;", "15 declaration_cycle"},
    {"f16(x) / 2.0h", "f16(x) / 2.0f", "60 binary_operand_types"},
    // -- statements and functions --
    {"  return light.color * strength * kScale;\n", "", "41 function_without_return"},
    {"    default: {\n      return f32(half(kind));\n    }\n", "", "47 switch_default_count"},
    {"{ break; }", "{ }", "85 loop_without_end"},
    {"    if i >= samples { break; }\n    tile[local].x *= 0.5;\n    continuing {\n      i += 1u;\n",
     "    continuing {\n      break if i > > samples;\n", "87 expected_token"},
    {"    if i >= samples { break; }\n    tile[local].x *= 0.5;\n    continuing {\n      i += 1u;\n",
     "    continuing ]\n      break if i > samples;\n", "86 expected_token"},
    {"  return out;\n", "  out;\n", "68 expression_is_no_statement"},
    {"return f32(half(kind));", "f32(half(kind));", "55 call_statement_kind"},
    {"i += 1u;", "break;", "89 break_misplaced"},
    {"  let texel =", "  let sum = 1; let texel =", "76 name_declared_twice"},
    {"fn half(x: u32) -> f16 {\n", "fn half(x: u32) -> f16 {\n  _ = level(x);\n", "46 function_recursion"},
    {"state = hash(", "kScale = hash(", "81 assignment_to_value"},
    {"  workgroupBarrier();", "  if local > 3u { workgroupBarrier(); }", "83 barrier_uniformity"},
    {"@binding(1) var linear", "@binding(0) var linear", "22 binding_duplicate"},
    {"@location(1) @interpolate(flat)", "@location(0) @interpolate(flat)", "12 location_duplicate_in_struct"},
    {"@location(1) @interpolate(flat)", "@location(1)", "12 interpolate_integer"},
    {"@location(0) normal: vec3f", "normal: vec3f", "11 io_attribute_missing"},
    {"@id(7)", "@id(70000)", "18 override_id_range"},
    // -- habits of other languages --
    {"let texel = ", "vec4 texel = ", "76 declaration_type_first"},
    {"var value = seed", "uint value = seed", "27 declaration_type_first"},
    {"i < kLights; i++", "i < kLights; ++i", "73 increment_in_expression"},
    {"state = hash(", "state = i++ + hash(", "81 increment_in_expression"},
    {"state = hash(", "state = local > 0 ? hash(", "81 ternary_operator"},
    {"f32(state & 255u)", "(f32)state", "82 expected_token"},
    {"f32(state & 255u)", "float(state & 255u)", "82 unknown_identifier"},
    {"vec3f(0.0)", "vec2(0.0, 0.0).xyz", "72 swizzle_range"},
    {"in.normal.xy);", "in->normal.xy);", "76 bracket_not_closed"},
    {"distance < 0.001", "0 < distance < 0.001", "37 operators_need_parentheses"},
    {"@workgroup_size(8, 8)", "[[workgroup_size(8, 8)]]", "79 attributes_in_double_brackets"},
    {"fn half(x: u32)", "fn half(uint x)", "59 type_before_name"},
    {"range: f32,", "float range;", "7 type_before_name"},
    {"const kLights = 8u;", "let kLights = 8u;", "15 let_at_module_scope"},
    {"@vertex\n", "[[stage(vertex)]]\n", "62 attributes_in_double_brackets"},
    {"max(dot(normal,", "max(mul(normal,", "40 unknown_identifier"},
    {"    state /= 2u;", "    if (state & 1) == 0 { } else state /= 2u;", "93 body_needs_braces"},
    {"while state > 10u {\n    state /= 2u;\n  }", "while state > 10u\n    state /= 2u;", "93 body_needs_braces"},
    {"id: vec3u,", "in id: vec3u,", "80 expected_token"},
    {"var sum = vec3f(0.0);", "var sum = \"0\";", "72 string_literal_misplaced"},
};

TEST(Faults, OneFaultOneError) {
  EXPECT_GT(std::size(kFaults), 140u);
  for (const Fault& f : kFaults) {
    std::string text(kShader);
    size_t at = text.find(f.from);
    ASSERT_NE(at, std::string::npos) << f.from;
    text.replace(at, std::strlen(f.from), f.to);
    std::string found;
    for (const Error& e : errors_of(text)) found += (found.empty() ? "" : "; ") + std::to_string(e.line) + " " + e.rule;
    EXPECT_EQ(found, f.expected) << "`" << f.from << "` -> `" << f.to << "`";
  }
}

}  // namespace
}  // namespace vitrine::wgsl
