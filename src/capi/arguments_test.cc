// Arguments that C can pass and JavaScript cannot: missing arrays, chained structs that do not belong there, numbers that are
// none. Each is an error of the call, and none is read.
#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

#include "capi/testing.h"

namespace vitrine::capi::testing {
namespace {

constexpr auto kStray = static_cast<WGPUSType>(0x7777);
constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNaN = std::numeric_limits<float>::quiet_NaN();

class Arguments : public ::testing::Test {
 protected:
  Arguments() : p({.features = {WGPUFeatureName_TextureComponentSwizzle}}) {}
  void SetUp() override {
    ASSERT_TRUE(p.start()) << p.message;
    queue = wgpuDeviceGetQueue(p.device);
    stray.sType = kStray;
  }
  void TearDown() override { wgpuQueueRelease(queue); }

  // `call` makes one error of that rule, and no other one.
  template <class F>
  void expect(const char* rule, const char* what, F call) {
    size_t of_rule = p.begun(std::string("diagnostic ") + rule), all = p.begun("diagnostic ");
    call();
    wgpuInstanceProcessEvents(p.instance);
    EXPECT_EQ(p.begun(std::string("diagnostic ") + rule), of_rule + 1) << what << "\n" << p.all();
    EXPECT_EQ(p.begun("diagnostic "), all + 1) << what << "\n" << p.all();
  }
  template <class F>
  void expect_encoded(const char* rule, const char* what, F encode) {
    expect(rule, what, [&] {
      WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
      encode(encoder);
      WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
      wgpuCommandBufferRelease(commands);
      wgpuCommandEncoderRelease(encoder);
    });
  }
  template <class F>
  void expect_in_compute_pass(const char* rule, const char* what, F encode) {
    expect_encoded(rule, what, [&](WGPUCommandEncoder encoder) {
      WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
      encode(pass);
      wgpuComputePassEncoderEnd(pass);
      wgpuComputePassEncoderRelease(pass);
    });
  }

  WGPUTexture target() {
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.format = WGPUTextureFormat_RGBA8Unorm;
    d.size = {4, 4, 1};
    d.usage = WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopyDst | WGPUTextureUsage_TextureBinding;
    return wgpuDeviceCreateTexture(p.device, &d);
  }
  template <class F>
  void expect_in_render_pass(const char* rule, const char* what, F encode) {
    WGPUTexture texture = target();
    WGPUTextureView view = wgpuTextureCreateView(texture, nullptr);
    expect_encoded(rule, what, [&](WGPUCommandEncoder encoder) {
      WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
      color.view = view;
      color.loadOp = WGPULoadOp_Load;
      color.storeOp = WGPUStoreOp_Store;
      WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
      d.colorAttachments = &color;
      d.colorAttachmentCount = 1;
      encode(encoder, d, color);
    });
    wgpuTextureViewRelease(view);
    wgpuTextureRelease(texture);
  }
  static void begin_and_end(WGPUCommandEncoder encoder, const WGPURenderPassDescriptor& d) {
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &d);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
  }

  // A pipeline that is right but for what `spoil` does.
  struct Parts {
    WGPUVertexAttribute attribute = WGPU_VERTEX_ATTRIBUTE_INIT;
    WGPUVertexBufferLayout buffer = WGPU_VERTEX_BUFFER_LAYOUT_INIT;
    WGPUDepthStencilState depth = WGPU_DEPTH_STENCIL_STATE_INIT;
    WGPUConstantEntry constant = WGPU_CONSTANT_ENTRY_INIT;
    WGPUColorTargetState color = WGPU_COLOR_TARGET_STATE_INIT;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    WGPURenderPipelineDescriptor pipeline = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
  };
  template <class F>
  void expect_pipeline(const char* rule, const char* what, F spoil) {
    WGPUShaderModule module = p.module(R"(
override k = 1.0;
@vertex fn v(@location(0) at: vec4f) -> @builtin(position) vec4f { return at * k; }
@fragment fn f() -> @location(0) vec4f { return vec4f(k); }
)");
    expect(rule, what, [&] {
      Parts a;
      a.attribute.format = WGPUVertexFormat_Float32x4;
      a.attribute.shaderLocation = 0;
      a.buffer.stepMode = WGPUVertexStepMode_Vertex;
      a.buffer.arrayStride = 16;
      a.buffer.attributes = &a.attribute;
      a.buffer.attributeCount = 1;
      a.constant.key = text("k");
      a.constant.value = 2;
      a.color.format = WGPUTextureFormat_RGBA8Unorm;
      a.fragment.module = module;
      a.fragment.targets = &a.color;
      a.fragment.targetCount = 1;
      a.fragment.constants = &a.constant;
      a.fragment.constantCount = 1;
      a.depth.format = WGPUTextureFormat_Depth16Unorm;
      a.depth.depthWriteEnabled = WGPUOptionalBool_True;
      a.depth.depthCompare = WGPUCompareFunction_Less;
      a.pipeline.depthStencil = &a.depth;
      a.pipeline.vertex.module = module;
      a.pipeline.vertex.buffers = &a.buffer;
      a.pipeline.vertex.bufferCount = 1;
      a.pipeline.fragment = &a.fragment;
      spoil(a);
      if (WGPURenderPipeline made = wgpuDeviceCreateRenderPipeline(p.device, &a.pipeline)) wgpuRenderPipelineRelease(made);
    });
    wgpuShaderModuleRelease(module);
  }
  template <class F>
  void expect_group_layout(const char* rule, const char* what, F spoil) {
    expect(rule, what, [&] {
      WGPUBindGroupLayoutEntry e = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
      e.visibility = WGPUShaderStage_Compute;
      e.buffer.type = WGPUBufferBindingType_Uniform;
      WGPUBindGroupLayoutDescriptor d = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
      d.entries = &e;
      d.entryCount = 1;
      spoil(d, e);
      wgpuBindGroupLayoutRelease(wgpuDeviceCreateBindGroupLayout(p.device, &d));
    });
  }

  Program p;
  WGPUQueue queue = nullptr;
  WGPUChainedStruct stray = {};
};

TEST_F(Arguments, ArraysThatAreMissing) {
  const char* rule = "array_missing";
  WGPUDevice device = p.device;
  expect(rule, "viewFormats", [&] {
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.format = WGPUTextureFormat_RGBA8Unorm;
    d.size = {4, 4, 1};
    d.usage = WGPUTextureUsage_CopyDst;
    d.viewFormatCount = 3;
    wgpuTextureRelease(wgpuDeviceCreateTexture(device, &d));
  });
  expect_group_layout(rule, "entries of a layout", [&](WGPUBindGroupLayoutDescriptor& d, WGPUBindGroupLayoutEntry&) { d.entries = nullptr; });
  expect(rule, "bindGroupLayouts", [&] {
    WGPUPipelineLayoutDescriptor d = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    d.bindGroupLayoutCount = 2;
    wgpuPipelineLayoutRelease(wgpuDeviceCreatePipelineLayout(device, &d));
  });
  WGPUBindGroupLayoutDescriptor empty = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
  WGPUBindGroupLayout layout = wgpuDeviceCreateBindGroupLayout(device, &empty);
  WGPUBindGroupDescriptor of_group = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  of_group.layout = layout;
  WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &of_group);
  expect(rule, "entries of a group", [&] {
    WGPUBindGroupDescriptor d = of_group;
    d.entryCount = 1;
    wgpuBindGroupRelease(wgpuDeviceCreateBindGroup(device, &d));
  });
  expect_pipeline(rule, "vertex buffers", [](Parts& a) { a.pipeline.vertex.buffers = nullptr; });
  expect_pipeline(rule, "attributes", [](Parts& a) { a.buffer.attributes = nullptr; });
  expect_pipeline(rule, "targets", [](Parts& a) { a.fragment.targets = nullptr; });
  expect_pipeline(rule, "constants", [](Parts& a) { a.fragment.constants = nullptr; });
  expect(rule, "colorFormats", [&] {
    WGPURenderBundleEncoderDescriptor d = WGPU_RENDER_BUNDLE_ENCODER_DESCRIPTOR_INIT;
    d.colorFormatCount = 1;
    wgpuRenderBundleEncoderRelease(wgpuDeviceCreateRenderBundleEncoder(device, &d));
  });
  expect_in_render_pass(rule, "colorAttachments",
                        [](WGPUCommandEncoder e, WGPURenderPassDescriptor& d, WGPURenderPassColorAttachment&) {
                          d.colorAttachments = nullptr;
                          begin_and_end(e, d);
                        });
  expect_in_render_pass(rule, "bundles", [](WGPUCommandEncoder e, WGPURenderPassDescriptor& d, WGPURenderPassColorAttachment&) {
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(e, &d);
    wgpuRenderPassEncoderExecuteBundles(pass, 2, nullptr);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
  });
  expect_in_compute_pass(rule, "dynamic offsets",
                         [&](WGPUComputePassEncoder pass) { wgpuComputePassEncoderSetBindGroup(pass, 0, group, 2, nullptr); });
  expect_in_compute_pass(rule, "immediates",
                         [](WGPUComputePassEncoder pass) { wgpuComputePassEncoderSetImmediates(pass, 0, nullptr, 8); });
  expect(rule, "submit", [&] { wgpuQueueSubmit(queue, 2, nullptr); });
  WGPUBuffer buffer = p.buffer(16, WGPUBufferUsage_CopyDst);
  expect(rule, "writeBuffer", [&] { wgpuQueueWriteBuffer(queue, buffer, 0, nullptr, 16); });
  wgpuQueueWriteBuffer(queue, buffer, 0, nullptr, 0);
  WGPUTexture texture = target();
  expect(rule, "writeTexture", [&] {
    WGPUTexelCopyTextureInfo to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    to.texture = texture;
    WGPUTexelCopyBufferLayout l = WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT;
    l.bytesPerRow = 16;
    WGPUExtent3D size{4, 4, 1};
    wgpuQueueWriteTexture(queue, &to, nullptr, 64, &l, &size);
  });
  EXPECT_EQ(wgpuInstanceWaitAny(p.instance, 1, nullptr, 0), WGPUWaitStatus_Error);
  wgpuTextureRelease(texture);
  wgpuBufferRelease(buffer);
  wgpuBindGroupRelease(group);
  wgpuBindGroupLayoutRelease(layout);
}

TEST_F(Arguments, ADeviceAndAnInstanceOfMissingArrays) {
  WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
  d.requiredFeatureCount = 1;
  WGPURequestDeviceStatus status{};
  WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_AllowProcessEvents;
  info.callback = [](WGPURequestDeviceStatus s, WGPUDevice made, WGPUStringView, void* out, void*) {
    *static_cast<WGPURequestDeviceStatus*>(out) = s;
    EXPECT_EQ(made, nullptr);
  };
  info.userdata1 = &status;
  Program other;
  ASSERT_TRUE(other.request_adapter());
  wgpuAdapterRequestDevice(other.adapter, &d, info);
  wgpuInstanceProcessEvents(other.instance);
  EXPECT_EQ(status, WGPURequestDeviceStatus_Error);

  WGPUInstanceDescriptor i = WGPU_INSTANCE_DESCRIPTOR_INIT;
  i.requiredFeatureCount = 1;
  EXPECT_EQ(wgpuCreateInstance(&i), nullptr);
}

TEST_F(Arguments, ChainedStructsThatDoNotBelongThere) {
  const char* rule = "chained_struct_unexpected";
  expect_pipeline(rule, "vertex", [&](Parts& a) { a.pipeline.vertex.nextInChain = &stray; });
  expect_pipeline(rule, "primitive", [&](Parts& a) { a.pipeline.primitive.nextInChain = &stray; });
  expect_pipeline(rule, "multisample", [&](Parts& a) { a.pipeline.multisample.nextInChain = &stray; });
  expect_pipeline(rule, "buffer layout", [&](Parts& a) { a.buffer.nextInChain = &stray; });
  expect_pipeline(rule, "attribute", [&](Parts& a) { a.attribute.nextInChain = &stray; });
  expect_pipeline(rule, "constant", [&](Parts& a) { a.constant.nextInChain = &stray; });
  expect_pipeline(rule, "depth", [&](Parts& a) { a.depth.nextInChain = &stray; });
  expect_pipeline(rule, "fragment", [&](Parts& a) { a.fragment.nextInChain = &stray; });
  expect_pipeline(rule, "target", [&](Parts& a) { a.color.nextInChain = &stray; });
  expect_group_layout(rule, "buffer", [&](WGPUBindGroupLayoutDescriptor&, WGPUBindGroupLayoutEntry& e) { e.buffer.nextInChain = &stray; });
  expect_group_layout(rule, "sampler", [&](WGPUBindGroupLayoutDescriptor&, WGPUBindGroupLayoutEntry& e) { e.sampler.nextInChain = &stray; });
  expect_group_layout(rule, "texture", [&](WGPUBindGroupLayoutDescriptor&, WGPUBindGroupLayoutEntry& e) { e.texture.nextInChain = &stray; });
  expect_group_layout(rule, "storage texture", [&](WGPUBindGroupLayoutDescriptor&, WGPUBindGroupLayoutEntry& e) { e.storageTexture.nextInChain = &stray; });
  expect_in_render_pass(rule, "attachment", [&](WGPUCommandEncoder e, WGPURenderPassDescriptor& d, WGPURenderPassColorAttachment& c) {
    c.nextInChain = &stray;
    begin_and_end(e, d);
  });
  expect(rule, "command encoder", [&] {
    WGPUCommandEncoderDescriptor d = WGPU_COMMAND_ENCODER_DESCRIPTOR_INIT;
    d.nextInChain = &stray;
    wgpuCommandEncoderRelease(wgpuDeviceCreateCommandEncoder(p.device, &d));
  });
  expect(rule, "command buffer", [&] {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
    WGPUCommandBufferDescriptor d = WGPU_COMMAND_BUFFER_DESCRIPTOR_INIT;
    d.nextInChain = &stray;
    wgpuCommandBufferRelease(wgpuCommandEncoderFinish(encoder, &d));
    wgpuCommandEncoderRelease(encoder);
  });

  WGPUInstanceDescriptor i = WGPU_INSTANCE_DESCRIPTOR_INIT;
  i.nextInChain = &stray;
  EXPECT_EQ(wgpuCreateInstance(&i), nullptr);

  WGPURequestAdapterOptions o = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
  o.backendType = WGPUBackendType_Null;
  o.nextInChain = &stray;
  WGPURequestAdapterStatus status{};
  WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_AllowProcessEvents;
  info.callback = [](WGPURequestAdapterStatus s, WGPUAdapter made, WGPUStringView, void* out, void*) {
    *static_cast<WGPURequestAdapterStatus*>(out) = s;
    EXPECT_EQ(made, nullptr);
  };
  info.userdata1 = &status;
  wgpuInstanceRequestAdapter(p.instance, &o, info);
  wgpuInstanceProcessEvents(p.instance);
  EXPECT_EQ(status, WGPURequestAdapterStatus_Error);
}

// Each asynchronous call ends in its callback, with an error where there is a status for that.
TEST_F(Arguments, ChainedStructsOfCallbackInfos) {
  const char* rule = "chained_struct_unexpected";
  uint32_t status = 0, calls = 0;
  struct Answer {
    uint32_t *status, *calls;
  } answer{&status, &calls};
  auto fill = [&](auto& info) {
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.nextInChain = &stray;
    info.userdata1 = &answer;
    status = calls = 0;
  };
  auto told = [](void* a, uint32_t s) {
    *static_cast<Answer*>(a)->status = s;
    ++*static_cast<Answer*>(a)->calls;
  };
  static void (*tell)(void*, uint32_t) = nullptr;
  tell = told;
  WGPUBuffer buffer = p.buffer(16, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, "mapped");
  expect(rule, "mapAsync", [&] {
    WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    fill(info);
    info.callback = [](WGPUMapAsyncStatus s, WGPUStringView, void* a, void*) { tell(a, s); };
    wgpuBufferMapAsync(buffer, WGPUMapMode_Read, 0, 16, info);
  });
  EXPECT_EQ(status, WGPUMapAsyncStatus_Error);
  EXPECT_EQ(calls, 1u);
  EXPECT_EQ(wgpuBufferGetMapState(buffer), WGPUBufferMapState_Unmapped);
  wgpuBufferRelease(buffer);
  expect(rule, "onSubmittedWorkDone", [&] {
    WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    fill(info);
    info.callback = [](WGPUQueueWorkDoneStatus s, WGPUStringView, void* a, void*) { tell(a, s); };
    wgpuQueueOnSubmittedWorkDone(queue, info);
  });
  EXPECT_EQ(status, WGPUQueueWorkDoneStatus_Error);
  EXPECT_EQ(calls, 1u);
  wgpuDevicePushErrorScope(p.device, WGPUErrorFilter_Validation);
  expect(rule, "popErrorScope", [&] {
    WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
    fill(info);
    info.callback = [](WGPUPopErrorScopeStatus s, WGPUErrorType, WGPUStringView, void* a, void*) { tell(a, s); };
    wgpuDevicePopErrorScope(p.device, info);
  });
  EXPECT_EQ(status, WGPUPopErrorScopeStatus_Error);
  EXPECT_EQ(calls, 1u);
  // The scope is gone all the same.
  expect("error_scope_stack_empty", "popErrorScope", [&] {
    WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
    fill(info);
    info.nextInChain = nullptr;
    info.callback = [](WGPUPopErrorScopeStatus s, WGPUErrorType, WGPUStringView, void* a, void*) { tell(a, s); };
    wgpuDevicePopErrorScope(p.device, info);
  });
  WGPUShaderModule module = p.module("@compute @workgroup_size(1) fn main() {}");
  expect(rule, "getCompilationInfo", [&] {
    WGPUCompilationInfoCallbackInfo info = WGPU_COMPILATION_INFO_CALLBACK_INFO_INIT;
    fill(info);
    info.callback = [](WGPUCompilationInfoRequestStatus s, WGPUCompilationInfo const*, void* a, void*) { tell(a, s); };
    wgpuShaderModuleGetCompilationInfo(module, info);
  });
  EXPECT_EQ(calls, 1u);
  {
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.compute.module = module;
    WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
    fill(info);
    info.callback = [](WGPUCreatePipelineAsyncStatus s, WGPUComputePipeline made, WGPUStringView, void* a, void*) {
      if (made) wgpuComputePipelineRelease(made);
      tell(a, s);
    };
    wgpuDeviceCreateComputePipelineAsync(p.device, &d, info);
    wgpuInstanceProcessEvents(p.instance);
  }
  EXPECT_EQ(status, WGPUCreatePipelineAsyncStatus_ValidationError);
  EXPECT_EQ(calls, 1u);
  wgpuShaderModuleRelease(module);
  {
    WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    fill(info);
    info.callback = [](WGPURequestAdapterStatus s, WGPUAdapter made, WGPUStringView, void* a, void*) {
      if (made) wgpuAdapterRelease(made);
      tell(a, s);
    };
    wgpuInstanceRequestAdapter(p.instance, nullptr, info);
    wgpuInstanceProcessEvents(p.instance);
  }
  EXPECT_EQ(status, WGPURequestAdapterStatus_Error);
  EXPECT_EQ(calls, 1u);
  for (int which = 0; which < 3; ++which) {
    Program other;
    ASSERT_TRUE(other.request_adapter());
    WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
    WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    fill(info);
    info.nextInChain = which == 0 ? &stray : nullptr;
    d.deviceLostCallbackInfo.nextInChain = which == 1 ? &stray : nullptr;
    d.uncapturedErrorCallbackInfo.nextInChain = which == 2 ? &stray : nullptr;
    info.callback = [](WGPURequestDeviceStatus s, WGPUDevice made, WGPUStringView, void* a, void*) {
      if (made) wgpuDeviceRelease(made);
      tell(a, s);
    };
    wgpuAdapterRequestDevice(other.adapter, &d, info);
    wgpuInstanceProcessEvents(other.instance);
    EXPECT_EQ(status, WGPURequestDeviceStatus_Error) << which;
    EXPECT_EQ(calls, 1u) << which;
  }
}

TEST_F(Arguments, ChainsThatHaveAStructTwiceOrNeverEnd) {
  WGPUTextureBindingViewDimension once = WGPU_TEXTURE_BINDING_VIEW_DIMENSION_INIT,
                                  again = WGPU_TEXTURE_BINDING_VIEW_DIMENSION_INIT;
  WGPUChainedStruct foreign{nullptr, static_cast<WGPUSType>(0x00050003)}, other = foreign;
  WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
  d.format = WGPUTextureFormat_RGBA8Unorm;
  d.size = {4, 4, 1};
  d.usage = WGPUTextureUsage_CopyDst;
  d.nextInChain = &once.chain;
  auto make = [&] { wgpuTextureRelease(wgpuDeviceCreateTexture(p.device, &d)); };
  once.chain.next = &again.chain;
  expect("chained_struct_twice", "two", make);
  once.chain.next = &once.chain;
  expect("chained_struct_twice", "a loop of one", make);
  once.chain.next = &foreign;
  foreign.next = &other;  // two of another implementation are none of our business
  size_t before = p.begun("diagnostic ");
  make();
  EXPECT_EQ(p.begun("diagnostic "), before) << p.all();
  other.next = &foreign;
  d.nextInChain = &foreign;
  expect("chained_struct_twice", "a loop of those", make);
  WGPUInstanceDescriptor i = WGPU_INSTANCE_DESCRIPTOR_INIT;
  i.nextInChain = &foreign;
  EXPECT_EQ(wgpuCreateInstance(&i), nullptr);
}

TEST_F(Arguments, StructsToBeFilledInStayAsTheyAreWithAChainThatIsWrong) {
  WGPULimits limits = WGPU_LIMITS_INIT;
  limits.nextInChain = &stray;
  EXPECT_EQ(wgpuDeviceGetLimits(p.device, &limits), WGPUStatus_Error);
  EXPECT_EQ(limits.maxBindGroups, WGPU_LIMIT_U32_UNDEFINED);
  EXPECT_EQ(p.count("WGPULimits"), 1u) << p.all();
  WGPUCompatibilityModeLimits once = WGPU_COMPATIBILITY_MODE_LIMITS_INIT, again = WGPU_COMPATIBILITY_MODE_LIMITS_INIT;
  limits.nextInChain = &once.chain;
  once.chain.next = &again.chain;
  EXPECT_EQ(wgpuAdapterGetLimits(p.adapter, &limits), WGPUStatus_Error);
  once.chain.next = &once.chain;  // for ever
  EXPECT_EQ(wgpuAdapterGetLimits(p.adapter, &limits), WGPUStatus_Error);
  EXPECT_EQ(limits.maxBindGroups, WGPU_LIMIT_U32_UNDEFINED);
  once.chain.next = nullptr;
  EXPECT_EQ(wgpuAdapterGetLimits(p.adapter, &limits), WGPUStatus_Success);
  WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
  info.nextInChain = &stray;
  EXPECT_EQ(wgpuAdapterGetInfo(p.adapter, &info), WGPUStatus_Error);
  WGPUInstanceLimits of_instance = WGPU_INSTANCE_LIMITS_INIT;
  of_instance.nextInChain = &stray;
  EXPECT_EQ(wgpuGetInstanceLimits(&of_instance), WGPUStatus_Error);
  // None at all.
  EXPECT_EQ(wgpuGetInstanceLimits(nullptr), WGPUStatus_Error);
  EXPECT_EQ(wgpuDeviceGetLimits(p.device, nullptr), WGPUStatus_Error);
  wgpuGetInstanceFeatures(nullptr);
  wgpuInstanceGetWGSLLanguageFeatures(p.instance, nullptr);
  vitrineInstanceGetAdapterReport(p.instance, nullptr);
}

// Nobody set these structs up: what lies there leads nowhere, or to something that is no struct.
TEST_F(Arguments, ChainsThatLeadNowhere) {
  auto* page_zero = reinterpret_cast<WGPUChainedStruct*>(16);
  auto* odd = reinterpret_cast<WGPUChainedStruct*>(reinterpret_cast<uintptr_t>(&stray) + 1);
  WGPUChainedStruct zeroed = {};
  WGPUBufferDescriptor b = WGPU_BUFFER_DESCRIPTOR_INIT;
  b.size = 16;
  b.usage = WGPUBufferUsage_CopyDst;
  WGPUTextureDescriptor t = WGPU_TEXTURE_DESCRIPTOR_INIT;
  t.size = {4, 4, 1};
  t.format = WGPUTextureFormat_R8Unorm;
  t.usage = WGPUTextureUsage_CopyDst;
  size_t errors = p.begun("diagnostic ");
  for (WGPUChainedStruct* bad : {page_zero, odd, &zeroed}) {
    // Something extends these.
    t.nextInChain = bad;
    expect(bad == &zeroed ? "chained_struct_unexpected" : "chained_struct_unreadable", "texture",
           [&] { wgpuTextureRelease(wgpuDeviceCreateTexture(p.device, &t)); });
    WGPULimits limits = WGPU_LIMITS_INIT;
    limits.nextInChain = bad;
    EXPECT_EQ(wgpuDeviceGetLimits(p.device, &limits), WGPUStatus_Error);
    WGPUInstanceDescriptor i = WGPU_INSTANCE_DESCRIPTOR_INIT;
    i.nextInChain = bad;
    EXPECT_EQ(wgpuCreateInstance(&i), nullptr);
    // Nothing extends these: they are used, and the log has it once.
    b.nextInChain = bad;
    WGPUBuffer buffer = wgpuDeviceCreateBuffer(p.device, &b);
    EXPECT_EQ(wgpuBufferGetSize(buffer), 16u);
    wgpuBufferRelease(buffer);
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    info.nextInChain = bad;
    EXPECT_EQ(wgpuAdapterGetInfo(p.adapter, &info), WGPUStatus_Success);
    wgpuAdapterInfoFreeMembers(info);
  }
  EXPECT_EQ(p.begun("diagnostic "), errors + 3) << p.all();
  EXPECT_EQ(p.count("WGPUBufferDescriptor: nextInChain is 0x"), 3u) << p.all();
  EXPECT_EQ(p.count("WGPUAdapterInfo: nextInChain is 0x"), 3u) << p.all();
}

TEST_F(Arguments, NullIsToldWithItsPlace) {
  ::testing::internal::CaptureStderr();
  for (int i = 0; i < 12; ++i) wgpuTextureCreateView(nullptr, nullptr);
  wgpuQueueRelease(nullptr);
  std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("wgpuTextureCreateView: the WGPUTexture is null; called from "), std::string::npos) << said;
  EXPECT_NE(said.find("(10 times)"), std::string::npos) << said;
  EXPECT_NE(said.find("wgpuQueueRelease: the WGPUQueue is null; called from "), std::string::npos) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 3) << said;
  // Where an instance is known its log has it.
  EXPECT_EQ(wgpuDeviceCreateBuffer(p.device, nullptr), nullptr);
  wgpuInstanceProcessEvents(p.instance);
  EXPECT_EQ(p.count("wgpuDeviceCreateBuffer: `descriptor` is null"), 1u) << p.all();
}

TEST_F(Arguments, NumbersAreFinite) {
  const char* rule = "number_not_finite";
  for (float bad : {kInfinity, -kInfinity, kNaN}) {
    expect(rule, "lodMaxClamp", [&] {
      WGPUSamplerDescriptor d = WGPU_SAMPLER_DESCRIPTOR_INIT;
      d.lodMaxClamp = bad;
      wgpuSamplerRelease(wgpuDeviceCreateSampler(p.device, &d));
    });
    expect_pipeline(rule, "depthBiasClamp", [&](Parts& a) { a.depth.depthBiasClamp = bad; });
    expect_pipeline(rule, "depthBiasSlopeScale", [&](Parts& a) { a.depth.depthBiasSlopeScale = bad; });
    expect_in_render_pass(rule, "clearValue", [&](WGPUCommandEncoder e, WGPURenderPassDescriptor& d, WGPURenderPassColorAttachment& c) {
      c.clearValue.b = bad;
      begin_and_end(e, d);
    });
    expect_in_render_pass(rule, "blend constant", [&](WGPUCommandEncoder e, WGPURenderPassDescriptor& d, WGPURenderPassColorAttachment&) {
      WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(e, &d);
      WGPUColor color{0, bad, 0, 0};
      wgpuRenderPassEncoderSetBlendConstant(pass, &color);
      wgpuRenderPassEncoderEnd(pass);
      wgpuRenderPassEncoderRelease(pass);
    });
  }
}

TEST_F(Arguments, EnumerationsHaveTheirValuesOnly) {
  const char* rule = "enum_value_unknown";
  WGPUTexture texture = target();
  expect(rule, "swizzle", [&] {
    WGPUTextureComponentSwizzleDescriptor s = WGPU_TEXTURE_COMPONENT_SWIZZLE_DESCRIPTOR_INIT;
    s.swizzle.g = static_cast<WGPUComponentSwizzle>(99);
    WGPUTextureViewDescriptor d = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
    d.nextInChain = &s.chain;
    wgpuTextureViewRelease(wgpuTextureCreateView(texture, &d));
  });
  wgpuTextureRelease(texture);
  expect(rule, "textureBindingViewDimension", [&] {
    WGPUTextureBindingViewDimension v = WGPU_TEXTURE_BINDING_VIEW_DIMENSION_INIT;
    v.textureBindingViewDimension = static_cast<WGPUTextureViewDimension>(99);
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.nextInChain = &v.chain;
    d.format = WGPUTextureFormat_RGBA8Unorm;
    d.size = {4, 4, 1};
    d.usage = WGPUTextureUsage_CopyDst;
    wgpuTextureRelease(wgpuDeviceCreateTexture(p.device, &d));
  });
  expect_pipeline(rule, "depthWriteEnabled", [](Parts& a) { a.depth.depthWriteEnabled = static_cast<WGPUOptionalBool>(99); });
  expect(rule, "filter", [&] { wgpuDevicePushErrorScope(p.device, static_cast<WGPUErrorFilter>(99)); });
}

TEST_F(Arguments, AMappedRangeIsReadAndWrittenByItsSizeAlone) {
  WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
  d.size = 1 << 16;
  d.usage = WGPUBufferUsage_CopySrc;
  d.mappedAtCreation = true;
  WGPUBuffer buffer = wgpuDeviceCreateBuffer(p.device, &d);
  uint32_t four[4] = {1, 2, 3, 4};
  EXPECT_EQ(wgpuBufferWriteMappedRange(buffer, 0, four, sizeof four), WGPUStatus_Success);
  EXPECT_EQ(wgpuBufferWriteMappedRange(buffer, 0, four, WGPU_WHOLE_MAP_SIZE), WGPUStatus_Error);
  uint32_t back[4] = {};
  EXPECT_EQ(wgpuBufferReadMappedRange(buffer, 0, back, WGPU_WHOLE_MAP_SIZE), WGPUStatus_Error);
  EXPECT_EQ(wgpuBufferReadMappedRange(buffer, 8, back, 8), WGPUStatus_Success);
  EXPECT_EQ(back[1], 4u);
  EXPECT_EQ(back[2], 0u);
  EXPECT_EQ(wgpuBufferReadMappedRange(buffer, 0, nullptr, 8), WGPUStatus_Error);
  EXPECT_EQ(wgpuBufferWriteMappedRange(buffer, 0, nullptr, 8), WGPUStatus_Error);
  wgpuBufferRelease(buffer);
}

TEST_F(Arguments, WaitsForWhatCannotCome) {
  for (uint64_t id : {uint64_t{0}, uint64_t{1} << 40}) {
    WGPUFutureWaitInfo info{{id}, false};
    EXPECT_EQ(wgpuInstanceWaitAny(p.instance, 1, &info, UINT64_MAX), WGPUWaitStatus_Error);
    EXPECT_EQ(wgpuInstanceWaitAny(p.instance, 1, &info, 0), WGPUWaitStatus_TimedOut);
    EXPECT_FALSE(info.completed);
  }
}

TEST_F(Arguments, ACallbackWaitsForItsOwnFuture) {
  WGPUShaderModule module = p.module("@compute @workgroup_size(1) fn main() {}");
  struct Heard {
    WGPUInstance instance;
    std::atomic<uint64_t> future{0};
    std::atomic<bool> done{false};
  } heard{p.instance};
  WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  d.compute.module = module;
  WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_AllowSpontaneous;
  info.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline made, WGPUStringView, void* to, void*) {
    auto& h = *static_cast<Heard*>(to);
    while (h.future == 0) std::this_thread::yield();
    WGPUFutureWaitInfo own{{h.future}, false};
    EXPECT_EQ(wgpuInstanceWaitAny(h.instance, 1, &own, UINT64_MAX), WGPUWaitStatus_Success);
    EXPECT_TRUE(own.completed);
    if (made) wgpuComputePipelineRelease(made);
    h.done = true;
  };
  info.userdata1 = &heard;
  heard.future = wgpuDeviceCreateComputePipelineAsync(p.device, &d, info).id;
  while (!heard.done) std::this_thread::yield();
  wgpuShaderModuleRelease(module);
}

}  // namespace
}  // namespace vitrine::capi::testing
