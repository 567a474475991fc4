// A program with every kind of object: two frames of compute, rendering, copies, queries, indirect calls, maps and prints.
#pragma once

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "capi/testing.h"

namespace vitrine::capi::testing {

inline constexpr std::string_view kSceneCompute = R"(
struct Scale { by: vec4u }
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<uniform> scale: Scale;
@group(0) @binding(2) var image: texture_2d<f32>;
@group(0) @binding(3) var smp: sampler;
@group(0) @binding(4) var target_image: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = data[id.x] * scale.by.x + 1u;
  textureStore(target_image, id.xy, textureSampleLevel(image, smp, vec2f(0.5), 0.0));
}
)";
inline constexpr std::string_view kSceneRender = R"(
@vertex fn vs(@location(0) at: vec2f, @builtin(instance_index) i: u32) -> @builtin(position) vec4f { return vec4f(at, 0.5, 1.0); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1.0, 0.5, 0.25, 1.0); }
)";

// Owns what it makes; nothing of it is looked at for success, since a test makes any of it fail.
class Scene {
 public:
  explicit Scene(Program& p) : p_(p), device_(p.device) { queue_ = wgpuDeviceGetQueue(device_); }
  ~Scene() {
    for (auto it = undo_.rbegin(); it != undo_.rend(); ++it) (*it)();
    wgpuQueueRelease(queue_);
  }
  Scene(const Scene&) = delete;

  void make() {
    data_ = buffer(64, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst, "data");
    uniform_ = buffer(16, WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst, "uniform");
    vertices_ = buffer(24, WGPUBufferUsage_Vertex | WGPUBufferUsage_CopyDst, "vertices");
    indices_ = buffer(8, WGPUBufferUsage_Index | WGPUBufferUsage_CopyDst, "indices");
    indirect_ = buffer(64, WGPUBufferUsage_Indirect | WGPUBufferUsage_CopyDst, "indirect");
    back_ = buffer(4096, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, "back");
    WGPUBufferDescriptor mapped = WGPU_BUFFER_DESCRIPTOR_INIT;
    mapped.label = text("staged");
    mapped.size = 16;
    mapped.usage = WGPUBufferUsage_CopySrc;
    mapped.mappedAtCreation = true;
    staged_ = own(wgpuDeviceCreateBuffer(device_, &mapped), wgpuBufferRelease);
    if (staged_) {
      uint32_t two[4] = {2, 0, 0, 0};
      if (void* at = wgpuBufferGetMappedRange(staged_, 0, 16)) std::memcpy(at, two, 16);
      wgpuBufferUnmap(staged_);
    }
    image_ = texture("image", WGPUTextureFormat_RGBA8Unorm, WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopyDst | WGPUTextureUsage_CopySrc);
    other_ = texture("other", WGPUTextureFormat_RGBA8Unorm, WGPUTextureUsage_CopyDst | WGPUTextureUsage_StorageBinding | WGPUTextureUsage_CopySrc);
    target_ = texture("target", WGPUTextureFormat_RGBA8Unorm, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc);
    samples_ = texture("samples", WGPUTextureFormat_RGBA8Unorm, WGPUTextureUsage_RenderAttachment, 4);
    depth_ = texture("depth", WGPUTextureFormat_Depth24PlusStencil8, WGPUTextureUsage_RenderAttachment, 4);
    image_view_ = view(image_), other_view_ = view(other_), target_view_ = view(target_), samples_view_ = view(samples_), depth_view_ = view(depth_);
    WGPUSamplerDescriptor sd = WGPU_SAMPLER_DESCRIPTOR_INIT;
    sd.label = text("sampler");
    sampler_ = own(wgpuDeviceCreateSampler(device_, &sd), wgpuSamplerRelease);
    WGPUQuerySetDescriptor qd = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    qd.label = text("queries");
    qd.type = WGPUQueryType_Occlusion;
    qd.count = 2;
    queries_ = own(wgpuDeviceCreateQuerySet(device_, &qd), wgpuQuerySetRelease);
    resolved_ = buffer(256, WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc, "resolved");
    bindings();
    pipelines();
    bundle();
  }

  void frame() {
    uint32_t words[8] = {1, 1, 1, 0, 3, 1, 0, 0};
    write(indirect_, words, sizeof words);
    float corners[6] = {-1, -1, 3, -1, -1, 3};
    write(vertices_, corners, sizeof corners);
    uint16_t order[4] = {0, 1, 2, 0};
    write(indices_, order, sizeof order);
    uint32_t texels[16];
    for (uint32_t& t : texels) t = 0xFF8040FF;
    WGPUTexelCopyTextureInfo to = place(image_);
    WGPUTexelCopyBufferLayout rows = {0, 16, 4};
    WGPUExtent3D size = {4, 4, 1};
    wgpuQueueWriteTexture(queue_, &to, texels, sizeof texels, &rows, &size);

    WGPUCommandEncoderDescriptor ed = WGPU_COMMAND_ENCODER_DESCRIPTOR_INIT;
    ed.label = text("frame");
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(device_, &ed);
    wgpuCommandEncoderPushDebugGroup(e, text("scene"));
    if (staged_) wgpuCommandEncoderCopyBufferToBuffer(e, staged_, 0, uniform_, 0, 16);
    wgpuCommandEncoderClearBuffer(e, data_, 32, 32);
    WGPUComputePassDescriptor cd = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    cd.label = text("compute");
    WGPUComputePassEncoder c = wgpuCommandEncoderBeginComputePass(e, &cd);
    wgpuComputePassEncoderInsertDebugMarker(c, text("begin"));
    if (compute_async_) {
      wgpuComputePassEncoderSetPipeline(c, compute_async_);
      wgpuComputePassEncoderSetBindGroup(c, 0, group_, 0, nullptr);
      wgpuComputePassEncoderDispatchWorkgroups(c, 1, 1, 1);
    }
    wgpuComputePassEncoderSetPipeline(c, compute_);
    wgpuComputePassEncoderSetBindGroup(c, 0, group_, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroupsIndirect(c, indirect_, 0);
    wgpuComputePassEncoderEnd(c);
    wgpuComputePassEncoderRelease(c);

    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = samples_view_;
    color.resolveTarget = target_view_;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDepthStencilAttachment depth = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
    depth.view = depth_view_;
    depth.depthLoadOp = depth.stencilLoadOp = WGPULoadOp_Clear;
    depth.depthStoreOp = depth.stencilStoreOp = WGPUStoreOp_Discard;
    depth.depthClearValue = 1;
    WGPURenderPassDescriptor rd = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    rd.label = text("render");
    rd.colorAttachmentCount = 1;
    rd.colorAttachments = &color;
    rd.depthStencilAttachment = &depth;
    rd.occlusionQuerySet = queries_;
    WGPURenderPassEncoder r = wgpuCommandEncoderBeginRenderPass(e, &rd);
    wgpuRenderPassEncoderSetPipeline(r, render_);
    wgpuRenderPassEncoderSetVertexBuffer(r, 0, vertices_, 0, 24);
    wgpuRenderPassEncoderSetIndexBuffer(r, indices_, WGPUIndexFormat_Uint16, 0, 8);
    wgpuRenderPassEncoderBeginOcclusionQuery(r, 0);
    wgpuRenderPassEncoderDraw(r, 3, 1, 0, 0);
    wgpuRenderPassEncoderEndOcclusionQuery(r);
    wgpuRenderPassEncoderDrawIndexed(r, 3, 1, 0, 0, 0);
    wgpuRenderPassEncoderDrawIndirect(r, indirect_, 16);
    wgpuRenderPassEncoderExecuteBundles(r, 1, &bundle_);
    wgpuRenderPassEncoderEnd(r);
    wgpuRenderPassEncoderRelease(r);

    wgpuCommandEncoderResolveQuerySet(e, queries_, 0, 2, resolved_, 0);
    WGPUTexelCopyTextureInfo from = place(image_), into = place(other_);
    wgpuCommandEncoderCopyTextureToTexture(e, &from, &into, &size);
    WGPUTexelCopyTextureInfo drawn = place(target_);
    WGPUTexelCopyBufferInfo down = {{1024, 256, 4}, back_};
    wgpuCommandEncoderCopyTextureToBuffer(e, &drawn, &down, &size);
    WGPUTexelCopyBufferInfo up = {{0, 256, 1}, data_};
    WGPUExtent3D one = {4, 1, 1};
    wgpuCommandEncoderCopyBufferToTexture(e, &up, &into, &one);
    wgpuCommandEncoderCopyBufferToBuffer(e, data_, 0, back_, 0, 64);
    wgpuCommandEncoderPopDebugGroup(e);
    WGPUCommandBufferDescriptor bd = WGPU_COMMAND_BUFFER_DESCRIPTOR_INIT;
    bd.label = text("frame commands");
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(e, &bd);
    wgpuQueueSubmit(queue_, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(e);
  }

  // Every callback that was asked for has come.
  bool read() {
    struct Waits {
      std::atomic<int> map{0}, done{0};
      WGPUMapAsyncStatus status{};
    } waits;
    WGPUBufferMapCallbackInfo map = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    map.mode = WGPUCallbackMode_AllowProcessEvents;
    map.callback = [](WGPUMapAsyncStatus s, WGPUStringView, void* w, void*) {
      static_cast<Waits*>(w)->status = s;
      ++static_cast<Waits*>(w)->map;
    };
    map.userdata1 = &waits;
    wgpuBufferMapAsync(back_, WGPUMapMode_Read, 0, 4096, map);
    WGPUQueueWorkDoneCallbackInfo done = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    done.mode = WGPUCallbackMode_AllowProcessEvents;
    done.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void* w, void*) { ++static_cast<Waits*>(w)->done; };
    done.userdata1 = &waits;
    wgpuQueueOnSubmittedWorkDone(queue_, done);
    wait([&] { return waits.map > 0 && waits.done > 0; });
    if (waits.status == WGPUMapAsyncStatus_Success) {
      if (const void* at = wgpuBufferGetConstMappedRange(back_, 0, 4096)) {
        std::memcpy(&first_word, at, 4);
        std::memcpy(&texel, static_cast<const char*>(at) + 1024, 4);
      }
      wgpuBufferUnmap(back_);
    }
    return waits.map == 1 && waits.done == 1;
  }

  // Lets the device go on until it holds, for at most half a minute.
  bool wait(const std::function<bool()>& holds) {
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    for (;;) {
      wgpuInstanceProcessEvents(p_.instance);
      if (holds()) return true;
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }

  uint32_t first_word = 0, texel = 0;

 private:
  template <class T>
  T own(T object, void (*release)(T)) {
    if (object) undo_.push_back([object, release] { release(object); });
    return object;
  }
  WGPUBuffer buffer(uint64_t size, WGPUBufferUsage usage, const char* label) { return own(p_.buffer(size, usage, label), wgpuBufferRelease); }
  WGPUTexture texture(const char* label, WGPUTextureFormat format, WGPUTextureUsage usage, uint32_t samples = 1) {
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.label = text(label);
    d.format = format;
    d.usage = usage;
    d.size = {4, 4, 1};
    d.sampleCount = samples;
    return own(wgpuDeviceCreateTexture(device_, &d), wgpuTextureRelease);
  }
  WGPUTextureView view(WGPUTexture t) {
    WGPUTextureViewDescriptor d = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
    d.label = text("view");
    return own(wgpuTextureCreateView(t, &d), wgpuTextureViewRelease);
  }
  static WGPUTexelCopyTextureInfo place(WGPUTexture t) {
    WGPUTexelCopyTextureInfo i = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    i.texture = t;
    return i;
  }
  void write(WGPUBuffer b, const void* bytes, size_t size) { wgpuQueueWriteBuffer(queue_, b, 0, bytes, size); }

  void bindings() {
    WGPUBindGroupLayoutEntry entries[5];
    for (uint32_t i = 0; i < 5; ++i) {
      entries[i] = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
      entries[i].binding = i;
      entries[i].visibility = WGPUShaderStage_Compute;
    }
    entries[0].buffer.type = WGPUBufferBindingType_Storage;
    entries[1].buffer.type = WGPUBufferBindingType_Uniform;
    entries[2].texture.sampleType = WGPUTextureSampleType_Float;
    entries[3].sampler.type = WGPUSamplerBindingType_Filtering;
    entries[4].storageTexture.access = WGPUStorageTextureAccess_WriteOnly;
    entries[4].storageTexture.format = WGPUTextureFormat_RGBA8Unorm;
    WGPUBindGroupLayoutDescriptor ld = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    ld.label = text("layout");
    ld.entryCount = 5;
    ld.entries = entries;
    layout_ = own(wgpuDeviceCreateBindGroupLayout(device_, &ld), wgpuBindGroupLayoutRelease);
    WGPUPipelineLayoutDescriptor pd = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    pd.label = text("pipeline layout");
    pd.bindGroupLayoutCount = 1;
    pd.bindGroupLayouts = &layout_;
    pipeline_layout_ = own(wgpuDeviceCreatePipelineLayout(device_, &pd), wgpuPipelineLayoutRelease);
    WGPUBindGroupEntry bound[5];
    for (uint32_t i = 0; i < 5; ++i) {
      bound[i] = WGPU_BIND_GROUP_ENTRY_INIT;
      bound[i].binding = i;
    }
    bound[0].buffer = data_;
    bound[1].buffer = uniform_;
    bound[2].textureView = image_view_;
    bound[3].sampler = sampler_;
    bound[4].textureView = other_view_;
    WGPUBindGroupDescriptor gd = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    gd.label = text("group");
    gd.layout = layout_;
    gd.entryCount = 5;
    gd.entries = bound;
    group_ = own(wgpuDeviceCreateBindGroup(device_, &gd), wgpuBindGroupRelease);
  }

  void pipelines() {
    WGPUShaderModule compute = own(p_.module(kSceneCompute, "compute.wgsl"), wgpuShaderModuleRelease);
    WGPUShaderModule render = own(p_.module(kSceneRender, "render.wgsl"), wgpuShaderModuleRelease);
    WGPUComputePipelineDescriptor cd = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    cd.label = text("compute");
    cd.layout = pipeline_layout_;
    cd.compute.module = compute;
    compute_ = own(wgpuDeviceCreateComputePipeline(device_, &cd), wgpuComputePipelineRelease);
    struct Made {
      std::atomic<bool> done{false};
      WGPUComputePipeline pipeline = nullptr;
    } made;
    WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline pipeline, WGPUStringView, void* m, void*) {
      static_cast<Made*>(m)->pipeline = pipeline;
      static_cast<Made*>(m)->done = true;
    };
    info.userdata1 = &made;
    wgpuDeviceCreateComputePipelineAsync(device_, &cd, info);
    wait([&] { return made.done.load(); });
    compute_async_ = own(made.pipeline, wgpuComputePipelineRelease);

    WGPUVertexAttribute attribute = WGPU_VERTEX_ATTRIBUTE_INIT;
    attribute.format = WGPUVertexFormat_Float32x2;
    WGPUVertexBufferLayout slot = WGPU_VERTEX_BUFFER_LAYOUT_INIT;
    slot.stepMode = WGPUVertexStepMode_Vertex;
    slot.arrayStride = 8;
    slot.attributeCount = 1;
    slot.attributes = &attribute;
    WGPUDepthStencilState depth = WGPU_DEPTH_STENCIL_STATE_INIT;
    depth.format = WGPUTextureFormat_Depth24PlusStencil8;
    depth.depthWriteEnabled = WGPUOptionalBool_True;
    depth.depthCompare = WGPUCompareFunction_LessEqual;
    WGPUColorTargetState target = WGPU_COLOR_TARGET_STATE_INIT;
    target.format = WGPUTextureFormat_RGBA8Unorm;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    fragment.module = render;
    fragment.targetCount = 1;
    fragment.targets = &target;
    WGPURenderPipelineDescriptor rd = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    rd.label = text("render");
    rd.vertex.module = render;
    rd.vertex.bufferCount = 1;
    rd.vertex.buffers = &slot;
    rd.depthStencil = &depth;
    rd.multisample.count = 4;
    rd.fragment = &fragment;
    render_ = own(wgpuDeviceCreateRenderPipeline(device_, &rd), wgpuRenderPipelineRelease);
  }

  void bundle() {
    WGPUTextureFormat format = WGPUTextureFormat_RGBA8Unorm;
    WGPURenderBundleEncoderDescriptor d = WGPU_RENDER_BUNDLE_ENCODER_DESCRIPTOR_INIT;
    d.label = text("bundle");
    d.colorFormatCount = 1;
    d.colorFormats = &format;
    d.depthStencilFormat = WGPUTextureFormat_Depth24PlusStencil8;
    d.sampleCount = 4;
    WGPURenderBundleEncoder e = wgpuDeviceCreateRenderBundleEncoder(device_, &d);
    wgpuRenderBundleEncoderSetPipeline(e, render_);
    wgpuRenderBundleEncoderSetVertexBuffer(e, 0, vertices_, 0, 24);
    wgpuRenderBundleEncoderDraw(e, 3, 1, 0, 0);
    WGPURenderBundleDescriptor bd = WGPU_RENDER_BUNDLE_DESCRIPTOR_INIT;
    bd.label = text("bundle");
    bundle_ = own(wgpuRenderBundleEncoderFinish(e, &bd), wgpuRenderBundleRelease);
    wgpuRenderBundleEncoderRelease(e);
  }

  Program& p_;
  WGPUDevice device_;
  WGPUQueue queue_;
  std::vector<std::function<void()>> undo_;
  WGPUBuffer data_{}, uniform_{}, vertices_{}, indices_{}, indirect_{}, back_{}, staged_{}, resolved_{};
  WGPUTexture image_{}, other_{}, target_{}, samples_{}, depth_{};
  WGPUTextureView image_view_{}, other_view_{}, target_view_{}, samples_view_{}, depth_view_{};
  WGPUSampler sampler_{};
  WGPUQuerySet queries_{};
  WGPUBindGroupLayout layout_{};
  WGPUPipelineLayout pipeline_layout_{};
  WGPUBindGroup group_{};
  WGPUComputePipeline compute_{}, compute_async_{};
  WGPURenderPipeline render_{};
  WGPURenderBundle bundle_{};
};

}  // namespace vitrine::capi::testing
