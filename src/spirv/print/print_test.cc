#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/text.h"
#include "ir/validate.h"
#include "spirv/testing.h"

namespace vitrine::spirv {
namespace {

// Writes the module for every Vulkan version, raised and (but for prints) as it is, and gives the assembly of the first
// that is not raised, so that nothing unused is missing.
std::string assembly(std::string_view text, Options options = {}) {
  auto m = ir::parse_text(text);
  if (!m) {
    ADD_FAILURE() << m.error().line << ":" << m.error().column << ": " << m.error().message;
    return "";
  }
  std::string out;
  for (uint32_t version : {0x10300u, 0x10500u, 0x10600u}) {
    Options o = options;
    o.version = version;
    ir::Module copy = *m;
    if (o.print == PrintRoute::Drop) {
      std::vector<uint32_t> words = print(copy, o);
      EXPECT_EQ(spirv_val(words, o), "") << disassemble(words);
      if (out.empty()) out = disassemble(words);
    }
    raise(copy, o);
    EXPECT_EQ(ir::validate(copy), std::vector<std::string>{}) << ir::to_text(copy);
    std::vector<uint32_t> words = print(copy, o);
    EXPECT_EQ(spirv_val(words, o), "") << disassemble(words);
    if (out.empty()) out = disassemble(words);
  }
  return out;
}
bool has(const std::string& text, std::string_view part) {
  bool found = text.find(part) != std::string::npos;
  if (!found) ADD_FAILURE() << "no " << part << " in\n" << text;
  return found;
}

TEST(SpirvPrint, ControlFlowHasItsMergeBlocks) {
  std::string s = assembly(R"(
var @out: ptr<storage, array<u32>, read_write> @group(0) @binding(0)
fn @pick(%n: u32) -> u32 {
  switch %n {
    case 1u, 2u {
      return 7u
    }
    case default, 5u {
      break
    }
    case 9u {
      %0: bool = less %n, 100u
      if %0 {
        break
      }
    }
  }
  %1: bool = greater %n, 3u
  if %1 {
    return 1u
  } else {
    return 2u
  }
}
fn @main(%gid: vec3<u32> @builtin(global_invocation_id), %li: u32 @builtin(local_invocation_index)) @compute @workgroup_size(8u, 4u, 2u) {
  %0: u32 = extract %gid, 0u
  %i: ptr<function, u32, read_write> = var
  loop {
    %1: u32 = load %i
    %2: bool = greater_equal %1, 10u
    if %2 {
      break
    }
    %3: u32 = call @pick(%1)
    %4: bool = equal %3, 7u
    %5: bool = if %4 {
      yield true
    } else {
      %6: bool = less %1, %0
      yield %6
    }
    if %5 {
      continue
    }
    switch %3 {
      case 2u {
        continue
      }
      case default {
        loop {
          break
        }
      }
    }
  } continuing {
    %7: u32 = load %i
    %8: u32 = add %7, 1u
    store %i, %8
    %9: bool = greater %8, 50u
    break_if %9
  }
  loop {
    return
  } continuing {
    break_if true
  }
}
)");
  has(s, "OpExecutionMode %main LocalSize 8 4 2");
  has(s, "OpLoopMerge");
  has(s, "OpPhi %bool");
}

TEST(SpirvPrint, LeavingALoopNeedsNoSelection) {
  std::string s = assembly(R"(
var @out: ptr<storage, array<u32>, read_write> @group(0) @binding(0)
fn @main(%n: u32 @builtin(local_invocation_index)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: ptr<function, u32, read_write> = var %n
  loop {
    %1: u32 = load %0
    %2: bool = less %1, 9u
    if %2 {
    } else {
      break
    }
    %3: bool = equal %1, 4u
    if %3 {
      continue
    }
    %4: bool = equal %1, 5u
    if %4 {
      store %0, 6u
    } else {
      %5: bool = equal %1, 7u
      if %5 {
        break
      }
    }
    store %0, 8u
  } continuing {
    store %0, 9u
  }
}
)");
  size_t selections = 0;
  for (size_t at = s.find("OpSelectionMerge"); at != s.npos; at = s.find("OpSelectionMerge", at + 1)) ++selections;
  EXPECT_EQ(selections, 1u) << s;
}

TEST(SpirvPrint, BuffersAreLaidOutAndOtherVariablesAreNot) {
  std::string s = assembly(R"(
struct Inner { a: vec3<f32>, b: f32, m: mat3x3<f32> }
struct U { m2: mat2x2<f32>, arr: array<mat4x2<f32>, 2> @align(16), n: mat3x4<f32>, inner: Inner }
struct S { n: u32, items: array<Inner> }
var @u: ptr<uniform, U, read> @group(0) @binding(0)
var @single: ptr<uniform, mat2x2<f32>, read> @group(0) @binding(1)
var @s: ptr<storage, S, read_write> @group(0) @binding(2)
var @list: ptr<storage, array<vec4<f32>>, read> @group(1) @binding(3)
var @fixed: ptr<storage, array<Inner, 4>, read_write> @group(1) @binding(4)
var @w: ptr<workgroup, array<bool, 8>, read_write>
var @p: ptr<private, Inner, read_write>
fn @main() @compute @workgroup_size(1u, 1u, 1u) {
  %0: U = load @u
  %1: mat2x2<f32> = extract %0, 0u
  %2: ptr<uniform, mat2x2<f32>, read> = access @u, 0u
  %3: mat2x2<f32> = load %2
  %4: mat2x2<f32> = add %1, %3
  %5: ptr<uniform, vec2<f32>, read> = access @u, 1u, 1u, 3u
  %6: vec2<f32> = load %5
  %7: mat2x2<f32> = load @single
  %8: ptr<storage, Inner, read_write> = access @s, 1u, 3u
  %9: Inner = load %8
  store @p, %9
  %10: ptr<storage, Inner, read_write> = access @fixed, 2u
  store %10, %9
  %11: array<Inner, 4> = load @fixed
  %12: ptr<function, array<Inner, 4>, read_write> = var %11
  %13: array<Inner, 4> = load %12
  store @fixed, %13
  %14: ptr<storage, array<Inner>, read_write> = access @s, 1u
  %15: u32 = arrayLength(%14)
  %16: u32 = arrayLength(@list)
  %17: ptr<workgroup, bool, read_write> = access @w, %15
  store %17, true
  %18: ptr<private, f32, read_write> = access @p, 0u, 2u
  store %18, 1f
}
)");
  has(s, "ArrayStride 64");
  has(s, "MatrixStride 16");
  has(s, "Block");
}

TEST(SpirvPrint, OperatorsAndConversions) {
  std::string s = assembly(R"(
fn @main(%id: vec3<u32> @builtin(local_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: vec3<f32> = convert %id
  %1: vec3<f32> = multiply %0, 2f
  %2: vec3<f32> = add 1f, %1
  %3: vec3<bool> = less %1, %2
  %4: bool = any(%3)
  %5: vec3<i32> = convert %id
  %6: vec3<i32> = negate %5
  %7: vec3<i32> = shift_left %6, %id
  %8: mat3x3<f32> = construct %0, %1, %2
  %9: mat3x3<f32> = subtract %8, %8
  %10: mat3x3<f32> = multiply %8, %9
  %11: vec3<f32> = multiply %10, %0
  %12: vec3<f32> = multiply %0, %10
  %13: mat3x3<f32> = multiply 2f, %10
  %14: mat2x2<f32> = construct 1f, 2f, 3f, 4f
  %15: f32 = extract %14, 1u, 0u
  %16: u32 = extract %id, 1u
  %17: f32 = extract %0, %16
  %18: f16 = convert %17
  %19: vec2<f16> = construct %18
  %20: u32 = bitcast %19
  %21: bool = convert %20
  %22: f32 = convert %21
  %23: mat2x2<f16> = convert %14
  %24: vec3<bool> = not %3
  %25: vec3<f32> = select(%0, %1, %4)
  %26: vec3<f32> = select(%0, %1, %24)
  %27: f32 = remainder %17, 3f
  %28: vec4<f32> = construct %0, %17
  %29: vec2<f32> = swizzle %28, wx
  %30: i32 = convert %16
  %31: f32 = bitcast %30
}
)");
  has(s, "OpVectorTimesScalar");
  has(s, "OpMatrixTimesVector");
  has(s, "OpVectorExtractDynamic");
}

TEST(SpirvPrint, SmallZerosAreWrittenOut) {
  std::string s = assembly(R"(
struct S { a: vec3<bool>, b: array<mat2x3<f32>, 2> }
var @scalar: ptr<private, i32, read_write>
var @all: ptr<private, S, read_write>
var @many: ptr<private, array<u32, 65>, read_write>
fn @main() @compute @workgroup_size(1u, 1u, 1u) {
  %0: i32 = load @scalar
  %1: S = load @all
  %2: array<u32, 65> = load @many
  %3: ptr<function, vec2<u32>, read_write> = var
}
)");
  size_t nulls = 0;
  for (size_t at = s.find("OpConstantNull"); at != s.npos; at = s.find("OpConstantNull", at + 1)) ++nulls;
  EXPECT_EQ(nulls, 1u) << s;
  has(s, "OpConstantNull %_arr_uint_uint_65");
}

TEST(SpirvPrint, Builtins) {
  std::string s = assembly(R"(
var @a: ptr<storage, atomic<u32>, read_write> @group(0) @binding(0)
var @w: ptr<workgroup, atomic<i32>, read_write>
var @x: ptr<workgroup, u32, read_write>
fn @main(%id: vec3<u32> @builtin(local_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = atomicAdd(@a, 1u)
  %1: __atomic_compare_exchange_result_u32 = atomicCompareExchangeWeak(@a, 1u, 2u)
  %2: bool = extract %1, 1u
  %3: i32 = atomicMax(@w, 3i)
  atomicStore(@w, 3i)
  workgroupBarrier()
  storageBarrier()
  %4: u32 = workgroupUniformLoad(@x)
  %5: vec3<f32> = convert %id
  %6: f32 = length(%5)
  %7: f32 = dot(%5, %5)
  %8: u32 = dot(%id, %id)
  %9: vec3<f32> = clamp(%5, %5, %5)
  %10: vec3<f32> = mix(%5, %9, %6)
  %11: __frexp_result_f32 = frexp(%6)
  %12: __modf_result_vec3_f32 = modf(%5)
  %13: vec3<f32> = extract %12, 1u
  %14: u32 = countLeadingZeros(%0)
  %15: u32 = countTrailingZeros(%0)
  %16: i32 = firstLeadingBit(%3)
  %17: u32 = extractBits(%0, 3u, %4)
  %18: u32 = insertBits(%0, 1u, 3u, %4)
  %19: vec4<f32> = unpack4x8unorm(%0)
  %20: u32 = pack4x8snorm(%19)
  %21: vec4<i32> = unpack4xI8(%20)
  %22: u32 = pack4xI8Clamp(%21)
  %23: i32 = dot4I8Packed(%20, %22)
  %24: vec3<f32> = smoothstep(%5, %9, %10)
  %25: vec3<f32> = saturate(%24)
  %26: vec3<f32> = ldexp(%24, vec3<i32>(1i, 2i, 3i))
  %27: u32 = abs(%0)
  %28: vec3<u32> = clamp(%id, %id, %id)
}
)");
  has(s, "OpAtomicIAdd");
  has(s, "OpControlBarrier");
  has(s, "FrexpStruct");
}

TEST(SpirvPrint, StagesAndTheirInterface) {
  std::string s = assembly(R"(
struct VertexOut { pos: vec4<f32> @builtin(position) @invariant, uv: vec2<f32> @location(0), flag: u32 @location(1) @interpolate(flat), h: vec2<f16> @location(2) @interpolate(linear, centroid) }
struct FragmentOut { colour: vec4<f32> @location(0), depth: f32 @builtin(frag_depth), mask: u32 @builtin(sample_mask) }
var @t: ptr<handle, texture_2d<f32>, read> @group(0) @binding(0)
var @d: ptr<handle, texture_depth_2d_array, read> @group(0) @binding(1)
var @s: ptr<handle, sampler, read> @group(0) @binding(2)
var @c: ptr<handle, sampler_comparison, read> @group(0) @binding(3)
var @st: ptr<handle, texture_storage_2d_array<rgba16float, write>, read> @group(0) @binding(4)
fn @vs(%i: u32 @builtin(vertex_index), %inst: u32 @builtin(instance_index), %p: vec3<f32> @location(0), %n: f16 @location(1)) -> VertexOut @vertex {
  %0: vec4<f32> = construct %p, 1f
  %1: vec2<f32> = swizzle %0, xy
  %2: vec2<f16> = construct %n
  %3: VertexOut = construct %0, %1, %i, %2
  return %3
}
fn @fs(%in: VertexOut, %front: bool @builtin(front_facing), %sample: u32 @builtin(sample_index), %m: u32 @builtin(sample_mask)) -> FragmentOut @fragment {
  %0: vec2<f32> = extract %in, 1u
  %1: texture_2d<f32> = load @t
  %2: sampler = load @s
  %3: vec4<f32> = textureSample(%1, %2, %0)
  %4: vec4<f32> = textureSampleLevel(%1, %2, %0, 1f, vec2<i32>(1i, 2i))
  %5: texture_depth_2d_array = load @d
  %6: sampler_comparison = load @c
  %7: f32 = textureSampleCompare(%5, %6, %0, 1i, 0.5f)
  %8: vec4<f32> = textureGather(2i, %1, %2, %0)
  %9: vec4<f32> = textureGather(%5, %2, %0, 1u)
  %10: vec2<u32> = textureDimensions(%5)
  %11: u32 = textureNumLayers(%5)
  %12: vec4<f32> = textureLoad(%1, vec2<i32>(1i, 2i), 0u)
  %13: texture_storage_2d_array<rgba16float, write> = load @st
  textureStore(%13, vec2<u32>(1u, 2u), 1i, %12)
  %14: vec4<f32> = textureSampleBaseClampToEdge(%1, %2, %0)
  %15: vec2<f32> = dpdxFine(%0)
  %16: FragmentOut = construct %3, %7, %m
  if %front {
    return %16
  }
  discard
  %17: FragmentOut = construct %4, %7, %m
  return %17
}
)");
  has(s, "OpEntryPoint Vertex %vs \"vs\"");
  has(s, "OpDecorate %vs_pos Invariant");
  has(s, "DepthReplacing");
}

TEST(SpirvPrint, DebugInformation) {
  auto m = ir::parse_text(R"(struct S { a: f32, b: mat2x2<f32> }
var @g: ptr<private, S, read_write>
fn @f(%x: f32 ;5..6:0) -> f32 { ;3..4
  %0: f32 = negate %x ;10..12:1
  %1: ptr<function, f32, read_write> = var %0 ;14..20:1
  %2: f32 = load %1 ;14..20:1
  return %2 ;22..28:0
}
fn @main() @compute @workgroup_size(1u, 1u, 1u) { ;30..34
  %0: f32 = call @f(1f) ;36..40:2
  return ;42..48:2
}
scope_of 0 in @f ;0..29
scope_of 1 in @f parent 0 ;8..29
scope_of 2 in @main ;30..50
named param "x": f32 scope 0 = %x ;5..6
named let "y": f32 scope 1 = %0 ;8..9
named var "v": f32 scope 1 = %1 ;14..15
)");
  ASSERT_TRUE(m) << m.error().message;
  m->source = std::make_shared<const diag::Source>("a.wgsl", std::string(20, 'x') + "\n" + std::string(40, 'y'));
  for (uint32_t version : {0x10300u, 0x10600u}) {
    Options o{.version = version, .debug = DebugLevel::Full};
    std::vector<uint32_t> words = print(*m, o);
    EXPECT_EQ(spirv_val(words, o), "") << disassemble(words);
    std::string s = disassemble(words);
    has(s, "DebugLexicalBlock");
    has(s, "DebugDeclare");
    has(s, "DebugValue");
    has(s, "DebugTypeComposite");
    has(s, "DebugLine");
    has(s, "OpLine");
    o.debug = DebugLevel::Lines;
    s = disassemble(print(*m, o));
    has(s, "OpSource Unknown 0 %1 \"xxx");
    EXPECT_EQ(s.find("DebugInfo"), std::string::npos);
  }
}

TEST(SpirvPrint, HalvesAreUnpackedApart) {
  std::string_view text = R"(
fn @main(%i: u32 @builtin(local_invocation_index)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: vec2<f32> = unpack2x16float(%i)
}
)";
  EXPECT_EQ(assembly(text).find("OpShiftRightLogical"), std::string::npos);
  has(assembly(text, {.unpack_halves_apart = true}), "OpShiftRightLogical");
}

TEST(SpirvPrint, PartsOfVariablesHaveNoNames) {
  auto m = ir::parse_text(R"(var @g: ptr<private, array<u32, 3>, read_write>
fn @main(%i: u32 @builtin(local_invocation_index)) @compute @workgroup_size(1u, 1u, 1u) { ;3..4
  %0: ptr<private, u32, read_write> = access @g, 2u ;10..12:0
  %1: u32 = add %i, 1u ;14..20:0
  store %0, %1 ;14..20:0
  return ;22..28:0
}
scope_of 0 in @main ;0..29
named let "part": ptr<private, u32, read_write> scope 0 = %0 ;5..6
named let "sum": u32 scope 0 = %1 ;8..9
)");
  ASSERT_TRUE(m) << m.error().message;
  std::string s = disassemble(print(*m, {}));
  has(s, "OpName %sum \"sum\"");
  EXPECT_EQ(s.find("\"part\""), s.npos) << s;
}

TEST(SpirvPrint, LongChainsOfElseIf) {
  ir::Module m;
  ir::Builder b(m);
  b.begin_function("main", lang::kVoidType);
  b.function().stage = ir::Stage::Compute;
  b.function().workgroup_size = {b.u32(1), b.u32(1), b.u32(1)};
  constexpr int kCount = 20000;
  for (int i = 0; i < kCount; ++i) {
    b.begin_if(b.boolean(i % 2 != 0));
    b.begin_else();
  }
  b.ret();
  for (int i = 0; i < kCount; ++i) b.end_if();
  b.end_function();
  raise(m, {});
  EXPECT_GT(print(m, {}).size(), size_t{kCount} * 5);
}

TEST(SpirvPrint, NativePrint) {
  std::string s = assembly(R"(
print_site 0 "value %v3f of %u, %d 100%%"(vec3<f32>, u32, bool)
fn @main(%id: vec3<u32> @builtin(local_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: vec3<f32> = convert %id
  print 0(%0, 1u, true)
}
)", {.print = PrintRoute::Native});
  has(s, "OpExtInstImport \"NonSemantic.DebugPrintf\"");
}

// A module that does not print is the same whatever would become of prints.
TEST(SpirvPrint, NoPrintCostsNothing) {
  const char* text = R"(
var @data: ptr<storage, array<u32>, read_write> @group(0) @binding(0)
fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(64u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: ptr<storage, u32, read_write> = access @data, %0
  store %1, %0
}
)";
  std::vector<uint32_t> words[3];
  for (PrintRoute route : {PrintRoute::Drop, PrintRoute::BuiltIn, PrintRoute::Native}) {
    auto m = ir::parse_text(text);
    ASSERT_TRUE(m) << m.error().line << ": " << m.error().message;
    Options o;
    o.print = route;
    o.print_buffer = {.group = 3, .native_words = route == PrintRoute::Native ? 8u : 0u};
    raise(*m, o);
    words[static_cast<size_t>(route)] = print(*m, o);
  }
  EXPECT_EQ(words[0], words[1]);
  EXPECT_EQ(words[0], words[2]);
  EXPECT_FALSE(words[0].empty());
}

TEST(SpirvPrint, BuiltInPrint) {
  const char* text = R"(
print_site 0 "value %v3f"(vec3<f32>)
fn @helper(%v: vec3<f32>) {
  print 0(%v)
}
fn @main(%id: vec3<u32> @builtin(local_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: vec3<f32> = convert %id
  call @helper(%0)
}
)";
  std::string s = assembly(text, {.print = PrintRoute::BuiltIn, .print_buffer = {.group = 3, .binding = 2}});
  has(s, "DescriptorSet 3");
  has(s, "Binding 2");
  for (bool subgroups : {false, true}) {
    s = assembly(text, {.print = PrintRoute::BuiltIn, .print_buffer = {.masked_branches = true, .subgroups = subgroups}});
    EXPECT_EQ(s.find("OpGroupNonUniformBallot") != s.npos, subgroups);
    EXPECT_EQ(s.find("OpTypeInt 64"), s.npos);
  }
  s = assembly(text, {.print = PrintRoute::BuiltIn, .print_buffer = {.masked_branches = true, .long_words = true}});
  has(s, "OpCapability Int64Atomics");
  has(s, "OpTypeVector %ulong 4");
  has(s, "OpAtomicIAdd %ulong ");
  EXPECT_EQ(s.find("OpAtomicIAdd %uint "), s.npos) << s;
}

}  // namespace
}  // namespace vitrine::spirv
