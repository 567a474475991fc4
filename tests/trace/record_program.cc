// A program for the test of recording: one call of each kind that the wrappers treat differently, on the null adapter.
#include <webgpu/webgpu.h>

#include <cstdio>
#include <cstring>

namespace {

WGPUStringView text(const char* s) { return {s, WGPU_STRLEN}; }

}  // namespace

int main() {
  WGPUInstance instance = wgpuCreateInstance(nullptr);
  WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
  options.backendType = WGPUBackendType_Null;
  WGPUAdapter adapter = nullptr;
  WGPURequestAdapterCallbackInfo adapter_info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  adapter_info.mode = WGPUCallbackMode_AllowProcessEvents;
  adapter_info.userdata1 = &adapter;
  adapter_info.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* out, void*) { *static_cast<WGPUAdapter*>(out) = a; };
  wgpuInstanceRequestAdapter(instance, &options, adapter_info);
  wgpuInstanceProcessEvents(instance);
  WGPUDevice device = nullptr;
  WGPUDeviceDescriptor device_descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
  device_descriptor.label = text("main");
  WGPURequestDeviceCallbackInfo device_info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  device_info.mode = WGPUCallbackMode_AllowProcessEvents;
  device_info.userdata1 = &device;
  device_info.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* out, void*) { *static_cast<WGPUDevice*>(out) = d; };
  wgpuAdapterRequestDevice(adapter, &device_descriptor, device_info);
  wgpuInstanceProcessEvents(instance);
  if (!device) return 1;
  WGPUQueue queue = wgpuDeviceGetQueue(device);

  WGPUBufferDescriptor buffer_descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
  buffer_descriptor.size = 8;
  buffer_descriptor.usage = WGPUBufferUsage_CopySrc;
  buffer_descriptor.mappedAtCreation = true;
  WGPUBuffer source = wgpuDeviceCreateBuffer(device, &buffer_descriptor);
  uint32_t words[] = {7, 9};
  std::memcpy(wgpuBufferGetMappedRange(source, 0, WGPU_WHOLE_MAP_SIZE), words, sizeof words);
  wgpuBufferUnmap(source);
  wgpuBufferSetLabel(source, text("source"));

  buffer_descriptor.usage = WGPUBufferUsage_CopyDst | WGPUBufferUsage_Storage;
  buffer_descriptor.mappedAtCreation = false;
  WGPUBuffer target = wgpuDeviceCreateBuffer(device, &buffer_descriptor);
  wgpuQueueWriteBuffer(queue, target, 4, words, 4);

  WGPUShaderSourceWGSL wgsl = WGPU_SHADER_SOURCE_WGSL_INIT;
  wgsl.code = text("@compute @workgroup_size(1) fn main() {}\n");
  WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
  module_descriptor.nextInChain = &wgsl.chain;
  WGPUShaderModule module = wgpuDeviceCreateShaderModule(device, &module_descriptor);
  WGPUComputePipelineDescriptor pipeline_descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  pipeline_descriptor.compute.module = module;
  WGPUComputePipeline pipeline = nullptr;
  WGPUCreateComputePipelineAsyncCallbackInfo pipeline_info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  pipeline_info.mode = WGPUCallbackMode_AllowProcessEvents;
  pipeline_info.userdata1 = &pipeline;
  pipeline_info.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline p, WGPUStringView, void* out, void*) {
    *static_cast<WGPUComputePipeline*>(out) = p;
  };
  wgpuDeviceCreateComputePipelineAsync(device, &pipeline_descriptor, pipeline_info);
  while (!pipeline) wgpuInstanceProcessEvents(instance);

  // A function found by its name is recorded too.
  auto create_encoder = reinterpret_cast<WGPUProcDeviceCreateCommandEncoder>(wgpuGetProcAddress(text("wgpuDeviceCreateCommandEncoder")));
  WGPUCommandEncoder encoder = create_encoder(device, nullptr);
  wgpuCommandEncoderCopyBufferToBuffer(encoder, source, 0, target, 0, 8);
  WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
  wgpuComputePassEncoderSetPipeline(pass, pipeline);
  wgpuComputePassEncoderDispatchWorkgroups(pass, 2, 1, 1);
  wgpuComputePassEncoderEnd(pass);
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
  wgpuQueueSubmit(queue, 1, &commands);
  wgpuBufferDestroy(target);
  // What was mapped goes with its buffer.
  buffer_descriptor.mappedAtCreation = true;
  WGPUBuffer gone = wgpuDeviceCreateBuffer(device, &buffer_descriptor);
  wgpuBufferGetMappedRange(gone, 0, WGPU_WHOLE_MAP_SIZE);
  wgpuBufferDestroy(gone);
  wgpuBufferUnmap(gone);

  // A window, which the null adapter never looks at.
  WGPUSurfaceSourceXlibWindow window = WGPU_SURFACE_SOURCE_XLIB_WINDOW_INIT;
  window.display = &window;
  window.window = 1;
  WGPUSurfaceDescriptor surface_descriptor = WGPU_SURFACE_DESCRIPTOR_INIT;
  surface_descriptor.nextInChain = &window.chain;
  WGPUSurface surface = wgpuInstanceCreateSurface(instance, &surface_descriptor);
  WGPUSurfaceConfiguration configuration = WGPU_SURFACE_CONFIGURATION_INIT;
  configuration.device = device;
  configuration.format = WGPUTextureFormat_BGRA8Unorm;
  configuration.width = 4;
  configuration.height = 2;
  wgpuSurfaceConfigure(surface, &configuration);
  WGPUSurfaceTexture frame = WGPU_SURFACE_TEXTURE_INIT;
  wgpuSurfaceGetCurrentTexture(surface, &frame);
  wgpuTextureCreateView(frame.texture, nullptr);
  wgpuSurfacePresent(surface);
  wgpuInstanceRelease(instance);
  return 0;
}
