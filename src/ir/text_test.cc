#include "ir/text.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/validate.h"

namespace vitrine::ir {
namespace {

constexpr std::string_view kModule = R"(struct Params { count: u32, scale: f32 @align(16) }
struct Out { pos: vec4<f32> @builtin(position) @invariant, uv: vec2<f32> @location(0) @interpolate(perspective, centroid) }
print_site 0 "x = %f \"quoted\"\n"(f32)
override @n: u32 @id(7) = 4u
override @.o1 "größe": f32
override @twice: u32
scope {
  $0: u32 = multiply @n, 2u #override
}
default @twice = $0
count 0 = $0
var @data: ptr<storage, array<f32>, read_write> @group(0) @binding(1)
var @params: ptr<uniform, Params, read> @group(0) @binding(0)
var @shared: ptr<workgroup, array<f32, count 0>, read_write>
var @table: ptr<private, array<vec2<f32>, 2>, read_write> = array<vec2<f32>, 2>(vec2<f32>(), vec2<f32>(0.5f, -1e-10f))
var @image: ptr<handle, texture_2d<f32>, read> @group(1) @binding(0)

fn @scaled(%p: ptr<function, f32, read_write>, %by: f32) -> f32 {
  %0: f32 = load %p
  %1: f32 = multiply %0, %by
  return %1
}

fn @vertex(%i: u32 @builtin(vertex_index)) -> Out @vertex {
  %0: f32 = convert %i
  %1: vec4<f32> = construct %0, 0f, 0f, 1f
  %2: vec2<f32> = swizzle %1, wx
  %3: Out = construct %1, %2
  return %3
}

fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(64u, @n, $0) {
  %0: u32 = extract %gid, 0u
  %1: u32 = arrayLength(@data)
  %2: bool = less %0, %1
  %3: bool = if %2 {
    yield true
  } else {
    %4: f16 = negate 1.5h
    %5: bool = greater %4, f16(31744)
    yield %5
  }
  if %3 {
    return
  }
  %6: ptr<function, f32, read_write> = var 1f
  %7: ptr<function, u32, read_write> = var
  loop {
    %8: u32 = load %7
    %9: bool = greater_equal %8, 10u
    if %9 {
      break
    }
    switch %8 {
      case 1u, 2u {
        continue
      }
      case default {
        break
      }
    }
  } continuing {
    %10: u32 = load %7
    %11: u32 = add %10, 1u
    store %7, %11
    %12: bool = greater %11, 100u
    break_if %12
  }
  %13: ptr<storage, f32, read_write> = access @data, %0 #in_bounds
  %14: f32 = load %13
  %15: f32 = call @scaled(%6, %14)
  store %13, %15
  print 0(%15)
  %16: f32 = clamp(%15, 0f, 1f)
}
)";

Module parsed(std::string_view text) {
  auto m = parse_text(text);
  if (!m) ADD_FAILURE() << m.error().line << ":" << m.error().column << ": " << m.error().message;
  return m ? std::move(*m) : Module();
}

TEST(IrText, PrintingWhatWasParsedGivesTheSameText) {
  Module m = parsed(kModule);
  EXPECT_EQ(to_text(m), kModule);
  EXPECT_EQ(validate(m), std::vector<std::string>{});
  Module copy = m;
  EXPECT_EQ(to_text(copy), kModule);
}

TEST(IrText, LocationsAndScopesSurvive) {
  constexpr std::string_view text = R"(fn @f(%a: f32 ;3..4:0) -> f32 { ;0..1
  %0: f32 = negate %a ;10..12:1
  return %0 ;13..20:1
}
scope_of 0 in @f ;0..30
scope_of 1 in @f parent 0 ;8..30
named let "b": f32 scope 1 = %0 ;8..9
)";
  Module m = parsed(text);
  EXPECT_EQ(to_text(m, {.locations = true}), text);
  EXPECT_EQ(validate(m), std::vector<std::string>{});
}

TEST(IrText, ErrorsHaveAPlace) {
  auto line_of = [](std::string_view text) {
    auto m = parse_text(text);
    return m ? 0u : m.error().line;
  };
  EXPECT_EQ(line_of("fn @f() {\n  return %1\n}"), 2u);
  EXPECT_EQ(line_of("fn @f() {\n"), 2u);
  EXPECT_EQ(line_of("var @x: what"), 1u);
  EXPECT_EQ(line_of("fn @f() {\n  %0: f32 = nothing 1f\n}"), 2u);
  std::string deep = "fn @f() {";
  for (int i = 0; i < 10000; ++i) deep += "loop {";
  EXPECT_EQ(line_of(deep), 1u);
}

TEST(IrValidate, FindsWhatIsWrong) {
  auto first = [](std::string_view text) {
    auto found = validate(parsed(text));
    return found.empty() ? std::string() : found[0];
  };
  EXPECT_EQ(first("fn @f() {\n  break\n}\n"), "in f, instruction 0 (break): stands in no loop or switch");
  EXPECT_EQ(first("fn @f() -> f32 {\n  return 1u\n}\n"), "in f, instruction 0 (return): the value has type u32 instead of f32");
  EXPECT_EQ(first("fn @f() {\n  if true {\n    %0: f32 = negate 1f\n  }\n  %1: f32 = negate %0\n}\n"),
            "in f, instruction 2 (unary): operand 0 is not defined before (instruction 1)");
  EXPECT_EQ(first("fn @f() {\n  %0: f32 = if true {\n    yield 1f\n  }\n}\n"), "in f, instruction 0 (if): has a result but no else");
  EXPECT_EQ(first("fn @f() {\n  %0: ptr<function, f32, read_write> = var 1u\n}\n"),
            "in f, instruction 0 (var): the initializer has type u32 instead of f32");
  EXPECT_EQ(first("fn @f(%v: vec3<f32>) {\n  %0: vec3<f32> = extract %v, 0u\n}\n"),
            "in f, instruction 0 (extract): the result has type vec3<f32> instead of f32");
  EXPECT_EQ(first("fn @f() {\n  switch 1u {\n    case 1u {\n    }\n  }\n}\n"), "in f, instruction 0 (switch): has 0 defaults");
}

TEST(IrBuilder, WhatFollowsATerminatorIsUnreachable) {
  Module m;
  Builder b(m);
  b.begin_function("f", lang::kVoidType);
  b.ret();
  EXPECT_TRUE(b.terminated());
  Value p = b.var(lang::kF32Type);
  b.begin_if(b.boolean(true));
  b.store(p, b.f32(1));
  b.end_if();
  b.end_function();
  EXPECT_EQ(to_text(m), "fn @f() {\n  return\n}\n");
  EXPECT_EQ(validate(m), std::vector<std::string>{});
}

TEST(IrBuilder, EqualConstantsAreOne) {
  Module m;
  Builder b(m);
  TypeId v = m.types.vector(2, lang::kF32Type);
  Value parts[] = {b.f32(0), b.f32(0)}, others[] = {b.f32(0), b.f32(-0.0f)};
  EXPECT_EQ(b.composite(v, parts), b.zero(v));
  EXPECT_NE(b.composite(v, others), b.zero(v));
  EXPECT_EQ(b.composite(v, others), b.composite(v, others));
  EXPECT_EQ(constant_text(m, b.integer(lang::kF16Type, 3).constant()), "3h");
}

}  // namespace
}  // namespace vitrine::ir
