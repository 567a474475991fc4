// What each call of webgpu.h costs, of libraries that are opened by path, in turns:
//   peer_bench [--only TEXT or =NAME] [--rounds N] [--ms N] [--backend null|vulkan] NAME=LIBRARY[:RGBA8UNORM]...
// RGBA8UNORM is the number of that format where the library is of a time when the formats were numbered otherwise. Each library
// is measured in a process of its own; prints ns for each call, the least of the rounds, and what the first takes of the last. With one library and --count N every case
// runs once, N calls, for instruction counts: valgrind --tool=callgrind --toggle-collect='*measured*' . With --grow yes it is the cost
// of one of few and of one of a hundred times as many, all alive or in one encoder, which should not differ.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <webgpu/webgpu.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

WGPUStringView text(std::string_view words) { return {words.data(), words.size()}; }

constexpr std::string_view kDraw = R"(
struct Camera { view: mat4x4f, tint: vec4f }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(1) @binding(0) var<uniform> model: mat4x4f;
@vertex fn vertex(@location(0) position: vec3f) -> @builtin(position) vec4f { return camera.view * model * vec4f(position, 1); }
@fragment fn fragment() -> @location(0) vec4f { return camera.tint; }
)";
constexpr std::string_view kCompute = R"(
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] = data[id.x] * 3 + 1; }
)";

void* library = nullptr;

template <class F>
F find(const char* name) {
  void* p = dlsym(library, name);
  if (!p) {
    std::fprintf(stderr, "the library has no %s\n", name);
    std::exit(1);
  }
  return reinterpret_cast<F>(p);
}
#define PROC(Name) const auto Name = find<WGPUProc##Name>("wgpu" #Name)

struct Case {
  std::string name;
  std::function<void(int)> run;  // that many calls
  int grow_from = 0;             // not 0: one of those that --grow asks for, which keep all they make to the end
};

// The cases of the library that is open. `format`: the number of rgba8unorm there.
std::vector<Case> cases(WGPUBackendType backend, WGPUTextureFormat format) {
  PROC(CreateInstance);
  PROC(InstanceRequestAdapter);
  PROC(InstanceProcessEvents);
  PROC(AdapterRequestDevice);
  PROC(DeviceGetQueue);
  PROC(DeviceCreateBuffer);
  PROC(DeviceCreateTexture);
  PROC(TextureCreateView);
  PROC(DeviceCreateSampler);
  PROC(DeviceCreateBindGroupLayout);
  PROC(DeviceCreateBindGroup);
  PROC(DeviceCreatePipelineLayout);
  PROC(DeviceCreateShaderModule);
  PROC(DeviceCreateComputePipeline);
  PROC(DeviceCreateRenderPipeline);
  PROC(DeviceCreateCommandEncoder);
  PROC(DeviceCreateRenderBundleEncoder);
  PROC(CommandEncoderBeginRenderPass);
  PROC(CommandEncoderBeginComputePass);
  PROC(CommandEncoderCopyBufferToBuffer);
  PROC(CommandEncoderFinish);
  PROC(RenderPassEncoderSetPipeline);
  PROC(RenderPassEncoderSetBindGroup);
  PROC(RenderPassEncoderSetVertexBuffer);
  PROC(RenderPassEncoderSetIndexBuffer);
  PROC(RenderPassEncoderDraw);
  PROC(RenderPassEncoderDrawIndexed);
  PROC(RenderPassEncoderExecuteBundles);
  PROC(RenderPassEncoderPushDebugGroup);
  PROC(RenderPassEncoderPopDebugGroup);
  PROC(RenderPassEncoderEnd);
  PROC(RenderPassEncoderRelease);
  PROC(ComputePassEncoderSetPipeline);
  PROC(ComputePassEncoderSetBindGroup);
  PROC(ComputePassEncoderDispatchWorkgroups);
  PROC(ComputePassEncoderEnd);
  PROC(ComputePassEncoderRelease);
  PROC(RenderBundleEncoderSetPipeline);
  PROC(RenderBundleEncoderSetBindGroup);
  PROC(RenderBundleEncoderSetVertexBuffer);
  PROC(RenderBundleEncoderDraw);
  PROC(RenderBundleEncoderFinish);
  PROC(RenderBundleEncoderRelease);
  PROC(RenderBundleRelease);
  PROC(CommandEncoderRelease);
  PROC(CommandBufferRelease);
  PROC(BufferRelease);
  PROC(TextureRelease);
  PROC(TextureViewRelease);
  PROC(SamplerRelease);
  PROC(BindGroupRelease);
  PROC(BindGroupLayoutRelease);
  PROC(PipelineLayoutRelease);
  PROC(ShaderModuleRelease);
  PROC(ComputePipelineRelease);
  PROC(RenderPipelineRelease);
  PROC(BufferMapAsync);
  PROC(BufferGetConstMappedRange);
  PROC(BufferGetMappedRange);
  PROC(BufferUnmap);
  PROC(QueueSubmit);
  PROC(QueueWriteBuffer);
  PROC(QueueOnSubmittedWorkDone);
  PROC(DevicePushErrorScope);
  PROC(DevicePopErrorScope);
  PROC(BufferAddRef);

  static WGPUAdapter adapter = nullptr;
  static WGPUDevice device = nullptr;
  static bool done = false;
  WGPUInstance instance = CreateInstance(nullptr);
  auto wait = [=] {
    while (!done) InstanceProcessEvents(instance);
    done = false;
  };
  WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
  options.backendType = backend;
  InstanceRequestAdapter(instance, &options,
                         {nullptr, WGPUCallbackMode_AllowProcessEvents,
                          [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void*, void*) { adapter = a, done = true; },
                          nullptr, nullptr});
  wait();
  if (!adapter) return {};
  WGPUDeviceDescriptor device_descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
  device_descriptor.uncapturedErrorCallbackInfo.callback = [](WGPUDevice const*, WGPUErrorType, WGPUStringView message, void*, void*) {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(message.length), message.data);
    std::exit(1);
  };
  AdapterRequestDevice(adapter, &device_descriptor,
                       {nullptr, WGPUCallbackMode_AllowProcessEvents,
                        [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void*, void*) { device = d, done = true; }, nullptr,
                        nullptr});
  wait();
  if (!device) return {};
  WGPUQueue queue = DeviceGetQueue(device);

  auto buffer = [=](uint64_t size, WGPUBufferUsage usage) {
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = size;
    d.usage = usage;
    return DeviceCreateBuffer(device, &d);
  };
  auto module = [=](std::string_view wgsl) {
    WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
    code.code = text(wgsl);
    WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    d.nextInChain = &code.chain;
    return DeviceCreateShaderModule(device, &d);
  };
  auto layout = [=](WGPUShaderStage visibility, WGPUBufferBindingType type, bool dynamic) {
    WGPUBindGroupLayoutEntry e = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
    e.visibility = visibility;
    e.buffer.type = type;
    e.buffer.hasDynamicOffset = dynamic;
    WGPUBindGroupLayoutDescriptor d = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    d.entries = &e;
    d.entryCount = 1;
    return DeviceCreateBindGroupLayout(device, &d);
  };
  auto group = [=](WGPUBindGroupLayout l, WGPUBuffer b, uint64_t size) {
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = b;
    entry.size = size;
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.layout = l;
    d.entries = &entry;
    d.entryCount = 1;
    return DeviceCreateBindGroup(device, &d);
  };
  auto pipeline_layout = [=](std::vector<WGPUBindGroupLayout> l) {
    WGPUPipelineLayoutDescriptor d = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    d.bindGroupLayouts = l.data();
    d.bindGroupLayoutCount = l.size();
    return DeviceCreatePipelineLayout(device, &d);
  };
  WGPUBindGroupLayout layouts[] = {layout(WGPUShaderStage_Vertex | WGPUShaderStage_Fragment, WGPUBufferBindingType_Uniform, false),
                                   layout(WGPUShaderStage_Vertex | WGPUShaderStage_Fragment, WGPUBufferBindingType_Uniform, true),
                                   layout(WGPUShaderStage_Compute, WGPUBufferBindingType_Storage, false)};
  WGPUPipelineLayout render_layout = pipeline_layout({layouts[0], layouts[1]}), compute_layout = pipeline_layout({layouts[2]});
  WGPUShaderModule draw_module = module(kDraw), compute_module = module(kCompute);
  auto render_pipeline = [=](WGPUShaderModule m, WGPUFrontFace front) {
    WGPUVertexAttribute attribute = WGPU_VERTEX_ATTRIBUTE_INIT;
    attribute.format = WGPUVertexFormat_Float32x3;
    WGPUVertexBufferLayout l = WGPU_VERTEX_BUFFER_LAYOUT_INIT;
    l.arrayStride = 12;
    l.stepMode = WGPUVertexStepMode_Vertex;
    l.attributes = &attribute;
    l.attributeCount = 1;
    WGPUColorTargetState color = WGPU_COLOR_TARGET_STATE_INIT;
    color.format = format;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    fragment.module = m;
    fragment.targets = &color;
    fragment.targetCount = 1;
    WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    d.layout = render_layout;
    d.primitive.frontFace = front;
    d.vertex.module = m;
    d.vertex.buffers = &l;
    d.vertex.bufferCount = 1;
    d.fragment = &fragment;
    return DeviceCreateRenderPipeline(device, &d);
  };
  auto compute_pipeline = [=](WGPUShaderModule m) {
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.layout = compute_layout;
    d.compute.module = m;
    return DeviceCreateComputePipeline(device, &d);
  };
  WGPURenderPipeline pipelines[] = {render_pipeline(draw_module, WGPUFrontFace_CCW),
                                    render_pipeline(draw_module, WGPUFrontFace_CW)};
  WGPUComputePipeline computing = compute_pipeline(compute_module);
  WGPUBuffer uniforms = buffer(65536, WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst), vertices = buffer(65536, WGPUBufferUsage_Vertex);
  WGPUBuffer indices = buffer(65536, WGPUBufferUsage_Index), large = buffer(1 << 20, WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc);
  WGPUBuffer storage[] = {buffer(65536, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst),
                          buffer(65536, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst)};
  WGPUBuffer mapped = buffer(256, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
  WGPUBindGroup groups[] = {group(layouts[0], uniforms, 256), group(layouts[1], uniforms, 256)};
  WGPUBindGroup compute_groups[] = {group(layouts[2], storage[0], WGPU_WHOLE_SIZE), group(layouts[2], storage[1], WGPU_WHOLE_SIZE)};
  auto make_texture = [=] {
    WGPUTextureDescriptor t = WGPU_TEXTURE_DESCRIPTOR_INIT;
    t.size = {16, 16, 1};
    t.format = format;
    t.usage = WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_TextureBinding;
    return DeviceCreateTexture(device, &t);
  };
  WGPUTexture texture = make_texture();
  WGPUTextureView view = TextureCreateView(texture, nullptr);

  auto begin = [=](WGPUCommandEncoder encoder) {
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = view;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    d.colorAttachments = &color;
    d.colorAttachmentCount = 1;
    return CommandEncoderBeginRenderPass(encoder, &d);
  };
  const uint32_t zero = 0;
  auto finish = [=](WGPUCommandEncoder encoder) {
    CommandBufferRelease(CommandEncoderFinish(encoder, nullptr));
    CommandEncoderRelease(encoder);
  };
  // Up to 10000 of them in one encoder.
  auto in_encoder = [=](auto one) {
    return [=](int n) {
      for (; n > 0; n -= 10000) {
        WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(device, nullptr);
        for (int i = 0; i < std::min(n, 10000); ++i) one(encoder, i);
        finish(encoder);
      }
    };
  };
  auto in_pass = [=](auto one) {
    return [=](int n) {
      for (; n > 0; n -= 10000) {
        WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(device, nullptr);
        WGPURenderPassEncoder pass = begin(encoder);
        RenderPassEncoderSetPipeline(pass, pipelines[0]);
        RenderPassEncoderSetBindGroup(pass, 0, groups[0], 0, nullptr);
        RenderPassEncoderSetBindGroup(pass, 1, groups[1], 1, &zero);
        RenderPassEncoderSetVertexBuffer(pass, 0, vertices, 0, WGPU_WHOLE_SIZE);
        RenderPassEncoderSetIndexBuffer(pass, indices, WGPUIndexFormat_Uint16, 0, WGPU_WHOLE_SIZE);
        for (int i = 0; i < std::min(n, 10000); ++i) one(pass, i);
        RenderPassEncoderEnd(pass);
        RenderPassEncoderRelease(pass);
        finish(encoder);
      }
    };
  };
  auto in_compute = [=](auto one) {
    return [=](int n) {
      for (; n > 0; n -= 10000) {
        WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(device, nullptr);
        WGPUComputePassEncoder pass = CommandEncoderBeginComputePass(encoder, nullptr);
        ComputePassEncoderSetPipeline(pass, computing);
        ComputePassEncoderSetBindGroup(pass, 0, compute_groups[0], 0, nullptr);
        for (int i = 0; i < std::min(n, 10000); ++i) one(pass, i);
        ComputePassEncoderEnd(pass);
        ComputePassEncoderRelease(pass);
        finish(encoder);
      }
    };
  };
  auto each = [](auto one) {
    return [=](int n) {
      for (int i = 0; i < n; ++i) one();
    };
  };
  auto bundle = [=](int draws) {
    WGPURenderBundleEncoderDescriptor d = WGPU_RENDER_BUNDLE_ENCODER_DESCRIPTOR_INIT;
    d.colorFormats = &format;
    d.colorFormatCount = 1;
    WGPURenderBundleEncoder encoder = DeviceCreateRenderBundleEncoder(device, &d);
    RenderBundleEncoderSetPipeline(encoder, pipelines[0]);
    RenderBundleEncoderSetBindGroup(encoder, 0, groups[0], 0, nullptr);
    RenderBundleEncoderSetBindGroup(encoder, 1, groups[1], 1, &zero);
    RenderBundleEncoderSetVertexBuffer(encoder, 0, vertices, 0, WGPU_WHOLE_SIZE);
    for (int i = 0; i < draws; ++i) RenderBundleEncoderDraw(encoder, 3, 1, 0, 0);
    WGPURenderBundle b = RenderBundleEncoderFinish(encoder, nullptr);
    RenderBundleEncoderRelease(encoder);
    return b;
  };
  WGPURenderBundle one_bundle = bundle(100);
  auto settle = [=] {
    QueueOnSubmittedWorkDone(queue, {nullptr, WGPUCallbackMode_AllowProcessEvents,
                                     [](WGPUQueueWorkDoneStatus, WGPUStringView, void*, void*) { done = true; }, nullptr, nullptr});
    wait();
  };
  // So many of them at once.
  auto kept = [](auto make, auto release) {
    return [=](int n) {
      std::vector<decltype(make())> all;
      for (int i = 0; i < n; ++i) all.push_back(make());
      for (auto o : all) release(o);
    };
  };
  static std::vector<char> data(1 << 20);
  static uint64_t unique = 0;
  auto distinct = [](std::string_view code) { return std::string(code) + "\nconst u" + std::to_string(unique++) + " = 1;"; };

  return {
      {"createBuffer", each([=] { BufferRelease(buffer(256, WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst)); })},
      {"createBuffer mapped, getMappedRange, unmap", each([=] {
         WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
         d.size = 256;
         d.usage = WGPUBufferUsage_Uniform;
         d.mappedAtCreation = true;
         WGPUBuffer b = DeviceCreateBuffer(device, &d);
         std::memset(BufferGetMappedRange(b, 0, 256), 1, 256);
         BufferUnmap(b);
         BufferRelease(b);
       })},
      {"buffer addRef, release", each([=] {
         BufferAddRef(uniforms);
         BufferRelease(uniforms);
       })},
      {"createTexture", each([=] { TextureRelease(make_texture()); })},
      {"createView", each([=] { TextureViewRelease(TextureCreateView(texture, nullptr)); })},
      {"createSampler", each([=] { SamplerRelease(DeviceCreateSampler(device, nullptr)); })},
      {"createBindGroupLayout", each([=] { BindGroupLayoutRelease(layout(WGPUShaderStage_Vertex, WGPUBufferBindingType_Uniform, false)); })},
      {"createBindGroup", each([=] { BindGroupRelease(group(layouts[0], uniforms, 256)); })},
      {"createPipelineLayout", each([=] { PipelineLayoutRelease(pipeline_layout({layouts[0], layouts[1]})); })},
      {"createShaderModule, same", each([=] { ShaderModuleRelease(module(kDraw)); })},
      {"createShaderModule, distinct", each([=] { ShaderModuleRelease(module(distinct(kDraw))); })},
      {"createComputePipeline, same", each([=] { ComputePipelineRelease(compute_pipeline(compute_module)); })},
      {"createRenderPipeline, same", each([=] { RenderPipelineRelease(render_pipeline(draw_module, WGPUFrontFace_CCW)); })},
      {"createShaderModule + createComputePipeline, distinct", each([=] {
         WGPUShaderModule m = module(distinct(kCompute));
         ComputePipelineRelease(compute_pipeline(m));
         ShaderModuleRelease(m);
       })},
      {"createShaderModule + createRenderPipeline, distinct", each([=] {
         WGPUShaderModule m = module(distinct(kDraw));
         RenderPipelineRelease(render_pipeline(m, WGPUFrontFace_CCW));
         ShaderModuleRelease(m);
       })},
      {"createCommandEncoder, finish", each([=] { finish(DeviceCreateCommandEncoder(device, nullptr)); })},
      {"encoder, render pass, 1 draw, finish", [=](int n) {
         for (int i = 0; i < n; ++i) in_pass([=](WGPURenderPassEncoder pass, int) { RenderPassEncoderDraw(pass, 3, 1, 0, 0); })(1);
       }},
      {"draw", in_pass([=](WGPURenderPassEncoder pass, int) { RenderPassEncoderDraw(pass, 3, 1, 0, 0); })},
      {"setBindGroup", in_pass([=](WGPURenderPassEncoder pass, int) { RenderPassEncoderSetBindGroup(pass, 0, groups[0], 0, nullptr); })},
      {"setBindGroup + draw", in_pass([=](WGPURenderPassEncoder pass, int) {
         RenderPassEncoderSetBindGroup(pass, 0, groups[0], 0, nullptr);
         RenderPassEncoderDraw(pass, 3, 1, 0, 0);
       })},
      {"setBindGroup with offsets", in_pass([=](WGPURenderPassEncoder pass, int i) {
         uint32_t offset = (i & 1) * 256u;
         RenderPassEncoderSetBindGroup(pass, 1, groups[1], 1, &offset);
       })},
      {"setPipeline", in_pass([=](WGPURenderPassEncoder pass, int i) { RenderPassEncoderSetPipeline(pass, pipelines[i & 1]); })},
      {"setVertexBuffer", in_pass([=](WGPURenderPassEncoder pass, int) { RenderPassEncoderSetVertexBuffer(pass, 0, vertices, 0, WGPU_WHOLE_SIZE); })},
      {"setIndexBuffer", in_pass([=](WGPURenderPassEncoder pass, int) {
         RenderPassEncoderSetIndexBuffer(pass, indices, WGPUIndexFormat_Uint16, 0, WGPU_WHOLE_SIZE);
       })},
      {"setPipeline, 2 setBindGroup, setVertexBuffer, setIndexBuffer, drawIndexed", in_pass([=](WGPURenderPassEncoder pass, int i) {
         uint32_t offset = (i & 1) * 256u;
         RenderPassEncoderSetPipeline(pass, pipelines[i & 1]);
         RenderPassEncoderSetBindGroup(pass, 0, groups[0], 0, nullptr);
         RenderPassEncoderSetBindGroup(pass, 1, groups[1], 1, &offset);
         RenderPassEncoderSetVertexBuffer(pass, 0, vertices, 0, WGPU_WHOLE_SIZE);
         RenderPassEncoderSetIndexBuffer(pass, indices, WGPUIndexFormat_Uint16, 0, WGPU_WHOLE_SIZE);
         RenderPassEncoderDrawIndexed(pass, 3, 1, 0, 0, 0);
       })},
      {"pushDebugGroup, popDebugGroup", in_pass([=](WGPURenderPassEncoder pass, int) {
         RenderPassEncoderPushDebugGroup(pass, text("mesh"));
         RenderPassEncoderPopDebugGroup(pass);
       })},
      {"dispatchWorkgroups", in_compute([=](WGPUComputePassEncoder pass, int) { ComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1); })},
      {"setBindGroup + dispatchWorkgroups", in_compute([=](WGPUComputePassEncoder pass, int i) {
         ComputePassEncoderSetBindGroup(pass, 0, compute_groups[i & 1], 0, nullptr);
         ComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
       })},
      {"copyBufferToBuffer",
       in_encoder([=](WGPUCommandEncoder encoder, int) { CommandEncoderCopyBufferToBuffer(encoder, storage[0], 0, storage[1], 0, 256); })},
      {"beginComputePass, end", in_encoder([=](WGPUCommandEncoder encoder, int) {
         WGPUComputePassEncoder pass = CommandEncoderBeginComputePass(encoder, nullptr);
         ComputePassEncoderEnd(pass);
         ComputePassEncoderRelease(pass);
       })},
      {"render bundle of 100 draws", each([=] { RenderBundleRelease(bundle(100)); })},
      {"executeBundles", in_pass([=](WGPURenderPassEncoder pass, int) { RenderPassEncoderExecuteBundles(pass, 1, &one_bundle); })},
      {"writeBuffer, 64 bytes", [=](int n) {
         for (int i = 0; i < n; ++i) {
           QueueWriteBuffer(queue, uniforms, 0, data.data(), 64);
           if (i % 1000 == 999) QueueSubmit(queue, 0, nullptr);
         }
         settle();
       }},
      {"writeBuffer, 1 MB", [=](int n) {
         for (int i = 0; i < n; ++i) {
           QueueWriteBuffer(queue, large, 0, data.data(), data.size());
           QueueSubmit(queue, 0, nullptr);
         }
         settle();
       }},
      {"submit nothing", [=](int n) {
         for (int i = 0; i < n; ++i) QueueSubmit(queue, 0, nullptr);
         settle();
       }},
      {"encoder, 1 dispatch, finish, submit", [=](int n) {
         for (int i = 0; i < n; ++i) {
           WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(device, nullptr);
           WGPUComputePassEncoder pass = CommandEncoderBeginComputePass(encoder, nullptr);
           ComputePassEncoderSetPipeline(pass, computing);
           ComputePassEncoderSetBindGroup(pass, 0, compute_groups[0], 0, nullptr);
           ComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
           ComputePassEncoderEnd(pass);
           ComputePassEncoderRelease(pass);
           WGPUCommandBuffer commands = CommandEncoderFinish(encoder, nullptr);
           QueueSubmit(queue, 1, &commands);
           CommandBufferRelease(commands);
           CommandEncoderRelease(encoder);
         }
         settle();
       }},
      {"mapAsync, getConstMappedRange, unmap", each([=] {
         BufferMapAsync(mapped, WGPUMapMode_Read, 0, 256,
                        {nullptr, WGPUCallbackMode_AllowProcessEvents,
                         [](WGPUMapAsyncStatus, WGPUStringView, void*, void*) { done = true; }, nullptr, nullptr});
         wait();
         BufferGetConstMappedRange(mapped, 0, 256);
         BufferUnmap(mapped);
       })},
      {"onSubmittedWorkDone", each(settle)},
      {"pushErrorScope, popErrorScope", each([=] {
         DevicePushErrorScope(device, WGPUErrorFilter_Validation);
         DevicePopErrorScope(device, {nullptr, WGPUCallbackMode_AllowProcessEvents,
                                      [](WGPUPopErrorScopeStatus, WGPUErrorType, WGPUStringView, void*, void*) { done = true; }, nullptr,
                                      nullptr});
         wait();
       })},

      {"buffers alive", kept([=] { return buffer(256, WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst); }, BufferRelease), 1000},
      {"textures alive", kept(make_texture, TextureRelease), 1000},
      {"texture views alive", kept([=] { return TextureCreateView(texture, nullptr); }, TextureViewRelease), 1000},
      {"bind groups alive", kept([=] { return group(layouts[0], uniforms, 256); }, BindGroupRelease), 1000},
      {"command buffers alive", kept([=] {
         WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(device, nullptr);
         CommandEncoderCopyBufferToBuffer(encoder, storage[0], 0, storage[1], 0, 256);
         WGPUCommandBuffer commands = CommandEncoderFinish(encoder, nullptr);
         CommandEncoderRelease(encoder);
         return commands;
       }, CommandBufferRelease), 1000},
      {"draws in one encoder, each with a bind group and a buffer of its own", [=](int n) {
         std::vector<WGPUBindGroup> all;
         std::vector<WGPUBuffer> own;
         for (int i = 0; i < n; ++i) {
           own.push_back(buffer(256, WGPUBufferUsage_Uniform | WGPUBufferUsage_Vertex));
           all.push_back(group(layouts[0], own.back(), 256));
         }
         WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(device, nullptr);
         WGPURenderPassEncoder pass = begin(encoder);
         RenderPassEncoderSetPipeline(pass, pipelines[0]);
         RenderPassEncoderSetBindGroup(pass, 1, groups[1], 1, &zero);
         for (int i = 0; i < n; ++i) {
           RenderPassEncoderSetBindGroup(pass, 0, all[i], 0, nullptr);
           RenderPassEncoderSetVertexBuffer(pass, 0, own[i], 0, WGPU_WHOLE_SIZE);
           RenderPassEncoderDraw(pass, 3, 1, 0, 0);
         }
         RenderPassEncoderEnd(pass);
         RenderPassEncoderRelease(pass);
         WGPUCommandBuffer commands = CommandEncoderFinish(encoder, nullptr);
         CommandEncoderRelease(encoder);
         QueueSubmit(queue, 1, &commands);
         CommandBufferRelease(commands);
         for (WGPUBindGroup g : all) BindGroupRelease(g);
         for (WGPUBuffer b : own) BufferRelease(b);
         settle();
       }, 1000},
      {"draws in one encoder", [=](int n) {
         WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(device, nullptr);
         WGPURenderPassEncoder pass = begin(encoder);
         RenderPassEncoderSetPipeline(pass, pipelines[0]);
         RenderPassEncoderSetBindGroup(pass, 0, groups[0], 0, nullptr);
         RenderPassEncoderSetBindGroup(pass, 1, groups[1], 1, &zero);
         RenderPassEncoderSetVertexBuffer(pass, 0, vertices, 0, WGPU_WHOLE_SIZE);
         for (int i = 0; i < n; ++i) RenderPassEncoderDraw(pass, 3, 1, 0, 0);
         RenderPassEncoderEnd(pass);
         RenderPassEncoderRelease(pass);
         finish(encoder);
       }, 10000},
      {"passes in one encoder", [=](int n) {
         WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(device, nullptr);
         for (int i = 0; i < n; ++i) {
           WGPUComputePassEncoder pass = CommandEncoderBeginComputePass(encoder, nullptr);
           ComputePassEncoderSetPipeline(pass, computing);
           ComputePassEncoderSetBindGroup(pass, 0, compute_groups[0], 0, nullptr);
           ComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
           ComputePassEncoderEnd(pass);
           ComputePassEncoderRelease(pass);
         }
         WGPUCommandBuffer commands = CommandEncoderFinish(encoder, nullptr);
         CommandEncoderRelease(encoder);
         QueueSubmit(queue, 1, &commands);
         CommandBufferRelease(commands);
         settle();
       }, 100},
      {"submits and callbacks in flight", [=](int n) {
         static int left = 0;
         left = n;
         for (int i = 0; i < n; ++i) {
           WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(device, nullptr);
           CommandEncoderCopyBufferToBuffer(encoder, storage[0], 0, storage[1], 0, 4);
           WGPUCommandBuffer commands = CommandEncoderFinish(encoder, nullptr);
           CommandEncoderRelease(encoder);
           QueueSubmit(queue, 1, &commands);
           CommandBufferRelease(commands);
           QueueOnSubmittedWorkDone(queue, {nullptr, WGPUCallbackMode_AllowProcessEvents,
                                            [](WGPUQueueWorkDoneStatus, WGPUStringView, void*, void*) { --left; }, nullptr, nullptr});
         }
         while (left > 0) InstanceProcessEvents(instance);
       }, 100},
      {"ranges of one mapped buffer", [=](int n) {
         WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
         d.size = static_cast<uint64_t>(n) * 8;
         d.usage = WGPUBufferUsage_Uniform;
         d.mappedAtCreation = true;
         WGPUBuffer b = DeviceCreateBuffer(device, &d);
         for (int i = 0; i < n; ++i) BufferGetMappedRange(b, static_cast<size_t>(i) * 8, 8);
         BufferUnmap(b);
         BufferRelease(b);
       }, 100},
  };
}

// For profilers to find.
[[gnu::noinline]] void measured(const Case& c, int n) { c.run(n); }

double seconds(const Case& c, int n) {
  auto start = std::chrono::steady_clock::now();
  measured(c, n);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Options {
  std::string only;
  bool grow = false;
  int rounds = 5, count = 0;
  double ms = 50;
  WGPUBackendType backend = WGPUBackendType_Null;
};
struct Peer {
  std::string name, file;
  WGPUTextureFormat format = WGPUTextureFormat_RGBA8Unorm;
  FILE *ask = nullptr, *answer = nullptr;
};

// Answers "NUMBER" by the ns of one call of that case, and of one where there are a hundred times as many; the first answers are
// the names.
void serve(const Peer& peer, const Options& options, FILE* questions, FILE* answers) {
  library = dlopen(peer.file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) std::fprintf(stderr, "%s\n", dlerror());
  std::vector<Case> all = library ? cases(options.backend, peer.format) : std::vector<Case>();
  std::erase_if(all, [&](const Case& c) { return options.grow != (c.grow_from != 0); });
  for (const Case& c : all) std::fprintf(answers, "%s\n", c.name.c_str());
  std::fprintf(answers, "\n");
  std::fflush(answers);
  std::vector<int> counts(all.size());
  size_t i;
  while (std::fscanf(questions, "%zu", &i) == 1 && i < all.size()) {
    int& n = counts[i];
    if (options.count) n = options.count;
    if (options.grow) {
      n = all[i].grow_from;
      double few = std::min(seconds(all[i], n), seconds(all[i], n)) / n * 1e9, many = seconds(all[i], n * 100) / n * 1e7;
      std::fprintf(answers, "%g %g\n", few, many);
      std::fflush(answers);
      continue;
    }
    double wanted = options.ms / 1000;
    for (int m = 10; n == 0; m *= 2)
      if (double s = seconds(all[i], m); s > wanted / 3 || m > 5'000'000) n = std::max(1, static_cast<int>(m * wanted / s));
    std::fprintf(answers, "%g\n", seconds(all[i], n) / n * 1e9);
    std::fflush(answers);
  }
  _exit(0);
}

std::string line(FILE* from) {
  char text[256];
  if (!std::fgets(text, sizeof text, from)) return {};
  text[std::strcspn(text, "\n")] = 0;
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::vector<Peer> peers;
  for (int i = 1; i < argc; ++i) {
    std::string_view a = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : "";
    if (a.starts_with("--")) ++i;
    if (a == "--only") options.only = value;
    else if (a == "--grow") options.grow = true, options.rounds = 1;
    else if (a == "--rounds") options.rounds = std::atoi(value);
    else if (a == "--count") options.count = std::atoi(value), options.rounds = 1;
    else if (a == "--ms") options.ms = std::atof(value);
    else if (a == "--backend") options.backend = std::string_view(value) == "vulkan" ? WGPUBackendType_Vulkan : WGPUBackendType_Null;
    else if (size_t eq = a.find('='); eq != a.npos) {
      Peer p{std::string(a.substr(0, eq)), std::string(a.substr(eq + 1))};
      if (size_t colon = p.file.rfind(':'); colon != std::string::npos) {
        p.format = static_cast<WGPUTextureFormat>(std::atoi(p.file.c_str() + colon + 1));
        p.file.resize(colon);
      }
      peers.push_back(p);
    }
  }
  if (peers.empty()) {
    std::printf("peer_bench compares libraries: name them, NAME=LIBRARY\n");
    return 0;
  }
  std::vector<std::string> names;
  for (Peer& p : peers) {
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0) return 1;
    if (fork() == 0) {
      close(down[1]);
      for (const Peer& q : peers)
        if (q.ask) std::fclose(q.ask);
      serve(p, options, fdopen(down[0], "r"), fdopen(up[1], "w"));
    }
    close(down[0]);
    close(up[1]);
    p.ask = fdopen(down[1], "w");
    p.answer = fdopen(up[0], "r");
    names.clear();
    for (std::string n; !(n = line(p.answer)).empty();) names.push_back(n);
    if (names.empty()) {
      std::fprintf(stderr, "%s: no device\n", p.name.c_str());
      return 1;
    }
  }
  std::printf("%-76s", options.backend == WGPUBackendType_Null ? "ns a call, backend null" : "ns a call, backend vulkan");
  for (const Peer& p : peers) std::printf(options.grow ? "%12s  100 x many" : "%12s", p.name.c_str());
  std::printf(peers.size() > 1 ? "       ratio\n" : "\n");
  for (size_t i = 0; i < names.size(); ++i) {
    bool exact = options.only.starts_with('=');
    if (exact ? names[i] != options.only.substr(1) : names[i].find(options.only) == std::string::npos) continue;
    std::vector<std::vector<double>> found(peers.size());
    for (int round = 0; round < options.rounds; ++round) {
      for (size_t k = 0; k < peers.size(); ++k) {
        std::fprintf(peers[k].ask, "%zu\n", i);
        std::fflush(peers[k].ask);
        std::string a = line(peers[k].answer);
        if (a.empty()) {
          std::fprintf(stderr, "%s ended\n", peers[k].name.c_str());
          return 1;
        }
        if (size_t space = a.find(' '); space != a.npos) found[k].push_back(std::atof(a.c_str() + space));
        found[k].push_back(std::atof(a.c_str()));
      }
    }
    std::printf("%-76s", names[i].c_str());
    std::vector<double> least;
    for (auto& f : found) {
      if (options.grow) std::printf("%12.0f", f[1]), f.resize(1);
      least.push_back(*std::min_element(f.begin(), f.end()));
      std::printf("%12.1f", least.back());
    }
    if (peers.size() > 1) std::printf("%12.2f", least.front() / least.back());
    std::printf("\n");
    std::fflush(stdout);
  }
  for (Peer& p : peers) std::fclose(p.ask);
  while (wait(nullptr) > 0) {}
}
