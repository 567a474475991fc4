#include "ir/transform/robustness.h"

#include <gtest/gtest.h>

#include "ir/testing.h"

namespace vitrine::ir {
namespace {

TEST(Robustness, IndexesAreClamped) {
  Module m = parsed(R"(
struct S { n: u32, items: array<vec4<f32>> }
var @s: ptr<storage, S, read_write> @group(0) @binding(0)
var @w: ptr<workgroup, array<u32, 8>, read_write>
fn @main(%i: u32 @builtin(local_invocation_index), %v: vec3<f32> @location(0)) @compute @workgroup_size(64u, 1u, 1u) {
  %0: ptr<storage, f32, read_write> = access @s, 1u, %i, 2u
  store %0, 1f
  %1: i32 = bitcast %i
  %2: ptr<workgroup, u32, read_write> = access @w, %1
  %3: u32 = load %2
  %4: f32 = extract %v, %3
  %5: ptr<workgroup, u32, read_write> = access @w, 7i
  %6: ptr<workgroup, u32, read_write> = access @w, %i #in_bounds
}
)");
  make_robust(m);
  EXPECT_EQ(checked(m), R"(struct S { n: u32, items: array<vec4<f32>> }
var @s: ptr<storage, S, read_write> @group(0) @binding(0)
var @w: ptr<workgroup, array<u32, 8>, read_write>

fn @main(%i: u32 @builtin(local_invocation_index), %v: vec3<f32> @location(0)) @compute @workgroup_size(64u, 1u, 1u) {
  %0: ptr<storage, array<vec4<f32>>, read_write> = access @s, 1u
  %1: u32 = arrayLength(%0)
  %2: u32 = subtract %1, 1u
  %3: u32 = min(%i, %2)
  %4: ptr<storage, f32, read_write> = access @s, 1u, %3, 2u #in_bounds
  store %4, 1f
  %5: i32 = bitcast %i
  %6: u32 = bitcast %5
  %7: u32 = min(%6, 7u)
  %8: ptr<workgroup, u32, read_write> = access @w, %7 #in_bounds
  %9: u32 = load %8
  %10: u32 = min(%9, 2u)
  %11: f32 = extract %v, %10 #in_bounds
  %12: ptr<workgroup, u32, read_write> = access @w, 7i #in_bounds
  %13: ptr<workgroup, u32, read_write> = access @w, %i #in_bounds
}
)");
}

TEST(Robustness, Texels) {
  Module m = parsed(R"(
var @t: ptr<handle, texture_2d_array<f32>, read> @group(0) @binding(0)
var @s: ptr<handle, texture_storage_1d<r32uint, write>, read> @group(0) @binding(1)
fn @f(%c: vec2<i32>, %layer: i32, %level: i32) {
  %0: texture_2d_array<f32> = load @t
  %1: vec4<f32> = textureLoad(%0, %c, %layer, %level)
  %2: texture_storage_1d<r32uint, write> = load @s
  textureStore(%2, %layer, vec4<u32>())
}
)");
  make_robust(m);
  EXPECT_EQ(checked(m), R"(var @t: ptr<handle, texture_2d_array<f32>, read> @group(0) @binding(0)
var @s: ptr<handle, texture_storage_1d<r32uint, write>, read> @group(0) @binding(1)

fn @f(%c: vec2<i32>, %layer: i32, %level: i32) {
  %0: texture_2d_array<f32> = load @t
  %1: u32 = textureNumLevels(%0)
  %2: u32 = subtract %1, 1u
  %3: u32 = bitcast %level
  %4: u32 = min(%3, %2)
  %5: vec2<u32> = textureDimensions(%0, %4)
  %6: vec2<u32> = subtract %5, vec2<u32>(1u, 1u)
  %7: vec2<u32> = bitcast %c
  %8: vec2<u32> = min(%7, %6)
  %9: u32 = textureNumLayers(%0)
  %10: u32 = subtract %9, 1u
  %11: u32 = bitcast %layer
  %12: u32 = min(%11, %10)
  %13: vec4<f32> = textureLoad(%0, %8, %12, %4) #in_bounds
  %14: texture_storage_1d<r32uint, write> = load @s
  %15: u32 = textureDimensions(%14)
  %16: u32 = bitcast %layer
  %17: bool = less %16, %15
  if %17 {
    textureStore(%14, %layer, vec4<u32>()) #in_bounds
  }
}
)");
}

TEST(Robustness, WhatTheDeviceDoesIsLeft) {
  constexpr std::string_view text = R"(var @s: ptr<storage, array<f32>, read> @group(0) @binding(0)

fn @f(%i: u32) {
  %0: ptr<storage, f32, read> = access @s, %i
}
)";
  Module m = parsed(text);
  make_robust(m, {.buffers = false});
  EXPECT_EQ(checked(m), text);
}

// How many indexes of the body get a clamp.
size_t clamps(const std::string& body, const RobustnessOptions& options = {}) {
  Module m = parsed(R"(
struct In { id: vec3<u32> @builtin(local_invocation_id), index: u32 @builtin(local_invocation_index) }
var @w: ptr<workgroup, array<u32, 8>, read_write>
var @s: ptr<storage, array<array<u32, 8>>, read_write> @group(0) @binding(0)
fn @main(%in: In, %id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(4u, 2u, 1u) {
)" + body + "}\n");
  make_robust(m, options);
  size_t count = 0;
  std::string text = checked(m);
  for (size_t at = text.find(" = min("); at != text.npos; at = text.find(" = min(", at + 1)) ++count;
  return count;
}
std::string loop(const std::string& type, const std::string& first, const std::string& guard, const std::string& step,
                 const std::string& in_body = "") {
  return "%0: ptr<function, " + type + ", read_write> = var " + first + "\nloop {\n%1: " + type + " = load %0\n%2: bool = " + guard +
         "\nif %2 {\n} else {\nbreak\n}\n" + in_body + "%3: " + type +
         " = load %0\n%4: ptr<workgroup, u32, read_write> = access @w, %3\n} continuing {\n%5: " + type + " = load %0\n%6: " + type +
         " = add %5, " + step + "\nstore %0, %6\n}\n";
}

TEST(Robustness, WhatIsProvedNeedsNoClamp) {
  EXPECT_EQ(clamps("%0: u32 = extract %in, 0u, 0u\n%1: ptr<workgroup, u32, read_write> = access @w, %0\n"), 0u);
  EXPECT_EQ(clamps("%0: u32 = extract %in, 1u\n%1: ptr<workgroup, u32, read_write> = access @w, %0\n"), 0u);
  EXPECT_EQ(clamps("%0: u32 = extract %in, 1u\n%1: u32 = add %0, 1u\n%2: ptr<workgroup, u32, read_write> = access @w, %1\n"), 1u);
  EXPECT_EQ(clamps("%0: u32 = extract %id, 0u\n%1: ptr<workgroup, u32, read_write> = access @w, %0\n"), 1u);
  EXPECT_EQ(clamps("%0: u32 = extract %id, 0u\n%1: u32 = and %0, 7u\n%2: ptr<workgroup, u32, read_write> = access @w, %1\n"), 0u);
  EXPECT_EQ(clamps("%0: u32 = extract %id, 0u\n%1: u32 = remainder %0, 8u\n%2: ptr<workgroup, u32, read_write> = access @w, %1\n"), 0u);
  EXPECT_EQ(clamps("%0: u32 = extract %id, 0u\n%1: u32 = remainder %0, 9u\n%2: ptr<workgroup, u32, read_write> = access @w, %1\n"), 1u);
  EXPECT_EQ(clamps("%0: u32 = extract %id, 0u\n%1: i32 = bitcast %0\n%2: i32 = remainder %1, 8i\n%3: ptr<workgroup, u32, read_write> = access @w, %2\n"), 1u);
  EXPECT_EQ(clamps("%0: u32 = extract %id, 0u\n%1: u32 = shift_right %0, 29u\n%2: ptr<workgroup, u32, read_write> = access @w, %1\n"), 0u);
}

TEST(Robustness, CountersOfLoopsAreProved) {
  EXPECT_EQ(clamps(loop("u32", "0u", "less %1, 8u", "1u")), 0u);
  EXPECT_EQ(clamps(loop("u32", "0u", "less %1, 9u", "1u")), 1u);
  EXPECT_EQ(clamps(loop("u32", "0u", "less_equal %1, 7u", "1u")), 0u);
  EXPECT_EQ(clamps(loop("u32", "0u", "greater 8u, %1", "1u")), 0u);
  EXPECT_EQ(clamps(loop("i32", "0i", "less %1, 8i", "1i")), 0u);
  EXPECT_EQ(clamps(loop("i32", "-1i", "less %1, 8i", "1i")), 1u);
  EXPECT_EQ(clamps(loop("i32", "0i", "less %1, 8i", "-1i")), 1u);
  EXPECT_EQ(clamps(loop("i32", "-5i", "less %1, 0i", "1i")), 1u) << "it is negative in each turn";
  EXPECT_EQ(clamps(loop("i32", "0i", "less %1, 0i", "1i")), 0u) << "there is no turn";
  EXPECT_EQ(clamps(R"(%0: ptr<function, i32, read_write> = var 2147483647i
%1: i32 = load %0
store %0, 0i
loop {
%2: i32 = load %0
%3: bool = less %2, 8i
if %3 {
} else {
break
}
%4: i32 = load %0
%5: ptr<workgroup, u32, read_write> = access @w, %4
} continuing {
%6: i32 = add %1, 1i
store %0, %6
}
)"), 1u) << "what it was before the loop is added to";
  EXPECT_EQ(clamps(loop("u32", "0u", "not_equal %1, 8u", "1u")), 1u);
  EXPECT_EQ(clamps(loop("u32", "0u", "less %1, 8u", "1u", "store %0, 9u\n")), 1u) << "it is changed in the body";
}

TEST(Robustness, TheDeviceKeepsToBindings) {
  std::string body = "%0: u32 = extract %id, 0u\n%1: ptr<storage, u32, read_write> = access @s, %0, %0\n";
  EXPECT_EQ(clamps(body), 2u);
  EXPECT_EQ(clamps(body, {.runtime_arrays = false}), 1u) << "the array inside has a size of its own";
}

}  // namespace
}  // namespace vitrine::ir
