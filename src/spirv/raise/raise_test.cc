#include "spirv/raise/raise.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/text.h"
#include "ir/transform/dead_code.h"
#include "ir/validate.h"
#include "spirv/testing.h"

namespace vitrine::spirv {
namespace {

std::string after(std::string_view text, void (*step)(ir::Module&)) {
  auto m = ir::parse_text(text);
  if (!m) {
    ADD_FAILURE() << m.error().line << ":" << m.error().column << ": " << m.error().message;
    return "";
  }
  if (step) step(*m);
  std::string out = ir::to_text(*m);
  EXPECT_EQ(ir::validate(*m), std::vector<std::string>{}) << out;
  bool has_entry = false;
  for (const ir::Function& f : m->functions) has_entry |= f.stage != ir::Stage::None;
  if (!has_entry) {
    ir::Builder b(*m);
    b.begin_function("entry", lang::kVoidType);
    b.function().stage = ir::Stage::Compute;
    b.function().workgroup_size = {b.u32(1), b.u32(1), b.u32(1)};
    b.end_function();
  }
  raise(*m, {});
  std::vector<uint32_t> words = print(*m, {});
  EXPECT_EQ(spirv_val(words), "") << disassemble(words);
  return out;
}

TEST(SpirvRaise, DivisionAndShiftsAreDefined) {
  EXPECT_EQ(after(R"(fn @f(%a: i32, %b: i32, %u: vec2<u32>, %s: u32) {
  %0: i32 = divide %a, %b
  %1: i32 = divide %a, 3i
  %2: vec2<u32> = remainder %u, %s
  %3: vec2<u32> = shift_left %u, %u
  %4: u32 = shift_right %s, 31u
  %5: i32 = remainder %a, 7i
}
)", define_arithmetic), R"(fn @f(%a: i32, %b: i32, %u: vec2<u32>, %s: u32) {
  %0: bool = equal %b, 0i
  %1: bool = equal %a, -2147483648i
  %2: bool = equal %b, -1i
  %3: bool = and %1, %2
  %4: bool = or %0, %3
  %5: i32 = select(%b, 1i, %4)
  %6: i32 = divide %a, %5
  %7: i32 = divide %a, 3i
  %8: vec2<u32> = construct %s
  %9: vec2<bool> = equal %8, vec2<u32>()
  %10: vec2<u32> = select(%8, vec2<u32>(1u, 1u), %9)
  %11: vec2<u32> = remainder %u, %10
  %12: vec2<u32> = and %u, vec2<u32>(31u, 31u)
  %13: vec2<u32> = shift_left %u, %12
  %14: u32 = shift_right %s, 31u
  %15: i32 = divide %a, 7i
  %16: i32 = multiply %15, 7i
  %17: i32 = subtract %a, %16
}
)");
}

TEST(SpirvRaise, FloatsAreClampedToTheIntegerType) {
  EXPECT_EQ(after(R"(fn @f(%a: f32, %b: vec2<f16>) {
  %0: i32 = convert %a
  %1: vec2<u32> = convert %b
}
)", define_arithmetic), R"(fn @f(%a: f32, %b: vec2<f16>) {
  %0: f32 = clamp(%a, -2147483648f, 2147483520f)
  %1: i32 = convert %0
  %2: vec2<f16> = clamp(%b, vec2<f16>(), vec2<f16>(65504h, 65504h))
  %3: vec2<u32> = convert %2
}
)");
}

TEST(SpirvRaise, ValuesIndexedByValuesLieInMemory) {
  EXPECT_EQ(after(R"(fn @f(%a: array<vec2<f32>, 3>, %i: u32) {
  %0: f32 = extract %a, %i, 1u
  %1: f32 = extract array<f32, 2>(1f, 2f), %i
  %2: vec2<f32> = extract %a, 2u
}
)", index_values_in_memory), R"(var @table: ptr<private, array<f32, 2>, read_write> = array<f32, 2>(1f, 2f)

fn @f(%a: array<vec2<f32>, 3>, %i: u32) {
  %0: ptr<function, array<vec2<f32>, 3>, read_write> = var %a
  %1: ptr<function, f32, read_write> = access %0, %i, 1u
  %2: f32 = load %1
  %3: ptr<private, f32, read_write> = access @table, %i
  %4: f32 = load %3
  %5: vec2<f32> = extract %a, 2u
}
)");
}

TEST(SpirvRaise, ViewsOfBuffersAreTakenApartIntoWords) {
  EXPECT_EQ(after(R"(struct S { a: vec2<f32>, b: array<u32> }
var @s: ptr<storage, buffer, read_write> @group(0) @binding(0)
var @u: ptr<uniform, buffer<20>, read> @group(0) @binding(1)
var @w: ptr<workgroup, buffer<64>, read_write>
fn @length(%p: ptr<storage, buffer<16>, read_write>) -> u32 {
  %0: u32 = bufferLength(%p)
  return %0
}
fn @f(%i: u32) {
  %0: ptr<storage, S, read_write> = bufferView(@s, 16u)
  %1: ptr<storage, f32, read_write> = access %0, 0u, 1u
  store %1, 1f
  %2: ptr<storage, array<u32>, read_write> = access %0, 1u
  %3: u32 = arrayLength(%2)
  %4: ptr<uniform, i32, read> = bufferView(@u, %i)
  %5: i32 = load %4
  %6: u32 = bufferLength(@w)
  %7: u32 = call @length(@s)
  %8: ptr<workgroup, array<u32>, read_write> = bufferArrayView(@w, 8u, %i)
  %9: u32 = arrayLength(%8)
  %10: ptr<workgroup, u32, read_write> = access %8, %i
  store %10, 2u
}
)", [](ir::Module& m) {
    resolve_pointer_parameters(m);
    view_buffers(m);
  }), R"(struct S { a: vec2<f32>, b: array<u32> }
var @s: ptr<storage, array<u32>, read_write> @group(0) @binding(0)
var @u: ptr<uniform, array<vec4<u32>, 2>, read> @group(0) @binding(1)
var @w: ptr<workgroup, array<u32, 16>, read_write>

fn @length() -> u32 {
  return 16u
}

fn @f(%i: u32) {
  %0: u32 = bitcast 1f
  %1: ptr<storage, u32, read_write> = access @s, 5u
  store %1, %0
  %2: u32 = arrayLength(@s)
  %3: u32 = multiply %2, 4u
  %4: u32 = min(%3, 16u)
  %5: u32 = subtract %3, %4
  %6: u32 = min(%5, 8u)
  %7: u32 = subtract %5, %6
  %8: u32 = divide %7, 4u
  %9: u32 = and %i, 4294967292u
  %10: u32 = shift_right %9, 4u
  %11: u32 = shift_right %9, 2u
  %12: u32 = and %11, 3u
  %13: ptr<uniform, u32, read> = access @u, %10, %12
  %14: u32 = load %13
  %15: i32 = bitcast %14
  %16: u32 = call @length()
  %17: u32 = divide %i, 4u
  %18: u32 = multiply %i, 4u
  %19: u32 = multiply %i, 4u
  %20: u32 = add %18, 8u
  %21: u32 = shift_right %20, 2u
  %22: ptr<workgroup, u32, read_write> = access @w, %21
  store %22, 2u
}
)");
}

TEST(SpirvRaise, ImmediatesWithHalvesAreLoadedByWords) {
  EXPECT_EQ(after(R"(struct S { a: f32, b: vec2<f16>, c: f16 }
var @i: ptr<immediate, S, read>
fn @f() {
  %0: ptr<immediate, f16, read> = access @i, 1u, 1u
  %1: f16 = load %0
  %2: ptr<immediate, f32, read> = access @i, 0u
  %3: f32 = load %2
}
)", [](ir::Module& m) { load_by_words(m, true); }), R"(struct S { a: f32, b: vec2<f16>, c: f16 }
var @i: ptr<immediate, array<u32, 3>, read>

fn @f() {
  %0: ptr<immediate, u32, read> = access @i, 1u #in_bounds
  %1: u32 = load %0
  %2: vec2<f16> = bitcast %1
  %3: f16 = extract %2, 1u
  %4: ptr<immediate, u32, read> = access @i, 0u #in_bounds
  %5: u32 = load %4
  %6: f32 = bitcast %5
}
)");
}

TEST(SpirvRaise, HalvesOfWordsAreStoredWithoutARace) {
  EXPECT_EQ(after(R"(var @w: ptr<workgroup, buffer<8>, read_write>
fn @f(%v: f16) {
  %0: ptr<workgroup, vec2<f16>, read_write> = bufferView(@w, 4u)
  %1: ptr<workgroup, f16, read_write> = access %0, 1u
  store %1, %v
}
)", view_buffers), R"(var @w: ptr<workgroup, array<atomic<u32>, 2>, read_write>

fn @f(%v: f16) {
  %0: ptr<workgroup, atomic<u32>, read_write> = access @w, 1u
  %1: vec2<f16> = construct %v, 0h
  %2: u32 = bitcast %1
  %3: u32 = shift_left %2, 16u
  %4: u32 = complement 4294901760u
  %5: u32 = atomicAnd(%0, %4)
  %6: u32 = atomicOr(%0, %3)
}
)");
}

TEST(SpirvRaise, LargeTablesBecomeChoices) {
  std::string table = "array<u32, 70>(";
  for (int n = 0; n < 70; ++n) table += (n ? ", " : "") + std::to_string(n < 64 ? 5 : n) + "u";
  EXPECT_EQ(after("var @p: ptr<private, array<u32, 70>, read_write> = " + table + R"()
fn @f(%i: u32) {
  %0: u32 = min(%i, 69u)
  %1: ptr<private, u32, read_write> = access @p, %0
  %2: u32 = load %1
  %3: u32 = add %2, 1u
}
)", select_from_tables), R"(var @p: ptr<private, array<u32, 70>, read_write> = array<u32, 70>(5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 5u, 64u, 65u, 66u, 67u, 68u, 69u)

fn @f(%i: u32) {
  %0: u32 = min(%i, 69u)
  %1: ptr<private, u32, read_write> = access @p, %0
  %2: u32 = and %0, 1u
  %3: bool = not_equal %2, 0u
  %4: u32 = select(64u, 65u, %3)
  %5: u32 = select(66u, 67u, %3)
  %6: u32 = and %0, 2u
  %7: bool = not_equal %6, 0u
  %8: u32 = select(%4, %5, %7)
  %9: u32 = select(68u, 69u, %3)
  %10: u32 = and %0, 4u
  %11: bool = not_equal %10, 0u
  %12: u32 = select(%8, %9, %11)
  %13: u32 = and %0, 64u
  %14: bool = not_equal %13, 0u
  %15: u32 = select(5u, %12, %14)
  %16: u32 = add %15, 1u
}
)");
}

TEST(SpirvRaise, PointerParametersAreResolved) {
  EXPECT_EQ(after(R"(struct S { a: array<f32, 4> }
var @s: ptr<storage, array<S>, read_write> @group(0) @binding(0)
fn @leaf(%p: ptr<storage, f32, read_write>, %v: f32) {
  store %p, %v
}
fn @middle(%p: ptr<storage, S, read_write>, %i: u32) {
  %0: ptr<storage, f32, read_write> = access %p, 0u, %i
  call @leaf(%0, 1f)
}
fn @local(%p: ptr<function, f32, read_write>) {
  store %p, 2f
}
fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: ptr<storage, S, read_write> = access @s, %0
  call @middle(%1, 3u)
  call @middle(%1, 2u)
  %2: ptr<function, vec2<f32>, read_write> = var
  %3: ptr<function, f32, read_write> = access %2, 1u
  call @local(%3)
  %4: ptr<function, f32, read_write> = var
  call @local(%4)
}
)", resolve_pointer_parameters), R"(struct S { a: array<f32, 4> }
var @s: ptr<storage, array<S>, read_write> @group(0) @binding(0)

fn @leaf(%.p0 "p_index": u32, %.p1 "p_index": u32, %v: f32) {
  %0: ptr<storage, f32, read_write> = access @s, %.p0, 0u, %.p1
  store %0, %v
}

fn @middle(%p_index: u32, %i: u32) {
  %0: ptr<storage, S, read_write> = access @s, %p_index
  %1: ptr<storage, f32, read_write> = access %0, 0u, %i
  call @leaf(%p_index, %i, 1f)
}

fn @.f2 "local"(%p: ptr<function, vec2<f32>, read_write>) {
  %0: ptr<function, f32, read_write> = access %p, 1u
  store %0, 2f
}

fn @.f3 "local"(%p: ptr<function, f32, read_write>) {
  store %p, 2f
}

fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: ptr<storage, S, read_write> = access @s, %0
  call @middle(%0, 3u)
  call @middle(%0, 2u)
  %2: ptr<function, vec2<f32>, read_write> = var
  %3: ptr<function, f32, read_write> = access %2, 1u
  call @.f2(%2)
  %4: ptr<function, f32, read_write> = var
  call @.f3(%4)
}
)");
}

TEST(SpirvRaise, UniformsThatVulkanCannotLayOutAreLoadedByWords) {
  std::string out = after(R"(struct S { m: mat3x2<f32>, x: f32, y: f32, z: f32 }
struct H { h: f16, v: vec3<f16>, i: i32 }
var @a: ptr<uniform, array<f32, 8>, read> @group(0) @binding(0)
var @b: ptr<uniform, array<S, 4>, read> @group(0) @binding(1)
var @c: ptr<uniform, array<H, 40>, read> @group(0) @binding(2)
var @fits: ptr<uniform, array<vec4<f32>, 4>, read> @group(0) @binding(3)
var @out: ptr<private, f32, read_write>
var @all: ptr<private, array<H, 40>, read_write>
fn @main(%i: u32 @builtin(local_invocation_index)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: ptr<uniform, f32, read> = access @a, %i
  %1: f32 = load %0
  store @out, %1
  %2: ptr<uniform, f32, read> = access @b, 1u, 0u, %i, 1u
  %3: f32 = load %2
  store @out, %3
  %4: ptr<uniform, S, read> = access @b, %i
  %5: S = load %4
  %6: f32 = extract %5, 1u
  store @out, %6
  %7: array<H, 40> = load @c
  store @all, %7
  %8: ptr<uniform, f32, read> = access @fits, 1u, 1u
  %9: f32 = load %8
  store @out, %9
}
)", [](ir::Module& m) { load_by_words(m, false); });
  EXPECT_NE(out.find("@a: ptr<uniform, array<vec4<u32>, 2>, read>"), std::string::npos) << out;
  EXPECT_NE(out.find("@b: ptr<uniform, array<vec4<u32>, 10>, read>"), std::string::npos) << out;
  EXPECT_NE(out.find("@fits: ptr<uniform, array<vec4<f32>, 4>, read>"), std::string::npos) << out;
  EXPECT_NE(out.find("access @a, %1, %3 #in_bounds"), std::string::npos) << out;
}

TEST(SpirvRaise, LargeArraysAreZeroedInLoops) {
  EXPECT_EQ(after(R"(var @big: ptr<private, array<vec4<f32>, 100>, read_write>
var @small: ptr<private, array<f32, 4>, read_write>
fn @main(%i: u32 @builtin(local_invocation_index)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: ptr<private, f32, read_write> = access @big, %i, 0u
  %1: ptr<function, array<u32, 100>, read_write> = var
  %2: ptr<private, f32, read_write> = access @small, %i
}
)", zero_arrays_in_loops), R"(var @big: ptr<private, array<vec4<f32>, 100>, read_write> @uninitialized
var @small: ptr<private, array<f32, 4>, read_write>

fn @main(%i: u32 @builtin(local_invocation_index)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: ptr<function, u32, read_write> = var 0u
  loop {
    %1: u32 = load %0
    %2: bool = greater_equal %1, 100u
    if %2 {
      break
    }
    %3: ptr<private, vec4<f32>, read_write> = access @big, %1 #in_bounds
    store %3, vec4<f32>()
  } continuing {
    %4: u32 = load %0
    %5: u32 = add %4, 1u
    store %0, %5
  }
  %6: ptr<private, f32, read_write> = access @big, %i, 0u
  %7: ptr<function, array<u32, 100>, read_write> = var #uninitialized
  %8: ptr<function, u32, read_write> = var 0u
  loop {
    %9: u32 = load %8
    %10: bool = greater_equal %9, 100u
    if %10 {
      break
    }
    %11: ptr<function, u32, read_write> = access %7, %9 #in_bounds
    store %11, 0u
  } continuing {
    %12: u32 = load %8
    %13: u32 = add %12, 1u
    store %8, %13
  }
  %14: ptr<private, f32, read_write> = access @small, %i
}
)");
}

TEST(SpirvRaise, ColumnsOfSplitMatricesAreTakenFromTheWhole) {
  // As one step of all: accesses of accesses were combined and pointer parameters resolved.
  std::string out = after(R"(struct U { a: f32, m: array<mat4x2<f32>, 3> @align(16) }
var @u: ptr<uniform, U, read> @group(0) @binding(0)
var @out: ptr<private, vec2<f32>, read_write>
fn @take(%p: ptr<uniform, vec2<f32>, read>) -> vec2<f32> {
  %0: vec2<f32> = load %p
  return %0
}
fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: ptr<uniform, vec2<f32>, read> = access @u, 1u, %0, %0
  %2: vec2<f32> = load %1
  %3: vec2<f32> = call @take(%1)
  %4: ptr<uniform, f32, read> = access %1, %0
  %5: f32 = load %4
  %6: vec2<f32> = multiply %3, %5
  %7: vec2<f32> = add %6, %2
  store @out, %7
}
)", [](ir::Module& m) { raise(m, {}); });
  EXPECT_NE(out.find("load %"), std::string::npos);
  EXPECT_EQ(out.find("ptr<uniform, vec2<f32>"), std::string::npos) << out;
}

}  // namespace
}  // namespace vitrine::spirv
