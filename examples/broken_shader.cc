// A program whose shader does not compile. Everything made from it is of no use, and the submit at the end fails: the log
// says which word of the shader is the reason.
#include <webgpu/webgpu.h>

#include <cstdio>
#include <cstring>

namespace {

constexpr char kShader[] = R"(@group(0) @binding(0) var<storage, read_write> pixels: array<f32>;
override strength: f32 = 0.5;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  pixels[id.x] = pixels[id.x] * strenght;
}
)";

WGPUStringView text(const char* words) { return {words, WGPU_STRLEN}; }

void wait(WGPUInstance instance, const bool& done) {
  while (!done) wgpuInstanceProcessEvents(instance);
}

WGPUAdapter request_adapter(WGPUInstance instance) {
  struct {
    WGPUAdapter adapter = nullptr;
    bool done = false;
  } result;
  WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_AllowProcessEvents;
  info.callback = [](WGPURequestAdapterStatus, WGPUAdapter adapter, WGPUStringView message, void* out, void*) {
    auto* r = static_cast<decltype(result)*>(out);
    if (!adapter) std::fprintf(stderr, "no adapter: %.*s\n", static_cast<int>(message.length), message.data);
    r->adapter = adapter;
    r->done = true;
  };
  info.userdata1 = &result;
  wgpuInstanceRequestAdapter(instance, nullptr, info);
  wait(instance, result.done);
  return result.adapter;
}

WGPUDevice request_device(WGPUInstance instance, WGPUAdapter adapter) {
  struct {
    WGPUDevice device = nullptr;
    bool done = false;
  } result;
  WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
  descriptor.label = text("main");
  WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_AllowProcessEvents;
  info.callback = [](WGPURequestDeviceStatus, WGPUDevice device, WGPUStringView, void* out, void*) {
    auto* r = static_cast<decltype(result)*>(out);
    r->device = device;
    r->done = true;
  };
  info.userdata1 = &result;
  wgpuAdapterRequestDevice(adapter, &descriptor, info);
  wait(instance, result.done);
  return result.device;
}

}  // namespace

int main() {
  WGPUInstance instance = wgpuCreateInstance(nullptr);
  WGPUAdapter adapter = request_adapter(instance);
  if (!adapter) return 2;
  WGPUDevice device = request_device(instance, adapter);
  if (!device) return 2;
  WGPUQueue queue = wgpuDeviceGetQueue(device);

  WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
  code.code = text(kShader);
  WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
  module_descriptor.nextInChain = &code.chain;
  module_descriptor.label = text("blur.wgsl");
  WGPUShaderModule module = wgpuDeviceCreateShaderModule(device, &module_descriptor);

  WGPUComputePipelineDescriptor pipeline_descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  pipeline_descriptor.label = text("blur");
  pipeline_descriptor.compute.module = module;
  WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &pipeline_descriptor);

  WGPUBufferDescriptor buffer_descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
  buffer_descriptor.label = text("pixels");
  buffer_descriptor.size = 4096;
  buffer_descriptor.usage = WGPUBufferUsage_Storage;
  WGPUBuffer pixels = wgpuDeviceCreateBuffer(device, &buffer_descriptor);

  WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
  WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
  entry.buffer = pixels;
  WGPUBindGroupDescriptor group_descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  group_descriptor.label = text("blur inputs");
  group_descriptor.layout = layout;
  group_descriptor.entryCount = 1;
  group_descriptor.entries = &entry;
  WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &group_descriptor);

  WGPUCommandEncoderDescriptor encoder_descriptor = WGPU_COMMAND_ENCODER_DESCRIPTOR_INIT;
  encoder_descriptor.label = text("frame encoder");
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, &encoder_descriptor);
  WGPUComputePassDescriptor pass_descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
  pass_descriptor.label = text("blur pass");
  WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, &pass_descriptor);
  wgpuComputePassEncoderSetPipeline(pass, pipeline);
  wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
  wgpuComputePassEncoderDispatchWorkgroups(pass, 16, 1, 1);
  wgpuComputePassEncoderEnd(pass);
  WGPUCommandBufferDescriptor commands_descriptor = WGPU_COMMAND_BUFFER_DESCRIPTOR_INIT;
  commands_descriptor.label = text("frame commands");
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, &commands_descriptor);
  wgpuQueueSubmit(queue, 1, &commands);

  wgpuCommandBufferRelease(commands);
  wgpuComputePassEncoderRelease(pass);
  wgpuCommandEncoderRelease(encoder);
  wgpuBindGroupRelease(group);
  wgpuBindGroupLayoutRelease(layout);
  wgpuBufferRelease(pixels);
  wgpuComputePipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
  wgpuQueueRelease(queue);
  wgpuDeviceRelease(device);
  wgpuAdapterRelease(adapter);
  wgpuInstanceRelease(instance);
  return 0;
}
