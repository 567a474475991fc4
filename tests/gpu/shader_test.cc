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
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = uint64_t{words} * 4;
    d.usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc;
    WGPUBuffer buffers[3] = {wgpuDeviceCreateBuffer(device, &d)};
    d.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
    WGPUBuffer readback = wgpuDeviceCreateBuffer(device, &d);
    uint32_t numbers[64];
    for (uint32_t n = 0; n < 64; ++n) numbers[n] = n;
    for (int n = 1; n < 3; ++n) {
      d.size = sizeof numbers;
      d.usage = (n == 1 ? WGPUBufferUsage_Storage : WGPUBufferUsage_Uniform) | WGPUBufferUsage_CopyDst;
      buffers[n] = wgpuDeviceCreateBuffer(device, &d);
      wgpuQueueWriteBuffer(queue, buffers[n], 0, numbers, sizeof numbers);
    }
    WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
    code.code = text(wgsl);
    WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    module_descriptor.nextInChain = &code.chain;
    WGPUShaderModule module = wgpuDeviceCreateShaderModule(device, &module_descriptor);
    WGPUComputePipelineDescriptor pipeline_descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    pipeline_descriptor.compute.module = module;
    WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &pipeline_descriptor);
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
    std::vector<WGPUBindGroupEntry> entries;
    for (uint32_t n = 0; n < 3; ++n) {
      if (wgsl.find("@binding(" + std::to_string(n) + ")") == wgsl.npos) continue;
      WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
      entry.binding = n;
      entry.buffer = buffers[n];
      entries.push_back(entry);
    }
    WGPUBindGroupDescriptor group_descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    group_descriptor.layout = layout;
    group_descriptor.entries = entries.data();
    group_descriptor.entryCount = entries.size();
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &group_descriptor);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, buffers[0], 0, readback, 0, uint64_t{words} * 4);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(queue, 1, &commands);
    WGPUBufferMapCallbackInfo on_map = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    on_map.mode = WGPUCallbackMode_AllowProcessEvents;
    on_map.callback = [](WGPUMapAsyncStatus, WGPUStringView, void* flag, void*) { *static_cast<bool*>(flag) = true; };
    on_map.userdata1 = &done;
    wgpuBufferMapAsync(readback, WGPUMapMode_Read, 0, uint64_t{words} * 4, on_map);
    wait();
    const auto* mapped = static_cast<const uint32_t*>(wgpuBufferGetConstMappedRange(readback, 0, uint64_t{words} * 4));
    std::vector<uint32_t> out;
    if (mapped) out.assign(mapped, mapped + words);
    wgpuBufferUnmap(readback);
    wgpuCommandBufferRelease(commands);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderRelease(encoder);
    wgpuBindGroupRelease(group);
    wgpuBindGroupLayoutRelease(layout);
    wgpuComputePipelineRelease(pipeline);
    wgpuShaderModuleRelease(module);
    wgpuBufferRelease(readback);
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
