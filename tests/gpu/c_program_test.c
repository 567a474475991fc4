/* A program in C99 that calls what few programs call: labels, references, getters, immediates, asynchronous pipelines,
   compilation info, instance features, reading and writing mapped ranges. Exit status 0 when all is as it should be, 77 when
   there is no adapter. */
#include <stdio.h>
#include <string.h>
#include <webgpu/compat.h>
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

static int failures = 0;
static int errors = 0;

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition);     \
      ++failures;                                                         \
    }                                                                     \
  } while (0)

static WGPUStringView text(const char* s) {
  WGPUStringView v = {s, WGPU_STRLEN};
  return v;
}

static void on_adapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void* out, void* u) {
  (void)status, (void)message, (void)u;
  *(WGPUAdapter*)out = adapter;
}
static void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* out, void* u) {
  (void)status, (void)message, (void)u;
  *(WGPUDevice*)out = device;
}
static void on_error(const WGPUDevice* device, WGPUErrorType type, WGPUStringView message, void* u1, void* u2) {
  (void)device, (void)type, (void)u1, (void)u2;
  fprintf(stderr, "%.*s\n", (int)message.length, message.data);
  ++errors;
}
static void on_lost(const WGPUDevice* device, WGPUDeviceLostReason reason, WGPUStringView message, void* out, void* u) {
  (void)message, (void)u;
  CHECK(*device == NULL); /* nobody has it any more */
  *(WGPUDeviceLostReason*)out = reason;
}
static void on_compute(WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline p, WGPUStringView message, void* out,
                       void* u) {
  (void)message, (void)u;
  CHECK(status == WGPUCreatePipelineAsyncStatus_Success);
  *(WGPUComputePipeline*)out = p;
}
static void on_render(WGPUCreatePipelineAsyncStatus status, WGPURenderPipeline p, WGPUStringView message, void* out, void* u) {
  (void)message, (void)u;
  CHECK(status == WGPUCreatePipelineAsyncStatus_Success);
  *(WGPURenderPipeline*)out = p;
}
static void on_info(WGPUCompilationInfoRequestStatus status, const WGPUCompilationInfo* info, void* out, void* u) {
  (void)u;
  CHECK(status == WGPUCompilationInfoRequestStatus_Success);
  *(size_t*)out = info->messageCount;
  if (info->messageCount == 0) return;
  CHECK(info->messages[0].type == WGPUCompilationMessageType_Error);
  CHECK(info->messages[0].lineNum == 2 && info->messages[0].linePos == 18);
  CHECK(info->messages[0].length == 6);
}
static void on_map(WGPUMapAsyncStatus status, WGPUStringView message, void* out, void* u) {
  (void)message, (void)u;
  *(WGPUMapAsyncStatus*)out = status;
}
static void on_scope(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* out, void* u) {
  (void)status, (void)message, (void)u;
  *(WGPUErrorType*)out = type;
}

static void wait_for(WGPUInstance instance, WGPUFuture future) {
  WGPUFutureWaitInfo info = WGPU_FUTURE_WAIT_INFO_INIT;
  info.future = future;
  CHECK(wgpuInstanceWaitAny(instance, 1, &info, UINT64_MAX) == WGPUWaitStatus_Success);
  CHECK(info.completed);
}

static WGPUShaderModule make_module(WGPUDevice device, const char* code) {
  WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
  source.code = text(code);
  WGPUShaderModuleDescriptor descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
  descriptor.nextInChain = &source.chain;
  return wgpuDeviceCreateShaderModule(device, &descriptor);
}

/* Twice as many references as before, and back again. */
#define REFERENCES(Type, object) \
  do {                           \
    wgpu##Type##AddRef(object);  \
    wgpu##Type##Release(object); \
  } while (0)
#define LABEL(Type, object)                            \
  do {                                                 \
    wgpu##Type##SetLabel(object, text("renamed " #Type)); \
    REFERENCES(Type, object);                          \
  } while (0)

static void instance_queries(WGPUInstance instance) {
  WGPUSupportedInstanceFeatures features = WGPU_SUPPORTED_INSTANCE_FEATURES_INIT;
  wgpuGetInstanceFeatures(&features);
  int timed = 0;
  for (size_t i = 0; i < features.featureCount; ++i) {
    CHECK(wgpuHasInstanceFeature(features.features[i]));
    timed |= features.features[i] == WGPUInstanceFeatureName_TimedWaitAny;
  }
  CHECK(timed);
  wgpuSupportedInstanceFeaturesFreeMembers(features);
  CHECK(!wgpuHasInstanceFeature(WGPUInstanceFeatureName_ShaderSourceSPIRV));
  WGPUInstanceLimits limits = WGPU_INSTANCE_LIMITS_INIT;
  CHECK(wgpuGetInstanceLimits(&limits) == WGPUStatus_Success);
  CHECK(limits.timedWaitAnyMaxCount >= 64);
  WGPUSupportedWGSLLanguageFeatures language = WGPU_SUPPORTED_WGSL_LANGUAGE_FEATURES_INIT;
  wgpuInstanceGetWGSLLanguageFeatures(instance, &language);
  for (size_t i = 0; i < language.featureCount; ++i)
    CHECK(wgpuInstanceHasWGSLLanguageFeature(instance, language.features[i]));
  CHECK(language.featureCount > 0);
  wgpuSupportedWGSLLanguageFeaturesFreeMembers(language);
  CHECK(wgpuGetProcAddress(text("wgpuDeviceTick")) == (WGPUProc)wgpuDeviceTick);
  CHECK(wgpuGetProcAddress(text("wgpuNoSuchFunction")) == NULL);
  WGPUFutureWaitInfo info = WGPU_FUTURE_WAIT_INFO_INIT;
  CHECK(wgpuInstanceWaitAny(instance, 0, &info, 0) == WGPUWaitStatus_Success);
}

static void device_queries(WGPUAdapter adapter, WGPUDevice device) {
  WGPULimits limits = WGPU_LIMITS_INIT;
  WGPUCompatibilityModeLimits more = WGPU_COMPATIBILITY_MODE_LIMITS_INIT;
  limits.nextInChain = &more.chain;
  CHECK(wgpuDeviceGetLimits(device, &limits) == WGPUStatus_Success);
  CHECK(limits.maxBindGroups == 4 && more.maxStorageBuffersInVertexStage == limits.maxStorageBuffersPerShaderStage);
  WGPUShaderSourceWGSL wrong = WGPU_SHADER_SOURCE_WGSL_INIT;
  limits.nextInChain = &wrong.chain;
  limits.maxBindGroups = 99;
  CHECK(wgpuDeviceGetLimits(device, &limits) == WGPUStatus_Error);
  CHECK(limits.maxBindGroups == 99); /* nothing is written */
  WGPUAdapterInfo a = WGPU_ADAPTER_INFO_INIT, d = WGPU_ADAPTER_INFO_INIT;
  CHECK(wgpuAdapterGetInfo(adapter, &a) == WGPUStatus_Success);
  CHECK(wgpuDeviceGetAdapterInfo(device, &d) == WGPUStatus_Success);
  CHECK(a.device.length == d.device.length && memcmp(a.device.data, d.device.data, d.device.length) == 0);
  wgpuAdapterInfoFreeMembers(a);
  wgpuAdapterInfoFreeMembers(d);
  WGPUSupportedFeatures features = WGPU_SUPPORTED_FEATURES_INIT;
  wgpuDeviceGetFeatures(device, &features);
  for (size_t i = 0; i < features.featureCount; ++i) CHECK(wgpuDeviceHasFeature(device, features.features[i]));
  wgpuSupportedFeaturesFreeMembers(features);
  CHECK(wgpuDeviceHasFeature(device, WGPUFeatureName_ImplicitDeviceSynchronization));
  CHECK(!wgpuDeviceHasFeature(device, WGPUFeatureName_ChromiumExperimentalSubgroupMatrix));
  WGPULoggingCallbackInfo logging = WGPU_LOGGING_CALLBACK_INFO_INIT;
  wgpuDeviceSetLoggingCallback(device, logging);
}

static void textures(WGPUDevice device) {
  WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
  d.usage = WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopyDst;
  d.size.width = 8;
  d.size.height = 4;
  d.size.depthOrArrayLayers = 6;
  d.format = WGPUTextureFormat_RGBA8Unorm;
  d.mipLevelCount = 3;
  WGPUTexture texture = wgpuDeviceCreateTexture(device, &d);
  CHECK(wgpuTextureGetWidth(texture) == 8 && wgpuTextureGetHeight(texture) == 4);
  CHECK(wgpuTextureGetDepthOrArrayLayers(texture) == 6);
  CHECK(wgpuTextureGetMipLevelCount(texture) == 3 && wgpuTextureGetSampleCount(texture) == 1);
  CHECK(wgpuTextureGetDimension(texture) == WGPUTextureDimension_2D);
  CHECK(wgpuTextureGetFormat(texture) == WGPUTextureFormat_RGBA8Unorm);
  CHECK(wgpuTextureGetUsage(texture) == d.usage);
  CHECK(wgpuTextureGetTextureBindingViewDimension(texture) == WGPUTextureViewDimension_Undefined);
  WGPUTextureView view = wgpuTextureCreateView(texture, NULL);
  LABEL(Texture, texture);
  LABEL(TextureView, view);
  wgpuTextureViewRelease(view);
  wgpuTextureDestroy(texture);
  wgpuTextureDestroy(texture); /* no error */
  CHECK(wgpuTextureGetWidth(texture) == 8);
  wgpuTextureRelease(texture);

  WGPUSampler sampler = wgpuDeviceCreateSampler(device, NULL);
  LABEL(Sampler, sampler);
  wgpuSamplerRelease(sampler);
  WGPUQuerySetDescriptor q = WGPU_QUERY_SET_DESCRIPTOR_INIT;
  q.type = WGPUQueryType_Occlusion;
  q.count = 5;
  WGPUQuerySet set = wgpuDeviceCreateQuerySet(device, &q);
  CHECK(wgpuQuerySetGetCount(set) == 5 && wgpuQuerySetGetType(set) == WGPUQueryType_Occlusion);
  LABEL(QuerySet, set);
  wgpuQuerySetDestroy(set);
  wgpuQuerySetRelease(set);
}

static void compilation_info(WGPUInstance instance, WGPUDevice device) {
  size_t messages = 0;
  WGPUCompilationInfoCallbackInfo info = WGPU_COMPILATION_INFO_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_WaitAnyOnly;
  info.callback = on_info;
  info.userdata1 = &messages;
  WGPUErrorType type = WGPUErrorType_Unknown;
  wgpuDevicePushErrorScope(device, WGPUErrorFilter_Validation);
  WGPUShaderModule broken = make_module(device, "fn f() {\n  const a: i32 = b_name;\n}\n");
  WGPUPopErrorScopeCallbackInfo pop = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
  pop.mode = WGPUCallbackMode_WaitAnyOnly;
  pop.callback = on_scope;
  pop.userdata1 = &type;
  wait_for(instance, wgpuDevicePopErrorScope(device, pop));
  CHECK(type == WGPUErrorType_Validation);
  wait_for(instance, wgpuShaderModuleGetCompilationInfo(broken, info));
  CHECK(messages == 1);
  LABEL(ShaderModule, broken);
  wgpuShaderModuleRelease(broken);
}

/* Immediates in a compute pass, of a pipeline that was made asynchronously; read back through ReadMappedRange. */
static void compute(WGPUInstance instance, WGPUDevice device, WGPUQueue queue) {
  WGPUShaderModule module = make_module(device,
      "requires immediate_address_space;\n"
      "struct Numbers { a: u32, b: u32 }\n"
      "var<immediate> numbers: Numbers;\n"
      "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n"
      "@compute @workgroup_size(1) fn main() { out[0] += numbers.a; out[1] += numbers.b; }\n");
  WGPUBindGroupLayoutEntry entry = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
  entry.visibility = WGPUShaderStage_Compute;
  entry.buffer.type = WGPUBufferBindingType_Storage;
  WGPUBindGroupLayoutDescriptor bgl = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
  bgl.entryCount = 1;
  bgl.entries = &entry;
  WGPUBindGroupLayout group_layout = wgpuDeviceCreateBindGroupLayout(device, &bgl);
  WGPUPipelineLayoutDescriptor pl = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
  pl.bindGroupLayoutCount = 1;
  pl.bindGroupLayouts = &group_layout;
  pl.immediateSize = 8;
  WGPUPipelineLayout layout = wgpuDeviceCreatePipelineLayout(device, &pl);
  WGPUComputePipelineDescriptor cp = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  cp.layout = layout;
  cp.compute.module = module;
  WGPUComputePipeline pipeline = NULL;
  WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_WaitAnyOnly;
  info.callback = on_compute;
  info.userdata1 = &pipeline;
  wait_for(instance, wgpuDeviceCreateComputePipelineAsync(device, &cp, info));

  WGPUBufferDescriptor bd = WGPU_BUFFER_DESCRIPTOR_INIT;
  bd.size = 16;
  bd.usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc;
  bd.mappedAtCreation = WGPU_TRUE;
  WGPUBuffer buffer = wgpuDeviceCreateBuffer(device, &bd);
  CHECK(wgpuBufferGetMapState(buffer) == WGPUBufferMapState_Mapped);
  CHECK(wgpuBufferGetSize(buffer) == 16 && wgpuBufferGetUsage(buffer) == bd.usage);
  uint32_t start[2] = {100, 200};
  CHECK(wgpuBufferWriteMappedRange(buffer, 0, start, sizeof start) == WGPUStatus_Success);
  wgpuBufferUnmap(buffer);
  bd.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
  bd.mappedAtCreation = WGPU_FALSE;
  WGPUBuffer read = wgpuDeviceCreateBuffer(device, &bd);
  WGPUBindGroupEntry ge = WGPU_BIND_GROUP_ENTRY_INIT;
  ge.buffer = buffer;
  WGPUBindGroupDescriptor gd = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  gd.layout = group_layout;
  gd.entryCount = 1;
  gd.entries = &ge;
  WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &gd);

  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, NULL);
  WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
  LABEL(CommandEncoder, encoder);
  LABEL(ComputePassEncoder, pass);
  wgpuComputePassEncoderSetPipeline(pass, pipeline);
  wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, NULL);
  uint32_t immediates[2] = {7, 8};
  wgpuComputePassEncoderSetImmediates(pass, 0, immediates, sizeof immediates);
  wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
  immediates[0] = 1000;
  wgpuComputePassEncoderSetImmediates(pass, 4, immediates, 4); /* the second alone */
  wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
  wgpuComputePassEncoderEnd(pass);
  wgpuCommandEncoderCopyBufferToBuffer(encoder, buffer, 0, read, 0, 16);
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
  LABEL(CommandBuffer, commands);
  wgpuQueueSubmit(queue, 1, &commands);
  WGPUMapAsyncStatus mapped = WGPUMapAsyncStatus_Error;
  WGPUBufferMapCallbackInfo mi = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
  mi.mode = WGPUCallbackMode_WaitAnyOnly;
  mi.callback = on_map;
  mi.userdata1 = &mapped;
  wait_for(instance, wgpuBufferMapAsync(read, WGPUMapMode_Read, 0, 16, mi));
  CHECK(mapped == WGPUMapAsyncStatus_Success);
  uint32_t result[2] = {0, 0};
  CHECK(wgpuBufferReadMappedRange(read, 0, result, sizeof result) == WGPUStatus_Success);
  CHECK(result[0] == 114 && result[1] == 1208);
  /* Read ranges may overlap; outside there is none. */
  CHECK(wgpuBufferGetConstMappedRange(read, 0, 16) != NULL && wgpuBufferGetConstMappedRange(read, 8, 8) != NULL);
  CHECK(wgpuBufferGetMappedRange(read, 0, 16) == NULL);
  CHECK(wgpuBufferReadMappedRange(read, 12, result, sizeof result) == WGPUStatus_Error);
  wgpuBufferUnmap(read);

  LABEL(Buffer, buffer);
  LABEL(BindGroup, group);
  LABEL(BindGroupLayout, group_layout);
  LABEL(PipelineLayout, layout);
  LABEL(ComputePipeline, pipeline);
  wgpuCommandBufferRelease(commands);
  wgpuComputePassEncoderRelease(pass);
  wgpuCommandEncoderRelease(encoder);
  wgpuBindGroupRelease(group);
  wgpuBufferDestroy(read);
  wgpuBufferRelease(read);
  wgpuBufferRelease(buffer);
  wgpuComputePipelineRelease(pipeline);
  wgpuPipelineLayoutRelease(layout);
  wgpuBindGroupLayoutRelease(group_layout);
  wgpuShaderModuleRelease(module);
}

/* A bundle with immediates of its own, drawn to one texel. */
static void render(WGPUInstance instance, WGPUDevice device, WGPUQueue queue) {
  WGPUShaderModule module = make_module(device,
      "requires immediate_address_space;\n"
      "var<immediate> color: vec4f;\n"
      "@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {\n"
      "  return vec4f(f32(i & 1u) * 4 - 1, f32(i >> 1u) * 4 - 1, 0, 1); }\n"
      "@fragment fn fs() -> @location(0) vec4f { return color; }\n");
  WGPUPipelineLayoutDescriptor pl = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
  pl.immediateSize = 16;
  WGPUPipelineLayout layout = wgpuDeviceCreatePipelineLayout(device, &pl);
  WGPUColorTargetState target = WGPU_COLOR_TARGET_STATE_INIT;
  target.format = WGPUTextureFormat_RGBA8Unorm;
  WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
  fragment.module = module;
  fragment.targetCount = 1;
  fragment.targets = &target;
  WGPURenderPipelineDescriptor rp = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
  rp.layout = layout;
  rp.vertex.module = module;
  rp.fragment = &fragment;
  WGPURenderPipeline pipeline = NULL;
  WGPUCreateRenderPipelineAsyncCallbackInfo info = WGPU_CREATE_RENDER_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_WaitAnyOnly;
  info.callback = on_render;
  info.userdata1 = &pipeline;
  wait_for(instance, wgpuDeviceCreateRenderPipelineAsync(device, &rp, info));

  WGPURenderBundleEncoderDescriptor bd = WGPU_RENDER_BUNDLE_ENCODER_DESCRIPTOR_INIT;
  WGPUTextureFormat format = WGPUTextureFormat_RGBA8Unorm;
  bd.colorFormatCount = 1;
  bd.colorFormats = &format;
  WGPURenderBundleEncoder bundles = wgpuDeviceCreateRenderBundleEncoder(device, &bd);
  LABEL(RenderBundleEncoder, bundles);
  float color[4] = {0.2f, 0.4f, 0.6f, 1};
  wgpuRenderBundleEncoderPushDebugGroup(bundles, text("bundle"));
  wgpuRenderBundleEncoderSetPipeline(bundles, pipeline);
  wgpuRenderBundleEncoderSetImmediates(bundles, 0, color, sizeof color);
  wgpuRenderBundleEncoderInsertDebugMarker(bundles, text("draw"));
  wgpuRenderBundleEncoderDraw(bundles, 3, 1, 0, 0);
  wgpuRenderBundleEncoderPopDebugGroup(bundles);
  WGPURenderBundle bundle = wgpuRenderBundleEncoderFinish(bundles, NULL);
  LABEL(RenderBundle, bundle);

  WGPUTextureDescriptor td = WGPU_TEXTURE_DESCRIPTOR_INIT;
  td.usage = WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc;
  td.size.width = 2;
  td.format = format;
  WGPUTexture texture = wgpuDeviceCreateTexture(device, &td);
  WGPUTextureView view = wgpuTextureCreateView(texture, NULL);
  WGPUBufferDescriptor buffer_descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
  buffer_descriptor.size = 8;
  buffer_descriptor.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
  WGPUBuffer read = wgpuDeviceCreateBuffer(device, &buffer_descriptor);
  WGPURenderPassColorAttachment attachment = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
  attachment.view = view;
  attachment.loadOp = WGPULoadOp_Clear;
  attachment.storeOp = WGPUStoreOp_Store;
  WGPURenderPassDescriptor pd = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
  pd.colorAttachmentCount = 1;
  pd.colorAttachments = &attachment;
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, NULL);
  WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &pd);
  LABEL(RenderPassEncoder, pass);
  wgpuRenderPassEncoderExecuteBundles(pass, 1, &bundle);
  wgpuRenderPassEncoderSetPipeline(pass, pipeline);
  wgpuRenderPassEncoderSetScissorRect(pass, 1, 0, 1, 1);
  color[0] = 1;
  wgpuRenderPassEncoderSetImmediates(pass, 0, color, sizeof color);
  wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
  wgpuRenderPassEncoderEnd(pass);
  WGPUTexelCopyTextureInfo from = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
  from.texture = texture;
  WGPUTexelCopyBufferInfo to = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
  to.buffer = read;
  WGPUExtent3D size = {2, 1, 1};
  wgpuCommandEncoderCopyTextureToBuffer(encoder, &from, &to, &size);
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
  wgpuQueueSubmit(queue, 1, &commands);
  WGPUMapAsyncStatus mapped = WGPUMapAsyncStatus_Error;
  WGPUBufferMapCallbackInfo mi = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
  mi.mode = WGPUCallbackMode_WaitAnyOnly;
  mi.callback = on_map;
  mi.userdata1 = &mapped;
  wait_for(instance, wgpuBufferMapAsync(read, WGPUMapMode_Read, 0, WGPU_WHOLE_MAP_SIZE, mi));
  uint8_t bytes[8] = {0};
  CHECK(wgpuBufferReadMappedRange(read, 0, bytes, sizeof bytes) == WGPUStatus_Success);
  CHECK(bytes[0] == 51 && bytes[1] == 102 && bytes[2] == 153 && bytes[3] == 255);
  CHECK(bytes[4] == 255 && bytes[5] == 102 && bytes[6] == 153 && bytes[7] == 255);

  LABEL(RenderPipeline, pipeline);
  wgpuCommandBufferRelease(commands);
  wgpuRenderPassEncoderRelease(pass);
  wgpuCommandEncoderRelease(encoder);
  wgpuBufferRelease(read);
  wgpuTextureViewRelease(view);
  wgpuTextureRelease(texture);
  wgpuRenderBundleRelease(bundle);
  wgpuRenderBundleEncoderRelease(bundles);
  wgpuRenderPipelineRelease(pipeline);
  wgpuPipelineLayoutRelease(layout);
  wgpuShaderModuleRelease(module);
}

int main(void) {
  WGPUInstanceFeatureName timed = WGPUInstanceFeatureName_TimedWaitAny;
  WGPUInstanceDescriptor id = WGPU_INSTANCE_DESCRIPTOR_INIT;
  id.requiredFeatureCount = 1;
  id.requiredFeatures = &timed;
  WGPUInstance instance = wgpuCreateInstance(&id);
  REFERENCES(Instance, instance);
  instance_queries(instance);
  WGPUAdapter adapter = NULL;
  WGPURequestAdapterCallbackInfo ai = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  ai.mode = WGPUCallbackMode_WaitAnyOnly;
  ai.callback = on_adapter;
  ai.userdata1 = &adapter;
  wait_for(instance, wgpuInstanceRequestAdapter(instance, NULL, ai));
  if (!adapter) return 77;
  REFERENCES(Adapter, adapter);
  WGPUDeviceLostReason lost = WGPUDeviceLostReason_Unknown;
  WGPUDeviceDescriptor dd = WGPU_DEVICE_DESCRIPTOR_INIT;
  dd.uncapturedErrorCallbackInfo.callback = on_error;
  dd.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowSpontaneous;
  dd.deviceLostCallbackInfo.callback = on_lost;
  dd.deviceLostCallbackInfo.userdata1 = &lost;
  WGPULimits wanted = WGPU_LIMITS_INIT;
  wanted.maxImmediateSize = 64;
  dd.requiredLimits = &wanted;
  WGPUDevice device = NULL;
  WGPURequestDeviceCallbackInfo di = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  di.mode = WGPUCallbackMode_WaitAnyOnly;
  di.callback = on_device;
  di.userdata1 = &device;
  wait_for(instance, wgpuAdapterRequestDevice(adapter, &dd, di));
  CHECK(device != NULL);
  if (!device) return 1;
  LABEL(Device, device);
  WGPUQueue queue = wgpuDeviceGetQueue(device);
  LABEL(Queue, queue);
  CHECK(wgpuDeviceGetLostFuture(device).id != 0);

  device_queries(adapter, device);
  textures(device);
  compilation_info(instance, device);
  compute(instance, device, queue);
  render(instance, device, queue);

  wgpuQueueRelease(queue);
  wgpuDeviceRelease(device);
  CHECK(lost == WGPUDeviceLostReason_Destroyed);
  wgpuAdapterRelease(adapter);
  wgpuInstanceRelease(instance);
  CHECK(errors == 0);
  return failures ? 1 : 0;
}
