// What shaders compute, where the compiler rewrites what they say.
#include <algorithm>
#include <cstdint>
#include <string>

#include "device.h"

namespace {

class Shader : public DeviceTest {
 protected:
  // Runs one workgroup. Binding 0 is what comes back, binding 1 holds the words 0 to 63, binding 2 the same for uniforms.
  std::vector<uint32_t> run(const std::string& wgsl, uint32_t words) {
    uint32_t numbers[64];
    for (uint32_t n = 0; n < 64; ++n) numbers[n] = n;
    WGPUBuffer buffers[3] = {buffer(uint64_t{words} * 4, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc),
                             buffer(sizeof numbers, WGPUBufferUsage_Storage, numbers),
                             buffer(sizeof numbers, WGPUBufferUsage_Uniform, numbers)};
    WGPUShaderModule module = shader(wgsl);
    WGPUComputePipelineDescriptor pipeline_descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    pipeline_descriptor.compute.module = module;
    WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &pipeline_descriptor);
    std::vector<WGPUBindGroupEntry> entries;
    for (uint32_t n = 0; n < 3; ++n) {
      if (wgsl.find("@binding(" + std::to_string(n) + ")") == wgsl.npos) continue;
      WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
      entry.binding = n;
      entry.buffer = buffers[n];
      entries.push_back(entry);
    }
    dispatch(pipeline, entries);
    Bytes bytes = read(buffers[0], uint64_t{words} * 4);
    std::vector<uint32_t> out(words);
    std::memcpy(out.data(), bytes.data(), bytes.size());
    wgpuComputePipelineRelease(pipeline);
    wgpuShaderModuleRelease(module);
    for (WGPUBuffer b : buffers) wgpuBufferRelease(b);
    return out;
  }
};

TEST_F(Shader, ViewsOfBuffersShowTheirBytes) {
  std::vector<uint32_t> out = run(R"(
requires buffer_view;
struct S { a: mat3x3f, b: vec2f }
@group(0) @binding(0) var<storage, read_write> out: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> v: buffer;
@group(0) @binding(2) var<uniform> u: buffer<64>;
var<workgroup> w: buffer<256>;
fn length(p: ptr<workgroup, buffer<128>>) -> u32 { return bufferLength(p); }
fn element(p: ptr<storage, buffer, read_write>, at: u32) -> f32 { return (*bufferView<array<S, 2>>(p, at))[1].a[2][1]; }
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  if i == 0 {
    out[0] = (*bufferView<vec4u>(&v, 32)).z;
    let s = bufferView<array<S, 2>>(&v, 16);
    (*s)[1].a[2] = vec3f(1, 2, 3);
    out[1] = u32(element(&v, 16));
    out[2] = u32((*bufferView<array<f32>>(&v, 80))[8]);
    out[3] = bufferLength(&v);
    out[4] = length(&w);
    out[5] = arrayLength(bufferView<array<vec4u>>(&v, 32));
    out[6] = arrayLength(bufferArrayView<array<u32>>(&w, 8, 40));
    out[7] = *bufferView<u32>(&u, (i + 3) * 4);
  }
  *bufferView<u32>(&w, i * 4) = i + 100;
  workgroupBarrier();
  out[8 + i] = (*bufferView<vec4u>(&w, 0))[3 - i];
  out[12 + i] = workgroupUniformLoad(bufferView<u32>(&w, 8));
}
)", 16);
  EXPECT_EQ(out, (std::vector<uint32_t>{10, 2, 1, 256, 128, 14, 10, 3, 103, 102, 101, 100, 102, 102, 102, 102}));
}

TEST_F(Shader, LargeTablesAreLookedUp) {
  std::string numbers, rows;
  for (int n = 0; n < 100; ++n) numbers += std::to_string(n * n) + ", ";
  for (int n = 0; n < 20; ++n) rows += "vec4i(" + std::to_string(n) + ", 1, 2, " + std::to_string(-n) + "), ";
  std::vector<uint32_t> out = run(R"(
const numbers = array<u32, 100>()" + numbers + R"();
const rows = array<vec4i, 20>()" + rows + R"();
@group(0) @binding(0) var<storage, read_write> out: array<u32, 128>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  var table = numbers;
  out[i] = table[i + 40];
  out[64 + i] = u32(rows[i % 25][3 - i % 2 * 3]);
}
)", 128);
  ASSERT_EQ(out.size(), 128u);
  for (uint32_t i = 0; i < 64; ++i) {
    uint32_t at = std::min(i + 40, 99u), row = std::min(i % 25, 19u);
    EXPECT_EQ(out[i], at * at) << i;
    EXPECT_EQ(out[64 + i], i % 2 ? row : 0u - row) << i;
  }
}

TEST_F(Shader, VariablesKeepTheirValuesThroughBranchesAndLoops) {
  std::vector<uint32_t> out = run(R"(
@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> v: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  var a = v[i + 3];
  var b = vec3u(a, 2, 3);
  var c: array<u32, 4>;
  for (var k = 0u; k < 10; k++) {
    var fresh: u32;
    fresh += k;
    if k == i { continue; }
    if k == i + 3 { a = 50; break; }
    switch k {
      case 1, 2: { b.y += fresh; }
      default: { c[k & 3] += b.y; }
    }
    b = b.zxy;
  }
  while a > 40 { a -= 7; }
  out[i] = a * 1000000 + b.x * 10000 + b.y * 100 + c[0] + c[1] + c[2] + c[3];
}
)", 8);
  ASSERT_EQ(out.size(), 8u);
  for (uint32_t i = 0; i < 8; ++i) {
    uint32_t a = i + 3, b[3] = {a, 2, 3}, c[4] = {};
    for (uint32_t k = 0; k < 10; ++k) {
      if (k == i) continue;
      if (k == i + 3) {
        a = 50;
        break;
      }
      if (k == 1 || k == 2) b[1] += k;
      else c[k & 3] += b[1];
      uint32_t x = b[0];
      b[0] = b[2], b[2] = b[1], b[1] = x;
    }
    while (a > 40) a -= 7;
    EXPECT_EQ(out[i], a * 1000000 + b[0] * 10000 + b[1] * 100 + c[0] + c[1] + c[2] + c[3]) << i;
  }
}

}  // namespace
