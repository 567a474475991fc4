// What random_calls.h does in an order that makes sense, so that what lies deep is reached: with random calls in between.
#pragma once

#include "random_calls.h"

namespace random_calls {

inline const char* const Player::kShaders[] = {
    R"(
override k: u32 = 1;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] = data[id.x + k] % 5; }
)",
    R"(
@group(0) @binding(0) var<uniform> scale: vec4u;
@group(0) @binding(1) var image: texture_2d<f32>;
@group(0) @binding(2) var smp: sampler;
@group(0) @binding(3) var to: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(2, 2) fn main(@builtin(global_invocation_id) id: vec3u) {
  textureStore(to, id.xy, textureSampleLevel(image, smp, vec2f(id.xy) / f32(scale.x), 0.0));
}
)",
    R"(
@vertex fn vs(@location(0) at: vec2f, @builtin(instance_index) i: u32) -> @builtin(position) vec4f { return vec4f(at, 0.5, 1.0); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1.0, 0.5, 0.25, 1.0); }
)",
    R"(
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@vertex fn vs(@location(0) at: vec2f) -> @builtin(position) vec4f { return vec4f(at, 0.25, 1.0); }
@fragment fn fs(@builtin(position) at: vec4f) -> @location(0) vec4f { data[u32(at.x)] = 3; return at / 8.0; }
)",
    R"(
enable wgpu_debug_printf;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { debugPrintf("%v3u %u %s", id, data[id.x]); }
)",
    R"(
fn f() -> u32 { return 1.5; }
@compute @workgroup_size(0) fn main() { let a = unknown; }
@fragment fn fs() -> vec4f { return vec4f(); }
)",
    R"(
enable f16, subgroups;
@compute @workgroup_size(4) fn main() { _ = subgroupAdd(1u) + u32(f16(1)); }
)",
    R"(
struct Out { @builtin(frag_depth) depth: f32, @location(0) c: vec4f, @builtin(sample_mask) m: u32 }
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i) - 1.0, f32(i % 2) * 2.0, 0.0, 1.0); }
@fragment fn fs(@builtin(front_facing) f: bool) -> Out { return Out(0.5, vec4f(select(0.0, 1.0, f)), 1); }
)",
    R"(
struct S { n: atomic<u32>, rest: array<vec3u> }
@group(0) @binding(0) var<storage, read_write> data: S;
var<workgroup> sum: atomic<u32>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
  atomicAdd(&sum, i);
  workgroupBarrier();
  if (i == 0) { atomicMax(&data.n, atomicLoad(&sum)); }
  for (var k = 0u; k < min(data.rest[i].y, 9u); k++) { data.rest[k].x = k / data.rest[k].y; }
}
)",
};

// Everything that a diagnostic has.
inline void Player::look_at(VitrineDiagnostic d, void* user, void*) {
  auto* world = static_cast<World*>(user);
  ++world->diagnostics;
  for (int format = 0; format < 8; ++format) {
    char text[200];
    size_t length = vitrineDiagnosticRender(d, static_cast<VitrineRenderFormat>(format), text, sizeof text);
    must(length > 0, "a diagnostic that says nothing");
  }
  WGPUStringView rule = vitrineDiagnosticGetRule(d);
  // What this implementation has not is said as an error of its own.
  bool known = std::string_view(rule.data, rule.length) == "layout_binding_array";
  if (vitrineDiagnosticGetEffect(d) == VitrineEffect_Internal && !known && !world->options.faults) {
    char text[2000] = {};
    vitrineDiagnosticRender(d, VitrineRenderFormat_TerminalAscii, text, sizeof text - 1);
    std::fprintf(stderr, "%s\n", text);
    must(false, "an error of our own");
  }
  VitrinePlace place{};
  vitrineDiagnosticGetPlace(d, &place);
  for (size_t i = 0, n = vitrineDiagnosticGetNoteCount(d); i < n; ++i) {
    VitrineNote note{};
    vitrineDiagnosticGetNote(d, i, &note);
  }
  for (size_t i = 0, n = vitrineDiagnosticGetContextCount(d); i < n; ++i) {
    VitrineContext context{};
    vitrineDiagnosticGetContext(d, i, &context);
  }
  for (size_t i = 0, n = vitrineDiagnosticGetChainCount(d); i < n; ++i) {
    VitrineObjectInfo object{};
    vitrineDiagnosticGetChainObject(d, i, &object);
  }
  must(vitrineDiagnosticGetRoot(d) != nullptr, "a diagnostic without a root");
}

inline void Player::make_instance() {
  {
    std::lock_guard lock(world_.mutex);
    if (world_.pool<WGPUInstance>().handles.size() > 2) return;
  }
  VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
  constexpr VitrineInstanceFlags kFlags[] = {VitrineInstanceFlags_Lint, VitrineInstanceFlags_FullCallSites, VitrineInstanceFlags_CheckBounds, VitrineInstanceFlags_CheckSilent,
                                             VitrineInstanceFlags_CheckDraws, VitrineInstanceFlags_CheckNan, VitrineInstanceFlags_HostPrintBuffer};
  for (uint32_t i = any(4); i; --i) ours.flags |= kFlags[any(std::size(kFlags))];
  ours.printBufferSize = any(3) ? 0 : 4096;
  ours.printLimit = any(3);
  if (any(8) == 0) ours.printFilter = text("line < 20");
  ours.diagnosticCallbackInfo = {look_at, &world_, nullptr};
  ours.logCallbackInfo = {[](VitrineLogLevel level, WGPUStringView category, WGPUStringView t, void* world, void*) {
                            std::string_view of(category.data, category.length);
                            if (of == "validation layer" && level <= VitrineLogLevel_Warning) {
                              std::fprintf(stderr, "%.*s\n", static_cast<int>(t.length), t.data);
                              must(false, "the validation layer has something to say");
                            }
                            static_cast<World*>(world)->messages += t.length;
                          },
                          VitrineLogLevel_Debug, &world_, nullptr};
  ours.printCallbackInfo = {[](VitrinePrintMessage const*, void* world, void*) { ++static_cast<World*>(world)->messages; }, nullptr, &world_, nullptr};
  WGPUInstanceDescriptor d = WGPU_INSTANCE_DESCRIPTOR_INIT;
  WGPUInstanceFeatureName timed = WGPUInstanceFeatureName_TimedWaitAny;
  if (any(4)) d.requiredFeatureCount = 1, d.requiredFeatures = &timed;
  d.nextInChain = &ours.chain;
  if (world_.options.trace) std::fprintf(stderr, "wgpuCreateInstance with flags 0x%llx\n", static_cast<unsigned long long>(ours.flags));
  keep(wgpuCreateInstance(&d));
}

inline void Player::make_device() {
  auto adapter = object<WGPUAdapter>(false);
  if (!adapter) return;
  WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
  WGPUSupportedFeatures features{};
  wgpuAdapterGetFeatures(adapter, &features);
  if (any(4)) d.requiredFeatureCount = features.featureCount, d.requiredFeatures = features.features;
  d.deviceLostCallbackInfo = callback<WGPUDeviceLostCallbackInfo>(true);
  if (any(4)) d.uncapturedErrorCallbackInfo = callback<WGPUUncapturedErrorCallbackInfo>(true);
  wait_for<WGPURequestDeviceCallbackInfo>([&](auto info) { return wgpuAdapterRequestDevice(adapter, &d, info); }, "wgpuAdapterRequestDevice");
  wgpuSupportedFeaturesFreeMembers(features);
}

inline WGPUShaderModule Player::shader(size_t index) {
  WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
  source.code = text(kShaders[index]);
  WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
  d.nextInChain = &source.chain;
  d.label = label();
  auto device = object<WGPUDevice>(false);
  return device ? keep(wgpuDeviceCreateShaderModule(device, &d)) : nullptr;
}
inline WGPUBuffer Player::good_buffer(WGPUBufferUsage usage, uint64_t size) {
  WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
  d.usage = usage | WGPUBufferUsage_CopyDst;
  d.size = size;
  auto device = object<WGPUDevice>(false);
  return device ? keep(wgpuDeviceCreateBuffer(device, &d)) : nullptr;
}
inline WGPUTexture Player::good_texture(WGPUTextureFormat format, WGPUTextureUsage usage, uint32_t samples) {
  WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
  d.format = format;
  d.usage = usage;
  d.size = {8, 8, 1};
  d.sampleCount = samples;
  auto device = object<WGPUDevice>(false);
  return device ? keep(wgpuDeviceCreateTexture(device, &d)) : nullptr;
}

inline void Player::submit(WGPUCommandEncoder e) {
  WGPUCommandBuffer commands = keep(wgpuCommandEncoderFinish(e, nullptr));
  maybe();
  auto device = object<WGPUDevice>(false);
  if (!device) return;
  auto queue = keep(wgpuDeviceGetQueue(device));
  wgpuQueueSubmit(queue, 1, &commands);
  if (any(4) == 0) wait_for<WGPUQueueWorkDoneCallbackInfo>([&](auto info) { return wgpuQueueOnSubmittedWorkDone(queue, info); }, "wgpuQueueOnSubmittedWorkDone");
}

inline void Player::compute_frame() {
  constexpr size_t kCompute[] = {0, 1, 4, 5, 6, 8};
  size_t which = kCompute[any(std::size(kCompute))];
  auto device = object<WGPUDevice>(false);
  if (!device) return;
  WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  d.compute.module = shader(which);
  d.label = label();
  maybe();
  WGPUComputePipeline pipeline = any(4) ? keep(wgpuDeviceCreateComputePipeline(device, &d)) : nullptr;
  if (!pipeline) {
    wait_for<WGPUCreateComputePipelineAsyncCallbackInfo>([&](auto info) { return wgpuDeviceCreateComputePipelineAsync(device, &d, info); }, "wgpuDeviceCreateComputePipelineAsync");
    if (auto instance = object<WGPUInstance>(false)) wgpuInstanceProcessEvents(instance);
    pipeline = object<WGPUComputePipeline>(false);
    if (!pipeline) return;
  }
  WGPUBindGroupEntry entries[4];
  for (uint32_t i = 0; i < 4; ++i) (entries[i] = WGPU_BIND_GROUP_ENTRY_INIT).binding = i;
  WGPUBindGroupDescriptor gd = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  gd.entries = entries;
  gd.entryCount = which == 6 ? 0 : 1;
  if (which == 1) {
    gd.entryCount = 4;
    entries[0].buffer = good_buffer(WGPUBufferUsage_Uniform);
    entries[1].textureView = keep(wgpuTextureCreateView(good_texture(WGPUTextureFormat_RGBA8Unorm, WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopyDst), nullptr));
    entries[2].sampler = keep(wgpuDeviceCreateSampler(device, nullptr));
    entries[3].textureView = keep(wgpuTextureCreateView(good_texture(WGPUTextureFormat_RGBA8Unorm, WGPUTextureUsage_StorageBinding | WGPUTextureUsage_CopySrc), nullptr));
  } else {
    entries[0].buffer = good_buffer(WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc);
  }
  maybe();
  gd.layout = keep(wgpuComputePipelineGetBindGroupLayout(pipeline, 0));
  WGPUBindGroup group = keep(wgpuDeviceCreateBindGroup(device, &gd));
  WGPUCommandEncoder e = keep(wgpuDeviceCreateCommandEncoder(device, nullptr));
  maybe();
  WGPUComputePassEncoder pass = keep(wgpuCommandEncoderBeginComputePass(e, nullptr));
  wgpuComputePassEncoderSetPipeline(pass, pipeline);
  wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
  maybe();
  wgpuComputePassEncoderDispatchWorkgroups(pass, 2, 1, 1);
  if (any(3) == 0) wgpuComputePassEncoderDispatchWorkgroupsIndirect(pass, good_buffer(WGPUBufferUsage_Indirect), 0);
  maybe();
  wgpuComputePassEncoderEnd(pass);
  submit(e);
}

inline void Player::render_frame() {
  constexpr size_t kRender[] = {2, 3, 7};
  size_t which = kRender[any(std::size(kRender))];
  auto device = object<WGPUDevice>(false);
  if (!device) return;
  uint32_t samples = any(3) ? 1 : 4;
  bool with_depth = any(2), bundled = any(3) == 0;
  WGPUShaderModule module = shader(which);
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
  fragment.module = module;
  fragment.targetCount = 1;
  fragment.targets = &target;
  WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
  d.vertex.module = module;
  d.vertex.bufferCount = which == 7 ? 0 : 1;
  d.vertex.buffers = &slot;
  d.fragment = &fragment;
  d.multisample.count = samples;
  d.depthStencil = with_depth || which == 7 ? &depth : nullptr;
  with_depth = d.depthStencil != nullptr;
  if (any(8) == 0) fill(d.primitive);
  maybe();
  WGPURenderPipeline pipeline = keep(wgpuDeviceCreateRenderPipeline(device, &d));
  if (any(8) == 0) wait_for<WGPUCreateRenderPipelineAsyncCallbackInfo>([&](auto info) { return wgpuDeviceCreateRenderPipelineAsync(device, &d, info); }, "wgpuDeviceCreateRenderPipelineAsync");
  WGPUBuffer vertices = good_buffer(WGPUBufferUsage_Vertex | WGPUBufferUsage_Index | WGPUBufferUsage_Indirect);
  WGPUBindGroup group = nullptr;
  if (which == 3) {
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = good_buffer(WGPUBufferUsage_Storage);
    WGPUBindGroupDescriptor gd = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    gd.entries = &entry;
    gd.entryCount = 1;
    gd.layout = keep(wgpuRenderPipelineGetBindGroupLayout(pipeline, 0));
    group = keep(wgpuDeviceCreateBindGroup(device, &gd));
  }
  WGPURenderBundle bundle = nullptr;
  auto record = [&](auto encoder, auto set_pipeline, auto set_group, auto set_vertices, auto set_indices, auto draw, auto draw_indexed, auto draw_indirect) {
    set_pipeline(encoder, pipeline);
    if (group) set_group(encoder, 0, group, 0, nullptr);
    set_vertices(encoder, 0, vertices, 0, WGPU_WHOLE_SIZE);
    maybe();
    draw(encoder, 3, 1, 0, 0);
    set_indices(encoder, vertices, WGPUIndexFormat_Uint16, 0, WGPU_WHOLE_SIZE);
    if (any(2)) draw_indexed(encoder, 6, 2, 0, 0, 0);
    if (any(2)) draw_indirect(encoder, vertices, 0);
  };
  if (bundled) {
    WGPURenderBundleEncoderDescriptor bd = WGPU_RENDER_BUNDLE_ENCODER_DESCRIPTOR_INIT;
    bd.colorFormatCount = 1;
    bd.colorFormats = &target.format;
    bd.depthStencilFormat = with_depth ? depth.format : WGPUTextureFormat_Undefined;
    bd.sampleCount = samples;
    WGPURenderBundleEncoder be = keep(wgpuDeviceCreateRenderBundleEncoder(device, &bd));
    record(be, wgpuRenderBundleEncoderSetPipeline, wgpuRenderBundleEncoderSetBindGroup, wgpuRenderBundleEncoderSetVertexBuffer, wgpuRenderBundleEncoderSetIndexBuffer,
           wgpuRenderBundleEncoderDraw, wgpuRenderBundleEncoderDrawIndexed, wgpuRenderBundleEncoderDrawIndirect);
    bundle = keep(wgpuRenderBundleEncoderFinish(be, nullptr));
  }
  auto view = [&](WGPUTexture t) { return keep(wgpuTextureCreateView(t, nullptr)); };
  WGPUTexture image = good_texture(target.format, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc | WGPUTextureUsage_TextureBinding);
  WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
  color.view = view(image);
  if (samples > 1) {
    color.resolveTarget = color.view;
    color.view = view(good_texture(target.format, WGPUTextureUsage_RenderAttachment, samples));
  }
  color.loadOp = any(2) ? WGPULoadOp_Load : WGPULoadOp_Clear;
  color.storeOp = any(4) ? WGPUStoreOp_Store : WGPUStoreOp_Discard;
  WGPURenderPassDepthStencilAttachment attachment = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
  WGPURenderPassDescriptor rd = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
  rd.colorAttachmentCount = 1;
  rd.colorAttachments = &color;
  if (with_depth) {
    attachment.view = view(good_texture(depth.format, WGPUTextureUsage_RenderAttachment, samples));
    attachment.depthLoadOp = attachment.stencilLoadOp = WGPULoadOp_Clear;
    attachment.depthStoreOp = attachment.stencilStoreOp = any(2) ? WGPUStoreOp_Discard : WGPUStoreOp_Store;
    attachment.depthClearValue = 1;
    rd.depthStencilAttachment = &attachment;
  }
  if (any(2)) {
    WGPUQuerySetDescriptor qd = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    qd.type = WGPUQueryType_Occlusion;
    qd.count = 4;
    rd.occlusionQuerySet = keep(wgpuDeviceCreateQuerySet(device, &qd));
  }
  WGPUCommandEncoder e = keep(wgpuDeviceCreateCommandEncoder(device, nullptr));
  maybe();
  WGPURenderPassEncoder pass = keep(wgpuCommandEncoderBeginRenderPass(e, &rd));
  if (rd.occlusionQuerySet) wgpuRenderPassEncoderBeginOcclusionQuery(pass, 1);
  if (bundle) wgpuRenderPassEncoderExecuteBundles(pass, 1, &bundle);
  record(pass, wgpuRenderPassEncoderSetPipeline, wgpuRenderPassEncoderSetBindGroup, wgpuRenderPassEncoderSetVertexBuffer, wgpuRenderPassEncoderSetIndexBuffer,
         wgpuRenderPassEncoderDraw, wgpuRenderPassEncoderDrawIndexed, wgpuRenderPassEncoderDrawIndirect);
  if (rd.occlusionQuerySet) wgpuRenderPassEncoderEndOcclusionQuery(pass);
  wgpuRenderPassEncoderEnd(pass);
  if (rd.occlusionQuerySet) wgpuCommandEncoderResolveQuerySet(e, rd.occlusionQuerySet, 0, 4, good_buffer(WGPUBufferUsage_QueryResolve), 0);
  WGPUTexelCopyTextureInfo from = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
  from.texture = image;
  WGPUTexelCopyBufferInfo to = {{0, 256, 8}, good_buffer(WGPUBufferUsage_MapRead, 4096)};
  WGPUExtent3D size = {8, 8, 1};
  wgpuCommandEncoderCopyTextureToBuffer(e, &from, &to, &size);
  submit(e);
}

inline void Player::map_buffer() {
  bool reads = any(2);
  WGPUBuffer b = any(2) ? good_buffer(reads ? WGPUBufferUsage_MapRead : WGPUBufferUsage_MapWrite | WGPUBufferUsage_CopySrc) : object<WGPUBuffer>(false);
  if (!b) return;
  wait_for<WGPUBufferMapCallbackInfo>([&](auto info) { return wgpuBufferMapAsync(b, reads ? WGPUMapMode_Read : WGPUMapMode_Write, 0, WGPU_WHOLE_MAP_SIZE, info); }, "wgpuBufferMapAsync");
  maybe();
  if (auto instance = object<WGPUInstance>(false)) wgpuInstanceProcessEvents(instance);
  mapped(wgpuBufferGetMappedRange(b, 0, WGPU_WHOLE_MAP_SIZE), true);
  maybe();
  wgpuBufferUnmap(b);
}

// What webgpu.h has not: vitrine.h and compat.h.
inline void Player::extra() {
  auto instance = object<WGPUInstance>(false);
  auto device = object<WGPUDevice>(false);
  if (!instance || !device) return;
  switch (any(10)) {
    case 0: vitrineDeviceSetPrintBufferSize(device, static_cast<uint32_t>(number({0, 64, 4096, 65536, 1 << 20, k32}))); break;
    case 1: world_.messages += vitrineDeviceGetLostPrintCount(device) + vitrineDeviceGetLimitedPrintCount(device); break;
    case 2: vitrineSetNextCallSite(reinterpret_cast<const void*>(uintptr_t{17})); break;
    case 3:
      if (VitrineDiagnostic d = vitrineInstanceTakeException(instance)) vitrineDiagnosticRelease(d);
      break;
    case 4:
      if (VitrineDiagnostic d = vitrineInstanceGetUncapturedDiagnostic(instance)) vitrineInstanceLogDiagnostic(instance, d);
      break;
    case 5: vitrineInstanceLogDiagnostic(instance, nullptr); break;
    case 6: vitrineInstanceSetPrintCallback(instance, {nullptr, nullptr, nullptr, nullptr}); break;
    case 7: wgpuDeviceTick(device); break;
    case 8: {
      if (any(8)) break;
      VitrineAdapterReport report{};
      vitrineInstanceGetAdapterReport(instance, &report);
      vitrineAdapterReportFreeMembers(report);
      break;
    }
    default:
      world_.messages += wgpuGetProcAddress(text(kCalls[any(kCallCount)].name)) != nullptr;
      break;
  }
}

inline void Player::recipe() {
  switch (any(9)) {
    case 0:
    case 1:
    case 2: compute_frame(); break;
    case 3:
    case 4:
    case 5: render_frame(); break;
    case 6:
    case 7: map_buffer(); break;
    default:
      extra();
      // A device in the place of one that is lost.
      if (any(8) == 0) make_device();
      break;
  }
}

// One program from its first call to its last.
inline void play(const Options& options, Random random) {
  World world(options);
  {
    Player first(world, random);
    first.begin();
    if (world.pool<WGPUDevice>().handles.empty() && !options.faults) must(false, "no device");
    if (options.threads > 1) {
      std::vector<std::thread> threads;
      for (int t = 0; t < options.threads; ++t) {
        uint64_t seed = first.any(1 << 16);
        threads.emplace_back([&world, seed] {
          Player player(world, Random(seed));
          player.run();
        });
      }
      for (std::thread& t : threads) t.join();
    } else {
      first.run();
    }
    first.end();
  }
  for (const World::Awaited& a : world.awaited) {
    if (!a.call || a.times == 1) continue;
    std::fprintf(stderr, "%s: its callback came %d times\n", a.call, a.times);
    must(false, "each callback comes once");
  }
}

}  // namespace random_calls
