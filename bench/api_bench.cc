// What the calls of a frame cost: recording, submitting, writing, making objects. Takes the adapter that a program gets by
// default; VITRINE_BENCH_BACKEND=null measures the object model and its validation alone.
#include <benchmark/benchmark.h>
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

WGPUStringView text(std::string_view words) { return {words.data(), words.size()}; }

constexpr std::string_view kShader = R"(
struct Camera { view: mat4x4f, tint: vec4f }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(1) @binding(0) var<uniform> model: mat4x4f;
@vertex fn vertex(@location(0) position: vec3f) -> @builtin(position) vec4f { return camera.view * model * vec4f(position, 1); }
@fragment fn fragment() -> @location(0) vec4f { return camera.tint; }
)";

// One device for all, and what the benchmarks draw with.
struct Bench {
  WGPUInstance instance = nullptr;
  WGPUAdapter adapter = nullptr;
  WGPUDevice device = nullptr;
  WGPUQueue queue = nullptr;
  WGPUShaderModule module = nullptr;
  WGPURenderPipeline pipeline = nullptr;
  WGPUBindGroupLayout layouts[2] = {};
  WGPUBindGroup camera = nullptr, model = nullptr;
  WGPUBuffer uniforms = nullptr, vertices = nullptr;
  WGPUTextureView target = nullptr;
  bool done = false;

  void wait() {
    while (!done) wgpuInstanceProcessEvents(instance);
    done = false;
  }

  void finish() {  // waits for the GPU
    WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void* self, void*) { static_cast<Bench*>(self)->done = true; };
    info.userdata1 = this;
    wgpuQueueOnSubmittedWorkDone(queue, info);
    wait();
  }

  WGPUBuffer buffer(uint64_t size, WGPUBufferUsage usage) {
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = size;
    d.usage = usage | WGPUBufferUsage_CopyDst;
    return wgpuDeviceCreateBuffer(device, &d);
  }

  WGPUShaderModule shader(std::string_view wgsl) {
    WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
    code.code = text(wgsl);
    WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    d.nextInChain = &code.chain;
    return wgpuDeviceCreateShaderModule(device, &d);
  }

  WGPURenderPipeline render_pipeline() {
    WGPUVertexAttribute attribute = WGPU_VERTEX_ATTRIBUTE_INIT;
    attribute.format = WGPUVertexFormat_Float32x3;
    WGPUVertexBufferLayout layout = WGPU_VERTEX_BUFFER_LAYOUT_INIT;
    layout.arrayStride = 12;
    layout.stepMode = WGPUVertexStepMode_Vertex;
    layout.attributes = &attribute;
    layout.attributeCount = 1;
    WGPUColorTargetState color = WGPU_COLOR_TARGET_STATE_INIT;
    color.format = WGPUTextureFormat_RGBA8Unorm;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    fragment.module = module;
    fragment.targets = &color;
    fragment.targetCount = 1;
    WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    d.vertex.module = module;
    d.vertex.buffers = &layout;
    d.vertex.bufferCount = 1;
    d.fragment = &fragment;
    return wgpuDeviceCreateRenderPipeline(device, &d);
  }

  WGPUBindGroup group(WGPUBindGroupLayout layout, uint64_t size) {
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = uniforms;
    entry.size = size;
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.layout = layout;
    d.entries = &entry;
    d.entryCount = 1;
    return wgpuDeviceCreateBindGroup(device, &d);
  }

  // False: there is no adapter.
  bool open() {
    if (device) return true;
    setenv("XDG_RUNTIME_DIR", "/tmp", 0);
    const char* backend = std::getenv("VITRINE_BENCH_BACKEND");
    instance = wgpuCreateInstance(nullptr);
    WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    if (backend && std::string_view(backend) == "null") options.backendType = WGPUBackendType_Null;
    WGPURequestAdapterCallbackInfo on_adapter = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    on_adapter.mode = WGPUCallbackMode_AllowProcessEvents;
    on_adapter.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* self, void*) {
      static_cast<Bench*>(self)->adapter = a;
      static_cast<Bench*>(self)->done = true;
    };
    on_adapter.userdata1 = this;
    wgpuInstanceRequestAdapter(instance, &options, on_adapter);
    wait();
    if (!adapter) return false;
    WGPURequestDeviceCallbackInfo on_device = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    on_device.mode = WGPUCallbackMode_AllowProcessEvents;
    on_device.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* self, void*) {
      static_cast<Bench*>(self)->device = d;
      static_cast<Bench*>(self)->done = true;
    };
    on_device.userdata1 = this;
    wgpuAdapterRequestDevice(adapter, nullptr, on_device);
    wait();
    if (!device) return false;
    queue = wgpuDeviceGetQueue(device);
    module = shader(kShader);
    pipeline = render_pipeline();
    uniforms = buffer(4096, WGPUBufferUsage_Uniform);
    vertices = buffer(4096, WGPUBufferUsage_Vertex);
    for (uint32_t i = 0; i < 2; ++i) layouts[i] = wgpuRenderPipelineGetBindGroupLayout(pipeline, i);
    camera = group(layouts[0], 80);
    model = group(layouts[1], 64);
    WGPUTextureDescriptor t = WGPU_TEXTURE_DESCRIPTOR_INIT;
    t.size = {16, 16, 1};
    t.format = WGPUTextureFormat_RGBA8Unorm;
    t.usage = WGPUTextureUsage_RenderAttachment;
    WGPUTexture texture = wgpuDeviceCreateTexture(device, &t);
    target = wgpuTextureCreateView(texture, nullptr);
    wgpuTextureRelease(texture);
    return true;
  }
};

Bench& bench(benchmark::State& state) {
  static Bench b;
  if (!b.open()) state.SkipWithError("no adapter");
  return b;
}

WGPUCommandBuffer record(Bench& b, int64_t draws, bool change_groups) {
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(b.device, nullptr);
  WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
  color.view = b.target;
  color.loadOp = WGPULoadOp_Clear;
  color.storeOp = WGPUStoreOp_Store;
  WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
  d.colorAttachments = &color;
  d.colorAttachmentCount = 1;
  WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &d);
  wgpuRenderPassEncoderSetPipeline(pass, b.pipeline);
  wgpuRenderPassEncoderSetBindGroup(pass, 0, b.camera, 0, nullptr);
  wgpuRenderPassEncoderSetBindGroup(pass, 1, b.model, 0, nullptr);
  wgpuRenderPassEncoderSetVertexBuffer(pass, 0, b.vertices, 0, WGPU_WHOLE_SIZE);
  for (int64_t i = 0; i < draws; ++i) {
    if (change_groups) wgpuRenderPassEncoderSetBindGroup(pass, 1, b.model, 0, nullptr);
    wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
  }
  wgpuRenderPassEncoderEnd(pass);
  wgpuRenderPassEncoderRelease(pass);
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
  wgpuCommandEncoderRelease(encoder);
  return commands;
}

void BM_Record(benchmark::State& state) {
  Bench& b = bench(state);
  for (auto _ : state) wgpuCommandBufferRelease(record(b, state.range(0), state.range(1)));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Record)->Args({10000, 0})->Args({10000, 1});

// Recording and submitting, without what the GPU then does.
void BM_RecordAndSubmit(benchmark::State& state) {
  Bench& b = bench(state);
  for (auto _ : state) {
    WGPUCommandBuffer commands = record(b, state.range(0), true);
    wgpuQueueSubmit(b.queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    state.PauseTiming();
    b.finish();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_RecordAndSubmit)->Arg(10000);

void BM_WriteBuffer(benchmark::State& state) {
  Bench& b = bench(state);
  std::vector<std::byte> data(static_cast<size_t>(state.range(0)));
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) wgpuQueueWriteBuffer(b.queue, b.uniforms, 0, data.data(), data.size());
    state.PauseTiming();
    wgpuQueueSubmit(b.queue, 0, nullptr);
    b.finish();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(BM_WriteBuffer)->Arg(64)->Arg(4096);

void BM_CreateBindGroup(benchmark::State& state) {
  Bench& b = bench(state);
  for (auto _ : state) wgpuBindGroupRelease(b.group(b.layouts[0], 80));
}
BENCHMARK(BM_CreateBindGroup);

void BM_CreateBuffer(benchmark::State& state) {
  Bench& b = bench(state);
  for (auto _ : state) wgpuBufferRelease(b.buffer(256, WGPUBufferUsage_Uniform));
}
BENCHMARK(BM_CreateBuffer);

void BM_CreateShaderModule(benchmark::State& state) {
  Bench& b = bench(state);
  for (auto _ : state) wgpuShaderModuleRelease(b.shader(kShader));
}
BENCHMARK(BM_CreateShaderModule);

void BM_CreateRenderPipeline(benchmark::State& state) {
  Bench& b = bench(state);
  for (auto _ : state) wgpuRenderPipelineRelease(b.render_pipeline());
}
BENCHMARK(BM_CreateRenderPipeline);

// One dispatch a submission: what a program of many small steps pays.
void BM_SmallSubmissions(benchmark::State& state) {
  Bench& b = bench(state);
  for (auto _ : state) {
    for (int i = 0; i < 100; ++i) {
      WGPUCommandBuffer commands = record(b, 1, false);
      wgpuQueueSubmit(b.queue, 1, &commands);
      wgpuCommandBufferRelease(commands);
    }
    state.PauseTiming();
    b.finish();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * 100);
}
BENCHMARK(BM_SmallSubmissions);

}  // namespace

BENCHMARK_MAIN();
