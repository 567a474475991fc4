#include "msl/msl.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/validate.h"
#include "msl/print/names.h"

namespace vitrine::msl {
namespace {

ir::Module parsed(std::string_view text) {
  auto m = ir::parse_text(text);
  if (!m) ADD_FAILURE() << m.error().line << ":" << m.error().column << ": " << m.error().message;
  return m ? std::move(*m) : ir::Module();
}

std::string written(std::string_view ir, const Options& options = {}) {
  ir::Module m = parsed(ir);
  EXPECT_EQ(ir::validate(m), std::vector<std::string>{});
  Output output = write(std::move(m), options);
  for (const auto& d : output.diagnostics) ADD_FAILURE() << d->message();
  return output.text;
}

TEST(Msl, Printing) {
  EXPECT_EQ(written(R"(print_site 0 "debug id: %u %u %u"(u32, u32, u32)

fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: u32 = extract %id, 1u
  %2: u32 = extract %id, 2u
  print 0(%0, %1, %2)
  return
}
)"),
            R"(// language: metal3.2
#include <metal_stdlib>
#include <simd/simd.h>

kernel void main_(
  metal::uint3 id [[thread_position_in_grid]]) {
    metal::os_log_default.log_info("debug id: %u %u %u", id.x, id.y, id.z);
}

)");
}

TEST(Msl, SpecifiersAndEscapes) {
  std::string text = written(R"(print_site 0 "\"%v2f\" C:\\ %s %u 100%"(vec2<f16>, u32, bool)

fn @main(%v: vec2<f16>, %b: bool) {
  print 0(%v, 1u, %b)
}
)");
  EXPECT_NE(text.find(R"(log_info("\"%f, %f\" C:\\ %%s %u 100%%", float(v.x), float(v.y), uint(b));)"), std::string::npos) << text;
}

TEST(Msl, PrintingNeedsItsVersion) {
  ir::Module m = parsed("print_site 0 \"x\"()\n\nfn @main() @compute @workgroup_size(1u, 1u, 1u) {\n  print 0()\n}\n");
  Output output = write(m, {.version = Version{3, 1}});
  ASSERT_EQ(output.diagnostics.size(), 1u);
  EXPECT_EQ(output.diagnostics[0]->message(),
            "printing needs version 3.2 of the Metal Shading Language, and 3.1 was asked for");
  EXPECT_EQ(output.text, "");
  output = write(m, {.version = Version{3, 1}, .print = false});
  EXPECT_TRUE(output.diagnostics.empty());
  EXPECT_EQ(output.text.find("os_log"), std::string::npos);
  output = write(m, {.version = Version{2, 2}, .print = false});
  EXPECT_EQ(output.diagnostics.size(), 1u);
}

TEST(Msl, BuffersBoundsAndLengths) {
  Output output = write(parsed(R"(struct Params { count: u32, direction: vec3<f32>, scale: f32, colors: array<vec3<f32>, 2> }
var @data: ptr<storage, array<f32>, read_write> @group(1) @binding(0)
var @params: ptr<uniform, Params, read> @group(0) @binding(3)

fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(64u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: u32 = arrayLength(@data)
  %2: bool = greater_equal %0, %1
  if %2 {
    return
  }
  %3: ptr<uniform, f32, read> = access @params, 2u
  %4: f32 = load %3
  %5: ptr<storage, f32, read_write> = access @data, %0
  %6: f32 = load %5
  %7: f32 = multiply %6, %4
  store %5, %7
  %8: ptr<uniform, vec3<f32>, read> = access @params, 3u, %0
  %9: vec3<f32> = load %8
  %10: ptr<uniform, vec3<f32>, read> = access @params, 1u
  %11: vec3<f32> = load %10
  %12: f32 = dot(%9, %11)
  %13: ptr<storage, f32, read_write> = access @data, 3u
  store %13, %12
}
)"),
                        {});
  EXPECT_EQ(output.text, R"(// language: metal2.3
#include <metal_stdlib>
#include <simd/simd.h>

struct array_float3_2 {
    metal::float3 e[2];
};
struct Params {
    uint count;
    char pad0_[12];
    metal::packed_float3 direction;
    float scale;
    array_float3_2 colors;
};

kernel void main_(
  metal::uint3 id [[thread_position_in_grid]]
, device float* data [[buffer(1)]]
, constant Params& params [[buffer(0)]]
, constant uint* buffer_sizes [[buffer(2)]]) {
    const uint v0 = id.x;
    if (v0 >= (buffer_sizes[1] / 4u)) {
        return;
    }
    device float& v1 = data[metal::min(v0, buffer_sizes[1] / 4u - 1u)];
    v1 = v1 * params.scale;
    data[metal::min(3u, buffer_sizes[1] / 4u - 1u)] = metal::dot(params.colors.e[metal::min(v0, 1u)], metal::float3(params.direction));
}

)");
  ASSERT_EQ(output.entry_points.size(), 1u);
  EXPECT_EQ(output.entry_points[0].workgroup_size[0], 64u);
  EXPECT_EQ(output.entry_points[0].sizes_buffer, 2u);
  ASSERT_EQ(output.entry_points[0].resources.size(), 2u);
  EXPECT_EQ(output.entry_points[0].resources[0].buffer, 1u);
  EXPECT_TRUE(output.entry_points[0].resources[0].has_length);
}

TEST(Msl, ControlFlow) {
  EXPECT_EQ(written(R"(fn @f(%n: u32, %b: bool) -> u32 {
  %0: ptr<function, u32, read_write> = var
  %1: ptr<function, u32, read_write> = var 1u
  %2: bool = if %b {
    %3: bool = less %n, 5u
    yield %3
  } else {
    yield false
  }
  if %2 {
    store %0, 3u
  }
  loop {
    %4: u32 = load %0
    %5: bool = less %4, %n
    if %5 {
    } else {
      break
    }
    switch %4 {
      case 1u, 2u {
        continue
      }
      case default {
        store %1, %4
      }
    }
  } continuing {
    %6: u32 = add %4, 1u
    store %0, %6
  }
  loop {
    %7: u32 = load %0
    %8: u32 = subtract %7, 1u
    store %0, %8
  } continuing {
    %9: u32 = load %0
    %10: bool = equal %9, 0u
    break_if %10
  }
  %11: u32 = load %1
  return %11
}
)"),
            R"(// language: metal2.3
#include <metal_stdlib>
#include <simd/simd.h>

uint f(uint n, bool b) {
    uint v0 = 0u;
    uint v1 = 1u;
    const bool v2 = b && (n < 5u);
    if (v2) {
        v0 = 3u;
    }
    uint v3;
    bool first_iteration = true;
    while (true) {
        if (!first_iteration) {
            v0 = v3 + 1u;
        }
        first_iteration = false;
        v3 = v0;
        if (!(v3 < n)) {
            break;
        }
        switch (v3) {
            case 1u:
            case 2u: {
                continue;
            }
            default: {
                v1 = v3;
                break;
            }
        }
    }
    while (true) {
        v0 = v0 - 1u;
        if (v0 == 0u) { break; }
    }
    return v1;
}

)");
}

TEST(Msl, SemanticsOfWgsl) {
  std::string text = written(R"(fn @f(%a: i32, %b: i32, %u: u32, %x: f32, %v: vec3<i32>) -> i32 {
  %0: i32 = divide %a, %b
  %1: i32 = remainder %0, %b
  %2: i32 = add %1, %a
  %3: i32 = negate %2
  %4: i32 = shift_left %3, %u
  %5: i32 = convert %x
  %6: i32 = multiply %4, %5
  %7: vec3<i32> = divide %v, %a
  %8: i32 = extract %7, %u
  %9: i32 = subtract %6, %8
  %10: u32 = shift_right %u, 3u
  %11: i32 = convert %10
  %12: i32 = add %9, %11
  return %12
}
)");
  EXPECT_NE(text.find("vitrine_div_i<int>(a, b)"), std::string::npos) << text;
  EXPECT_NE(text.find("metal::clamp(x, float(-2147483648.0f), float(2147483520.0f))"), std::string::npos) << text;
  EXPECT_NE(text.find("vitrine_div_i<metal::int3>(v, metal::int3(a))[metal::min(u, 2u)]"), std::string::npos) << text;
  EXPECT_NE(text.find("u >> 3u"), std::string::npos) << text;
  EXPECT_NE(text.find("& 31u)"), std::string::npos) << text;
}

// What Metal leaves open, or takes for another type.
TEST(Msl, NoIntegerOverflowsAndNoBoolBecomesAnInteger) {
  std::string text = written(R"(fn @f(%a: i32, %b: i32, %v: vec3<i32>, %p: bool, %q: bool) -> i32 {
  %0: i32 = clamp(%a, %b, 3i)
  %1: i32 = dot(%v, %v)
  %2: bool = and %p, %q
  %3: bool = select(%p, %2, %q)
  %4: i32 = select(%0, %1, %3)
  return %4
}
)");
  EXPECT_NE(text.find("metal::min(metal::max(a, b), 3)"), std::string::npos) << text;
  EXPECT_NE(text.find("as_type<int>(vitrine_dot3(as_type<metal::uint3>(v), as_type<metal::uint3>(v)))"), std::string::npos) << text;
  EXPECT_NE(text.find("metal::select(p, bool(p & q), q)"), std::string::npos) << text;
}

// A component is written out at each use, and what indexes it was read once.
TEST(Msl, ComponentsThroughPointersAreIndexedOnce) {
  std::string text = written(R"(fn @f(%i: u32) -> f32 {
  %0: ptr<function, array<vec2<f32>, 4>, read_write> = var
  %1: ptr<function, u32, read_write> = var %i
  %2: u32 = load %1
  %3: ptr<function, vec2<f32>, read_write> = access %0, %2
  %4: ptr<function, f32, read_write> = access %3, 0u
  %5: f32 = load %4
  store %1, 3u
  store %4, %5
  return %5
}
)");
  size_t store = text.find("v1 = 3u;");
  ASSERT_NE(store, std::string::npos) << text;
  EXPECT_NE(text.find(".x = ", store), std::string::npos) << text;
  EXPECT_EQ(text.find("v1", store + 3), std::string::npos) << text;
}

TEST(Msl, WorkgroupMemoryAtomicsAndHelpers) {
  EXPECT_EQ(written(R"(struct Cell { count: atomic<u32>, sum: f32 }
var @cells: ptr<workgroup, array<Cell, 4>, read_write>
var @seed: ptr<private, u32, read_write> = 7u
var @total: ptr<storage, atomic<u32>, read_write> @group(0) @binding(0)

fn @bump(%i: u32) -> u32 {
  %0: ptr<workgroup, atomic<u32>, read_write> = access @cells, %i, 0u
  %1: u32 = load @seed
  %2: u32 = atomicAdd(%0, %1)
  return %2
}

fn @main(%i: u32 @builtin(local_invocation_index)) @compute @workgroup_size(4u, 1u, 1u) {
  %0: u32 = call @bump(%i)
  workgroupBarrier()
  %1: __atomic_compare_exchange_result_u32 = atomicCompareExchangeWeak(@total, %0, 1u)
  %2: u32 = extract %1, 0u
  store @seed, %2
}
)"),
            R"(// language: metal2.3
#include <metal_stdlib>
#include <simd/simd.h>

struct Cell {
    metal::atomic_uint count;
    float sum;
};
struct array_Cell_4 {
    Cell e[4];
};
struct atomic_compare_exchange_result_u32 {
    uint old_value;
    bool exchanged;
};

template <typename R, typename A, typename T> R vitrine_compare_exchange(A a, T compare, T value) {
    T old = compare;
    bool exchanged = metal::atomic_compare_exchange_weak_explicit(a, &old, value, metal::memory_order_relaxed,
                                                                  metal::memory_order_relaxed);
    return R {old, exchanged};
}

uint bump(uint i, threadgroup array_Cell_4& cells, thread uint& seed) {
    const uint v0 = metal::atomic_fetch_add_explicit(&cells.e[metal::min(i, 3u)].count, seed, metal::memory_order_relaxed);
    return v0;
}

kernel void main_(
  uint i [[thread_index_in_threadgroup]]
, device metal::atomic_uint& total [[buffer(0)]]) {
    uint seed = 7u;
    threadgroup array_Cell_4 cells;
    if (i == 0u) {
        for (uint i0 = 0u; i0 < 4u; ++i0) {
            metal::atomic_store_explicit(&cells.e[i0].count, 0, metal::memory_order_relaxed);
            cells.e[i0].sum = 0.0f;
        }
    }
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    const uint v0 = bump(i, cells, seed);
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    const atomic_compare_exchange_result_u32 v1 = vitrine_compare_exchange<atomic_compare_exchange_result_u32>(&total, v0, 1u);
    seed = v1.old_value;
}

)");
}

TEST(Msl, PackedVectors) {
  std::string text = written(R"(struct S { v: vec3<f32>, w: f32 }
var @s: ptr<storage, array<S>, read_write> @group(0) @binding(0)

fn @f(%i: u32) {
  %0: ptr<storage, vec3<f32>, read_write> = access @s, %i, 0u
  %1: vec3<f32> = load %0
  %2: vec3<f32> = multiply %1, 2f
  store %0, %2
  %3: ptr<storage, f32, read_write> = access @s, %i, 0u, %i
  %4: f32 = load %3
  %5: f32 = add %4, 1f
  store %3, %5
}
)", {.robust = false});
  EXPECT_NE(text.find(R"(    device metal::packed_float3& v0 = s[i].v;
    v0 = metal::float3(v0) * 2.0f;
    s[i].v[i] = s[i].v[i] + 1.0f;
)"), std::string::npos) << text;
}

TEST(Msl, WhatIsNotThereYetIsSaid) {
  Output output = write(parsed("fn @fs() @fragment {\n}\n"), {});
  ASSERT_EQ(output.diagnostics.size(), 1u);
  EXPECT_EQ(output.diagnostics[0]->message(), "the writer of the Metal Shading Language has no fragment shaders yet");
}

TEST(Msl, Names) {
  EXPECT_EQ(clean_name("main"), "main_");
  EXPECT_EQ(clean_name("float3"), "float3_");
  EXPECT_EQ(clean_name("packed_half2x3"), "packed_half2x3_");
  EXPECT_EQ(clean_name("__x__y"), "x_y");
  EXPECT_EQ(clean_name("größe"), "gruc3ub6uc3u9fe");
  EXPECT_EQ(clean_name("___"), "unnamed");
  EXPECT_EQ(clean_name("_3d"), "n3d");
  Names names;
  EXPECT_EQ(names.make("a"), "a");
  EXPECT_EQ(names.make("a"), "a_1");
  EXPECT_EQ(names.make("a"), "a_2");
}

}  // namespace
}  // namespace vitrine::msl
