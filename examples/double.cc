// Doubles numbers on the GPU, with webgpu_cpp.h: what a program looks like from the first line to the result.
#include <webgpu/webgpu_cpp.h>

#include <cstdio>
#include <vector>

namespace {

constexpr const char* kShader = R"(
@group(0) @binding(0) var<storage, read_write> values: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&values)) {
    values[id.x] = values[id.x] * 2u;
  }
}
)";

// Waits for an asynchronous call; its callback has run then.
void wait(const wgpu::Instance& instance, wgpu::Future future) { instance.WaitAny(future, UINT64_MAX); }

}  // namespace

int main() {
  constexpr wgpu::CallbackMode kWait = wgpu::CallbackMode::WaitAnyOnly;
  wgpu::InstanceFeatureName timed = wgpu::InstanceFeatureName::TimedWaitAny;
  wgpu::InstanceDescriptor instance_descriptor;
  instance_descriptor.requiredFeatureCount = 1;
  instance_descriptor.requiredFeatures = &timed;
  wgpu::Instance instance = wgpu::CreateInstance(&instance_descriptor);
  wgpu::Adapter adapter;
  wait(instance, instance.RequestAdapter(
                     nullptr, kWait, [&](wgpu::RequestAdapterStatus, wgpu::Adapter a, wgpu::StringView) { adapter = a; }));
  if (!adapter) return 2;  // the log says why
  wgpu::DeviceDescriptor device_descriptor;
  device_descriptor.label = "main";
  wgpu::Device device;
  wait(instance, adapter.RequestDevice(&device_descriptor, kWait,
                                       [&](wgpu::RequestDeviceStatus, wgpu::Device d, wgpu::StringView) { device = d; }));
  if (!device) return 2;

  wgpu::ShaderSourceWGSL source;
  source.code = kShader;
  wgpu::ShaderModuleDescriptor module_descriptor;
  module_descriptor.nextInChain = &source;
  module_descriptor.label = "double.wgsl";
  wgpu::ComputePipelineDescriptor pipeline_descriptor;
  pipeline_descriptor.label = "double";
  pipeline_descriptor.compute.module = device.CreateShaderModule(&module_descriptor);
  wgpu::ComputePipeline pipeline = device.CreateComputePipeline(&pipeline_descriptor);

  std::vector<uint32_t> numbers = {1, 2, 3, 5, 8, 13, 21, 34};
  wgpu::BufferDescriptor buffer_descriptor;
  buffer_descriptor.label = "numbers";
  buffer_descriptor.size = numbers.size() * sizeof(uint32_t);
  buffer_descriptor.usage = wgpu::BufferUsage::Storage | wgpu::BufferUsage::CopyDst | wgpu::BufferUsage::CopySrc;
  wgpu::Buffer buffer = device.CreateBuffer(&buffer_descriptor);
  buffer_descriptor.label = "result";
  buffer_descriptor.usage = wgpu::BufferUsage::MapRead | wgpu::BufferUsage::CopyDst;
  wgpu::Buffer result = device.CreateBuffer(&buffer_descriptor);
  wgpu::BindGroupEntry entry;
  entry.buffer = buffer;
  wgpu::BindGroupDescriptor group_descriptor;
  group_descriptor.label = "numbers";
  group_descriptor.layout = pipeline.GetBindGroupLayout(0);
  group_descriptor.entryCount = 1;
  group_descriptor.entries = &entry;

  wgpu::Queue queue = device.GetQueue();
  queue.WriteBuffer(buffer, 0, numbers.data(), buffer_descriptor.size);
  wgpu::CommandEncoder encoder = device.CreateCommandEncoder();
  wgpu::ComputePassEncoder pass = encoder.BeginComputePass();
  pass.SetPipeline(pipeline);
  pass.SetBindGroup(0, device.CreateBindGroup(&group_descriptor));
  pass.DispatchWorkgroups(1);
  pass.End();
  encoder.CopyBufferToBuffer(buffer, 0, result, 0, buffer_descriptor.size);
  wgpu::CommandBuffer commands = encoder.Finish();
  queue.Submit(1, &commands);
  wait(instance, result.MapAsync(wgpu::MapMode::Read, 0, buffer_descriptor.size, kWait,
                                 [](wgpu::MapAsyncStatus, wgpu::StringView) {}));

  const auto* doubled = static_cast<const uint32_t*>(result.GetConstMappedRange());
  for (size_t i = 0; doubled && i < numbers.size(); ++i) std::printf("%u -> %u\n", numbers[i], doubled[i]);
  return doubled && doubled[7] == 68 ? 0 : 1;
}
