// webgpu_cpp.h: what programs write with it, compiled and run.
#include <gtest/gtest.h>
#include <webgpu/vitrine.h>
#include <webgpu/webgpu_cpp.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

// -- values --
static_assert((wgpu::BufferUsage::CopyDst | wgpu::BufferUsage::Uniform) == static_cast<wgpu::BufferUsage>(0x48));
static_assert(wgpu::TextureDimension::e2D == static_cast<wgpu::TextureDimension>(WGPUTextureDimension_2D));
static_assert(wgpu::kWholeSize == WGPU_WHOLE_SIZE && wgpu::kMipLevelCountUndefined == WGPU_MIP_LEVEL_COUNT_UNDEFINED);
static_assert(wgpu::BindGroupLayoutEntry{}.buffer.type == wgpu::BufferBindingType::BindingNotUsed);
static_assert(wgpu::BufferBindingLayout{}.type == wgpu::BufferBindingType::Undefined);
static_assert(!std::is_copy_constructible_v<wgpu::AdapterInfo> && std::is_move_constructible_v<wgpu::AdapterInfo>);

TEST(WebGpuCpp, FlagsAndTexts) {
  wgpu::BufferUsage usage = wgpu::BufferUsage::MapRead;
  usage |= wgpu::BufferUsage::CopyDst;
  EXPECT_TRUE(usage & wgpu::BufferUsage::MapRead);
  EXPECT_FALSE(usage & wgpu::BufferUsage::Storage);
  usage &= ~wgpu::BufferUsage::MapRead;
  EXPECT_EQ(usage, wgpu::BufferUsage::CopyDst);
  wgpu::StringView none, text = "abc", part = std::string_view("abcdef", 4);
  EXPECT_TRUE(none.IsUndefined());
  EXPECT_EQ(std::string(text), "abc");
  EXPECT_EQ(std::string_view(part), "abcd");
  wgpu::DepthStencilState state;
  EXPECT_EQ(state.depthWriteEnabled, wgpu::OptionalBool::Undefined);
  state.depthWriteEnabled = true;
  EXPECT_EQ(state.depthWriteEnabled, wgpu::OptionalBool::True);
  state.depthWriteEnabled = WGPUOptionalBool_False;
  EXPECT_EQ(std::optional<bool>(state.depthWriteEnabled), false);
  state.depthWriteEnabled = std::optional<bool>();
  EXPECT_EQ(state.depthWriteEnabled, wgpu::OptionalBool::Undefined);
}

// How many devices one adapter gives, of two requests.
int devices_of_an_adapter(std::vector<wgpu::InstanceFeatureName> features) {
  VitrineInstanceDescriptor silent = VITRINE_INSTANCE_DESCRIPTOR_INIT;
  silent.logCallbackInfo.level = VitrineLogLevel_Off;
  wgpu::InstanceDescriptor descriptor;
  descriptor.nextInChain = reinterpret_cast<const wgpu::ChainedStruct*>(&silent);
  descriptor.requiredFeatureCount = features.size();
  descriptor.requiredFeatures = features.data();
  wgpu::Instance instance = wgpu::CreateInstance(&descriptor);
  wgpu::RequestAdapterOptions options;
  options.backendType = wgpu::BackendType::Null;
  wgpu::Adapter adapter;
  instance.RequestAdapter(&options, wgpu::CallbackMode::AllowProcessEvents,
                          [&](wgpu::RequestAdapterStatus, wgpu::Adapter a, wgpu::StringView) { adapter = a; });
  instance.ProcessEvents();
  int count = 0;
  for (int i = 0; i < 2; ++i)
    adapter.RequestDevice(nullptr, wgpu::CallbackMode::AllowProcessEvents,
                          [&](wgpu::RequestDeviceStatus, wgpu::Device d, wgpu::StringView) { count += d != nullptr; });
  instance.ProcessEvents();
  return count;
}

TEST(WebGpuCpp, MultipleDevicesPerAdapter) {
  EXPECT_EQ(devices_of_an_adapter({}), 1);
  EXPECT_EQ(devices_of_an_adapter({wgpu::InstanceFeatureName::MultipleDevicesPerAdapter}), 2);
}

class WebGpuCppDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    wgpu::InstanceDescriptor descriptor;
    wgpu::InstanceFeatureName timed = wgpu::InstanceFeatureName::TimedWaitAny;
    descriptor.requiredFeatureCount = 1;
    descriptor.requiredFeatures = &timed;
    // A habit of programs, to be passed over.
    const char* const toggles[] = {"allow_unsafe_apis"};
    wgpu::DawnTogglesDescriptor habit;
    habit.enabledToggleCount = 1;
    habit.enabledToggles = toggles;
    descriptor.nextInChain = &habit;
    // Whatever the validation layer or we have to say beyond information.
    VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
    ours.flags = VitrineInstanceFlags_Validation;
    ours.logCallbackInfo.level = VitrineLogLevel_Warning;
    ours.logCallbackInfo.userdata1 = &log;
    ours.logCallbackInfo.callback = [](VitrineLogLevel, WGPUStringView, WGPUStringView text, void* out, void*) {
      *static_cast<std::string*>(out) += std::string_view(wgpu::StringView(text));
    };
    habit.nextInChain = reinterpret_cast<const wgpu::ChainedStruct*>(&ours);
    instance = wgpu::CreateInstance(&descriptor);
    habit.nextInChain = nullptr;
    ASSERT_TRUE(instance);
    wgpu::RequestAdapterOptions options;
    options.nextInChain = &habit;
    // With a capture, and the message as a C string.
    wgpu::WaitStatus waited = instance.WaitAny(
        instance.RequestAdapter(&options, wgpu::CallbackMode::WaitAnyOnly,
                                [this](wgpu::RequestAdapterStatus status, wgpu::Adapter a, const char* message) {
                                  EXPECT_EQ(status, wgpu::RequestAdapterStatus::Success) << message;
                                  adapter = std::move(a);
                                }),
        UINT64_MAX);
    ASSERT_EQ(waited, wgpu::WaitStatus::Success);
    if (!adapter) GTEST_SKIP() << "no adapter";
    wgpu::DeviceDescriptor device_descriptor;
    device_descriptor.label = "main";
    wgpu::FeatureName synchronised = wgpu::FeatureName::ImplicitDeviceSynchronization;
    EXPECT_TRUE(adapter.HasFeature(synchronised));
    device_descriptor.requiredFeatureCount = 1;
    device_descriptor.requiredFeatures = &synchronised;
    wgpu::Limits limits;
    ASSERT_TRUE(adapter.GetLimits(&limits));
    device_descriptor.requiredLimits = &limits;
    device_descriptor.SetUncapturedErrorCallback(
        [](const wgpu::Device& device, wgpu::ErrorType type, wgpu::StringView message, std::string* out) {
          EXPECT_TRUE(device);
          EXPECT_EQ(type, wgpu::ErrorType::Validation);
          *out += message;
        },
        &errors);
    device_descriptor.SetDeviceLostCallback(
        wgpu::CallbackMode::AllowSpontaneous,
        [this](const wgpu::Device&, wgpu::DeviceLostReason reason, wgpu::StringView) { lost = reason; });
    instance.WaitAny(
        adapter.RequestDevice(
            &device_descriptor, wgpu::CallbackMode::WaitAnyOnly,
            [](wgpu::RequestDeviceStatus status, wgpu::Device d, wgpu::StringView message, WebGpuCppDevice* self) {
              EXPECT_EQ(status, wgpu::RequestDeviceStatus::Success) << std::string_view(message);
              self->device = std::move(d);
            },
            this),
        UINT64_MAX);
    ASSERT_TRUE(device);
    queue = device.GetQueue();
  }
  wgpu::Instance instance;
  wgpu::Adapter adapter;
  wgpu::Device device;
  wgpu::Queue queue;
  void TearDown() override {
    queue = nullptr;
    device = nullptr;
    adapter = nullptr;
    instance = nullptr;
    EXPECT_EQ(log, "");
  }
  std::string errors, log;
  wgpu::DeviceLostReason lost = {};
};

TEST_F(WebGpuCppDevice, ObjectsShareTheirReference) {
  wgpu::BufferDescriptor descriptor;
  descriptor.size = 16;
  descriptor.usage = wgpu::BufferUsage::CopyDst;
  descriptor.mappedAtCreation = true;
  wgpu::Buffer a = device.CreateBuffer(&descriptor), b = a, none;
  EXPECT_EQ(a, b);
  EXPECT_NE(a, none);
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(b.GetSize(), 16u);
  EXPECT_EQ(b.GetUsage(), wgpu::BufferUsage::CopyDst);
  EXPECT_EQ(b.GetMapState(), wgpu::BufferMapState::Mapped);
  a = nullptr;
  EXPECT_EQ(b.GetSize(), 16u);
  WGPUBuffer handle = b.MoveToCHandle();
  EXPECT_EQ(b, nullptr);
  wgpu::Buffer c = wgpu::Buffer::Acquire(handle);
  // A handle goes where an object is asked for, which then holds a reference of its own.
  wgpu::Buffer shared = handle;
  EXPECT_EQ(shared, handle);
  wgpuBufferRelease((none = shared).MoveToCHandle());
  (shared = nullptr) = c;
  c.Unmap();
  EXPECT_EQ(c.GetMapState(), wgpu::BufferMapState::Unmapped);
}

TEST_F(WebGpuCppDevice, Computes) {
  wgpu::ShaderSourceWGSL source({.nextInChain = nullptr, .code = R"(
    override factor = 2u;
    @group(0) @binding(0) var<storage, read_write> values: array<u32>;
    @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { values[id.x] *= factor; }
  )"});
  wgpu::ShaderModuleDescriptor module_descriptor;
  module_descriptor.nextInChain = &source;
  module_descriptor.label = "scale.wgsl";
  wgpu::ShaderModule module = device.CreateShaderModule(&module_descriptor);
  size_t messages = 1;
  instance.WaitAny(module.GetCompilationInfo(wgpu::CallbackMode::WaitAnyOnly,
                                             [&](wgpu::CompilationInfoRequestStatus,
                                                 const wgpu::CompilationInfo* info) { messages = info->messageCount; }),
                   UINT64_MAX);
  EXPECT_EQ(messages, 0u);

  wgpu::BindGroupLayoutEntry entry;
  entry.visibility = wgpu::ShaderStage::Compute;
  entry.buffer.type = wgpu::BufferBindingType::Storage;
  wgpu::BindGroupLayoutDescriptor layout_descriptor;
  layout_descriptor.entryCount = 1;
  layout_descriptor.entries = &entry;
  wgpu::BindGroupLayout layout = device.CreateBindGroupLayout(&layout_descriptor);
  wgpu::PipelineLayoutDescriptor pipeline_layout_descriptor;
  pipeline_layout_descriptor.bindGroupLayoutCount = 1;
  pipeline_layout_descriptor.bindGroupLayouts = &layout;
  wgpu::ConstantEntry constant;
  constant.key = "factor";
  constant.value = 3;
  wgpu::ComputePipelineDescriptor pipeline_descriptor;
  pipeline_descriptor.layout = device.CreatePipelineLayout(&pipeline_layout_descriptor);
  pipeline_descriptor.compute.module = module;
  pipeline_descriptor.compute.constantCount = 1;
  pipeline_descriptor.compute.constants = &constant;
  wgpu::ComputePipeline pipeline;
  instance.WaitAny(device.CreateComputePipelineAsync(&pipeline_descriptor, wgpu::CallbackMode::WaitAnyOnly,
                                                     [&](wgpu::CreatePipelineAsyncStatus, wgpu::ComputePipeline p,
                                                         wgpu::StringView) { pipeline = p; }),
                   UINT64_MAX);
  ASSERT_TRUE(pipeline);

  wgpu::BufferDescriptor buffer_descriptor;
  buffer_descriptor.size = 16;
  buffer_descriptor.usage = wgpu::BufferUsage::Storage | wgpu::BufferUsage::CopyDst | wgpu::BufferUsage::CopySrc;
  wgpu::Buffer values = device.CreateBuffer(&buffer_descriptor);
  buffer_descriptor.usage = wgpu::BufferUsage::MapRead | wgpu::BufferUsage::CopyDst;
  wgpu::Buffer read = device.CreateBuffer(&buffer_descriptor);
  uint32_t numbers[] = {1, 2, 3, 4};
  queue.WriteBuffer(values, 0, numbers, sizeof numbers);
  wgpu::BindGroupEntry group_entry;
  group_entry.buffer = values;
  wgpu::BindGroupDescriptor group_descriptor;
  group_descriptor.layout = pipeline.GetBindGroupLayout(0);
  group_descriptor.entryCount = 1;
  group_descriptor.entries = &group_entry;
  wgpu::BindGroup group = device.CreateBindGroup(&group_descriptor);
  wgpu::CommandEncoder encoder = device.CreateCommandEncoder();
  wgpu::ComputePassEncoder pass = encoder.BeginComputePass();
  pass.SetPipeline(pipeline);
  pass.SetBindGroup(0, group);
  pass.DispatchWorkgroups(1);
  pass.End();
  encoder.CopyBufferToBuffer(values, 0, read, 0, 16);
  std::vector<wgpu::CommandBuffer> commands = {encoder.Finish()};
  queue.Submit(commands.size(), commands.data());
  bool done = false;
  queue.OnSubmittedWorkDone(wgpu::CallbackMode::AllowProcessEvents,
                            [&done](wgpu::QueueWorkDoneStatus, wgpu::StringView) { done = true; });
  while (!done) wgpuDeviceTick(device.Get());
  auto owned = std::make_unique<int>(7);  // a callback that can only be moved
  wgpu::Future mapped = read.MapAsync(wgpu::MapMode::Read, 0, 16, wgpu::CallbackMode::WaitAnyOnly,
                                      [owned = std::move(owned)](wgpu::MapAsyncStatus status, wgpu::StringView) {
                                        EXPECT_EQ(status, wgpu::MapAsyncStatus::Success);
                                        EXPECT_EQ(*owned, 7);
                                      });
  ASSERT_EQ(instance.WaitAny(mapped, UINT64_MAX), wgpu::WaitStatus::Success);
  const auto* result = static_cast<const uint32_t*>(read.GetConstMappedRange());
  for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(result[i], 3 * numbers[i]);
  EXPECT_EQ(errors, "");
}

// A vertex attribute that the shader leaves alone, an output of it that the next stage does, and a color that goes nowhere.
TEST_F(WebGpuCppDevice, StagesNeedNotUseEverything) {
  wgpu::ShaderSourceWGSL source;
  source.code = R"(
    struct Out { @builtin(position) p: vec4f, @location(0) a: vec4f, @location(3) b: f32 }
    @vertex fn vs(@location(1) p: vec4f) -> Out { return Out(p, p, 1); }
    struct Colors { @location(0) first: vec4f, @location(1) second: vec4f }
    @fragment fn fs(@location(0) a: vec4f) -> Colors { return Colors(a, a); }
  )";
  wgpu::ShaderModuleDescriptor module_descriptor;
  module_descriptor.nextInChain = &source;
  wgpu::ShaderModule module = device.CreateShaderModule(&module_descriptor);
  wgpu::VertexAttribute attributes[2];
  attributes[0].format = wgpu::VertexFormat::Float32x3;
  attributes[0].shaderLocation = 0;
  attributes[1].format = wgpu::VertexFormat::Float32x4;
  attributes[1].shaderLocation = 1;
  wgpu::VertexBufferLayout buffer;
  buffer.arrayStride = 32;
  buffer.stepMode = wgpu::VertexStepMode::Vertex;
  buffer.attributeCount = 2;
  buffer.attributes = attributes;
  wgpu::ColorTargetState target;
  target.format = wgpu::TextureFormat::RGBA8Unorm;
  wgpu::FragmentState fragment;
  fragment.module = module;
  fragment.targetCount = 1;
  fragment.targets = &target;
  wgpu::RenderPipelineDescriptor descriptor;
  descriptor.vertex.module = module;
  descriptor.vertex.bufferCount = 1;
  descriptor.vertex.buffers = &buffer;
  descriptor.fragment = &fragment;
  wgpu::RenderPipeline pipeline = device.CreateRenderPipeline(&descriptor);
  EXPECT_TRUE(pipeline);
  EXPECT_EQ(errors, "");
}

TEST_F(WebGpuCppDevice, Errors) {
  device.PushErrorScope(wgpu::ErrorFilter::Validation);
  wgpu::BufferDescriptor descriptor;
  device.CreateBuffer(&descriptor);
  std::string message;
  instance.WaitAny(device.PopErrorScope(wgpu::CallbackMode::WaitAnyOnly,
                                        [&](wgpu::PopErrorScopeStatus, wgpu::ErrorType type, wgpu::StringView text) {
                                          EXPECT_EQ(type, wgpu::ErrorType::Validation);
                                          message = std::string_view(text);
                                        }),
                   UINT64_MAX);
  EXPECT_NE(message, "");
  EXPECT_EQ(errors, "");
  device.CreateBuffer(&descriptor);
  instance.ProcessEvents();
  EXPECT_NE(errors, "");
  device.Destroy();
  instance.ProcessEvents();
  EXPECT_EQ(lost, wgpu::DeviceLostReason::Destroyed);
}

TEST_F(WebGpuCppDevice, StructsThatCallsFillIn) {
  wgpu::AdapterInfo info;
  ASSERT_EQ(adapter.GetInfo(&info), wgpu::Status::Success);
  ASSERT_EQ(adapter.GetInfo(&info), wgpu::Status::Success);  // frees the first
  std::string vendor;
  vendor = info.vendor;
  wgpu::AdapterInfo moved = std::move(info);
  EXPECT_EQ(std::string(moved.vendor), vendor);
  wgpu::SupportedFeatures features;
  adapter.GetFeatures(&features);
  EXPECT_GT(features.featureCount, 0u);
  wgpu::SupportedInstanceFeatures instance_features;
  wgpu::GetInstanceFeatures(&instance_features);
  EXPECT_GT(instance_features.featureCount, 0u);
  EXPECT_TRUE(wgpu::HasInstanceFeature(wgpu::InstanceFeatureName::TimedWaitAny));
  EXPECT_NE(wgpu::GetProcAddress("wgpuCreateInstance"), nullptr);
}

}  // namespace
