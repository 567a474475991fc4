// Three compute kernels, from WGSL through webgpu.h and from GLSL (glslang) through plain Vulkan, on one device: the time
// of a dispatch by timestamps of the GPU. Both sides keep to their buffers (here by the API, there by robustBufferAccess)
// and both zero workgroup memory first. The sides take turns, so that the clock of the GPU is the same for both.
//
//   kernel_bench [--large] [--rounds N]
#include <webgpu/webgpu.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "kernels/kernels.h"
#include "kernels_glsl.h"
#include "kernels_wgsl.h"

namespace vitrine::bench {
namespace {

WGPUStringView text(std::string_view words) { return {words.data(), words.size()}; }

struct WebGpuSide {
  WGPUInstance instance = nullptr;
  WGPUAdapter adapter = nullptr;
  WGPUDevice device = nullptr;
  WGPUQueue queue = nullptr;
  WGPUQuerySet queries = nullptr;
  WGPUBuffer resolved = nullptr, times = nullptr;
  WGPUBuffer buffers[4] = {};
  WGPUComputePipeline pipeline = nullptr;
  WGPUBindGroup group = nullptr;
  uint32_t groups[2] = {};
  size_t output_size = 0;
  std::string error;

  bool init() {
    instance = wgpuCreateInstance(nullptr);
    bool done = false;
    struct Got { WebGpuSide* side; bool* done; } got{this, &done};
    WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView message, void* out, void*) {
      auto* g = static_cast<Got*>(out);
      g->side->adapter = a;
      if (!a) g->side->error.assign(message.data, message.length);
      *g->done = true;
    };
    info.userdata1 = &got;
    wgpuInstanceRequestAdapter(instance, nullptr, info);
    while (!done) wgpuInstanceProcessEvents(instance);
    if (!adapter) return false;
    WGPULimits limits = WGPU_LIMITS_INIT;
    wgpuAdapterGetLimits(adapter, &limits);
    WGPUFeatureName features[] = {WGPUFeatureName_TimestampQuery};
    WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
    descriptor.label = text("kernels");
    descriptor.requiredFeatureCount = 1;
    descriptor.requiredFeatures = features;
    WGPULimits wanted = WGPU_LIMITS_INIT;
    wanted.maxBufferSize = limits.maxBufferSize;
    wanted.maxStorageBufferBindingSize = limits.maxStorageBufferBindingSize;
    descriptor.requiredLimits = &wanted;
    done = false;
    WGPURequestDeviceCallbackInfo request = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    request.mode = WGPUCallbackMode_AllowProcessEvents;
    request.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView message, void* out, void*) {
      auto* g = static_cast<Got*>(out);
      g->side->device = d;
      if (!d) g->side->error.assign(message.data, message.length);
      *g->done = true;
    };
    request.userdata1 = &got;
    wgpuAdapterRequestDevice(adapter, &descriptor, request);
    while (!done) wgpuInstanceProcessEvents(instance);
    if (!device) return false;
    queue = wgpuDeviceGetQueue(device);
    WGPUQuerySetDescriptor set = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    set.type = WGPUQueryType_Timestamp;
    set.count = 2;
    queries = wgpuDeviceCreateQuerySet(device, &set);
    resolved = make(16, WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc);
    times = make(16, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    return true;
  }

  WGPUBuffer make(uint64_t size, WGPUBufferUsage usage) {
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = size;
    d.usage = usage;
    return wgpuDeviceCreateBuffer(device, &d);
  }

  void prepare(const Kernel& k) {
    release();
    std::copy(k.groups, k.groups + 2, groups);
    output_size = k.output * 4;
    WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
    code.code = text(k.wgsl);
    WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    module_descriptor.nextInChain = &code.chain;
    module_descriptor.label = text(k.name);
    WGPUShaderModule module = wgpuDeviceCreateShaderModule(device, &module_descriptor);
    WGPUComputePipelineDescriptor descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    descriptor.label = text(k.name);
    descriptor.compute.module = module;
    pipeline = wgpuDeviceCreateComputePipeline(device, &descriptor);
    wgpuShaderModuleRelease(module);
    std::vector<WGPUBindGroupEntry> entries;
    size_t floats[4] = {4, k.inputs[0].size(), k.inputs[1].size(), k.output};
    for (uint32_t n = 0; n < 4; ++n) {
      if (!floats[n]) continue;
      buffers[n] = make(floats[n] * 4, (n == 0 ? WGPUBufferUsage_Uniform : WGPUBufferUsage_Storage) | WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc);
      uint32_t size[4] = {k.size, 0, 0, 0};
      if (n == 0) wgpuQueueWriteBuffer(queue, buffers[n], 0, size, sizeof size);
      else if (n < 3) wgpuQueueWriteBuffer(queue, buffers[n], 0, k.inputs[n - 1].data(), floats[n] * 4);
      WGPUBindGroupEntry e = WGPU_BIND_GROUP_ENTRY_INIT;
      e.binding = n;
      e.buffer = buffers[n];
      entries.push_back(e);
    }
    WGPUBindGroupDescriptor group_descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    group_descriptor.layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
    group_descriptor.entryCount = entries.size();
    group_descriptor.entries = entries.data();
    group = wgpuDeviceCreateBindGroup(device, &group_descriptor);
    wgpuBindGroupLayoutRelease(group_descriptor.layout);
  }

  std::vector<uint8_t> read(WGPUBuffer mappable, size_t size) {
    bool done = false;
    WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUMapAsyncStatus, WGPUStringView, void* out, void*) { *static_cast<bool*>(out) = true; };
    info.userdata1 = &done;
    wgpuBufferMapAsync(mappable, WGPUMapMode_Read, 0, size, info);
    while (!done) wgpuInstanceProcessEvents(instance);
    std::vector<uint8_t> bytes(size);
    if (const void* p = wgpuBufferGetConstMappedRange(mappable, 0, size)) std::memcpy(bytes.data(), p, size);
    else error = "a buffer could not be mapped";
    wgpuBufferUnmap(mappable);
    return bytes;
  }
  void submit(WGPUCommandEncoder encoder) {
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(encoder);
  }

  double dispatch() {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPUPassTimestampWrites writes = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    writes.querySet = queries;
    writes.beginningOfPassWriteIndex = 0;
    writes.endOfPassWriteIndex = 1;
    WGPUComputePassDescriptor descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    descriptor.timestampWrites = &writes;
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, &descriptor);
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroups(pass, groups[0], groups[1], 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderResolveQuerySet(encoder, queries, 0, 2, resolved, 0);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, resolved, 0, times, 0, 16);
    submit(encoder);
    uint64_t t[2];
    std::memcpy(t, read(times, 16).data(), 16);
    return static_cast<double>(t[1] - t[0]) / 1e6;
  }

  std::vector<float> output() {
    WGPUBuffer copy = make(output_size, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, buffers[3], 0, copy, 0, output_size);
    submit(encoder);
    std::vector<uint8_t> bytes = read(copy, output_size);
    wgpuBufferRelease(copy);
    std::vector<float> out(output_size / 4);
    std::memcpy(out.data(), bytes.data(), output_size);
    return out;
  }

  void release() {
    if (group) wgpuBindGroupRelease(group);
    if (pipeline) wgpuComputePipelineRelease(pipeline);
    for (WGPUBuffer& b : buffers) {
      if (b) wgpuBufferRelease(b);
      b = nullptr;
    }
    group = nullptr, pipeline = nullptr;
  }
};

std::vector<float> noise(size_t n) {
  std::vector<float> out(n);
  uint32_t state = 1;
  for (float& f : out) {
    state = state * 1664525u + 1013904223u;
    f = static_cast<float>(state >> 8) / 16777216.0f;
  }
  return out;
}

std::vector<Kernel> kernels(bool large) {
  uint32_t rows = large ? 4096 : 256, elements = large ? 1u << 27 : 1u << 20, bodies = large ? 131072 : 2048;
  return {
      {"matmul", kMatmulWgsl, matmul_spirv, rows, {rows / 16, rows / 16}, {noise(size_t{rows} * rows), noise(size_t{rows} * rows)}, size_t{rows} * rows},
      {"reduce", kReduceWgsl, reduce_spirv, elements, {elements / 4096, 1}, {noise(elements), {}}, elements / 4096},
      {"nbody", kNbodyWgsl, nbody_spirv, bodies, {bodies / 256, 1}, {noise(size_t{bodies} * 4), {}}, size_t{bodies} * 4},
  };
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v.empty() ? 0 : v[v.size() / 2];
}

// The largest difference, against the size of the values.
double difference(const std::vector<float>& a, const std::vector<float>& b) {
  double worst = a.size() == b.size() && !a.empty() ? 0 : INFINITY, size = 1e-30;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    worst = std::max(worst, std::fabs(double{a[i]} - double{b[i]}));
    size = std::max(size, std::fabs(double{a[i]}));
  }
  return worst / size;
}

int run(bool large, int rounds) {
  WebGpuSide ours;
  if (!ours.init()) {
    std::fprintf(stderr, "kernel_bench: no device: %s\n", ours.error.c_str());
    return 2;
  }
  WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
  wgpuAdapterGetInfo(ours.adapter, &info);
  std::printf("%.*s, medians of %d\n", static_cast<int>(info.device.length), info.device.data, rounds);
  VulkanSide theirs(info.vendorID, info.deviceID);
  std::printf("%-8s %10s %12s %12s %8s %12s\n", "kernel", "size", "WGSL ms", "GLSL ms", "ratio", "difference");
  for (const Kernel& k : kernels(large)) {
    ours.prepare(k);
    theirs.prepare(k);
    std::vector<double> a, b;
    for (int n = -3; n < rounds; ++n) {
      double one = ours.dispatch(), two = theirs.dispatch();
      if (n >= 0) a.push_back(one), b.push_back(two);
    }
    if (!ours.error.empty() || !theirs.error().empty()) {
      std::fprintf(stderr, "kernel_bench: %s%s\n", ours.error.c_str(), theirs.error().c_str());
      return 1;
    }
    double x = median(a), y = median(b);
    std::printf("%-8s %10u %12.4f %12.4f %8.3f %12.2g\n", k.name, k.size, x, y, x / y, difference(ours.output(), theirs.output()));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace vitrine::bench

int main(int count, char** words) {
  bool large = false;
  int rounds = 20;
  for (int n = 1; n < count; ++n) {
    if (std::strcmp(words[n], "--large") == 0) large = true;
    if (std::strcmp(words[n], "--rounds") == 0 && n + 1 < count) rounds = std::atoi(words[++n]);
  }
  return vitrine::bench::run(large, std::max(rounds, 1));
}
