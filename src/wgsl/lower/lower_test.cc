#include "wgsl/lower/lower.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/validate.h"
#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace vitrine::wgsl {
namespace {

std::shared_ptr<const Program> checked(std::string text) {
  auto source = std::make_shared<diag::Source>("test.wgsl", std::move(text));
  std::vector<diag::DiagnosticPtr> found;
  auto program = check(source, {}, found);
  for (const auto& d : found)
    if (d->severity() == diag::Severity::Error) ADD_FAILURE() << d->rule().name << ": " << d->message();
  return program;
}

std::string lowered(std::string text) {
  auto program = checked(std::move(text));
  if (!program) return "";
  ir::Module m = lower(*program);
  EXPECT_EQ(ir::validate(m), std::vector<std::string>{}) << ir::to_text(m);
  return ir::to_text(m);
}

TEST(Lower, TheMissionsShader) {
  EXPECT_EQ(lowered(R"(enable wgpu_debug_printf;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    debugPrintf("debug id: %u %u %u", id.x, id.y, id.z);
}
)"),
            R"(print_site 0 "debug id: %u %u %u"(u32, u32, u32)

fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: u32 = extract %id, 1u
  %2: u32 = extract %id, 2u
  print 0(%0, %1, %2)
  return
}
)");
}

TEST(Lower, ReferencesAndPointers) {
  EXPECT_EQ(lowered(R"(struct Light { position: vec3f, weights: array<mat2x2f, 3> }
@group(1) @binding(2) var<storage, read_write> lights: array<Light>;
var<private> index: i32 = 3;
fn helper(p: ptr<function, vec3f>) -> f32 { (*p).y = 2; p.x += 1; return p[index]; }
fn f(i: u32) -> f32 {
  var v = lights[i].position;
  let q = &lights[i].weights[1];
  (*q)[0].x = v.zyx.y;
  index++;
  let copy = lights[0];
  return helper(&v) + copy.weights[i][1].y;
}
)"),
            R"(struct Light { position: vec3<f32>, weights: array<mat2x2<f32>, 3> }
var @lights: ptr<storage, array<Light>, read_write> @group(1) @binding(2)
var @index: ptr<private, i32, read_write> = 3i

fn @helper(%p: ptr<function, vec3<f32>, read_write>) -> f32 {
  %0: ptr<function, f32, read_write> = access %p, 1u
  store %0, 2f
  %1: ptr<function, f32, read_write> = access %p, 0u
  %2: f32 = load %1
  %3: f32 = add %2, 1f
  store %1, %3
  %4: i32 = load @index
  %5: ptr<function, f32, read_write> = access %p, %4
  %6: f32 = load %5
  return %6
}

fn @f(%i: u32) -> f32 {
  %0: ptr<storage, vec3<f32>, read_write> = access @lights, %i, 0u
  %1: vec3<f32> = load %0
  %2: ptr<function, vec3<f32>, read_write> = var %1
  %3: ptr<storage, mat2x2<f32>, read_write> = access @lights, %i, 1u, 1i
  %4: ptr<storage, f32, read_write> = access %3, 0i, 0u
  %5: vec3<f32> = load %2
  %6: vec3<f32> = swizzle %5, zyx
  %7: f32 = extract %6, 1u
  store %4, %7
  %8: i32 = load @index
  %9: i32 = add %8, 1i
  store @index, %9
  %10: ptr<storage, Light, read_write> = access @lights, 0i
  %11: Light = load %10
  %12: f32 = call @helper(%2)
  %13: f32 = extract %11, 1u, %i, 1i, 1u
  %14: f32 = add %12, %13
  return %14
}
)");
}

TEST(Lower, ControlFlow) {
  EXPECT_EQ(lowered(R"(fn f(n: i32) -> i32 {
  var sum = 0;
  for (var i = 0; i < n; i++) {
    if i == 3 { continue; } else if (i > 5 && n != 7) || n == 9 { break; }
    switch i {
      case 1, 2: { sum += i; }
      default: { return 1; }
    }
  }
  loop {
    let k = sum;
    continuing { sum -= 1; break if k < 0; }
  }
  while sum < 10 { sum += 1; }
  return sum;
}
)"),
            R"(fn @f(%n: i32) -> i32 {
  %0: ptr<function, i32, read_write> = var 0i
  %1: ptr<function, i32, read_write> = var 0i
  loop {
    %2: i32 = load %1
    %3: bool = less %2, %n
    if %3 {
    } else {
      break
    }
    %4: i32 = load %1
    %5: bool = equal %4, 3i
    if %5 {
      continue
    } else {
      %6: i32 = load %1
      %7: bool = greater %6, 5i
      %8: bool = if %7 {
        %9: bool = not_equal %n, 7i
        yield %9
      } else {
        yield false
      }
      %10: bool = if %8 {
        yield true
      } else {
        %11: bool = equal %n, 9i
        yield %11
      }
      if %10 {
        break
      }
    }
    %12: i32 = load %1
    switch %12 {
      case 1i, 2i {
        %13: i32 = load %0
        %14: i32 = load %1
        %15: i32 = add %13, %14
        store %0, %15
      }
      case default {
        return 1i
      }
    }
  } continuing {
    %16: i32 = load %1
    %17: i32 = add %16, 1i
    store %1, %17
  }
  loop {
    %18: i32 = load %0
  } continuing {
    %19: i32 = load %0
    %20: i32 = subtract %19, 1i
    store %0, %20
    %21: bool = less %18, 0i
    break_if %21
  }
  loop {
    %22: i32 = load %0
    %23: bool = less %22, 10i
    if %23 {
    } else {
      break
    }
    %24: i32 = load %0
    %25: i32 = add %24, 1i
    store %0, %25
  }
  %26: i32 = load %0
  return %26
}
)");
}

TEST(Lower, ConstantsOverridesAndConstructors) {
  EXPECT_EQ(lowered(R"(override size: u32 = 4;
override twice = size * 2u;
@id(7) override scale: f32;
const k = 3 + 4;
var<workgroup> shared_data: array<f32, size * 3>;
fn f(a: f32, v: vec2i) -> vec4f {
  let m = mat2x2f(a, 1, 2, 3) * scale;
  let c = vec3f(vec2f(v), k);
  let z = array<vec2f, 2>();
  let s = vec4f(a);
  let bits = bitcast<u32>(a);
  if twice > 3u { return vec4f(m[0], c.xy); }
  shared_data[bits] = clamp(a, 0, 1);
  return s + vec4f(z[1], 1, f32(bits));
}
@compute @workgroup_size(size, 2)
fn main() { _ = f(1, vec2i(1, 2)); }
)"),
            R"(override @size: u32 = 4u
override @twice: u32
override @scale: f32 @id(7)
scope {
  $0: u32 = multiply @size, 2u #override
  $1: u32 = multiply @size, 3u #override
}
default @twice = $0
count 0 = $1
var @shared_data: ptr<workgroup, array<f32, count 0>, read_write>

fn @f(%a: f32, %v: vec2<i32>) -> vec4<f32> {
  %0: mat2x2<f32> = construct %a, 1f, 2f, 3f
  %1: mat2x2<f32> = multiply %0, @scale
  %2: vec2<f32> = convert %v
  %3: vec3<f32> = construct %2, 7f
  %4: vec4<f32> = construct %a
  %5: u32 = bitcast %a
  %6: bool = greater @twice, 3u #override
  if %6 {
    %7: vec2<f32> = extract %1, 0i
    %8: vec2<f32> = swizzle %3, xy
    %9: vec4<f32> = construct %7, %8
    return %9
  }
  %10: ptr<workgroup, f32, read_write> = access @shared_data, %5
  %11: f32 = clamp(%a, 0f, 1f)
  store %10, %11
  %12: f32 = convert %5
  %13: vec4<f32> = construct vec2<f32>(), 1f, %12
  %14: vec4<f32> = add %4, %13
  return %14
}

fn @main() @compute @workgroup_size(@size, 2u, 1u) {
  %0: vec4<f32> = call @f(1f, vec2<i32>(1i, 2i))
  return
}
)");
}

// Operands that a `let` names are no override-expressions: what they hold is not checked when the pipeline is made.
TEST(Lower, OperandsOfTheRunTimeAreMarked) {
  EXPECT_EQ(lowered(R"(override n: u32 = 40;
var<private> a: array<u32, 4>;
fn f(x: u32) -> u32 {
  let bits = n;
  let zero = 0u;
  var r = x << bits;
  r /= zero;
  return r + extractBits(x >> n, bits, n) + a[bits];
}
)"),
            R"(override @n: u32 = 40u
var @a: ptr<private, array<u32, 4>, read_write>

fn @f(%x: u32) -> u32 {
  %0: u32 = shift_left %x, @n #runtime1
  %1: ptr<function, u32, read_write> = var %0
  %2: u32 = load %1
  %3: u32 = divide %2, 0u #runtime1
  store %1, %3
  %4: u32 = load %1
  %5: u32 = shift_right %x, @n
  %6: u32 = extractBits(%5, @n, @n) #runtime1
  %7: u32 = add %4, %6
  %8: ptr<private, u32, read_write> = access @a, @n #runtime1
  %9: u32 = load %8
  %10: u32 = add %7, %9
  return %10
}
)");
}

TEST(Lower, EntryPointsKeepTheirInterface) {
  EXPECT_EQ(lowered(R"(struct V { @builtin(position) p: vec4f, @location(0) uv: vec2f }
@vertex fn vs(@builtin(vertex_index) i: u32, @location(1) a: vec4f) -> V { return V(a, vec2f(f32(i))); }
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
@fragment fn fs(in: V) -> @location(0) vec4f {
  if in.uv.x < 0 { discard; }
  return textureSample(t, s, in.uv);
}
)"),
            R"(struct V { p: vec4<f32> @builtin(position), uv: vec2<f32> @location(0) }
var @t: ptr<handle, texture_2d<f32>, read> @group(0) @binding(0)
var @s: ptr<handle, sampler, read> @group(0) @binding(1)

fn @vs(%i: u32 @builtin(vertex_index), %a: vec4<f32> @location(1)) -> V @vertex {
  %0: f32 = convert %i
  %1: vec2<f32> = construct %0
  %2: V = construct %a, %1
  return %2
}

fn @fs(%in: V) -> vec4<f32> @location(0) @fragment {
  %0: f32 = extract %in, 1u, 0u
  %1: bool = less %0, 0f
  if %1 {
    discard
  }
  %2: texture_2d<f32> = load @t
  %3: sampler = load @s
  %4: vec2<f32> = extract %in, 1u
  %5: vec4<f32> = textureSample(%2, %3, %4)
  return %5
}
)");
}

TEST(Lower, ScopesAndNames) {
  auto program = checked("fn f(a: i32) {\n  let b = a + 1;\n  { var c = b; const d = 5i; c = d; }\n}\n");
  ASSERT_TRUE(program);
  ir::Module m = lower(*program);
  std::vector<std::string> names;
  for (const ir::Named& n : m.named) names.push_back(n.name + " in " + std::to_string(n.scope.value));
  EXPECT_EQ(names, (std::vector<std::string>{"a in 0", "b in 0", "c in 1", "d in 1"}));
  ASSERT_EQ(m.scopes.size(), 2u);
  EXPECT_EQ(m.scopes[1].parent, ir::ScopeId(0));
  const ir::Function& f = m.functions[ir::FunctionId(0)];
  EXPECT_EQ(m.source->text(m.span_of(f.insts[0].location)), "a + 1");
}

TEST(Lower, WhatAConstantDecidesIsNotEvaluated) {
  EXPECT_EQ(lowered("fn a(v: i32) -> bool { return v == 1; }\nfn f(j: i32) -> bool { return (0 < 0 && j < 0 - 8) || a(j); }\n"),
            R"(fn @a(%v: i32) -> bool {
  %0: bool = equal %v, 1i
  return %0
}

fn @f(%j: i32) -> bool {
  %0: bool = call @a(%j)
  return %0
}
)");
}

TEST(Lower, LongChains) {
  std::string sum = "fn f(a: i32) -> i32 { return a";
  for (int i = 0; i < 400; ++i) sum += " + a";
  lowered(sum + "; }");
  // `else if` does not nest in WGSL, so neither without bound here.
  std::string branches = "fn f(a: i32) -> i32 { if a == 0 { return 0; }";
  for (int i = 1; i < 2000; ++i) branches += " else if a == " + std::to_string(i) + " { return 1; }";
  std::string text = lowered(branches + " else { return 3; } }");
  EXPECT_EQ(text.find(std::string(200, ' ')), std::string::npos);
  EXPECT_NE(text.find("return 3i"), std::string::npos);
}

}  // namespace
}  // namespace vitrine::wgsl
